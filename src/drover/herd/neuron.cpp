#include <cmath>

#include <drover/herd/neuron.hpp>

namespace drover {
namespace {

// In which a weight and its square times max_steps must stay.
constexpr double weight_limit = 0x1p62;

void check_weight_range(double largest_weight, std::int64_t max_steps) {
    check_input(largest_weight < weight_limit, [&] {
        return "neuron: rate and start over their common denominator must stay below 2^62 for " +
               std::to_string(max_steps) + " steps, but may reach " + rounded(largest_weight);
    });
}

}  // namespace

RationalNeuron::RationalNeuron(const Rational& rate, const Rational& start, HerderOptions options)
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

GoldenNeuron::GoldenNeuron(GoldenNumber start, std::int64_t scale, HerderOptions options)
    : weight_{start}, before_{start}, scale_{scale}, max_steps_{options.max_steps} {
    check_input(scale > 0, [] { return std::string{"GoldenNeuron: expected a scale above 0"}; });
    // sign() is exact below 2^60, four times less than the common limit.
    const double steps = static_cast<double>(max_steps_) * static_cast<double>(scale_);
    const double first = std::abs(static_cast<double>(start.a)) + std::abs(static_cast<double>(start.b));
    check_weight_range(4 * (first + steps), max_steps_);
}

Int128 neuron_ones(const Rational& rate, const Rational& start, std::int64_t t) {
    check_input(start > rate - Rational{1} && !(start > rate), [&] {
        return "neuron_ones: expected a start in (rate - 1, rate], got " + to_string(start) +
               " for the rate " + to_string(rate);
    });
    if (t <= 0) return 0;
    return ceil(start + Rational{t - 1} * rate);
}

}  // namespace drover
