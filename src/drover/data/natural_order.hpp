#pragma once

#include <string_view>

namespace drover {

/// The order of categories: numbers first, by value (2 before 10), then texts in byte order, the empty
/// (missing) value last. A number is an optional sign and digits with at most one point, of any length.
/// Numbers are compared exactly, equal ones (1 and 1.0) by their bytes.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace drover
