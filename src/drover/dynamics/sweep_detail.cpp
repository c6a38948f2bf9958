#include <algorithm>

#include <drover/dynamics/lyapunov.hpp>
#include <drover/dynamics/sweep_detail.hpp>

namespace drover::detail {
namespace {

Attractor aperiodic(TemperedHerder& orbit, const SweepOptions& options) {
    for (std::int64_t t = 0; t < options.cycles.transient; ++t) orbit.step();
    Attractor result;
    result.exponent =
        lyapunov_spectrum(orbit, {.transient = 100, .steps = options.exponent_steps, .exponents = 1})
            .exponents[0];
    for (std::int64_t i = 0; i < options.point_count; ++i) {
        const auto w = orbit.step().weights;
        result.points.insert(result.points.end(), w.begin(), w.end());
    }
    return result;
}

void push(TemperedHerder& orbit) {
    const auto now = orbit.current().weights;
    std::vector<double> w(now.begin(), now.end());
    for (std::size_t a = 0; a < w.size(); ++a)
        w[a] += 1e-5 * orbit.map().feature_range() / static_cast<double>(a + 1);
    orbit.set_weights(w);
}

Attractor attractor(TemperedHerder& orbit, const SweepOptions& options) {
    push(orbit);
    auto cycle = find_cycle(orbit, options.cycles);
    if (!cycle) return aperiodic(orbit, options);
    orbit.set_weights(cycle->point(0));
    Attractor result{.cycle = std::nullopt, .exponent = cycle->exponent(), .points = cycle->points};
    result.cycle = std::move(cycle);
    return result;
}

}  // namespace

std::vector<Attractor> sweep(const TemperedMap& map, std::span<const double> temperatures,
                             std::span<const double> start, const SweepOptions& options) {
    std::vector<Attractor> result;
    if (temperatures.empty()) return result;
    TemperedHerder orbit{map, {.temperature = temperatures.front(), .start = {start.begin(), start.end()}}};
    for (const double temperature : temperatures) {
        orbit.set_temperature(temperature);
        result.push_back(attractor(orbit, options));
    }
    return result;
}

std::vector<std::vector<Attractor>> all_sweeps(const TemperedMap& map, std::span<const double> temperatures,
                                               const std::vector<std::vector<double>>& starts,
                                               const SweepOptions& options, ThreadPool* pool) {
    std::vector<std::vector<Attractor>> result(3 * starts.size());
    if (temperatures.empty()) return result;
    const auto along_and_back = [&](std::size_t k) {
        result[3 * k] = sweep(map, temperatures, starts[k], options);
        const std::vector<double> back(temperatures.rbegin(), temperatures.rend());
        const std::span<const double> end = result[3 * k].back().points;
        auto& returning = result[3 * k + 1];
        returning = sweep(map, back, end.last(map.feature_count()), options);
        std::reverse(returning.begin(), returning.end());
    };
    const auto anew = [&](std::size_t k) {
        for (const double& temperature : temperatures)
            result[3 * k + 2].push_back(sweep(map, {&temperature, 1}, starts[k], options).front());
    };
    for_each_index(pool, 2 * starts.size(),
                   [&](std::size_t i) { i < starts.size() ? along_and_back(i) : anew(i - starts.size()); });
    return result;
}

}  // namespace drover::detail
