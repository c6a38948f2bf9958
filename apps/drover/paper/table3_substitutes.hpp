#pragma once

#include <string>

#include <drover/data/sparse_rows.hpp>

namespace drover::cli::paper {

/// A few hundred made-up cases in the shape of a row of the classifiers' table, for use when the data are not
/// available. A function of the seed.
Examples make_examples(const std::string& row, std::uint64_t seed);
/// What they are.
std::string substitute_note(const std::string& row);

}  // namespace drover::cli::paper
