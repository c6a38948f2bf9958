#include <benchmark/benchmark.h>

#include <array>

#include <drover/finite/dual_herder.hpp>
#include <drover/finite/dual_lanes.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/neuron/neuron.hpp>
#include <drover/number/philox.hpp>

#include "memory.hpp"

// Every benchmark compares its states with those of a reference before it is timed.

namespace drover {
namespace {

void report(benchmark::State& state, std::int64_t steps_an_iteration, double bytes) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(steps_an_iteration),
                                                   benchmark::Counter::kIsIterationInvariantRate);
    state.counters["bytes"] = bytes;
}

// A running number that depends on every state and its time.
class Checksum {
  public:
    void add(std::uint64_t word) { sum_ = (sum_ + word) * 0x9E3779B97F4A7C15ULL; }
    std::uint64_t sum() const { return sum_; }

  private:
    std::uint64_t sum_ = 0;
};

// ---- one neuron, rate p / 2^64 ------------------------------------------------------------------------

constexpr std::uint64_t neuron_rate = 0x9E3779B900000000;  // near the golden mean, a multiple of 2^32

neuron::RationalOrbit rational_neuron() {
    return neuron::RationalOrbit{Rational{neuron_rate >> 32U, Int128{1} << 32}};
}

bool neurons_agree(std::int64_t words) {
    neuron::RationalOrbit reference = rational_neuron();
    neuron::SubtractWithBorrow borrow{neuron_rate, neuron_rate};
    for (std::int64_t k = 0; k < words; ++k) {
        const std::uint64_t word = borrow.fire64();
        for (unsigned bit = 0; bit < 64; ++bit) {
            if (reference.step().state != ((word >> bit) & 1U)) return false;
        }
    }
    return true;
}

void neuron_borrow(benchmark::State& state) {
    const std::int64_t words = state.range(0) / 64;
    if (!neurons_agree(words)) return state.SkipWithError("the neurons disagree");
    neuron::SubtractWithBorrow neuron{neuron_rate, neuron_rate};
    while (state.KeepRunning()) {
        std::uint64_t sum = 0;
        for (std::int64_t k = 0; k < words; ++k) sum += neuron.fire64();
        benchmark::DoNotOptimize(sum);
    }
    report(state, words * 64, bench::bytes_of(neuron));
}
BENCHMARK(neuron_borrow)->Arg(1 << 16);

void neuron_rational(benchmark::State& state) {
    if (!neurons_agree(state.range(0) / 64)) return state.SkipWithError("the neurons disagree");
    const neuron::RationalOrbit start = rational_neuron();
    while (state.KeepRunning()) {
        neuron::RationalOrbit neuron = start;
        std::size_t sum = 0;
        for (const auto& step : neuron.steps(state.range(0))) sum += step.state;
        benchmark::DoNotOptimize(sum);
    }
    report(state, state.range(0), bench::bytes_of(start));
}
BENCHMARK(neuron_rational)->Arg(1 << 16);

// ---- six states, two features -------------------------------------------------------------------------

constexpr std::size_t small_states = 6;
constexpr std::size_t small_features = 2;
constexpr std::uint64_t small_models = 8;

struct SmallModel {
    StateTable table;
    Moments moments;
};

// Features uniform in (-1, 1) on the grid 2^-16, probabilities on the grid 2^-12: what int64 allows for 10^5
// steps.
SmallModel small_model(std::uint64_t seed) {
    const CounterRandom random{seed, 6};
    std::vector<std::int64_t> features;
    for (std::uint64_t k = 0; k < small_states * small_features; ++k) {
        features.push_back(static_cast<std::int64_t>(random.below(k, 1U << 17U)) - (1 << 16));
    }
    Moments moments{.names = {}, .counts = std::vector<std::int64_t>(small_features), .total = 1 << 12};
    std::int64_t left = moments.total;
    for (std::size_t s = 0; s < small_states; ++s) {
        const std::uint64_t share = static_cast<std::uint64_t>(left) / 2;
        const auto mass =
            s + 1 == small_states ? left : static_cast<std::int64_t>(random.below(100 + s, share));
        left -= mass;
        for (std::size_t a = 0; a < small_features; ++a) {
            moments.counts[a] += mass * features[s * small_features + a];
        }
    }
    return {StateTable{features, small_features}, moments};
}

// The plain program: six dot products, the largest, one addition.
class PlainSmallHerder {
  public:
    explicit PlainSmallHerder(const SmallModel& model) {
        for (std::size_t s = 0; s < small_states; ++s) {
            for (std::size_t a = 0; a < small_features; ++a) {
                features_[s][a] = model.table.row(s)[a];
                moves_[s][a] = model.moments.counts[a] - model.moments.total * features_[s][a];
            }
        }
    }
    std::size_t step() {
        std::size_t best = 0;
        std::int64_t best_score = score(0);
        for (std::size_t s = 1; s < small_states; ++s) {
            const std::int64_t candidate = score(s);
            if (candidate > best_score) {
                best_score = candidate;
                best = s;
            }
        }
        for (std::size_t a = 0; a < small_features; ++a) weights_[a] += moves_[best][a];
        return best;
    }

  private:
    using Row = std::array<std::int64_t, small_features>;
    std::int64_t score(std::size_t s) const {
        std::int64_t sum = 0;
        for (std::size_t a = 0; a < small_features; ++a) sum += weights_[a] * features_[s][a];
        return sum;
    }
    std::array<Row, small_states> features_{};
    std::array<Row, small_states> moves_{};
    Row weights_{};
};

DualHerder dual_herder(const SmallModel& model, std::int64_t steps) {
    return DualHerder{model.table, model.moments, {}, {.max_steps = steps}};
}

// Both ways through the dual herder against the plain one.
bool small_herders_agree(const SmallModel& model, std::int64_t steps) {
    PlainSmallHerder plain{model};
    DualHerder dual = dual_herder(model, steps);
    DualHerder fast = dual;
    std::vector<std::size_t> states(static_cast<std::size_t>(steps));
    fast.take(states);
    std::size_t k = 0;
    for (const auto& step : dual.steps(steps)) {
        const std::size_t expected = plain.step();
        if (step.state != expected || states[k++] != expected) return false;
    }
    return true;
}

void small_plain(benchmark::State& state) {
    const SmallModel model = small_model(static_cast<std::uint64_t>(state.range(0)));
    if (!small_herders_agree(model, state.range(1))) return state.SkipWithError("the herders disagree");
    const PlainSmallHerder start{model};
    while (state.KeepRunning()) {
        PlainSmallHerder herder = start;
        std::size_t sum = 0;
        for (std::int64_t k = 0; k < state.range(1); ++k) sum += herder.step();
        benchmark::DoNotOptimize(sum);
    }
    report(state, state.range(1), bench::bytes_of(start));
}

void small_dual(benchmark::State& state) {
    const SmallModel model = small_model(static_cast<std::uint64_t>(state.range(0)));
    if (!small_herders_agree(model, state.range(1))) return state.SkipWithError("the herders disagree");
    const DualHerder start = dual_herder(model, state.range(1));
    std::array<std::size_t, 1'000> states{};
    while (state.KeepRunning()) {
        DualHerder herder = start;
        std::size_t sum = 0;
        for (std::int64_t k = 0; k < state.range(1) / 1'000; ++k) {
            herder.take(states);
            for (const std::size_t s : states) sum += s;
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, state.range(1), bench::bytes_of(start));
}

void small_dual_by_step(benchmark::State& state) {
    const SmallModel model = small_model(static_cast<std::uint64_t>(state.range(0)));
    if (!small_herders_agree(model, state.range(1))) return state.SkipWithError("the herders disagree");
    const DualHerder start = dual_herder(model, state.range(1));
    while (state.KeepRunning()) {
        DualHerder herder = start;
        std::size_t sum = 0;
        for (const auto& step : herder.steps(state.range(1))) sum += step.state;
        benchmark::DoNotOptimize(sum);
    }
    report(state, state.range(1), bench::bytes_of(start));
}

// Orbits of the same model from 64 starts.
constexpr std::size_t batch_size = 64;

std::vector<std::vector<Rational>> batch_starts() {
    const CounterRandom random{3, 7};
    std::vector<std::vector<Rational>> starts(batch_size);
    for (std::size_t i = 0; i < batch_size * small_features; ++i)
        starts[i / small_features].emplace_back(static_cast<std::int64_t>(random.below(i, 1U << 17U)) -
                                                (1 << 16));
    return starts;
}

DualHerder from_start(const SmallModel& model, const std::vector<Rational>& start, std::int64_t steps) {
    return {model.table, model.moments, {.eta = 1, .rates = {}, .start = start}, {.max_steps = steps}};
}

bool batch_agrees(const SmallModel& model, std::int64_t steps) {
    const auto starts = batch_starts();
    DualLanes lanes{model.table, model.moments, starts, {.max_steps = steps}};
    std::vector<std::uint8_t> taken(batch_size * static_cast<std::size_t>(steps));
    lanes.take(steps, taken);
    std::vector<std::size_t> states(static_cast<std::size_t>(steps));
    for (std::size_t i = 0; i < batch_size; ++i) {
        from_start(model, starts[i], steps).take(states);
        const auto lane = taken.begin() + static_cast<std::ptrdiff_t>(i) * steps;
        if (!std::equal(states.begin(), states.end(), lane)) return false;
    }
    return true;
}

// One orbit after the other, 1,000 steps at a time.
void batch_single(benchmark::State& state) {
    const SmallModel model = small_model(static_cast<std::uint64_t>(state.range(0)));
    std::vector<DualHerder> start;
    for (const auto& from : batch_starts()) start.push_back(from_start(model, from, state.range(1)));
    std::array<std::size_t, 1'000> states{};
    while (state.KeepRunning()) {
        for (const DualHerder& from : start) {
            DualHerder herder = from;
            for (std::int64_t k = 0; k < state.range(1) / 1'000; ++k) {
                herder.take(states);
                benchmark::DoNotOptimize(states.data());
                benchmark::ClobberMemory();
            }
        }
    }
    report(state, state.range(1) * static_cast<std::int64_t>(batch_size), bench::bytes_of(start));
}

void batch_lanes(benchmark::State& state) {
    const SmallModel model = small_model(static_cast<std::uint64_t>(state.range(0)));
    if (!batch_agrees(model, state.range(1))) return state.SkipWithError("the orbits disagree");
    const DualLanes start{model.table, model.moments, batch_starts(), {.max_steps = state.range(1)}};
    std::vector<std::uint8_t> states(batch_size * 1'000);
    while (state.KeepRunning()) {
        DualLanes lanes = start;
        for (std::int64_t k = 0; k < state.range(1) / 1'000; ++k) {
            lanes.take(1'000, states);
            benchmark::DoNotOptimize(states.data());
            benchmark::ClobberMemory();
        }
    }
    report(state, state.range(1) * static_cast<std::int64_t>(batch_size), bench::bytes_of(start));
}

void small_arguments(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"model", "steps"});
    for (std::int64_t model = 0; model < static_cast<std::int64_t>(small_models); ++model) {
        benchmark->Args({model, 100'000});
    }
}
BENCHMARK(small_plain)->Apply(small_arguments);
BENCHMARK(small_dual)->Apply(small_arguments);
BENCHMARK(small_dual_by_step)->Apply(small_arguments);
BENCHMARK(batch_single)->Apply(small_arguments);
BENCHMARK(batch_lanes)->Apply(small_arguments);

// ---- all pairs of n binary variables ------------------------------------------------------------------

constexpr std::size_t row_count = 2'000;

// Each row has a hidden type that tilts its variables, and neighbours that copy each other now and then.
std::vector<BitRow> dependent_rows(std::size_t n) {
    const CounterRandom random{17, n};
    std::vector<BitRow> rows;
    std::uint64_t draw = 0;
    for (std::size_t r = 0; r < row_count; ++r) {
        BitRow row(n);
        const std::uint64_t type = random.below(draw++, 4);
        for (std::size_t i = 0; i < n; ++i) {
            const double tilt = i % 4 == type ? 0.7 : 0.15 + 0.3 * static_cast<double>(i % 7) / 7;
            const bool copies = i > 0 && random.uniform(draw++) < 0.3;
            row.set(i, copies ? row[i - 1] : random.uniform(draw++) < tilt);
        }
        rows.push_back(row);
    }
    return rows;
}

// The plain program: a weight for each cell, all updated at each step, each gain summed up from the weights.
class PlainPairHerder {
  public:
    PlainPairHerder(const Moments& moments, std::size_t n)
        : features_{n}, moments_{moments}, weights_(moments.counts.size()), state_(n) {}

    const BitRow& step() {
        while (sweep()) {
        }
        for (std::size_t a = 0; a < weights_.size(); ++a) weights_[a] += moments_.counts[a];
        features_.visit(state_, [&](std::size_t a, std::int64_t) { weights_[a] -= moments_.total; });
        return state_;
    }

  private:
    bool sweep() {
        bool changed = false;
        for (std::size_t i = 0; i < state_.size(); ++i) {
            if (features_.flip_gain(WeightSpan<std::int64_t>{weights_}, state_, i) <= 0) continue;
            state_.flip(i);
            changed = true;
        }
        return changed;
    }

    PairFeatures<Indicators> features_;
    Moments moments_;
    std::vector<std::int64_t> weights_;
    BitRow state_;
};

using ComposedPairHerder = Herder<PairFeatures<Indicators>, ExactMoments, CoordinateAscent>;

ComposedPairHerder composed_pair_herder(const Moments& moments, std::size_t n) {
    return {PairFeatures<Indicators>{n}, ExactMoments{moments}, CoordinateAscent{}};
}

const BitRow& state_of(PlainPairHerder& herder) { return herder.step(); }
template <Orbit O>
const BitRow& state_of(O& herder) {
    return herder.step().state;
}

template <class Herder>
std::uint64_t pair_checksum(Herder& herder, std::int64_t steps) {
    Checksum checksum;
    for (std::int64_t k = 0; k < steps; ++k) {
        for (const std::uint64_t word : state_of(herder).words()) checksum.add(word);
    }
    return checksum.sum();
}

// The herder continues from iteration to iteration: the long run is what counts.
template <class Herder, class Make>
void herd_pairs(benchmark::State& state, std::int64_t steps, const Make& make) {
    const auto n = static_cast<std::size_t>(state.range(0));
    const Moments moments = measure(PairFeatures<Indicators>{n}, dependent_rows(n));
    Herder herder = make(moments, n);
    PlainPairHerder reference{moments, n};
    const std::int64_t checked_steps = 300;
    if (pair_checksum(herder, checked_steps) != pair_checksum(reference, checked_steps)) {
        return state.SkipWithError("the herders disagree");
    }
    while (state.KeepRunning()) {
        std::size_t ones = 0;
        for (std::int64_t k = 0; k < steps; ++k) ones += state_of(herder).ones();
        benchmark::DoNotOptimize(ones);
    }
    report(state, steps, bench::bytes_of(herder));
}

void pairs_plain(benchmark::State& state) {
    herd_pairs<PlainPairHerder>(state, 10, [](const Moments& moments, std::size_t n) {
        return PlainPairHerder{moments, n};
    });
}
void pairs_composed(benchmark::State& state) {
    herd_pairs<ComposedPairHerder>(state, 10, composed_pair_herder);
}
void pairs_fused(benchmark::State& state) {
    herd_pairs<BitOrbit<MarginalHerder>>(
        state, 100, [](const Moments& moments, std::size_t n) { return make_pair_herder(moments, n); });
}
BENCHMARK(pairs_plain)->ArgName("n")->Arg(10)->Arg(100);
BENCHMARK(pairs_composed)->ArgName("n")->Arg(10)->Arg(100);
BENCHMARK(pairs_fused)->ArgName("n")->Arg(10)->Arg(100)->Arg(256);

}  // namespace
}  // namespace drover
