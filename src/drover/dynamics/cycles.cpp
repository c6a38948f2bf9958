#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/dynamics/cycles.hpp>
#include <drover/finite/impl/small_matrix.hpp>

namespace drover::dynamics {
namespace {

double distance(std::span<const double> a, std::span<const double> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

// Once round the cycle from w, with the derivatives; `image` is F^period(w).
struct Round {
    Cycle cycle;
    std::vector<double> image;
};

Round go_round(const TemperedMap& map, double temperature, std::int64_t period, std::span<const double> w) {
    const std::size_t n = w.size();
    Round round{.cycle = {.temperature = temperature,
                          .period = period,
                          .points = {},
                          .derivative = drover::impl::identity(n),
                          .by_temperature = std::vector<double>(n),
                          .multipliers = {}},
                .image = {w.begin(), w.end()}};
    std::vector<double> scratch(map.scratch_size());
    for (std::int64_t t = 0; t < period; ++t) {
        Cycle& cycle = round.cycle;
        cycle.points.insert(cycle.points.end(), round.image.begin(), round.image.end());
        const auto step = map.derivatives(round.image, temperature);
        cycle.derivative = drover::impl::product(step.by_weights, cycle.derivative, n);
        cycle.by_temperature = drover::impl::product(step.by_weights, cycle.by_temperature);
        for (std::size_t a = 0; a < n; ++a) cycle.by_temperature[a] += step.by_temperature[a];
        map.apply(round.image, temperature, scratch);
    }
    return round;
}

// (I - DF)^-1 (F(w) - w).
std::optional<std::vector<double>> newton_step(const Round& round, std::span<const double> w) {
    const std::size_t n = w.size();
    drover::impl::Square left = round.cycle.derivative;
    for (double& entry : left) entry = -entry;
    for (std::size_t a = 0; a < n; ++a) left[a * n + a] += 1;
    std::vector<double> right = round.image;
    for (std::size_t a = 0; a < n; ++a) right[a] -= w[a];
    return drover::impl::solve(left, right);
}

bool is_longer_than_a_divisor(const TemperedMap& map, const Cycle& cycle) {
    const double same = 1e-8 * map.feature_range();
    for (std::int64_t q = 1; q < cycle.period; ++q) {
        if (cycle.period % q == 0 &&
            distance(cycle.point(0), cycle.point(static_cast<std::size_t>(q))) < same)
            return false;
    }
    return true;
}

// The orbit from w is nearer to the cycle after some rounds.
bool is_attracted(const TemperedMap& map, const Cycle& cycle, std::span<const double> w) {
    const double before = distance(w, cycle.point(0));
    if (before < 1e-10 * map.feature_range()) return true;
    TemperedHerder orbit{map, {.temperature = cycle.temperature, .start = {w.begin(), w.end()}}};
    const std::int64_t rounds = 8 + 64 / cycle.period;
    for (std::int64_t t = 0; t < rounds * cycle.period; ++t) orbit.step();
    return distance(orbit.current().weights, cycle.point(0)) < before;
}

// Looks for recurrences of where the orbit is now, within `steps` steps.
std::optional<Cycle> look_round(TemperedHerder& orbit, std::int64_t steps) {
    const TemperedMap& map = orbit.map();
    const auto now = orbit.current().weights;
    const std::vector<double> from(now.begin(), now.end());
    double nearest = 0.02 * map.feature_range();
    constexpr int most_proposals = 8;
    int proposals = 0;
    for (std::int64_t period = 1; period <= steps; ++period) {
        const double gap = distance(orbit.step().weights, from);
        if (gap >= nearest || proposals == most_proposals) continue;
        nearest = 0.9 * gap;
        ++proposals;
        auto cycle = polish_cycle(map, orbit.temperature(), period, from);
        if (cycle && cycle->is_stable() && is_attracted(map, *cycle, from)) return cycle;
    }
    return std::nullopt;
}

}  // namespace

double Cycle::exponent() const { return std::log(spectral_radius()) / static_cast<double>(period); }

std::optional<Cycle> polish_cycle(const TemperedMap& map, double temperature, std::int64_t period,
                                  std::span<const double> near) {
    const double range = map.feature_range();
    std::vector<double> w(near.begin(), near.end());
    double last = range;
    constexpr int most_iterations = 16;
    for (int i = 0; i < most_iterations; ++i) {
        Round round = go_round(map, temperature, period, w);
        const auto step = newton_step(round, w);
        if (!step) return std::nullopt;
        const double size = drover::impl::largest_magnitude(*step);
        if (!(size < range) || (i > 3 && size > 1e-8 * range && size > 0.5 * last)) return std::nullopt;
        if (size < 1e-14 * range || (size < 1e-8 * range && size >= 0.25 * last)) {
            if (distance(w, near) > 0.25 * range || !is_longer_than_a_divisor(map, round.cycle))
                return std::nullopt;
            round.cycle.multipliers = drover::impl::eigenvalues(round.cycle.derivative, w.size());
            return std::move(round.cycle);
        }
        for (std::size_t a = 0; a < w.size(); ++a) w[a] += (*step)[a];
        last = size;
    }
    return std::nullopt;
}

std::optional<Cycle> find_cycle(TemperedHerder orbit, const CycleOptions& options) {
    check_input(options.max_period > 0, [] {
        return Problem{Fault::range, {.function = "find_cycle"}, "a longest period of at least 1"};
    });
    constexpr std::int64_t between_looks = 256;
    for (std::int64_t t = 0; t < options.burn_in; ++t) {
        if (t % between_looks == 0 && options.control.stop_requested()) return std::nullopt;
        orbit.step();
    }
    std::int64_t left = options.max_steps - options.burn_in;
    for (std::int64_t width = 32; left > 0; width = std::min(2 * width, options.max_period)) {
        const std::int64_t steps = std::min({width, options.max_period, left});
        if (options.control.stop_requested()) return std::nullopt;
        if (auto cycle = look_round(orbit, steps)) return cycle;
        left -= steps;
    }
    return std::nullopt;
}

}  // namespace drover::dynamics
