#pragma once

#include <string>

namespace drover {

/// As many digits as the standard error supports: 0.3352 +- 0.0005. Six digits where the error is 0 or
/// unknown.
std::string with_error(double value, double error);

}  // namespace drover
