#pragma once

#include <string>

namespace drover {

/// A bound rounded up to that many significant digits: 1.17e-10 for 2^-33.
std::string rounded_up(double bound, int digits = 6);

}  // namespace drover
