#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>

#include <drover/core/digest.hpp>
#include <drover/dynamics/words.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/neuron/neuron.hpp>
#include <drover/number/philox.hpp>

#include "memory.hpp"

// Words of all lengths in ten million symbols, and herding as `drover herd` does, against making the symbols.
// Checked before timing: the words up to length 5 against a mark for each, and for the neuron M(T) = T + 1.

namespace drover::dynamics {
namespace {

constexpr std::int64_t symbol_count = 10'000'000;

void report(benchmark::State& state, double bytes) {
    state.counters["steps/s"] =
        benchmark::Counter(static_cast<double>(symbol_count), benchmark::Counter::kIsIterationInvariantRate);
    state.counters["bytes"] = bytes;
}

// Features uniform in (-1, 1) on the grid 2^-10, random counts of the states: what int64 allows for so many
// steps.
struct SixStates {
    StateTable table;
    Moments moments;
};

SixStates six_model(std::int64_t seed) {
    const CounterRandom random{static_cast<std::uint64_t>(seed), 11};
    std::vector<std::int64_t> features;
    for (std::uint64_t k = 0; k < 12; ++k)
        features.push_back(static_cast<std::int64_t>(random.below(k, 2047)) - 1023);
    const StateTable table{features, 2};
    Moments moments{.names = {}, .counts = {0, 0}, .total = 0};
    for (std::size_t s = 0; s < 6; ++s) {
        const auto mass = static_cast<std::int64_t>(random.below(100 + s, 2000)) + 1;
        moments.total += mass;
        table.visit(s, [&](std::size_t a, std::int64_t value) { moments.counts[a] += mass * value; });
    }
    return {table, moments};
}

DualHerder six_states(std::int64_t seed) {
    const SixStates model = six_model(seed);
    return DualHerder{model.table, model.moments, {}, {.max_steps = symbol_count}};
}

std::vector<std::size_t> states_of(DualHerder herder, std::int64_t count) {
    std::vector<std::size_t> states(static_cast<std::size_t>(count));
    herder.take(states);
    return states;
}

WordCounter counted(const std::vector<std::uint8_t>& symbols) {
    WordCounter counter;
    counter.reserve(symbols.size());
    for (const std::uint8_t symbol : symbols) counter.add(symbol);
    return counter;
}

WordsOptions all_lengths(std::int64_t count) {
    return {.symbol_count = count, .max_length = static_cast<std::size_t>(count)};
}

// Marks every word of length 5 as a number of base 6.
bool words_agree(const DualHerder& herder) {
    const std::vector<std::size_t> states = states_of(herder, symbol_count);
    std::vector<bool> seen(7776);
    std::size_t word = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        word = (word * 6 + states[i]) % seen.size();
        if (i >= 4) seen[word] = true;
    }
    const Words words = count_words(herder, {.symbol_count = symbol_count, .max_length = 5});
    return words.count(5) == std::count(seen.begin(), seen.end(), true);
}

void orbit_alone(benchmark::State& state) {
    const DualHerder start = six_states(state.range(0));
    std::array<std::size_t, 1024> block{};
    while (state.KeepRunning()) {
        DualHerder herder = start;
        for (std::int64_t left = symbol_count; left > 0; left -= 1024) {
            const auto part =
                std::span{block}.first(static_cast<std::size_t>(std::min<std::int64_t>(left, 1024)));
            herder.take(part);
            benchmark::DoNotOptimize(block.data());
            benchmark::ClobberMemory();
        }
    }
    report(state, bench::bytes_of(start));
}
BENCHMARK(orbit_alone)->ArgName("seed")->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void orbit_words(benchmark::State& state) {
    const DualHerder herder = six_states(state.range(0));
    if (!words_agree(herder)) return state.SkipWithError("the words disagree");
    std::vector<std::uint8_t> symbols;
    for (const std::size_t s : states_of(herder, symbol_count))
        symbols.push_back(static_cast<std::uint8_t>(s));
    while (state.KeepRunning()) {
        const Words words = count_words(herder, all_lengths(symbol_count));
        benchmark::DoNotOptimize(words.counts.data());
    }
    report(state, static_cast<double>(counted(symbols).memory()));
}
BENCHMARK(orbit_words)->ArgName("seed")->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

// What drover herd does: the same states with their counts, margins and digest.
void orbit_herd(benchmark::State& state) {
    const SixStates six = six_model(state.range(0));
    FeatureTable table{.file = "", .state_names = {}, .feature_names = {"x", "y"}, .features = {}};
    for (std::size_t s = 0; s < six.table.state_count(); ++s) {
        table.state_names.push_back(std::to_string(s));
        for (const std::int64_t value : six.table.row(s)) table.features.emplace_back(value);
    }
    MomentTarget target;
    for (const std::int64_t count : six.moments.counts)
        target.moments.emplace_back(Rational{count, six.moments.total});
    Digest digest;
    for (const std::size_t s : states_of(six_states(state.range(0)), symbol_count)) digest.add(s);
    if (herd_table(table, target, {.steps = symbol_count}).digest != digest.hex())
        return state.SkipWithError("the states disagree");
    while (state.KeepRunning()) {
        const TableHerdResult result = herd_table(table, target, {.steps = symbol_count});
        benchmark::DoNotOptimize(result.counts.data());
    }
    report(state, 0);
}
BENCHMARK(orbit_herd)->ArgName("seed")->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void neuron_words(benchmark::State& state) {
    std::vector<std::uint8_t> symbols;
    neuron::GoldenOrbit neuron;
    for (const auto& step : neuron.steps(symbol_count))
        symbols.push_back(static_cast<std::uint8_t>(step.state));
    const Words expected = count_words(symbols, {.max_length = 20'000});
    for (std::size_t length = 1; length <= 20'000; ++length) {
        if (expected.count(length) != static_cast<std::int64_t>(length) + 1)
            return state.SkipWithError("not T + 1 words");
    }
    while (state.KeepRunning()) {
        const Words words = count_words(symbols, all_lengths(symbol_count));
        benchmark::DoNotOptimize(words.counts.data());
    }
    report(state, static_cast<double>(counted(symbols).memory()));
}
BENCHMARK(neuron_words)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover::dynamics
