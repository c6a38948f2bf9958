#pragma once

#include <string>
#include <string_view>

namespace drover::python {

/// A message of the library with its options named as keywords: "--burn-in" is "burn_in",
/// "--imply off" is imply="off". What is quoted stays.
std::string python_words(std::string_view message);

}  // namespace drover::python
