#include <cmath>
#include <limits>

#include <drover/number/exp.hpp>
#include <drover/number/impl/exp.hpp>

namespace drover {

double portable_exp(double x) {
    if (std::abs(x) <= detail::exp_safe) return detail::safe_exp(x);
    if (std::isnan(x)) return x;
    if (x > 709.79) return std::numeric_limits<double>::infinity();
    if (x < -745.2) return 0;
    // Half the exponent at a time: only the last product can leave the normal numbers.
    const double k = std::nearbyint(x * detail::exp_inverse_ln2);
    const double r = (x - k * detail::exp_ln2_high) - k * detail::exp_ln2_low;
    const int half = static_cast<int>(k) / 2;
    return std::ldexp(1.0, static_cast<int>(k) - half) * (std::ldexp(1.0, half) * detail::exp_reduced(r));
}

}  // namespace drover
