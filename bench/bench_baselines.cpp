#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/files/file.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/moments/measure_by_columns.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/herd/triple_herder.hpp>
#include <drover/number/philox.hpp>

// Herding on pairs against training and sampling a Boltzmann machine; herding on triples.

namespace drover {
namespace {

constexpr std::int64_t samples = 100'000;

void report(benchmark::State& state, std::int64_t steps_an_iteration) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(steps_an_iteration),
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

// Rows in which a variable mostly follows one of its predecessors.
std::vector<BitRow> dependent_rows(std::size_t row_count, std::size_t n, double share) {
    const CounterRandom random{11};
    std::vector<BitRow> rows(row_count, BitRow(n));
    std::uint64_t draw = 0;
    for (BitRow& row : rows) {
        for (std::size_t i = 0; i < n; ++i) {
            const bool follows = i > 0 && random.uniform(draw++) < 0.3;
            row.set(i, follows ? row[random.below(draw++, i)] : random.uniform(draw++) < share);
        }
    }
    return rows;
}

// News: the columns of 100 words after the newsgroup, or rows of that shape.
std::vector<BitRow> news_rows() {
    const char* folder = std::getenv("DROVER_DATA");
    if (folder == nullptr) return dependent_rows(16'242, 100, 0.04);
    const std::string path = std::string{folder} + "/20news_w100/20news_w100.csv.gz";
    const std::string text = read_file(path);
    CsvReader reader{text, path};
    std::vector<BitRow> rows;
    reader.next();  // the header
    while (reader.next()) {
        BitRow row(reader.fields().size() - 1);
        for (std::size_t j = 0; j < row.size(); ++j) row.set(j, reader.fields()[j + 1] == "1");
        rows.push_back(std::move(row));
    }
    return rows;
}

const std::vector<BitRow>& news() {
    static const std::vector<BitRow> rows = news_rows();
    return rows;
}

double share_of_ones(std::span<const BitRow> rows) {
    std::size_t ones = 0;
    for (const BitRow& row : rows) ones += row.ones();
    return static_cast<double>(ones) / static_cast<double>(rows.size() * rows[0].size());
}

double herded_share(std::span<const BitRow> rows) {
    const std::size_t n = rows[0].size();
    auto herder = make_pair_herder(measure_by_columns(PairFeatures<Indicators>{n}, rows), n,
                                   {.start = MomentStart{}, .max_steps = samples});
    std::size_t ones = 0;
    for (std::int64_t t = 0; t < samples; ++t) ones += herder.step().state.ones();
    return static_cast<double>(ones) / static_cast<double>(samples * static_cast<std::int64_t>(n));
}

// Moments and 100,000 samples.
void news_herding(benchmark::State& state) {
    const std::vector<BitRow>& rows = news();
    if (std::abs(herded_share(rows) - share_of_ones(rows)) > 1e-4)
        return state.SkipWithError("wrong moments");
    while (state.KeepRunning()) benchmark::DoNotOptimize(herded_share(rows));
    report(state, samples);
}

// Training by pseudo-likelihood, 100,000 sweeps left out and 100,000 samples.
void news_boltzmann(benchmark::State& state) {
    const std::vector<BitRow>& rows = news();
    while (state.KeepRunning()) {
        baselines::BoltzmannMachine machine;
        machine.fit(rows);
        if (!machine.fit_result().converged) return state.SkipWithError("the fit did not converge");
        benchmark::DoNotOptimize(machine.synthesize({.rows = samples, .burn_in = samples}).size());
    }
    report(state, samples);
}

BENCHMARK(news_herding)->Unit(benchmark::kMillisecond);
BENCHMARK(news_boltzmann)->Unit(benchmark::kMillisecond);

// ---- all triples of n binary variables ----------------------------------------------------------------

using ComposedTripleHerder = Herder<TripleFeatures<Indicators>, ExactMoments, CoordinateAscent>;
constexpr HerderOptions long_run{.max_steps = 10'000'000};

TripleHerder fused_herder(const Moments& moments, std::size_t n) {
    return {moments, n, MomentStart{}, long_run};
}
ComposedTripleHerder composed_herder(const Moments& moments, std::size_t n) {
    return {TripleFeatures<Indicators>{n}, ExactMoments{moments, {.start = MomentStart{}}},
            CoordinateAscent{}, long_run};
}

template <class Make>
void herd_triples(benchmark::State& state, std::int64_t steps, const Make& make) {
    const auto n = static_cast<std::size_t>(state.range(0));
    const Moments moments = measure_by_columns(TripleFeatures<Indicators>{n}, dependent_rows(2'000, n, 0.2));
    auto herder = make(moments, n);
    auto fused = fused_herder(moments, n);
    auto composed = composed_herder(moments, n);
    for (int k = 0; k < 20; ++k) {
        if (fused.step().state != composed.step().state) return state.SkipWithError("the herders disagree");
    }
    while (state.KeepRunning()) {
        std::size_t ones = 0;
        for (std::int64_t k = 0; k < steps; ++k) ones += herder.step().state.ones();
        benchmark::DoNotOptimize(ones);
    }
    report(state, steps);
}

void triples_composed(benchmark::State& state) { herd_triples(state, 10, composed_herder); }
void triples_fused(benchmark::State& state) { herd_triples(state, 100, fused_herder); }
BENCHMARK(triples_composed)->ArgName("n")->Arg(10)->Arg(40)->Unit(benchmark::kMicrosecond);
BENCHMARK(triples_fused)->ArgName("n")->Arg(10)->Arg(40)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace drover
