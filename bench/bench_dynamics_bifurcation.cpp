#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <drover/dynamics/parameter_map.hpp>
#include <drover/finite/tempered_lanes.hpp>

// 1000 temperatures x 3000 steps of a table of 4 states and 2 features: what a bifurcation diagram costs.
// Every benchmark compares its weights with those of TemperedHerder before it is timed. Then the same table
// over temperatures and moments, 10^4 steps per pixel: what parameter maps of 64 x 64 and 512 x 512 pixels
// cost. Of the larger one the plain loop computes every 16th row, which is compared and timed.

namespace drover::dynamics {
namespace {

constexpr std::size_t orbit_count = 1'000;
constexpr std::int64_t step_count = 3'000;
constexpr std::array<std::array<double, 2>, 4> rows{{{1, 0.2}, {-0.6, 0.9}, {-0.8, -0.7}, {0.5, -1.1}}};
constexpr std::array<double, 2> usual_moments{0.025, -0.175};
constexpr std::array<double, 2> start{0.05, 0.02};

TemperedMap table() {
    std::vector<double> features;
    for (const auto& row : rows) features.insert(features.end(), row.begin(), row.end());
    return {RealStateTable{features, 2}, {usual_moments.begin(), usual_moments.end()}};
}

// From chaos to the fixed point.
std::vector<double> temperatures() {
    std::vector<double> result;
    for (std::size_t i = 0; i < orbit_count; ++i) result.push_back(0.05 + 0.0003 * static_cast<double>(i));
    return result;
}

std::vector<double> starts() {
    std::vector<double> result;
    for (std::size_t i = 0; i < orbit_count; ++i) result.insert(result.end(), start.begin(), start.end());
    return result;
}

// The plain program: the C library's exp, one orbit after another.
std::array<double, 2> plain_orbit(double temperature, std::int64_t steps, std::array<double, 2> w = start,
                                  const std::array<double, 2>& moments = usual_moments) {
    for (std::int64_t t = 0; t < steps; ++t) {
        std::array<double, 4> score{};
        for (std::size_t s = 0; s < 4; ++s) score[s] = (w[0] * rows[s][0] + w[1] * rows[s][1]) / temperature;
        const double best = std::max(std::max(score[0], score[1]), std::max(score[2], score[3]));
        double total = 0;
        std::array<double, 2> sums{};
        for (std::size_t s = 0; s < 4; ++s) {
            const double factor = std::exp(score[s] - best);
            total += factor;
            sums[0] += factor * rows[s][0];
            sums[1] += factor * rows[s][1];
        }
        w[0] += moments[0] - sums[0] / total;
        w[1] += moments[1] - sums[1] / total;
    }
    return w;
}

std::vector<double> scalar_twin(double temperature) {
    TemperedHerder twin{table(), {.temperature = temperature, .start = {start.begin(), start.end()}}};
    for (std::int64_t t = 0; t < step_count; ++t) twin.step();
    return {twin.current().weights.begin(), twin.current().weights.end()};
}

void report(benchmark::State& state) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(orbit_count) * step_count,
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

// Where orbits settle; rounding decides where they are in chaos.
bool plain_is_right() {
    return std::ranges::all_of(temperatures(), [](double temperature) {
        if (temperature < 0.2 || std::abs(temperature - 0.3328) < 0.01) return true;
        const std::vector<double> twin = scalar_twin(temperature);
        const std::array<double, 2> w = plain_orbit(temperature, step_count);
        return std::abs(w[0] - twin[0]) <= 1e-9 && std::abs(w[1] - twin[1]) <= 1e-9;
    });
}

void tempered_plain(benchmark::State& state) {
    if (!plain_is_right()) return state.SkipWithError("the plain loop is elsewhere");
    const std::vector<double> all = temperatures();
    while (state.KeepRunning()) {
        double sum = 0;
        for (const double temperature : all) sum += plain_orbit(temperature, step_count)[0];
        benchmark::DoNotOptimize(sum);
    }
    report(state);
}
BENCHMARK(tempered_plain)->Unit(benchmark::kMillisecond)->UseRealTime();

void tempered_twin(benchmark::State& state) {
    const std::vector<double> all = temperatures();
    while (state.KeepRunning()) {
        double sum = 0;
        for (const double temperature : all) sum += scalar_twin(temperature)[0];
        benchmark::DoNotOptimize(sum);
    }
    report(state);
}
BENCHMARK(tempered_twin)->Unit(benchmark::kMillisecond)->UseRealTime();

bool lanes_are_right(ThreadPool& pool) {
    const std::vector<double> all = temperatures();
    const std::vector<double> from = starts();
    TemperedLanes lanes{table(), all, {from, 2}};
    lanes.advance(step_count, &pool);
    for (std::size_t i = 0; i < orbit_count; ++i) {
        if (lanes.weights(i) != scalar_twin(all[i])) return false;
    }
    return true;
}

void tempered_lanes(benchmark::State& state) {
    ThreadPool pool{static_cast<std::size_t>(state.range(0))};
    if (!lanes_are_right(pool)) return state.SkipWithError("the lanes are not the single orbits");
    const std::vector<double> all = temperatures();
    const std::vector<double> from = starts();
    while (state.KeepRunning()) {
        TemperedLanes lanes{table(), all, {from, 2}};
        lanes.advance(step_count, &pool);
        benchmark::DoNotOptimize(lanes.weights(0));
    }
    report(state);
}
BENCHMARK(tempered_lanes)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

constexpr std::int64_t pixel_steps = 10'000;
constexpr std::int64_t longest_period = 16;

ParameterMapOptions map_options(std::size_t side) {
    return {.varied = {VariedParameter{.low = 0.06, .high = 0.4},
                       VariedParameter{
                           .kind = VariedParameter::Kind::moment, .feature = 1, .low = -0.4, .high = 0.1}},
            .column_count = side,
            .row_count = side,
            .steps = pixel_steps,
            .max_period = longest_period};
}

double middle(const VariedParameter& parameter, std::size_t place, std::size_t side) {
    return parameter.low +
           (static_cast<double>(place) + 0.5) / static_cast<double>(side) * (parameter.high - parameter.low);
}

// The plain program: one pixel after the other, then the first p that brings the weights back.
double plain_period(double temperature, double moment) {
    const std::array<double, 2> target{usual_moments[0], moment};
    std::array<double, 2> w = plain_orbit(temperature, pixel_steps, {0.02, 0.01}, target);
    const std::array<double, 2> first = w;
    for (std::int64_t p = 1; p <= longest_period; ++p) {
        w = plain_orbit(temperature, 1, w, target);
        if (std::abs(w[0] - first[0]) < 1e-7 && std::abs(w[1] - first[1]) < 1e-7)
            return static_cast<double>(p);
    }
    return 0;
}

// From one row of the plain loop to the next.
std::size_t row_stride(std::size_t side) { return side > 64 ? 16 : 1; }

std::vector<double> plain_rows(std::size_t side) {
    const ParameterMapOptions options = map_options(side);
    std::vector<double> values;
    for (std::size_t row = 0; row < side; row += row_stride(side)) {
        for (std::size_t column = 0; column < side; ++column)
            values.push_back(plain_period(middle(options.varied[0], column, side),
                                          middle(options.varied[1], side - 1 - row, side)));
    }
    return values;
}

void report_pixels(benchmark::State& state, std::size_t pixels) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(pixels) * pixel_steps,
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

void map_plain(benchmark::State& state) {
    const auto side = static_cast<std::size_t>(state.range(0));
    while (state.KeepRunning()) benchmark::DoNotOptimize(plain_rows(side));
    report_pixels(state, side * side / row_stride(side));
}
BENCHMARK(map_plain)->ArgName("side")->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

// Another exp rounds differently: next to thresholds, where orbits settle slowly, a pixel may differ.
bool map_is_right(const std::vector<double>& values, std::size_t side) {
    const std::vector<double> plain = plain_rows(side);
    std::size_t different = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const std::size_t row = i / side * row_stride(side);
        different += plain[i] != values[row * side + i % side] ? 1 : 0;
    }
    return different * 100 <= plain.size();
}

void map_lanes(benchmark::State& state) {
    const auto side = static_cast<std::size_t>(state.range(0));
    ThreadPool pool{static_cast<std::size_t>(state.range(1))};
    if (!map_is_right(find_parameter_map(table(), map_options(side), &pool).values, side))
        return state.SkipWithError("the map is not that of the plain loop");
    while (state.KeepRunning())
        benchmark::DoNotOptimize(find_parameter_map(table(), map_options(side), &pool).values);
    report_pixels(state, side * side);
}
BENCHMARK(map_lanes)
    ->ArgNames({"side", "threads"})
    ->ArgsProduct({{64, 512}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace drover::dynamics
