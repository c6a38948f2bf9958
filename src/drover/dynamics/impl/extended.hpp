#pragma once

#include <cmath>
#include <vector>

#include <drover/finite/tempered.hpp>

namespace drover::dynamics::impl {

/// A number of about 32 digits as the unevaluated sum of two doubles (Dekker 1971). The same bits on every
/// IEEE platform.
struct Extended {
    double high = 0;
    double low = 0;

    double to_double() const { return high + low; }
};

inline Extended exact_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

inline Extended exact_product(double a, double b) {
    constexpr double splitter = 134217729;  // 2^27 + 1: halves of 26 bits
    const auto high_half = [](double x) {
        const double shifted = splitter * x;
        return shifted - (shifted - x);
    };
    const double product = a * b;
    const double a_high = high_half(a);
    const double b_high = high_half(b);
    const double a_low = a - a_high;
    const double b_low = b - b_high;
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline Extended operator+(Extended a, Extended b) {
    const Extended high = exact_sum(a.high, b.high);
    const Extended low = exact_sum(a.low, b.low);
    const Extended middle = exact_sum(high.high, high.low + low.high);
    return exact_sum(middle.high, middle.low + low.low);
}

inline Extended operator-(Extended a) { return {-a.high, -a.low}; }
inline Extended operator-(Extended a, Extended b) { return a + -b; }

inline Extended operator*(Extended a, Extended b) {
    const Extended product = exact_product(a.high, b.high);
    return exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline Extended operator/(Extended a, Extended b) {
    const double first = a.high / b.high;
    const Extended rest = a - b * Extended{first};
    const double second = rest.high / b.high;
    const Extended last = rest - b * Extended{second};
    return exact_sum(first, second) + Extended{last.high / b.high};
}

/// e^x for |x| <= 700, to about 30 digits.
Extended extended_exp(Extended x);

/// The tempered map once in extended numbers; features, moments and temperature are the doubles given.
void apply(const TemperedMap& map, std::vector<Extended>& w, double temperature);

/// Whether the orbit from `near` settles, within a tenth of the range of the features, on a cycle of exactly
/// this period: what F^period moves it by shrinks, at the end still, and no shorter period does. In extended
/// numbers.
bool settles(const TemperedMap& map, double temperature, std::int64_t period, std::span<const double> near,
             std::int64_t max_steps);

}  // namespace drover::dynamics::impl
