#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/herd/maximize/elimination.hpp>
#include <drover/herd/maximize/max_product.hpp>
#include <drover/synth/impl/table_model.hpp>
#include <drover/tables/impl/trust.hpp>
#include <drover/tables/rounding.hpp>
#include <drover/tables/shrink.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::size_t max_forbidden_cells = std::size_t{1} << 24U;
constexpr std::size_t retries = 3;
// Nanoseconds per row, as measured: for a cell of an elimination, a lane of a local search, and a column of a
// combination that it tries for a block. Exact search has about a tenth less error: worth so many times the
// cost of a local search, or less than it takes to write a row.
constexpr double cell_cost = 6;
constexpr double lane_cost = 4;
constexpr double combination_cost = 20;
constexpr double worth = 4;
constexpr double small_cost = 3'000;

std::vector<std::size_t> columns_of(const Combination& combination) {
    std::vector<std::size_t> columns;
    for (const auto& [column, value] : combination) columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    return columns;
}

std::vector<std::vector<std::size_t>> columns_of_tables(const MarginalTables& features) {
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t k = 0; k < features.table_count(); ++k)
        tables.emplace_back(features.table_columns(k).begin(), features.table_columns(k).end());
    return tables;
}

// Where a table over just these columns is, or the number of tables.
std::size_t find_table(const std::vector<std::vector<std::size_t>>& tables,
                       const std::vector<std::size_t>& columns) {
    return static_cast<std::size_t>(std::find_if(tables.begin(), tables.end(),
                                                 [&](std::vector<std::size_t> table) {
                                                     std::sort(table.begin(), table.end());
                                                     return table == columns;
                                                 }) -
                                    tables.begin());
}

// Adds tables that pull nothing for the combinations that no table can hold.
void extend(Targets& targets, const std::vector<Combination>& forbid) {
    const MarginalTables& old = targets.features;
    std::vector<std::vector<std::size_t>> tables = columns_of_tables(old);
    for (const Combination& combination : forbid) {
        const std::vector<std::size_t> columns = columns_of(combination);
        if (find_table(tables, columns) == tables.size()) tables.push_back(columns);
    }
    if (tables.size() == old.table_count()) return;
    std::vector<std::size_t> value_counts;
    for (std::size_t i = 0; i < old.column_count(); ++i) value_counts.push_back(old.value_count(i));
    const std::size_t cells = old.feature_count();
    targets.features = MarginalTables{std::move(value_counts), std::move(tables)};
    check_input(targets.features.feature_count() - cells <= max_forbidden_cells, [&] {
        return Problem{Fault::range,
                       {.key = "forbidden combinations"},
                       "columns of at most " + std::to_string(max_forbidden_cells) + " cells together",
                       std::to_string(targets.features.feature_count() - cells)};
    });
    targets.moments.counts.resize(targets.features.feature_count());
    if (targets.trust.empty()) targets.trust.assign(cells, 1);
    targets.trust.resize(targets.features.feature_count());
}

void forbid_combination(TableModel& model, const Combination& combination) {
    const MarginalTables& features = model.targets.features;
    CategoryRow row(features.column_count());
    for (const auto& [column, value] : combination) row[column] = value;
    model.search.limits
        .forbidden[features.feature(find_table(columns_of_tables(features), columns_of(combination)), row)] =
        true;
}

// How much finer the unit can be, so that shares that are not whole rows are near what they should be.
std::int64_t finer_unit(const Targets& targets, std::int64_t max_steps) {
    constexpr std::int64_t enough = 1 << 24;
    const Int128 room = (Int128{1} << 60) / max_steps / largest_column_trust(targets.features, targets.trust);
    std::int64_t factor = 1;
    while (targets.moments.total * factor < enough && Int128{targets.moments.total} * factor * 2 < room)
        factor *= 2;
    return factor;
}

// Zeros that were published; shrinking makes others, which rule nothing out.
void forbid_zeros(TableModel& model, const TableSet& published) {
    std::size_t a = 0;
    for (const CountTable& table : published.tables) {
        for (const Rational& count : table.counts) {
            model.search.limits.forbidden[a] = count.numerator() == 0 &&
                                               model.targets.moments.counts[a] == 0 &&
                                               (model.targets.trust.empty() || model.targets.trust[a] > 0);
            ++a;
        }
    }
}

// Local search: each column is put in and changed about twice, over the lanes of its partners.
double ascent_cost(const MarginalTables& features, const std::vector<ColumnBlock>& blocks) {
    double cost = 0;
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        for (const std::size_t column : features.table_columns(k))
            cost += lane_cost * static_cast<double>(features.value_count(column));
    }
    for (const ColumnBlock& block : blocks)
        cost += combination_cost * static_cast<double>(block.combinations.size());
    return cost;
}

// Nothing if they have all cells already.
std::optional<TableSet> all_cells(const TableSet& tables, const RunControl& control) {
    const auto is_listed = [](const CountTable& table) { return !table.listed.empty(); };
    if (std::none_of(tables.tables.begin(), tables.tables.end(), is_listed)) return {};
    TableSet all = without_tables(tables);
    for (const CountTable& table : tables.tables) {
        throw_if_stopped(control);
        all.tables.push_back(dense(tables.schema, table));
    }
    return all;
}

// The targets of the tables, and what no row may be in.
TableModel model_of(const TableSet& published, const EngineOptions& options) {
    const std::optional<TableSet> all = all_cells(published, options.control);
    const TableSet& tables = all ? *all : published;
    TargetOptions herded = options.targets;
    herded.steps = options.max_steps;
    const std::optional<TableSet> driving = driving_tables(tables, options);
    TableModel model{.targets = make_targets(driving ? *driving : tables, herded)};
    extend(model.targets, options.forbid);
    if (!options.hard_zeros && options.forbid.empty()) return model;
    model.search.limits.forbidden.resize(model.targets.features.feature_count());
    if (options.hard_zeros) forbid_zeros(model, tables);
    for (const Combination& combination : options.forbid) forbid_combination(model, combination);
    return model;
}

// Asks for these shares of one zone too.
void add_implied(TableModel& model, std::span<const zones::HubTable> implied, std::int64_t max_steps) {
    if (implied.empty()) return;
    Targets& targets = model.targets;
    std::vector<std::size_t> value_counts;
    for (std::size_t i = 0; i < targets.features.column_count(); ++i)
        value_counts.push_back(targets.features.value_count(i));
    std::vector<std::vector<std::size_t>> tables = columns_of_tables(targets.features);
    for (const zones::HubTable& table : implied) tables.push_back(table.columns);
    if (targets.trust.empty()) targets.trust.assign(targets.features.feature_count(), 1);
    for (std::int32_t& trust : targets.trust) trust *= zones::impl::published_trust;
    targets.features = MarginalTables{std::move(value_counts), std::move(tables)};
    targets.trust.resize(targets.features.feature_count(), 1);
    std::vector<bool>& forbidden = model.search.limits.forbidden;
    if (!forbidden.empty()) forbidden.resize(targets.features.feature_count());
    const std::int64_t factor = finer_unit(targets, max_steps);
    targets.moments.total *= factor;
    for (std::int64_t& count : targets.moments.counts) count *= factor;
    for (const zones::HubTable& table : implied) {
        std::int64_t left = targets.moments.total;
        std::size_t largest = targets.moments.counts.size();
        for (const std::uint32_t share : table.shares) {
            targets.moments.counts.push_back(
                static_cast<std::int64_t>(Int128{share} * targets.moments.total >> zones::hub_share_bits));
            left -= targets.moments.counts.back();
            if (targets.moments.counts.back() > targets.moments.counts[largest])
                largest = targets.moments.counts.size() - 1;
        }
        targets.moments.counts[largest] += left;  // less than one part in 2^31 per cell
    }
}

void choose_search(TableModel& model, const EngineOptions& options) {
    const MarginalTables& features = model.targets.features;
    std::vector<ColumnBlock>& blocks = model.search.blocks;
    const ExactCost cost = elimination_cost(features, model.search.limits);
    const bool is_cheap =
        cell_cost * cost.cells <= std::max(small_cost, worth * ascent_cost(features, blocks)) &&
        cost.cells <= static_cast<double>(MaxProduct::default_max_cells);
    model.herder.exact = options.search == Search::exact || (options.search == Search::automatic &&
                                                             is_cheap && options.start == SearchStart::fresh);
    check_input(!model.herder.exact || cost.cells <= static_cast<double>(MaxProduct::default_max_cells), [&] {
        return Problem{
            Fault::range,
            {.key = "exact search"},
            "at most " + std::to_string(MaxProduct::default_max_cells) + " cells to go through for a row",
            rounded(cost.cells, 3)};
    });
    if (model.herder.exact) {
        model.text =
            "exact, by elimination over " + std::to_string(static_cast<std::int64_t>(cost.cells)) + " cells";
        blocks.clear();
        return;
    }
    model.herder.retries = retries;
    model.text = options.start == SearchStart::fresh ? "coordinate ascent from fresh starts"
                                                     : "coordinate ascent from the previous row";
    if (!blocks.empty()) model.text += ", blocks of columns moved together: " + std::to_string(blocks.size());
}

// An exact search knows at once that nothing is allowed.
void check_possible(const TableModel& model) {
    if (!model.herder.exact || model.search.limits.forbidden.empty()) return;
    check_input(MaxProduct::if_possible(model.targets.features, model.search.limits).has_value(),
                [] { return no_row(); });
}

}  // namespace

std::optional<TableSet> driving_tables(const TableSet& published, const EngineOptions& options) {
    std::optional<TableSet> tables;
    // Noise is in every cell, listed or not.
    if (options.noise) tables = all_cells(published, options.control);
    if (has_noise(tables ? *tables : published, options.noise)) {
        if (!tables) tables = copy_of(published, options.control);
        tables = shrink_noise(*std::move(tables), options.noise,
                              options.hard_zeros ? NoisyZeros::stay : NoisyZeros::are_noise);
    }
    throw_if_stopped(options.control);
    if (!needs_rounded_total(tables ? *tables : published)) return tables;
    return with_rounded_total(tables ? *std::move(tables) : copy_of(published, options.control),
                              options.hard_zeros ? RoundedZeros::are_zeros : RoundedZeros::may_hide_rows);
}

TableModel make_table_model(const TableSet& published, std::span<const zones::HubTable> implied,
                            const EngineOptions& options) {
    TableModel model = model_of(published, options);
    model.search.blocks = find_blocks(model.targets.features, model.targets.moments);
    add_implied(model, implied, options.max_steps);
    model.search.start = options.start;
    model.search.seed = options.seed;
    model.herder.max_steps = options.max_steps;
    model.herder.trust = model.targets.trust;
    model.herder.control = options.control;
    model.herder.zero_start = options.hard_zeros ? 0 : soft_zero_start;
    choose_search(model, options);
    check_possible(model);
    return model;
}

}  // namespace drover::synth::impl
