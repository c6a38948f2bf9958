#include <algorithm>

#include <drover/dynamics/impl/extended.hpp>
#include <drover/number/impl/exp.hpp>

namespace drover::dynamics::impl {

Extended extended_exp(Extended x) {
    constexpr Extended ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
    constexpr int halvings = 8;
    constexpr int terms = 10;
    const double k = std::round(x.high * drover::impl::exp_inverse_ln2);
    const Extended reduced = x - ln2 * Extended{k};
    const Extended r{std::ldexp(reduced.high, -halvings), std::ldexp(reduced.low, -halvings)};
    Extended sum{1};
    for (int i = terms; i > 0; --i) sum = Extended{1} + r * sum / Extended{static_cast<double>(i)};
    for (int i = 0; i < halvings; ++i) sum = sum * sum;
    const int power = static_cast<int>(k);
    return {std::ldexp(sum.high, power), std::ldexp(sum.low, power)};
}

void apply(const TemperedMap& map, std::vector<Extended>& w, double temperature) {
    const std::size_t n = w.size();
    std::vector<Extended> scores(map.state_count());
    Extended best{};
    for (std::size_t s = 0; s < scores.size(); ++s) {
        for (std::size_t a = 0; a < n; ++a) scores[s] = scores[s] + w[a] * Extended{map.table().row(s)[a]};
        if (s == 0 || (scores[s] - best).high > 0) best = scores[s];
    }
    Extended total{};
    std::vector<Extended> sums(n);
    for (std::size_t s = 0; s < scores.size(); ++s) {
        const Extended exponent = (scores[s] - best) / Extended{temperature};
        const Extended factor = extended_exp(
            exponent.high < -drover::impl::exp_safe ? Extended{-drover::impl::exp_safe} : exponent);
        total = total + factor;
        for (std::size_t a = 0; a < n; ++a) sums[a] = sums[a] + factor * Extended{map.table().row(s)[a]};
    }
    for (std::size_t a = 0; a < n; ++a) w[a] = w[a] + (Extended{map.moments()[a]} - sums[a] / total);
}

namespace {

double distance(const std::vector<Extended>& a, const std::vector<Extended>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs((a[i] - b[i]).to_double()));
    return largest;
}

}  // namespace

bool settles(const TemperedMap& map, double temperature, std::int64_t period, std::span<const double> near,
             std::int64_t max_steps) {
    std::vector<Extended> w;
    for (const double entry : near) w.push_back({entry});
    const std::vector<Extended> start = w;
    const auto is_near = [&] { return distance(start, w) < 0.1 * map.feature_range(); };
    const std::int64_t rounds = std::max<std::int64_t>(8, max_steps / period);
    double first = 0;
    double middle = 0;
    double last = 0;
    double shortest = 0;  // the least distance between points of the last round
    for (std::int64_t i = 0; i < rounds; ++i) {
        const std::vector<Extended> before = w;
        shortest = map.feature_range();
        for (std::int64_t t = 1; t <= period; ++t) {
            apply(map, w, temperature);
            if (t < period) shortest = std::min(shortest, distance(before, w));
        }
        last = distance(before, w);
        first = std::max(first, last);
        if (i == rounds / 2) middle = last;
        if (last < 1e-24 * map.feature_range()) return is_near() && shortest > 1e-8 * map.feature_range();
    }
    return is_near() && last < 0.5 * first && last < 0.9 * middle && last < 0.1 * shortest;
}

}  // namespace drover::dynamics::impl
