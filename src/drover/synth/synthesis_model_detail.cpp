#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/maximize/elimination.hpp>
#include <drover/maximize/max_product.hpp>
#include <drover/moments/rounding.hpp>
#include <drover/moments/shrink.hpp>
#include <drover/synth/synthesis_model_detail.hpp>

namespace drover::detail {
namespace {

constexpr std::size_t max_forbidden_cells = std::size_t{1} << 24U;
constexpr std::size_t retries = 3;
constexpr std::int64_t soft_zero_start = 8;  // as much as a dither can take off
// Nanoseconds a row, as measured: for a cell of an elimination, a lane of a local search, and a column of a
// combination that it tries for a block. Exact search has about a tenth less error: worth so many times the
// cost of a local search, or less than it takes to write a row.
constexpr double cell_cost = 6;
constexpr double lane_cost = 4;
constexpr double combination_cost = 20;
constexpr double worth = 4;
constexpr double small_cost = 3'000;

// The combination without the column of the strata; nothing if it is about another stratum.
std::optional<Combination> within(const Combination& combination, const SynthesizerOptions& options,
                                  std::optional<std::uint32_t> stratum) {
    Combination rest;
    for (const auto& [column, value] : combination) {
        if (!stratum || column != *options.by) {
            rest.emplace_back(column, value);
        } else if (value != *stratum) {
            return {};
        }
    }
    return rest;
}

std::vector<std::size_t> columns_of(const Combination& combination) {
    std::vector<std::size_t> columns;
    for (const auto& [column, value] : combination) columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    return columns;
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
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t k = 0; k < old.table_count(); ++k)
        tables.emplace_back(old.table_columns(k).begin(), old.table_columns(k).end());
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
        return "forbidden combinations: expected columns of at most " + std::to_string(max_forbidden_cells) +
               " cells together, got " + std::to_string(targets.features.feature_count() - cells);
    });
    targets.moments.counts.resize(targets.features.feature_count());
    if (targets.trust.empty()) targets.trust.assign(cells, 1);
    targets.trust.resize(targets.features.feature_count());
}

void forbid_combination(SynthesisModel& model, const Combination& combination) {
    const MarginalTables& features = model.targets.features;
    CategoryRow row(features.column_count());
    for (const auto& [column, value] : combination) row[column] = value;
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t k = 0; k < features.table_count(); ++k)
        tables.emplace_back(features.table_columns(k).begin(), features.table_columns(k).end());
    model.forbidden[features.feature(find_table(tables, columns_of(combination)), row)] = true;
}

// Zeros that were published; shrinking makes others, which rule nothing out.
void forbid_zeros(SynthesisModel& model, const TableSet& published) {
    std::size_t a = 0;
    for (const CountTable& table : published.tables) {
        for (const Rational& count : table.counts) {
            model.forbidden[a] = count.numerator() == 0 && model.targets.moments.counts[a] == 0 &&
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

std::uint32_t usual_trust(const Targets& targets) {
    if (targets.trust.empty()) return 1;
    const auto known =
        std::count_if(targets.trust.begin(), targets.trust.end(), [](auto m) { return m > 0; });
    const auto sum = std::accumulate(targets.trust.begin(), targets.trust.end(), std::int64_t{0});
    return static_cast<std::uint32_t>(std::max<std::int64_t>(1, known == 0 ? 1 : sum / known));
}

// Noise is taken out, and rounded tables are driven towards a common total.
Targets driving_targets(const TableSet& published, const SynthesizerOptions& options, bool is_part) {
    const TableSet tables =
        shrink_noise(published, options.noise, options.hard_zeros ? NoisyZeros::stay : NoisyZeros::are_noise);
    const TargetOptions target = is_part ? options_for_slice(options.targets, tables) : options.targets;
    if (!needs_rounded_total(tables)) return make_targets(tables, target);
    return make_targets(with_rounded_total(tables, options.hard_zeros ? RoundedZeros::are_zeros
                                                                      : RoundedZeros::may_hide_rows),
                        target);
}

}  // namespace

SynthesisModel make_model(const TableSet& tables, const SynthesizerOptions& options,
                          std::optional<std::uint32_t> stratum) {
    SynthesisModel model{.targets = driving_targets(tables, options, stratum.has_value()), .forbidden = {}};
    std::vector<Combination> forbid;
    for (const Combination& combination : options.forbid) {
        const auto rest = within(combination, options, stratum);
        if (!rest) continue;
        check_input(!rest->empty(), [] {
            return std::string{"forbidden combinations: expected rows to be left in each stratum, got none"};
        });
        forbid.push_back(*rest);
    }
    extend(model.targets, forbid);
    if (!options.hard_zeros && forbid.empty()) return model;
    model.forbidden.resize(model.targets.features.feature_count());
    if (options.hard_zeros) forbid_zeros(model, tables);
    for (const Combination& combination : forbid) forbid_combination(model, combination);
    return model;
}

SynthesisPlan make_plan(const SynthesisModel& model, const SynthesizerOptions& options,
                        std::optional<std::uint32_t> stratum) {
    const MarginalTables& features = model.targets.features;
    SynthesisPlan plan;
    plan.search.start = options.start;
    plan.search.seed = options.seed;
    plan.search.limits.forbidden = model.forbidden;
    if (stratum) {
        plan.search.limits.fixed.assign(features.column_count(), free_value);
        plan.search.limits.fixed[*options.by] = *stratum;
    }
    plan.herder.max_steps = options.max_steps;
    plan.herder.trust = model.targets.trust;
    plan.search.dither = {.spreads = dither_spreads(features),
                          .unit = model.targets.moments.total,
                          .step = usual_trust(model.targets)};
    auto& spreads = plan.search.dither.spreads;
    const bool dithered = std::count(spreads.begin(), spreads.end(), 0U) < std::ssize(spreads);
    if (!dithered) spreads.clear();
    plan.herder.zero_start = options.hard_zeros ? 0 : soft_zero_start;
    const ExactCost cost = elimination_cost(features, plan.search.limits);
    plan.search.blocks = find_blocks(features, model.targets.moments);
    const bool is_cheap =
        cell_cost * cost.cells <= std::max(small_cost, worth * ascent_cost(features, plan.search.blocks)) &&
        cost.cells <= static_cast<double>(MaxProduct::default_max_cells);
    plan.herder.exact =
        options.search == SynthesisSearch::exact ||
        (options.search == SynthesisSearch::automatic && is_cheap && options.start == SearchStart::fresh);
    check_input(!plan.herder.exact || cost.cells <= static_cast<double>(MaxProduct::default_max_cells), [&] {
        return "exact search: expected at most " + std::to_string(MaxProduct::default_max_cells) +
               " cells to go through for a row, got " + rounded(cost.cells, 3);
    });
    if (plan.herder.exact) {
        plan.text =
            "exact, by elimination over " + std::to_string(static_cast<std::int64_t>(cost.cells)) + " cells";
        plan.search.blocks.clear();
        return plan;
    }
    plan.herder.retries = dithered ? 0 : retries;  // choosing among dithers would undo them
    plan.text = options.start == SearchStart::fresh ? "coordinate ascent from fresh starts"
                                                    : "coordinate ascent from the previous row";
    if (!plan.search.blocks.empty())
        plan.text += ", blocks of columns moved together: " + std::to_string(plan.search.blocks.size());
    return plan;
}

}  // namespace drover::detail
