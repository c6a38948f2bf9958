#include <cmath>
#include <limits>

#include <drover/number/exp.hpp>
#include <drover/number/impl/exp.hpp>

namespace drover {

double portable_exp(double x) {
    if (std::abs(x) <= impl::exp_safe) return impl::safe_exp(x);
    if (std::isnan(x)) return x;
    if (x > 709.79) return std::numeric_limits<double>::infinity();
    if (x < -745.2) return 0;
    // Half the exponent at a time: only the last product can leave the normal numbers.
    const double k = std::nearbyint(x * impl::exp_inverse_ln2);
    const double r = (x - k * impl::exp_ln2_high) - k * impl::exp_ln2_low;
    const int half = static_cast<int>(k) / 2;
    return std::ldexp(1.0, static_cast<int>(k) - half) * (std::ldexp(1.0, half) * impl::exp_reduced(r));
}

}  // namespace drover
