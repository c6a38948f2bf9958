#include <algorithm>
#include <chrono>

#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/synth/impl/generator.hpp>
#include <drover/synth/impl/repair.hpp>
#include <drover/synth/impl/state_check.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::int64_t max_misses = 10'000'000;  // steps without a row that has what `where` asks for

Engine make_engine(EngineModel&& model, const EngineOptions& options) {
    if (const auto* const table = std::get_if<TableModel>(&model)) return TableEngine{*table};
    return ZoneEngine{std::get<zones::HubTables>(std::move(model)),
                      {.max_steps = options.max_steps,
                       .zero_start = options.hard_zeros ? 0 : soft_zero_start,
                       .seed = options.seed,
                       .control = options.control}};
}

// Whether the hits of an engine are not those of the rows given out.
bool needs_hits(const Plan& plan, const Engine& engine) {
    const std::vector<CountTable>& tables = plan.tables.tables;
    return std::holds_alternative<ZoneEngine>(engine) || !plan.options.where.empty() ||
           plan.options.burn_in > 0 ||
           std::any_of(tables.begin(), tables.end(),
                       [](const CountTable& table) { return !table.listed.empty(); }) ||
           std::find(plan.targets.trust.begin(), plan.targets.trust.end(), 0) != plan.targets.trust.end();
}

}  // namespace

Generator::Generator(Plan plan)
    : plan_{std::move(plan)},
      engine_{make_engine(std::exchange(plan_.model, {}), plan_.options)},
      counts_rows_{needs_hits(plan_, engine_)} {
    if (counts_rows_) hits_.resize(plan_.targets.features.feature_count());
    plan_.options.control = {};  // of the set-up
    plan_.options.targets.control = {};
}

// Valid until the next one.
const CategoryRow& Generator::step() {
    check_input(steps() < plan_.options.max_steps, [&] {
        return Problem{Fault::impossible,
                       {.option = "where"},
                       "enough such rows within " + std::to_string(plan_.options.max_steps) + " steps",
                       "too few"};
    });
    return std::visit([](auto& engine) -> const CategoryRow& { return engine.step(); }, engine_);
}

bool Generator::matches(std::span<const std::uint32_t> row) const {
    return std::all_of(plan_.options.where.begin(), plan_.options.where.end(),
                       [&](const auto& given) { return row[given.first] == given.second; });
}

void Generator::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool,
                         const RunControl& control) {
    if (auto* const engine = std::get_if<TableEngine>(&engine_)) engine->release();
    if (!burn_in(control)) return;
    auto* const zones = std::get_if<ZoneEngine>(&engine_);
    if (zones == nullptr || !plan_.options.where.empty()) return generate_matching(row_count, cells, control);
    generate_by_zones(*zones, row_count, cells, pool, control);
}

bool Generator::burn_in(const RunControl& control) {
    PacedWatch watch{control};
    while (steps() < plan_.options.burn_in) {
        step();
        if (!watch.goes_on(row_count_)) return false;
    }
    return true;
}

void Generator::generate_matching(std::size_t row_count, std::vector<std::uint32_t>& cells,
                                  const RunControl& control) {
    PacedWatch watch{control};
    for (std::size_t made = 0; made < row_count;) {
        const CategoryRow& row = step();
        if (matches(row)) {
            record(row);
            cells.insert(cells.end(), row.begin(), row.end());
            ++made;
            misses_ = 0;
        } else {
            check_input(++misses_ < max_misses, [] {
                return Problem{
                    .fault = Fault::impossible,
                    .text = "no row with the given values in " + std::to_string(max_misses) + " steps"};
            });
        }
        if (!watch.goes_on(row_count_)) return;
    }
}

// In blocks that grow as long as they are quick: the rows do not depend on them.
void Generator::generate_by_zones(ZoneEngine& engine, std::size_t row_count,
                                  std::vector<std::uint32_t>& cells, ThreadPool* pool,
                                  const RunControl& control) {
    using Clock = std::chrono::steady_clock;
    const std::size_t width = plan_.tables.schema.columns.size();
    for (std::size_t left = row_count; left > 0;) {
        const std::size_t block = std::min(left, std::max<std::size_t>(1, quick_rows_));
        const std::size_t start = cells.size();
        const Clock::time_point before = Clock::now();
        engine.generate(block, cells, pool);
        const Clock::duration passed = Clock::now() - before;
        if (passed < std::chrono::milliseconds{50}) quick_rows_ = std::max(quick_rows_, 2 * block);
        if (passed > std::chrono::milliseconds{200}) quick_rows_ = block / 2;
        for (std::size_t at = start; at < cells.size(); at += width)
            record(std::span{cells}.subspan(at, width));
        left -= block;
        control.tell(row_count_);
        if (control.stop_requested()) return;
    }
}

CategoryRow Generator::complete(const CategoryRow& given) {
    burn_in({});
    const CategoryRow values = checked(given);
    std::optional<CategoryRow> row =
        std::visit([&](auto& engine) { return engine.complete(values); }, engine_);
    check_input(row.has_value(), [] { return no_row(); });
    record(*row);
    return *std::move(row);
}

// The values given and those of `where`.
CategoryRow Generator::checked(const CategoryRow& given) const {
    const std::vector<Column>& columns = plan_.tables.schema.columns;
    check_input(given.size() == columns.size(), [&] {
        return Problem{Fault::range,
                       {.function = "complete"},
                       "a value, or none, for each of " + std::to_string(columns.size()) + " columns",
                       std::to_string(given.size())};
    });
    CategoryRow values = given;
    for (const auto& [column, value] : plan_.options.where)
        if (values[column] == free_value) values[column] = value;
    check_input(matches(values), [] {
        return Problem{Fault::range, {}, "the values that all rows are to have", "others"};
    });
    for (std::size_t i = 0; i < columns.size(); ++i) {
        check_input(values[i] == free_value || values[i] < columns[i].values.size(), [&] {
            return Problem{Fault::range,
                           {.column = columns[i].name},
                           "one of " + std::to_string(columns[i].values.size()) + " values",
                           "number " + std::to_string(values[i])};
        });
    }
    return values;
}

void Generator::record(std::span<const std::uint32_t> row) {
    ++row_count_;
    if (!counts_rows_) return;
    const MarginalTables& features = plan_.targets.features;
    for (std::size_t table = 0; table < features.table_count(); ++table) {
        const std::size_t cell = features.feature(table, row);
        if (cell != no_feature) ++hits_[cell];
    }
}

std::int64_t Generator::repair(std::span<std::uint32_t> cells, const RunControl& control) {
    if (!counts_rows_) {
        hits_ = hits();
        counts_rows_ = true;
    }
    const RepairOptions options{.fixed_columns = plan_.fixed_columns,
                                .hub = plan_.hub_column,
                                .hard_zeros = plan_.options.hard_zeros,
                                .forbid = plan_.options.forbid,
                                .control = control};
    return impl::repair(plan_.targets, options, cells, hits_);
}

std::size_t Generator::good_block() const {
    const auto* const zones = std::get_if<ZoneEngine>(&engine_);
    return zones != nullptr && plan_.options.where.empty() ? zones->good_block() : 1;
}

std::int64_t Generator::steps() const {
    return std::visit([](const auto& engine) { return engine.steps(); }, engine_);
}

std::int64_t Generator::positive_margins() const {
    return std::visit([](const auto& engine) { return engine.positive_margins(); }, engine_);
}

std::vector<std::int64_t> Generator::hits() const {
    if (counts_rows_) return hits_;
    return std::get<TableEngine>(engine_).hits(plan_.targets.features.feature_count());
}

std::int64_t Generator::unit() const {
    return std::visit([](const auto& engine) { return engine.unit(); }, engine_);
}

State Generator::state() const {
    return {.row_count = row_count_,
            .hits = hits_,
            .engine = std::visit([](const auto& engine) { return engine.state(); }, engine_),
            .unit = unit()};
}

void Generator::restore(const State& state) {
    const bool is_same_engine = state.engine.index() == engine_.index();  // otherwise see below
    check_input(!is_same_engine || state.unit == unit(), [&] {
        return Problem{
            .fault = Fault::conflict,
            .place = {.option = "rows"},
            .expected =
                "a number for which weights have the unit of the checkpoint, " + std::to_string(state.unit),
            .got = std::to_string(plan_.row_count) + ", for which it is " + std::to_string(unit())};
    });
    check_rows_state(state, {.features = plan_.targets.features,
                             .max_steps = plan_.options.max_steps,
                             .burn_in = plan_.options.burn_in,
                             .gives_all = plan_.options.where.empty(),
                             .counts_rows = counts_rows_});
    std::visit([&](auto& engine) { engine.restore(state.engine); }, engine_);
    row_count_ = state.row_count;
    hits_ = state.hits;
}

}  // namespace drover::synth::impl
