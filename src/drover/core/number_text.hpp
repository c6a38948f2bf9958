#pragma once

#include <string>

namespace drover {

/// The shortest decimal text that reads back as the same double.
std::string shortest(double value);

/// Rounded to that many significant digits, for human readers: 0.000123457, 1.5e-07.
std::string rounded(double value, int digits = 6);

}  // namespace drover
