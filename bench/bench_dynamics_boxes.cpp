#include <benchmark/benchmark.h>

#include <unordered_set>

#include <drover/dynamics/attractor.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/number/philox.hpp>

// Attractors of two features, and the boxes they lie in. Every answer is compared with the plain one first.

namespace drover::dynamics {
namespace {

constexpr int level_count = 12;

void report(benchmark::State& state, std::int64_t steps_an_iteration) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(steps_an_iteration),
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

struct Model {
    StateTable table;
    Moments moments;
};

// Features uniform in (-1, 1) on the grid 2^-16, masses of the states below 2^20.
Model random_model(std::size_t state_count) {
    const CounterRandom random{1, 8};
    std::vector<std::int64_t> features;
    for (std::uint64_t k = 0; k < 2 * state_count; ++k) {
        features.push_back(static_cast<std::int64_t>(random.below(k, 1U << 17U)) - (1 << 16));
    }
    Model model{.table = {features, 2}, .moments = {.names = {}, .counts = {0, 0}, .total = 0}};
    for (std::size_t s = 0; s < state_count; ++s) {
        const auto mass = static_cast<std::int64_t>(random.below(100 + s, 1U << 20U)) + 1;
        model.moments.total += mass;
        for (std::size_t a = 0; a < 2; ++a) model.moments.counts[a] += mass * model.table.row(s)[a];
    }
    return model;
}

AttractorOptions options_for(const benchmark::State& state) {
    return {.steps = state.range(1), .burn_in = 10'000};
}

WideDualHerder herder_of(const Model& model) {
    const WideMoments moments{.names = {},
                              .counts = {model.moments.counts.begin(), model.moments.counts.end()},
                              .total = model.moments.total};
    return WideDualHerder{model.table, moments};
}

// In the units of the features.
PointCloud points_of(const Model& model, const benchmark::State& state) {
    PointCloud cloud = attractor_points(herder_of(model), options_for(state));
    cloud.scale *= 1 << 16;
    return cloud;
}

// ---- boxes --------------------------------------------------------------------------------------------

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// The plain program: a hash set of cells for each level.
std::vector<BoxLevel> boxes_in_sets(const PointCloud& cloud) {
    std::vector<BoxLevel> boxes;
    for (int level = 0; level < level_count; ++level) {
        std::unordered_set<std::uint64_t> cells;
        for (std::size_t i = 0; i < cloud.view().row_count(); ++i) {
            const auto point = cloud.view().row(i);
            const std::int64_t x = floor_quotient(point[0] * (1LL << level), cloud.scale);
            const std::int64_t y = floor_quotient(point[1] * (1LL << level), cloud.scale);
            cells.insert(static_cast<std::uint64_t>(x) << 32U |
                         (static_cast<std::uint64_t>(y) & 0xFFFFFFFFU));
        }
        boxes.push_back({.level = level, .count = static_cast<std::int64_t>(cells.size())});
    }
    return boxes;
}

void boxes_at_once(benchmark::State& state) {
    const Model model = random_model(static_cast<std::size_t>(state.range(0)));
    const PointCloud cloud = points_of(model, state);
    const BoxCountOptions options{.levels = level_count};
    if (count_boxes(cloud.view(), cloud.scale, options).boxes != boxes_in_sets(cloud)) {
        return state.SkipWithError("the counts disagree");
    }
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(count_boxes(cloud.view(), cloud.scale, options));
    }
    report(state, state.range(1));
}
BENCHMARK(boxes_at_once)
    ->ArgNames({"states", "points"})
    ->Args({3, 10'000'000})
    ->Args({6, 10'000'000})
    ->Unit(benchmark::kMillisecond);

void boxes_by_sets(benchmark::State& state) {
    const Model model = random_model(static_cast<std::size_t>(state.range(0)));
    const PointCloud cloud = points_of(model, state);
    while (state.KeepRunning()) benchmark::DoNotOptimize(boxes_in_sets(cloud));
    report(state, state.range(1));
}
BENCHMARK(boxes_by_sets)
    ->ArgNames({"states", "points"})
    ->Args({3, 10'000'000})
    ->Args({6, 10'000'000})
    ->Unit(benchmark::kMillisecond);

// ---- points -------------------------------------------------------------------------------------------

void attractor_in_blocks(benchmark::State& state) {
    const Model model = random_model(static_cast<std::size_t>(state.range(0)));
    const WideDualHerder herder = herder_of(model);
    if (attractor_points(herder, {.steps = 10'000}).values !=
        attractor_points<WideDualHerder>(herder, {.steps = 10'000}).values) {
        return state.SkipWithError("the points disagree");
    }
    while (state.KeepRunning()) benchmark::DoNotOptimize(attractor_points(herder, options_for(state)));
    report(state, state.range(1));
}
BENCHMARK(attractor_in_blocks)
    ->ArgNames({"states", "points"})
    ->Args({3, 1'000'000})
    ->Args({6, 1'000'000})
    ->Unit(benchmark::kMillisecond);

void attractor_by_step(benchmark::State& state) {
    const Model model = random_model(static_cast<std::size_t>(state.range(0)));
    const WideDualHerder herder = herder_of(model);
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(attractor_points<WideDualHerder>(herder, options_for(state)));
    }
    report(state, state.range(1));
}
BENCHMARK(attractor_by_step)
    ->ArgNames({"states", "points"})
    ->Args({3, 1'000'000})
    ->Args({6, 1'000'000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover::dynamics
