#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/grid.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/maximize/max_product.hpp>
#include <drover/moments/slice.hpp>
#include <drover/synth/synthesis_model_detail.hpp>
#include <drover/synth/synthesizer.hpp>

namespace drover {
namespace {

constexpr std::int64_t max_misses = 10'000'000;  // steps without a row that has what `where` asks for

constexpr const char* no_row =
    "no row without an impossible combination was found; allow some of them, or take soft zeros";

// An exact search knows at once that nothing is allowed.
void check_possible(const detail::SynthesisModel& model, const detail::SynthesisPlan& plan) {
    if (!plan.herder.exact || model.forbidden.empty()) return;
    check_input(MaxProduct::if_possible(model.targets.features, plan.search.limits).has_value(),
                [] { return std::string{no_row}; });
}

// As if the last step had not been. Cells that pull nothing have no hits.
void take_back_step(MarginalHerder& herder, const CategoryRow& row_before) {
    MarginalState state = herder.state();
    herder.features().visit(state.row, [&](std::size_t cell, std::int64_t /*one*/) {
        if (state.hits[cell] > 0) --state.hits[cell];
    });
    --state.t;
    state.row = row_before;
    herder.restore(state);
}

bool has_untrusted(const Targets& targets) {
    return std::find(targets.trust.begin(), targets.trust.end(), 0) != targets.trust.end();
}

}  // namespace

Synthesizer::Synthesizer(const TableSet& tables, SynthesizerOptions options)
    : options_{std::move(options)},
      compared_{options_.where.empty() ? tables : slice(tables, options_.where)},
      targets_{make_targets(compared_, options_.where.empty()
                                           ? options_.targets
                                           : options_for_slice(options_.targets, compared_))} {
    check_input(!options_.by || options_.where.empty(),
                [] { return std::string{"expected strata or given values, got both"}; });
    if (options_.by) {
        add_strata(tables);
    } else {
        add_run(tables, {});
    }
    counts_rows_ = options_.by || !options_.where.empty() || options_.burn_in > 0 || has_untrusted(targets_);
    if (counts_rows_) hits_.resize(targets_.features.feature_count());
}

void Synthesizer::add_run(const TableSet& tables, std::optional<std::uint32_t> stratum) {
    const detail::SynthesisModel model = detail::make_model(tables, options_, stratum);
    const detail::SynthesisPlan plan = detail::make_plan(model, options_, stratum);
    search_text_ = plan.text;
    check_possible(model, plan);
    const CategoryRow& fixed = plan.search.limits.fixed;
    runs_.push_back({stratum,
                     MarginalHerder{model.targets.features, model.targets.moments, plan.search, plan.herder},
                     fixed, fixed});
    for (std::int64_t t = 0; t < options_.burn_in; ++t) step(runs_.back());
}

// A run for each value that rows have, and a herder of one column that says whose row comes next.
void Synthesizer::add_strata(const TableSet& tables) {
    const Column& column = tables.schema.columns[*options_.by];
    for (const CountTable& table : tables.tables) {
        check_input(
            std::find(table.columns.begin(), table.columns.end(), *options_.by) != table.columns.end(), [&] {
                return "table " + quoted(table.name) + ": expected column " + quoted(column.name) +
                       " of the strata, got none";
            });
    }
    const std::vector<Rational> sizes = margin(tables, *options_.by);
    Rational total;
    for (const Rational& size : sizes) total += size;
    std::vector<Rational> shares;
    for (const Rational& size : sizes) shares.push_back(size / total);
    const GridNumbers grid = shares_to_grid(shares);
    Moments moments{.names = {}, .counts = {}, .total = grid.unit};
    for (std::size_t v = 0; v < sizes.size(); ++v) {
        if (grid.multiples[v] == 0) continue;
        moments.counts.push_back(grid.multiples[v]);
        add_run(slice(tables, *options_.by, static_cast<std::uint32_t>(v)), static_cast<std::uint32_t>(v));
    }
    order_.emplace(MarginalTables{{runs_.size()}, {{0}}}, moments, CategoryAscentOptions{},
                   MarginalHerderOptions{.max_steps = options_.max_steps});
}

const CategoryRow& Synthesizer::step(Run& run) {
    const std::int64_t broken = run.herder.broken_rows();
    const auto step = run.herder.step();
    ++run.steps;
    run.positive_margins += step.margin > 0 ? 1 : 0;
    check_input(run.herder.broken_rows() == broken, [] { return std::string{no_row}; });
    return step.state;
}

// False if an exact search sees that no row has them.
bool Synthesizer::give(Run& run, const CategoryRow& values) {
    if (run.given == values) return true;
    if (!run.herder.fix(values)) return false;
    run.given = values;
    return true;
}

bool Synthesizer::matches(const CategoryRow& row) const {
    return std::all_of(options_.where.begin(), options_.where.end(),
                       [&](const auto& given) { return row[given.first] == given.second; });
}

void Synthesizer::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool) {
    for (Run& run : runs_) give(run, run.fixed);
    if (order_) {
        generate_strata(row_count, cells, pool);
        return;
    }
    for (std::size_t r = 0; r < row_count; ++r) {
        const CategoryRow* row = &step(runs_.front());
        for (std::int64_t misses = 1; !matches(*row); ++misses) {
            check_input(misses < max_misses, [] {
                return "no row with the given values in " + std::to_string(max_misses) + " steps";
            });
            row = &step(runs_.front());
        }
        take(*row);
        cells.insert(cells.end(), row->begin(), row->end());
    }
}

const CategoryRow& Synthesizer::complete(const CategoryRow& given) {
    const CategoryRow values = checked(given);
    Run* run = order_                                ? complete_stratum(values)
               : try_complete(runs_.front(), values) ? &runs_.front()
                                                     : nullptr;
    check_input(run != nullptr, [] { return std::string{no_row}; });
    const CategoryRow& row = run->herder.current().state;
    take(row);
    return row;
}

// The values given and those of `where`.
CategoryRow Synthesizer::checked(const CategoryRow& given) const {
    const std::vector<Column>& columns = compared_.schema.columns;
    check_input(given.size() == columns.size(), [&] {
        return "Synthesizer: expected a value, or none, for each of " + std::to_string(columns.size()) +
               " columns, got " + std::to_string(given.size());
    });
    CategoryRow values = given;
    for (const auto& [column, value] : options_.where)
        if (values[column] == free_value) values[column] = value;
    check_input(matches(values),
                [] { return std::string{"expected the values that all rows are to have, got others"}; });
    for (std::size_t i = 0; i < columns.size(); ++i) {
        check_input(values[i] == free_value || values[i] < columns[i].values.size(), [&] {
            return "column " + quoted(columns[i].name) + ": expected one of " +
                   std::to_string(columns[i].values.size()) + " values, got number " +
                   std::to_string(values[i]);
        });
    }
    return values;
}

// The next row of the run with these values. False if none is allowed: as if nothing had been.
bool Synthesizer::try_complete(Run& run, CategoryRow values) const {
    if (run.stratum) {
        if (values[*options_.by] != free_value && values[*options_.by] != *run.stratum) return false;
        values[*options_.by] = *run.stratum;
    }
    const auto is_free = [](std::uint32_t value) { return value == free_value; };
    if (std::all_of(values.begin(), values.end(), is_free)) values.clear();
    if (!give(run, values)) return false;
    const CategoryRow row_before = run.herder.current().state;
    const std::int64_t broken = run.herder.broken_rows();
    const auto step = run.herder.step();
    if (run.herder.broken_rows() > broken) {
        take_back_step(run.herder, row_before);
        return false;
    }
    ++run.steps;
    run.positive_margins += step.margin > 0 ? 1 : 0;
    return true;
}

// Whose turn it is counts a row, even if the row is given from outside.
Synthesizer::Run* Synthesizer::complete_stratum(const CategoryRow& values) {
    const CategoryRow turn_before = order_->current().state;
    const std::size_t turn = order_->step().state[0];
    if (try_complete(runs_[turn], values)) return &runs_[turn];
    take_back_step(*order_, turn_before);
    for (std::size_t k = 0; k < runs_.size(); ++k) {
        if (k == turn || !try_complete(runs_[k], values)) continue;
        order_->fix({static_cast<std::uint32_t>(k)});
        order_->step();
        order_->fix({});
        return &runs_[k];
    }
    return nullptr;
}

void Synthesizer::take(std::span<const std::uint32_t> row) {
    ++row_count_;
    if (!counts_rows_) return;
    const MarginalTables& features = targets_.features;
    for (std::size_t table = 0; table < features.table_count(); ++table) {
        std::size_t cell = features.first_feature(table);
        for (const std::size_t column : features.table_columns(table))
            cell += row[column] * features.stride(table, column);
        ++hits_[cell];
    }
}

// The order first, then each stratum its rows, then all put together.
void Synthesizer::generate_strata(std::size_t row_count, std::vector<std::uint32_t>& cells,
                                  ThreadPool* pool) {
    std::vector<std::size_t> turns;
    std::vector<std::size_t> counts(runs_.size());
    for (std::size_t r = 0; r < row_count; ++r) {
        turns.push_back(order_->step().state[0]);
        ++counts[turns.back()];
    }
    std::vector<std::vector<std::uint32_t>> parts(runs_.size());
    for_each_index(pool, runs_.size(), [&](std::size_t k) {
        for (std::size_t r = 0; r < counts[k]; ++r) {
            const CategoryRow& row = step(runs_[k]);
            parts[k].insert(parts[k].end(), row.begin(), row.end());
        }
    });
    const std::size_t n = compared_.schema.columns.size();
    std::vector<std::size_t> next(runs_.size());
    for (const std::size_t k : turns) {
        const std::span row = std::span{parts[k]}.subspan(n * next[k]++, n);
        take(row);
        cells.insert(cells.end(), row.begin(), row.end());
    }
}

std::int64_t Synthesizer::steps() const {
    std::int64_t sum = 0;
    for (const Run& run : runs_) sum += run.steps;
    return sum;
}

std::int64_t Synthesizer::positive_margins() const {
    std::int64_t sum = 0;
    for (const Run& run : runs_) sum += run.positive_margins;
    return sum;
}

std::vector<std::int64_t> Synthesizer::hits() const {
    if (counts_rows_) return hits_;
    std::vector<std::int64_t> hits = runs_.front().herder.hits();
    hits.resize(targets_.features.feature_count());
    return hits;
}

SynthesisState Synthesizer::state() const {
    SynthesisState state{.row_count = row_count_, .hits = hits_, .runs = {}};
    if (order_) state.runs.push_back({order_->state(), 0, 0});
    for (const Run& run : runs_) state.runs.push_back({run.herder.state(), run.steps, run.positive_margins});
    return state;
}

void Synthesizer::restore(const SynthesisState& state) {
    const std::size_t first = order_ ? 1 : 0;
    check_input(state.runs.size() == runs_.size() + first && state.hits.size() == hits_.size(),
                [] { return std::string{"expected the state of the same tables and options"}; });
    row_count_ = state.row_count;
    hits_ = state.hits;
    if (order_) order_->restore(state.runs.front().herder);
    for (std::size_t k = 0; k < runs_.size(); ++k) {
        runs_[k].herder.restore(state.runs[k + first].herder);
        runs_[k].steps = state.runs[k + first].steps;
        runs_[k].positive_margins = state.runs[k + first].positive_margins;
    }
}

}  // namespace drover
