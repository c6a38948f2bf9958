#include <algorithm>

#include <drover/dynamics/impl/sweep.hpp>
#include <drover/finite/tempered_lanes.hpp>

namespace drover::dynamics::impl {
namespace {

SweptAttractor aperiodic(TemperedHerder& orbit, const SweepOptions& options, std::int64_t burn_in) {
    for (std::int64_t t = 0; t < burn_in; ++t) orbit.step();
    SweptAttractor result;
    for (std::int64_t i = 0; i < options.point_count; ++i) {
        const auto w = orbit.step().weights;
        result.points.insert(result.points.end(), w.begin(), w.end());
    }
    return result;
}

std::vector<double> pushed(const TemperedMap& map, std::span<const double> weights) {
    std::vector<double> w(weights.begin(), weights.end());
    for (std::size_t a = 0; a < w.size(); ++a)
        w[a] += 1e-5 * map.feature_range() / static_cast<double>(a + 1);
    return w;
}

// From where the orbit is `steps_taken` steps after the push.
SweptAttractor attractor(TemperedHerder& orbit, const SweepOptions& options, std::int64_t steps_taken) {
    CycleOptions cycles = options.cycles;
    cycles.burn_in -= steps_taken;
    cycles.max_steps -= steps_taken;
    auto cycle = find_cycle(orbit, cycles);
    if (!cycle) return aperiodic(orbit, options, options.cycles.burn_in - steps_taken);
    orbit.set_weights(cycle->point(0));
    SweptAttractor result{.cycle = std::nullopt, .points = cycle->points};
    result.cycle = std::move(cycle);
    return result;
}

// One attractor per temperature, up to where it was stopped.
std::vector<SweptAttractor> sweep(const TemperedMap& map, std::span<const double> temperatures,
                                  std::span<const double> start, const SweepOptions& options) {
    std::vector<SweptAttractor> result;
    TemperedHerder orbit{map, {.temperature = temperatures.front(), .start = {start.begin(), start.end()}}};
    for (const double temperature : temperatures) {
        if (options.control.stop_requested()) break;
        orbit.set_temperature(temperature);
        orbit.set_weights(pushed(map, orbit.current().weights));
        result.push_back(attractor(orbit, options, 0));
        if (options.progress != nullptr) options.progress->add();
    }
    return result;
}

// From the start at each temperature: the transients side by side.
std::vector<SweptAttractor> sweep_anew(const TemperedMap& map, std::span<const double> temperatures,
                                       std::span<const double> start, const SweepOptions& options) {
    const std::vector<double> from = pushed(map, start);
    std::vector<double> starts;
    for (std::size_t i = 0; i < temperatures.size(); ++i)
        starts.insert(starts.end(), from.begin(), from.end());
    TemperedLanes lanes{map, temperatures, {starts, map.feature_count()}};
    lanes.advance(options.cycles.burn_in);
    std::vector<SweptAttractor> result;
    for (std::size_t i = 0; i < temperatures.size() && !options.control.stop_requested(); ++i) {
        TemperedHerder orbit{map, {.temperature = temperatures[i], .start = lanes.weights(i)}};
        result.push_back(attractor(orbit, options, options.cycles.burn_in));
        if (options.progress != nullptr) options.progress->add();
    }
    return result;
}

}  // namespace

std::vector<std::vector<SweptAttractor>> all_sweeps(const TemperedMap& map,
                                                    std::span<const double> temperatures,
                                                    const std::vector<std::vector<double>>& starts,
                                                    const SweepOptions& options, ThreadPool* pool) {
    std::vector<std::vector<SweptAttractor>> result(3 * starts.size());
    if (temperatures.empty()) return result;
    const auto along_and_back = [&](std::size_t k) {
        result[3 * k] = sweep(map, temperatures, starts[k], options);
        if (result[3 * k].size() < temperatures.size()) return;
        const std::vector<double> back(temperatures.rbegin(), temperatures.rend());
        const std::span<const double> end = result[3 * k].back().points;
        auto& returning = result[3 * k + 1];
        returning = sweep(map, back, end.last(map.feature_count()), options);
        std::reverse(returning.begin(), returning.end());
    };
    const auto anew = [&](std::size_t k) {
        result[3 * k + 2] = sweep_anew(map, temperatures, starts[k], options);
    };
    for_each_index(pool, 2 * starts.size(),
                   [&](std::size_t i) { i < starts.size() ? along_and_back(i) : anew(i - starts.size()); });
    const bool is_complete = std::all_of(result.begin(), result.end(),
                                         [&](const auto& one) { return one.size() == temperatures.size(); });
    if (!is_complete) result.clear();
    return result;
}

std::vector<AttractorClass> name_attractors(const TemperedMap& map, std::span<const double> temperatures,
                                            std::vector<SweptAttractor>& sweep, const SweepOptions& options,
                                            ThreadPool* pool) {
    std::vector<AttractorClass> result(sweep.size());
    for_each_index(pool, sweep.size(), [&](std::size_t i) {
        if (options.control.stop_requested()) return;
        if (options.progress != nullptr) options.progress->add();
        if (sweep[i].cycle) {
            result[i] = {.kind = AttractorKind::cycle, .spectrum = cycle_spectrum(*sweep[i].cycle)};
            return;
        }
        const auto last = std::span{sweep[i].points}.last(map.feature_count());
        const TemperedHerder orbit{map,
                                   {.temperature = temperatures[i], .start = {last.begin(), last.end()}}};
        result[i] = classify_aperiodic(orbit, {.cycles = options.cycles,
                                               .exponent_steps = options.exponent_steps,
                                               .control = {.stop = options.control.stop}});
        if (!result[i].cycle) return;
        sweep[i] = {.cycle = result[i].cycle, .points = result[i].cycle->points};
    });
    return result;
}

}  // namespace drover::dynamics::impl
