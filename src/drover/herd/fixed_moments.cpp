#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/core/check.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/number/grid.hpp>

namespace drover {
namespace {

void check_size(const char* what, std::size_t given, std::size_t wanted) {
    check_input(given == wanted, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "ExactMoments"},
                       .text = std::string{what} + " (" + std::to_string(given) + ") and moments (" +
                               std::to_string(wanted) + ") must have the same size"};
    });
}

// The rates times eta, one per feature.
std::vector<Rational> full_rates(const DriveOptions& options, std::size_t feature_count) {
    check_input(options.eta > Rational{0}, [&] {
        return Problem{Fault::range, {.function = "ExactMoments"}, "eta > 0", to_string(options.eta)};
    });
    if (options.rates.empty()) return std::vector<Rational>(feature_count, options.eta);
    check_size("rates", options.rates.size(), feature_count);
    std::vector<Rational> rates;
    for (const Rational& rate : options.rates) {
        check_input(rate > Rational{0}, [&] {
            return Problem{Fault::range, {.function = "ExactMoments"}, "positive rates", to_string(rate)};
        });
        rates.push_back(rate * options.eta);
    }
    return rates;
}

template <class V>
V to_value(const Rational& value, const Rational& factor) {
    if constexpr (std::same_as<V, double>) {
        return (value * factor).to_double();
    } else {
        const Rational scaled = value * factor;
        const Int128 integer = scaled.numerator() / scaled.denominator();
        check_input(scaled.denominator() == 1 && integer <= std::numeric_limits<V>::max() &&
                        integer >= std::numeric_limits<V>::min(),
                    [&] {
                        return Problem{.fault = Fault::other,
                                       .place = {.function = "ExactMoments"},
                                       .text = "rate or start weight " + to_string(value) + " times " +
                                               to_string(factor) + " does not fit " +
                                               std::to_string(8 * sizeof(V)) + " bits"};
                    });
        return static_cast<V>(integer);
    }
}

template <>
Int128 to_value<Int128>(const Rational& value, const Rational& factor) {
    return (value * factor).numerator();
}

template <class V>
Rational as_rational(const V& value) {
    if constexpr (std::same_as<V, double>) {
        return Rational{1};
    } else {
        return Rational{value, 1};
    }
}

// The least factor that turns all rates, and given start weights times the total, into integers.
Int128 integer_factor(const std::vector<Rational>& rates, const StartWeights& start, const Rational& total) {
    std::vector<Rational> all = rates;
    if (const auto* given = std::get_if<std::vector<Rational>>(&start)) {
        for (const Rational& weight : *given) all.push_back(weight * total);
    }
    const std::optional<Int128> factor = common_denominator(all, std::numeric_limits<std::int64_t>::max());
    check_input(factor.has_value(), [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "ExactMoments"},
                       .text = "rates and start weights need a common denominator below 2^63"};
    });
    return *factor;
}

template <class V>
std::vector<V> start_weights(const StartWeights& start, const std::vector<V>& target, const Rational& factor,
                             const Rational& scale) {
    if (const auto* given = std::get_if<std::vector<Rational>>(&start)) {
        check_size("start weights", given->size(), target.size());
        std::vector<V> weights;
        for (const Rational& weight : *given) weights.push_back(to_value<V>(weight, scale));
        return weights;
    }
    if (std::holds_alternative<ZeroStart>(start)) return std::vector<V>(target.size());
    if constexpr (std::same_as<V, double>) {
        return target;
    } else {
        std::vector<V> weights;
        for (const V& weight : target) weights.push_back(to_value<V>(as_rational(weight), factor));
        return weights;
    }
}

template <class V>
double largest(const std::vector<V>& values) {
    double most = 0;
    for (const V& value : values) most = std::max(most, std::abs(static_cast<double>(value)));
    return most;
}

}  // namespace

template <class V>
FixedMoments<V>::FixedMoments(BasicMoments<V> moments, const DriveOptions& options) {
    check_input(moments.total > V{}, [] {
        return Problem{Fault::range, {.function = "ExactMoments"}, "a total above 0"};
    });
    const std::vector<Rational> rates = full_rates(options, moments.counts.size());
    const bool real = std::same_as<V, double>;
    const Rational factor{real ? Int128{1} : integer_factor(rates, options.start, as_rational(moments.total)),
                          1};
    const Rational scale = factor * as_rational(moments.total);
    parts_.total = moments.total;
    parts_.scale = real ? moments.total : to_value<V>(scale, 1);
    for (const Rational& rate : rates) parts_.rate.push_back(to_value<V>(rate, factor));
    parts_.start = start_weights(options.start, moments.counts, factor, scale);
    parts_.target = std::move(moments.counts);
}

// The largest number T of steps for which nothing can overflow, even if every step moved every weight in the
// same direction. With |w_a| <= start + T * rate * drift the scores stay below total * max|w|, differences of
// scores below twice that, and <w, target> below K * max|w| * max|target|. Rounded down: it is a limit, not a
// count.
template <class V>
double FixedMoments<V>::step_limit_for(const FeatureBounds& bounds) const {
    const double type_max = sizeof(V) == sizeof(std::int64_t) ? 0x1p63 : 0x1p127;
    const double product_max = type_max * type_max * 2;
    const double margin_of_safety = 0.999;
    const auto total = static_cast<double>(parts_.total);
    const auto low = static_cast<double>(bounds.lowest);
    const auto high = static_cast<double>(bounds.highest);
    const double target = largest(parts_.target);
    const double rate = largest(parts_.rate);
    const double start = largest(parts_.start);
    double drift = total * std::max(std::abs(low), std::abs(high));  // total * hits alone
    drift = std::max(drift, target);
    for (const V& count : parts_.target) {
        const auto c = static_cast<double>(count);
        drift = std::max({drift, std::abs(c - total * low), std::abs(c - total * high)});
    }
    const double score_total = std::max(1.0, static_cast<double>(bounds.total));
    const double by_score = (type_max / (2 * score_total) - start) / (rate * drift);
    const auto features = static_cast<double>(parts_.target.size());
    const double by_margin =
        (product_max / (2 * std::max(1.0, features * target + total * score_total)) - start) / (rate * drift);
    return margin_of_safety * std::min(by_score, by_margin);
}

template class FixedMoments<std::int64_t>;
template class FixedMoments<Int128>;
template class FixedMoments<double>;

}  // namespace drover
