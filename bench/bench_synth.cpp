#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <drover/files/read.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/number/philox.hpp>
#include <drover/synth/impl/generator.hpp>
#include <drover/tables/count/measure.hpp>
#include <drover/tables/shrink.hpp>

#include "memory.hpp"

// Rows from tables. Each benchmark compares its rows with those of a reference, or with the tables, before it
// is timed. Adult is read from $DROVER_DATA/adult; without that folder a stand-in of its shape is timed.

namespace drover {
namespace {

void report(benchmark::State& state, std::int64_t rows_an_iteration) {
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(rows_an_iteration),
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

// ---- data ---------------------------------------------------------------------------------------------

// Each row has a hidden type that its columns lean to, and neighbours that copy each other now and then.
CategoryTable dependent_rows(const std::vector<std::size_t>& sizes, std::size_t row_count) {
    CategoryTable rows;
    for (const std::size_t size : sizes) {
        rows.schema.columns.push_back({.name = 'c' + std::to_string(rows.schema.columns.size())});
        for (std::size_t v = 0; v < size; ++v) rows.schema.columns.back().values.push_back(std::to_string(v));
    }
    const CounterRandom random{23, sizes.size()};
    std::uint64_t draw = 0;
    for (std::size_t r = 0; r < row_count; ++r) {
        const double type = random.uniform(draw++);
        double share = type;
        for (const std::size_t size : sizes) {
            const bool copies = random.uniform(draw++) < 0.3;
            const double own = std::pow(random.uniform(draw++), 0.5 + 2 * type);
            if (!copies) share = own;
            rows.cells.push_back(static_cast<std::uint32_t>(share * static_cast<double>(size)));
        }
    }
    return rows;
}

const CategoryTable& adult_rows() {
    static const CategoryTable rows = [] {
        const char* const folder = std::getenv("DROVER_DATA");
        if (folder != nullptr) return read_microdata(std::string{folder} + "/adult/adult_discrete.csv.gz");
        return dependent_rows({74, 9, 100, 16, 7, 15, 6, 5, 2, 100, 99, 96, 42, 2}, 48'842);
    }();
    return rows;
}

struct Model {
    MarginalTables tables;
    Moments moments;
    std::vector<bool> zeros;
};

Model measured(const CategoryTable& rows, const std::vector<std::vector<std::size_t>>& tables) {
    Model model{MarginalTables{value_counts(rows.schema), tables}, {}, {}};
    model.moments = measure(model.tables, rows);
    for (const std::int64_t count : model.moments.counts) model.zeros.push_back(count == 0);
    return model;
}

const Model& adult() {
    static const Model model = measured(adult_rows(), all_tables(adult_rows().column_count(), 2));
    return model;
}

// All pairs, and those triples with the last column that have at most 20,000 cells: 78 of Adult.
const Model& adult_triples() {
    static const Model model = [] {
        const std::vector<std::size_t> sizes = value_counts(adult_rows().schema);
        auto tables = all_tables(sizes.size(), 2);
        for (const auto& columns : all_tables(sizes.size(), 3)) {
            const std::size_t cells = sizes[columns[0]] * sizes[columns[1]] * sizes[columns[2]];
            if (columns[2] + 1 == sizes.size() && cells <= 20'000) tables.push_back(columns);
        }
        return measured(adult_rows(), tables);
    }();
    return model;
}

// What the tables of these rows look like when they are published.
TableSet publish(const CategoryTable& rows, const std::vector<std::vector<std::size_t>>& columns) {
    const MarginalTables features{value_counts(rows.schema), columns};
    const Moments moments = measure(features, rows);
    TableSet set{.schema = rows.schema, .tables = {}};
    for (std::size_t table = 0; table < columns.size(); ++table) {
        set.tables.push_back({.name = 't' + std::to_string(table), .columns = columns[table]});
        for (std::size_t a = features.first_feature(table); a < features.first_feature(table + 1); ++a)
            set.tables.back().counts.emplace_back(moments.counts[a]);
    }
    return set;
}

// ---- Adult, all pairs -----------------------------------------------------------------------------------

// The plain program: a weight for each cell, all updated at each step, each field summed up from the weights.
class DenseHerder {
  public:
    explicit DenseHerder(const Model& model)
        : model_{&model}, weights_(model.moments.counts.size()), row_(model.tables.column_count()) {}

    const CategoryRow& step() {
        while (sweep()) {
        }
        for (std::size_t a = 0; a < weights_.size(); ++a) weights_[a] += model_->moments.counts[a];
        model_->tables.visit(row_,
                             [&](std::size_t a, std::int64_t) { weights_[a] -= model_->moments.total; });
        return row_;
    }

  private:
    bool sweep() {
        bool changed = false;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            const std::uint32_t best = best_value(i);
            changed = changed || best != row_[i];
            row_[i] = best;
        }
        return changed;
    }
    std::uint32_t best_value(std::size_t column) {
        const MarginalTables& tables = model_->tables;
        fields_.assign(tables.value_count(column), 0);
        for (const std::size_t table : tables.tables_of(column)) {
            const std::size_t step = tables.stride(table, column);
            const std::size_t first = tables.feature(table, row_) - row_[column] * step;
            for (std::size_t v = 0; v < fields_.size(); ++v) fields_[v] += weights_[first + v * step];
        }
        const auto highest = std::max_element(fields_.begin(), fields_.end());
        if (*highest == fields_[row_[column]]) return row_[column];
        return static_cast<std::uint32_t>(highest - fields_.begin());
    }

    const Model* model_;
    std::vector<std::int64_t> weights_;
    std::vector<std::int64_t> fields_;
    CategoryRow row_;
};

MarginalHerder previous_herder(const Model& model) {
    return {model.tables, model.moments, {.start = SearchStart::previous}};
}

// The search of drover synth with hard zeros.
MarginalHerder fresh_herder(const Model& model) {
    return {model.tables,
            model.moments,
            {.limits = {.forbidden = model.zeros}, .blocks = find_blocks(model.tables, model.moments)},
            {.retries = 3}};
}

const CategoryRow& row_of(DenseHerder& herder) { return herder.step(); }
const CategoryRow& row_of(MarginalHerder& herder) { return herder.step().state; }

bool dense_and_fused_agree(std::int64_t steps) {
    DenseHerder dense{adult()};
    MarginalHerder fused = previous_herder(adult());
    for (std::int64_t t = 0; t < steps; ++t) {
        if (dense.step() != fused.step().state) return false;
    }
    return true;
}

// The same rows as the composed herder finds from the same starts, and none in a cell of count 0.
bool fresh_rows_are_right(const Model& model, std::int64_t steps) {
    const CategoryAscentOptions search{.limits = {.forbidden = model.zeros},
                                       .blocks = find_blocks(model.tables, model.moments)};
    Herder composed{model.tables, ExactMoments{model.moments}, CategoryAscent{search}, {}, CategoryRow(14)};
    MarginalHerder fused{model.tables, model.moments, search};
    MarginalHerder timed = fresh_herder(model);
    for (std::int64_t t = 0; t < steps; ++t) {
        if (composed.step().state != fused.step().state) return false;
        if (!CategoryAscent{search}.allows(model.tables, timed.step().state)) return false;
    }
    return true;
}

// The herder continues from iteration to iteration: the long run is what counts.
template <class Herder>
void herd_adult(benchmark::State& state, Herder herder, std::int64_t rows) {
    while (state.KeepRunning()) {
        std::uint64_t sum = 0;
        for (std::int64_t k = 0; k < rows; ++k) sum += row_of(herder)[0];
        benchmark::DoNotOptimize(sum);
    }
    report(state, rows);
    state.SetLabel(std::getenv("DROVER_DATA") == nullptr ? "stand-in" : "Adult");
    state.counters["bytes"] = bench::bytes_of(herder);
}

void adult_dense(benchmark::State& state) {
    if (!dense_and_fused_agree(200)) return state.SkipWithError("the herders disagree");
    herd_adult(state, DenseHerder{adult()}, 10);
}
void adult_previous(benchmark::State& state) {
    if (!dense_and_fused_agree(200)) return state.SkipWithError("the herders disagree");
    herd_adult(state, previous_herder(adult()), 1'000);
}
void adult_fresh_hard(benchmark::State& state) {
    if (!fresh_rows_are_right(adult(), 100)) return state.SkipWithError("the rows are wrong");
    herd_adult(state, fresh_herder(adult()), 1'000);
}
void adult_with_triples(benchmark::State& state) {
    if (!fresh_rows_are_right(adult_triples(), 20)) return state.SkipWithError("the rows are wrong");
    herd_adult(state, fresh_herder(adult_triples()), 1'000);
}
BENCHMARK(adult_dense);
BENCHMARK(adult_previous);
BENCHMARK(adult_fresh_hard);
BENCHMARK(adult_with_triples);

// ---- from tables to rows, as drover synth does it ---------------------------------------------------------

constexpr std::size_t chunk_rows = 4'096;

using synth::impl::Generator;

Generator generator_of(const TableSet& tables, const synth::impl::EngineOptions& options) {
    return Generator{synth::impl::make_plan(tables, options)};
}

void generate(Generator& generator, std::size_t rows, std::vector<std::uint32_t>& cells) {
    for (std::size_t made = 0; made < rows; made += chunk_rows) {
        cells.clear();
        generator.generate(std::min(rows - made, chunk_rows), cells);
        benchmark::DoNotOptimize(cells.data());
    }
}

// The generator's summary matches its rows, and no cell is off by more than a share of 1/200.
bool rows_meet_tables(Generator generator, std::size_t rows) {
    CategoryTable made{.schema = generator.plan().tables.schema, .cells = {}};
    generator.generate(rows, made.cells);
    const Targets& targets = generator.plan().targets;
    const Moments counted = measure(targets.features, made);
    if (counted.counts != generator.hits()) return false;
    for (std::size_t a = 0; a < counted.counts.size(); ++a) {
        const double share =
            static_cast<double>(targets.moments.counts[a]) / static_cast<double>(targets.moments.total);
        if (std::abs(static_cast<double>(counted.counts[a]) / static_cast<double>(rows) - share) > 0.005)
            return false;
    }
    return true;
}

// The first rows of a run, from the start again in each iteration.
void synthesize(benchmark::State& state, const Generator& start, std::size_t rows) {
    if (!rows_meet_tables(start, 5'000)) return state.SkipWithError("the rows do not meet the tables");
    std::vector<std::uint32_t> cells;
    while (state.KeepRunning()) {
        Generator generator = start;
        generate(generator, rows, cells);
    }
    report(state, static_cast<std::int64_t>(rows));
    state.SetLabel(start.plan().search);
    state.counters["bytes"] = bench::bytes_of(start);
}

void binary_synth(benchmark::State& state) {
    static const TableSet tables =
        publish(dependent_rows(std::vector<std::size_t>(100, 2), 2'000), all_tables(100, 2));
    synthesize(state, generator_of(tables, {.hard_zeros = state.range(0) == 1}), 100'000);
}
BENCHMARK(binary_synth)->ArgName("hard")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// Removes the noise on every count of Adult's pairs. The resulting rows are closer to the truth, in mean
// total variation, than the noisy tables require (docs/commands.md).
TableSet with_noise(TableSet set, double sigma) {
    const CounterRandom random{7, 1};
    std::uint64_t draw = 0;
    for (CountTable& table : set.tables) {
        for (Rational& count : table.counts)
            count += Rational{static_cast<std::int64_t>(std::floor(sigma * random.normal(draw++) + 0.5))};
    }
    return set;
}

double distance_to(const Moments& truth, Generator generator) {
    std::vector<std::uint32_t> cells;
    const auto rows = static_cast<std::size_t>(truth.total);
    generate(generator, rows, cells);
    const std::vector<std::int64_t> hits = generator.hits();
    double l1 = 0;
    for (std::size_t a = 0; a < hits.size(); ++a)
        l1 += std::abs(static_cast<double>(hits[a] - truth.counts[a])) / static_cast<double>(rows);
    return l1 / 2 / static_cast<double>(generator.plan().tables.tables.size());
}

void adult_shrink(benchmark::State& state) {
    const auto columns = all_tables(adult_rows().column_count(), 2);
    const TableSet noisy = with_noise(publish(adult_rows(), columns), static_cast<double>(state.range(0)));
    const Rational sigma{state.range(0)};
    const double tv = distance_to(adult().moments, generator_of(noisy, {.noise = sigma}));
    const double plain = distance_to(adult().moments, generator_of(noisy, {.noise = Rational{0}}));
    const double goal =
        std::getenv("DROVER_DATA") == nullptr ? plain : (state.range(0) == 10 ? 0.0180 : 0.0415);
    if (tv >= goal) return state.SkipWithError("the rows are too far from the truth");
    while (state.KeepRunning()) benchmark::DoNotOptimize(shrink_noise(noisy, sigma));
    state.counters["tv"] = tv;
    state.counters["tv as published"] = plain;
}
BENCHMARK(adult_shrink)->ArgName("sigma")->Arg(10)->Arg(50)->Unit(benchmark::kMillisecond);

// Few small tables: the best of all rows is found by elimination.
void town_synth(benchmark::State& state) {
    const CategoryTable rows = dependent_rows({5, 6, 2, 2, 5, 4}, 4'217);
    synthesize(state, generator_of(publish(rows, {{0, 1, 2}, {0, 3}, {1, 4}, {4, 2}, {1, 5}}), {}), 10'000);
}
BENCHMARK(town_synth)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover
