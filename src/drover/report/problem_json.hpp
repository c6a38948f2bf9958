#pragma once

#include <string>

#include <drover/core/problem.hpp>

namespace drover {

/// One JSON object on one line, "drover.problem/1": fault, file, row, line, column, key, option (a field),
/// expected, got, hint, and `text`, the message of the face. What is not known is null.
std::string problem_json(const Problem& problem, const std::string& text);

}  // namespace drover
