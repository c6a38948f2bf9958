#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <drover/core/number_text.hpp>
#include <drover/neuron/neuron.hpp>
#include <drover/number/grid.hpp>

namespace drover::neuron {
namespace {

// In which a weight and its square times max_steps must stay.
constexpr double neuron_weight_limit = 0x1p62;

void check_weight_range(double largest_weight, std::int64_t max_steps) {
    check_input(largest_weight < neuron_weight_limit, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "neuron"},
                       .text = "rate and start over their common denominator must stay below 2^62 for " +
                               std::to_string(max_steps) + " steps, but may reach " +
                               rounded(largest_weight)};
    });
}

}  // namespace

RationalOrbit::RationalOrbit(const Rational& rate, const Rational& start, HerderOptions options)
    : max_steps_{options.max_steps} {
    const Int128 common = greatest_common_divisor(rate.denominator(), start.denominator());
    scale_ = (Rational{rate.denominator(), common} * Rational{start.denominator(), 1}).numerator();
    rate_ = (rate * Rational{scale_, 1}).numerator();
    weight_ = (start * Rational{scale_, 1}).numerator();
    const bool bounded = !(rate < Rational{0}) && !(rate > Rational{1});
    const double drift = bounded ? 1 : static_cast<double>(max_steps_);
    const double move = std::abs(static_cast<double>(rate_)) + static_cast<double>(scale_);
    check_weight_range(std::abs(static_cast<double>(weight_)) + drift * move, max_steps_);
}

RationalOrbit quadratic_orbit(const QuadraticNumber& rate, const QuadraticNumber& start,
                              HerderOptions options) {
    const std::int64_t radicand = common_radicand(rate.radicand(), start.radicand());
    if (radicand == 0) return RationalOrbit{rate.rational_part(), start.rational_part(), options};
    const std::vector<Rational> parts{rate.rational_part(), rate.root_part(), start.rational_part(),
                                      start.root_part()};
    const std::optional<Int128> common = common_denominator(parts, std::numeric_limits<std::int64_t>::max());
    // Weights over the common denominator are p + q sqrt(d) with |q| up to this.
    const double largest =
        (common ? static_cast<double>(*common) : HUGE_VAL) *
        (std::abs(start.root_part().to_double()) +
         static_cast<double>(options.max_steps + 1) * std::abs(rate.root_part().to_double()));
    const double by_sign = 1.01 * largest * std::sqrt(2 * std::sqrt(static_cast<double>(radicand)) + 1);
    const auto root = root_fraction(radicand, std::max(by_sign, std::sqrt(largest * 0x1p53)));
    check_input(root.has_value(), [&] {
        return Problem{Fault::range,
                       {.key = "neuron"},
                       "a rate and a start that can be compared exactly for " +
                           std::to_string(options.max_steps) + " steps",
                       to_string(rate) + " and " + to_string(start)};
    });
    const Rational value{root->numerator, root->denominator};
    return RationalOrbit{rate.rational_part() + rate.root_part() * value,
                         start.rational_part() + start.root_part() * value, options};
}

GoldenOrbit::GoldenOrbit(GoldenNumber start, std::int64_t scale, HerderOptions options)
    : weight_{start}, before_{start}, scale_{scale}, max_steps_{options.max_steps} {
    check_input(scale > 0, [] {
        return Problem{Fault::range, {.function = "GoldenOrbit"}, "a scale above 0"};
    });
    // sign() is exact below 2^60, four times less than the common limit.
    const double steps = static_cast<double>(max_steps_) * static_cast<double>(scale_);
    const double first = std::abs(static_cast<double>(start.a)) + std::abs(static_cast<double>(start.b));
    check_weight_range(4 * (first + steps), max_steps_);
}

Int128 count_ones(const Rational& rate, const Rational& start, std::int64_t t) {
    check_input(start > rate - Rational{1} && !(start > rate), [&] {
        return Problem{Fault::range,
                       {.function = "count_ones"},
                       "a start in (rate - 1, rate]",
                       to_string(start) + " for the rate " + to_string(rate)};
    });
    if (t <= 0) return 0;
    return ceil(start + Rational{t - 1} * rate);
}

}  // namespace drover::neuron
