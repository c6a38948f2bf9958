#pragma once

#include <string>

namespace drover {

/// A bound rounded to that many significant digits, and never below itself: 1.17e-10 for 2^-33.
std::string rounded_up(double bound, int digits = 6);

}  // namespace drover
