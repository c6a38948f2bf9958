#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/bound_text.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/synth/impl/canonical_tables.hpp>
#include <drover/synth/impl/like_rows.hpp>
#include <drover/synth/impl/plan.hpp>
#include <drover/tables/fit.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/rounding.hpp>
#include <drover/tables/shrink.hpp>
#include <drover/tables/used_values.hpp>
#include <drover/zones/impl/implied.hpp>
#include <drover/zones/impl/notes.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::int64_t max_rows = 1'000'000'000;
// Of a table that rows are made for, as measured: what it holds, targets, slices and hits.
constexpr double bytes_per_herded_cell = 120;
constexpr double bytes_per_waiting_value = 4;
// Of tables that are herded on all at once, as measured.
constexpr CellBytes table_engine_bytes{.kept = 70, .all = 75};
constexpr std::int64_t max_repaired_rows = 10'000'000;  // they wait in memory

void check_options(const Options& options, const TableSet& tables) {
    check_input(!tables.tables.empty(), [] {
        return Problem{Fault::missing, {}, "at least one table", "none"};
    });
    const std::int64_t rows = options.rows.value_or(1);
    check_input(rows >= 1 && rows <= max_rows, [&] {
        return Problem{Fault::range, {.option = "rows"}, "1 to 10^9 rows", std::to_string(rows)};
    });
    check_input(!options.noise || options.noise->numerator() >= 0, [&] {
        return Problem{Fault::range, {.option = "noise"}, "at least 0", to_string(*options.noise)};
    });
    check_input(options.burn_in >= 0 && options.burn_in <= max_rows, [&] {
        return Problem{Fault::range, {.option = "burn_in"}, "0 to 10^9", std::to_string(options.burn_in)};
    });
    check_input(options.until_tv >= 0, [&] {
        return Problem{Fault::range,
                       {.option = "until_tv"},
                       "a number above 0, or 0 for no goal",
                       shortest(options.until_tv)};
    });
    check_input(options.shuffle >= 0, [&] {
        return Problem{
            Fault::range, {.option = "shuffle"}, "all or at least 2 rows", std::to_string(options.shuffle)};
    });
    for (const auto& trusted : options.targets.trust) {
        const std::string& name = trusted.first;
        check_input(std::any_of(tables.tables.begin(), tables.tables.end(),
                                [&](const CountTable& table) { return table.name == name; }),
                    [&] {
                        return Problem{Fault::unknown,
                                       {.option = "trust"},
                                       "the name of a table",
                                       quoted(name),
                                       did_you_mean(name, table_names(tables))};
                    });
    }
}

bool has_zero_cell(const TableSet& tables) {
    for (const CountTable& table : tables.tables) {
        if (!table.listed.empty()) return true;
        for (std::size_t a = 0; a < table.counts.size(); ++a) {
            if (table.counts[a] == Rational{0} && (table.unknown.empty() || !table.unknown[a])) return true;
        }
    }
    return false;
}

// All counts are known integers.
bool has_integer_counts(const TableSet& tables) {
    return std::all_of(tables.tables.begin(), tables.tables.end(), [](const CountTable& table) {
        return !table.shares && !table.has_unknown() &&
               std::all_of(table.counts.begin(), table.counts.end(),
                           [](const Rational& count) { return count.denominator() == 1; });
    });
}

Rational sum_of(const CountTable& table) {
    RationalSum sum;
    for (const Rational& count : table.counts) sum.add(count);
    return sum.value();
}

// The total of the tables, if it is a number of people.
std::int64_t default_rows(const TableSet& tables, const std::optional<Rational>& given_total,
                          const std::optional<Rational>& noise, const RunControl& control) {
    Rational largest;
    for (const CountTable& table : tables.tables) {
        if (table.shares) continue;
        throw_if_stopped(control);
        const Rational total = sum_of(table);
        if (floor(total) > floor(largest)) largest = total;
    }
    if (needs_rounded_total(tables)) largest = *rounded_total(tables);
    largest = noise_free_total(tables, noise).value_or(largest);
    if (given_total) largest = *given_total;
    check_input(floor(largest) >= 1, [] {
        return Problem{
            Fault::missing, {.option = "rows"}, "a number of rows, because shares do not give one", "none"};
    });
    check_input(floor(largest) <= max_rows, [&] {
        return Problem{Fault::missing,
                       {.option = "rows"},
                       "a number of rows, because the total of the tables is above 10^9",
                       "none"};
    });
    return static_cast<std::int64_t>(floor(largest));
}

std::string noise_text(const TableSet& tables, const std::optional<Rational>& given) {
    if (!has_noise(tables, given)) return {};
    const double noise = count_noise(tables, given);
    const std::string how = given       ? "as given"
                            : noise > 0 ? "estimated from the counts below 0"
                                        : "as the standard errors say";
    return (noise > 0 ? "standard deviation " + rounded(noise, 3) + ", " + how : how) + "; tables shrunk";
}

std::int64_t chosen_rows(const TableSet& tables, const Options& options, const Combination& where) {
    if (!where.empty()) {
        const TableSet part = part_where(tables, where);  // says what is wrong with it
        return options.rows ? *options.rows : default_rows(part, {}, options.noise, options.control);
    }
    return options.rows ? *options.rows
                        : default_rows(tables, options.targets.total, options.noise, options.control);
}

// Rows are repaired where they could meet all cells.
bool allows_repair(const EngineOptions& engine, std::int64_t row_count, const TableSet& tables,
                   const Options& options) {
    if (options.repair == Repair::off) return false;
    const bool is_total = engine.agree && engine.where.empty() && options.burn_in == 0 && row_count > 0 &&
                          sum_of(tables.tables.front()) == Rational{row_count};
    check_input(options.repair == Repair::automatic || is_total, [] {
        return Problem{Fault::range,
                       {.option = "repair"},
                       "whole counts that agree, and as many rows as they sum to, for on",
                       "others"};
    });
    return is_total && row_count <= max_repaired_rows;
}

// Rows that are repaired or shuffled wait in memory.
void check_waiting_rows(bool repairs, std::int64_t row_count, const TableSet& tables,
                        const Options& options) {
    const std::int64_t waiting = repairs ? row_count : std::min(row_count, options.shuffle);
    options.memory.check(std::string{"rows that wait to be "} + (repairs ? "repaired" : "shuffled"),
                         static_cast<double>(waiting) * static_cast<double>(tables.schema.columns.size()),
                         bytes_per_waiting_value);
}

// The tables in canonical order, without the values that no table counts.
class UsedTables {
  public:
    UsedTables(const TableSet& given, Options options, Task task)
        : given_{given}, ordered_{canonical_tables(given)}, options_{std::move(options)} {
        const bool has_errors = std::any_of(given.tables.begin(), given.tables.end(),
                                            [](const CountTable& table) { return !table.errors.empty(); });
        if (task == Task::complete_rows || options_.unused == UnusedValues::keep || options_.noise ||
            has_errors)
            return;
        part_ = without_unused_values(with_all_values(), options_.control);
        if (part_) leave_out_forbidden();
    }

    const TableSet& tables() const { return part_ ? *part_ : with_all_values(); }
    const TableSet& with_all_values() const { return ordered_.set ? *ordered_.set : given_; }
    const std::vector<std::size_t>& columns() const { return ordered_.columns; }
    const Options& options() const { return options_; }

  private:
    // Combinations with a value that no row has.
    void leave_out_forbidden() {
        const Schema& schema = with_all_values().schema;
        std::erase_if(options_.forbid, [&](const NamedValues& values) {
            const Combination found = find_values("forbid", values, schema);
            return std::any_of(found.begin(), found.end(), [&](const auto& value) {
                const std::string& name = schema.columns[value.first].values[value.second];
                return !part_->schema.columns[value.first].find(name);
            });
        });
    }

    const TableSet& given_;
    CanonicalTables ordered_;
    std::optional<TableSet> part_;
    Options options_;
};

void plan_tables(Plan& plan, const TableSet& tables, std::span<const zones::HubTable> implied) {
    check_memory(plan.options.memory, tables, table_engine_bytes);
    TableModel model = make_table_model(tables, implied, plan.options);
    if (model.targets.lacks_room)
        plan.notes.push_back("the total of the tables is too large for " +
                             std::to_string(plan.options.max_steps) +
                             " exact steps: for these, shares were rounded by at most " +
                             rounded_up(model.targets.rounding, 3));
    plan.search = model.text;
    plan.model = std::move(model);
}

// The sample that rows are to resemble, if there is one.
std::optional<zones::impl::LikeRows> read_sample(Plan& plan, const Schema& schema,
                                                 const zones::HubTables& around) {
    const std::optional<LikeSample>& sample = plan.options.like;
    if (!sample) return {};
    zones::impl::LikeRows rows = read_like(*sample, schema, around, plan.options.csv);
    const std::string missing = missing_values(rows, schema, around);
    if (!missing.empty())
        plan.notes.push_back(sample->text.file + " has no rows with " + missing +
                             ": what these go with is taken to be even");
    return rows;
}

void plan_zones(Plan& plan, const TableSet& tables, std::optional<zones::Hub> hub) {
    const EngineOptions& options = plan.options;
    if (hub) plan.hub_column = hub->column;
    for (std::size_t column = 0; hub && column < plan.fixed_columns.size(); ++column)
        plan.fixed_columns[column] = hub->holds(column);
    const std::optional<TableSet> driving_set = driving_tables(tables, options);
    const TableSet& driving = driving_set ? *driving_set : tables;
    zones::HubTables around = zones::impl::make_hub_tables(driving, make_targets(driving, options.targets),
                                                           {.hub = std::move(hub),
                                                            .hard_zeros = options.hard_zeros,
                                                            .agree = options.agree,
                                                            .forbid = options.forbid,
                                                            .memory = options.memory,
                                                            .control = options.control});
    const std::size_t published_count = around.tables.size();
    plan.may_miss = zones::impl::overlap(around);
    const std::optional<zones::impl::LikeRows> like = read_sample(plan, tables.schema, around);
    const auto imply = [&](const zones::impl::ImplyOptions& implied) {
        if (options.imply || like)
            plan.implied_count = zones::impl::add_implied(around, implied, like ? &*like : nullptr);
    };
    imply({.control = options.control});
    const bool is_wide = zones::impl::lane_count(around) > zones::impl::max_slice_lanes;
    if (around.hub == zones::HubTables::no_hub && (is_wide || options.search == Search::exact)) {
        around.tables.resize(published_count);  // tables of three columns would be slow
        imply({.with_neighbours = !is_wide, .control = options.control});
        plan_tables(plan, tables, std::span{around.tables}.last(plan.implied_count));
    } else {
        plan.search = zones::impl::hub_text(tables.schema, around) + "coordinate ascent";
        plan.model = std::move(around);
    }
    if (plan.implied_count > 0)
        plan.search += ", " + std::to_string(plan.implied_count) +
                       (plan.implied_count == 1 ? " implied table" : " implied tables") +
                       (like ? " like the sample" : "");
}

}  // namespace

Plan make_plan(const TableSet& tables, EngineOptions options) {
    TableSet compared =
        options.where.empty() ? copy_of(tables, options.control) : slice(tables, options.where);
    Targets targets = make_targets(
        compared, options.where.empty() ? options.targets : options_for_slice(options.targets, compared));
    Plan plan{.options = std::move(options), .tables = std::move(compared), .targets = std::move(targets)};
    plan.fixed_columns.resize(tables.schema.columns.size());
    std::optional<zones::Hub> hub =
        plan.options.by ? zones::hub_at(tables, *plan.options.by) : zones::find_hub(tables);
    if (hub || plan.options.like || (plan.options.imply && zones::has_unmet_columns(tables))) {
        plan_zones(plan, tables, std::move(hub));
    } else {
        plan_tables(plan, tables, {});
    }
    return plan;
}

Plan make_plan(const TableSet& given, const Options& options, Task task) {
    const UsedTables used{given, options, task};
    const TableSet& tables = used.tables();
    check_options(options, tables);
    check_memory(options.memory, tables, {.kept = bytes_per_herded_cell});
    EngineOptions engine = engine_options(used.options(), tables, task);
    const bool makes_rows = task == Task::make_rows;
    const std::int64_t row_count = makes_rows ? chosen_rows(tables, options, engine.where) : 0;
    ZeroRule zeros = zero_rule(tables, options.zeros, options.control);
    engine.agree = zeros.doubt.empty() && has_integer_counts(tables);
    engine.hard_zeros = zeros.is_hard && has_zero_cell(tables);
    if (engine.where.empty() && makes_rows) engine.max_steps = row_count + options.burn_in;
    const bool repairs = allows_repair(engine, row_count, tables, options);
    check_waiting_rows(repairs, row_count, tables, options);

    Plan plan = make_plan(tables, std::move(engine));
    plan.input = input_text(tables);
    plan.zeros = std::move(zeros);
    plan.noise = noise_text(tables, options.noise);
    plan.row_count = row_count;
    plan.allows_repair = repairs;
    plan.table_names = table_names(given);
    plan.columns = used.columns();
    for (std::size_t column = 0; column < plan.fixed_columns.size(); ++column) {
        if (!plan.fixed_columns[column]) continue;
        for (std::string& note : zones::impl::zone_notes(used.with_all_values(), column))
            plan.notes.push_back(std::move(note));
    }
    return plan;
}

}  // namespace drover::synth::impl
