#pragma once

#include <string>

#include <drover/files/uses.hpp>

namespace drover::cli {

/// What is wrong, for people. Parts of the library name themselves ("Herder: the numbers are too large");
/// users know their files and options instead ("FEATURES f.csv, --rates r.csv: the numbers are too large").
std::string problem_text(const std::string& problem, const FileUses& uses);

}  // namespace drover::cli
