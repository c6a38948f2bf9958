#include <array>
#include <cmath>

#include <drover/number/normal.hpp>

namespace drover {
namespace {

double polynomial(const std::array<double, 8>& coefficients, double x) {
    double value = coefficients[7];
    for (std::size_t i = 7; i-- > 0;) value = value * x + coefficients[i];
    return value;
}

// Wichura 1988, AS 241 (PPND16): numerator and denominator near the centre, in the tails, far out.
constexpr std::array<double, 8> centre_above{
    3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
    4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr std::array<double, 8> centre_below{1.0,
                                             4.2313330701600911252e+1,
                                             6.8718700749205790830e+2,
                                             5.3941960214247511077e+3,
                                             2.1213794301586595867e+4,
                                             3.9307895800092710610e+4,
                                             2.8729085735721942674e+4,
                                             5.2264952788528545610e+3};
constexpr std::array<double, 8> tail_above{1.42343711074968357734e0,  4.63033784615654529590e0,
                                           5.76949722146069140550e0,  3.64784832476320460504e0,
                                           1.27045825245236838258e0,  2.41780725177450611770e-1,
                                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array<double, 8> tail_below{1.0,
                                           2.05319162663775882187e0,
                                           1.67638483018380384940e0,
                                           6.89767334985100004550e-1,
                                           1.48103976427480074590e-1,
                                           1.51986665636164571966e-2,
                                           5.47593808499534494600e-4,
                                           1.05075007164441684324e-9};
constexpr std::array<double, 8> far_above{6.65790464350110377720e0,  5.46378491116411436990e0,
                                          1.78482653991729133580e0,  2.96560571828504891230e-1,
                                          2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array<double, 8> far_below{1.0,
                                          5.99832206555887937690e-1,
                                          1.36929880922735805310e-1,
                                          1.48753612908506148525e-2,
                                          7.86869131145613259100e-4,
                                          1.84631831751005468180e-5,
                                          1.42151175831644588870e-7,
                                          2.04426310338993978564e-15};

}  // namespace

double portable_log(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        --exponent;
    }
    // log m = 2 artanh(z), z = (m-1)/(m+1), |z| < 0.172: the odd series to z^25.
    const double z = (mantissa - 1) / (mantissa + 1);
    const double square = z * z;
    double series = 0;
    for (int odd = 25; odd >= 3; odd -= 2) series = (series + 1.0 / odd) * square;
    const double log_mantissa = 2 * z + 2 * z * series;
    constexpr double log2_high = 0x1.62e42fefa38p-1;  // its product with an exponent is exact
    constexpr double log2_low = 0x1.ef35793c7673p-45;
    return exponent * log2_high + (exponent * log2_low + log_mantissa);
}

double normal_quantile(double p) {
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(centre_above, r) / polynomial(centre_below, r);
    }
    const double r = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
    const double magnitude = r <= 5 ? polynomial(tail_above, r - 1.6) / polynomial(tail_below, r - 1.6)
                                    : polynomial(far_above, r - 5) / polynomial(far_below, r - 5);
    return q < 0 ? -magnitude : magnitude;
}

}  // namespace drover
