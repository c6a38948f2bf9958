#pragma once

#include <drover/core/problem.hpp>

#include "common.hpp"

namespace drover::cli {

/// How a command writes its options: burn_in is --burn-in, imply=off is --imply off.
OptionName flag_names(const OptionList& options);

/// Says what is wrong on one line, or with --json as one JSON object. Users know their files and options, not
/// the functions of the library: these are replaced by the files that the command reads.
void write_problem(Streams& streams, Problem problem, const OptionList& options);

}  // namespace drover::cli
