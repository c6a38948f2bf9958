#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

/// The one of `names` that a mistyped name most likely stands for, the first of several; empty if none is
/// close. Names are compared by edit distance (insertions, deletions, changes, swaps of neighbours; the case
/// of ASCII letters does not matter), of which one is allowed per three bytes; else a name that goes on where
/// the given one ends. Numbers, names beyond 100 bytes, and those after the first 10,000 are not compared.
std::string closest_name(std::string_view name, const std::vector<std::string>& names);

/// The hint of a problem, `did you mean "age"?`, or nothing if no name is close.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& names);

}  // namespace drover
