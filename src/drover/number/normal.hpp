#pragma once

namespace drover {

/// Natural logarithm of a positive, normal, finite x from additions, multiplications and divisions alone:
/// the same bits on every IEEE platform, unlike the C library's. Relative error below 4e-16.
double portable_log(double x);

/// Inverse of the standard normal distribution function for 0 < p < 1, same bits everywhere.
/// Wichura's algorithm AS 241 (1988), relative error about 1e-15.
double normal_quantile(double p);

}  // namespace drover
