#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/synth/impl/setup.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/rounding.hpp>
#include <drover/tables/shrink.hpp>
#include <drover/tables/used_values.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::int64_t max_rows = 1'000'000'000;
// Of a table that rows are made for, as measured: what it holds, targets, slices and hits.
constexpr double bytes_a_herded_cell = 120;
constexpr double bytes_a_waiting_value = 4;
constexpr std::int64_t max_repaired_rows = 10'000'000;  // they wait in memory

void check_options(const Options& options, const TableSet& tables) {
    check_input(!tables.tables.empty(), [] { return std::string{"expected at least one table, got none"}; });
    const std::int64_t rows = options.rows.value_or(1);
    check_input(rows >= 1 && rows <= max_rows,
                [&] { return "-n: expected 1 to 10^9 rows, got " + std::to_string(rows); });
    check_input(!options.noise || options.noise->numerator() >= 0,
                [&] { return "--noise: expected at least 0, got " + to_string(*options.noise); });
    check_input(options.burn_in >= 0 && options.burn_in <= max_rows,
                [&] { return "--burn-in: expected 0 to 10^9, got " + std::to_string(options.burn_in); });
    check_input(options.until_tv >= 0, [&] {
        return "--until: expected a number above 0, or 0 for no goal, got " + shortest(options.until_tv);
    });
    check_input(options.max_seconds >= 0, [&] {
        return "--time: expected more than 0, or 0 for no limit, got " + shortest(options.max_seconds);
    });
    check_input(options.shuffle >= 0, [&] {
        return "--shuffle: expected all or at least 2 rows, got " + std::to_string(options.shuffle);
    });
    for (const auto& trusted : options.targets.trust) {
        const std::string& name = trusted.first;
        check_input(std::any_of(tables.tables.begin(), tables.tables.end(),
                                [&](const CountTable& table) { return table.name == name; }),
                    [&] { return "--trust: expected the name of a table, got " + quoted(name); });
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

// Whole counts, all of them known.
bool is_whole(const TableSet& tables) {
    return std::all_of(tables.tables.begin(), tables.tables.end(), [](const CountTable& table) {
        return !table.shares && !table.has_unknown() &&
               std::all_of(table.counts.begin(), table.counts.end(),
                           [](const Rational& count) { return count.denominator() == 1; });
    });
}

void choose_zeros(SynthesisSetup& setup, const TableSet& tables, Zeros zeros) {
    ZeroRule rule = zero_rule(tables, zeros);
    setup.synthesizer.agree = rule.doubt.empty() && is_whole(tables);
    setup.synthesizer.hard_zeros = rule.is_hard && has_zero_cell(tables);
    setup.zeros = std::move(rule);
}

Rational sum_of(const CountTable& table) {
    Rational sum;
    for (const Rational& count : table.counts) sum += count;
    return sum;
}

// The total of the tables, if it is a number of people.
std::int64_t default_rows(const TableSet& tables, const std::optional<Rational>& given_total,
                          const std::optional<Rational>& noise) {
    Rational largest;
    for (const CountTable& table : tables.tables) {
        if (table.shares) continue;
        const Rational total = sum_of(table);
        if (floor(total) > floor(largest)) largest = total;
    }
    if (needs_rounded_total(tables)) largest = *rounded_total(tables);
    largest = noise_free_total(tables, noise).value_or(largest);
    if (given_total) largest = *given_total;
    check_input(floor(largest) >= 1, [] {
        return std::string{"-n: expected a number of rows, which shares do not tell, got none"};
    });
    check_input(floor(largest) <= max_rows, [&] {
        return "-n: expected a number of rows, because the total of the tables is above 10^9, got none";
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
        return options.rows ? *options.rows : default_rows(part, {}, options.noise);
    }
    return options.rows ? *options.rows : default_rows(tables, options.targets.total, options.noise);
}

// Rows are mended where they could meet all cells.
void choose_repair(SynthesisSetup& setup, const TableSet& tables, const Options& options) {
    if (options.repair == Repair::off) return;
    const bool is_total = setup.synthesizer.agree && setup.synthesizer.where.empty() &&
                          options.burn_in == 0 && setup.row_count > 0 &&
                          sum_of(tables.tables.front()) == Rational{setup.row_count};
    check_input(options.repair == Repair::automatic || is_total, [] {
        return std::string{
            "--repair on: expected whole counts that agree, and as many rows as they sum to, "
            "got others"};
    });
    setup.repairs = is_total && setup.row_count <= max_repaired_rows;
}

// Rows that are mended or shuffled wait in memory.
void check_waiting_rows(const SynthesisSetup& setup, const TableSet& tables, const Options& options) {
    const std::int64_t waiting = setup.repairs ? setup.row_count : std::min(setup.row_count, options.shuffle);
    options.memory.check(std::string{"-n: rows that wait to be "} + (setup.repairs ? "mended" : "shuffled"),
                         static_cast<double>(waiting) * static_cast<double>(tables.schema.columns.size()),
                         bytes_a_waiting_value);
}

// Whether a table has the column beside others: zones about which no table says anything are none.
bool has_company(const TableSet& tables, std::size_t column) {
    return tables.schema.columns.size() == 1 ||
           std::any_of(tables.tables.begin(), tables.tables.end(), [&](const CountTable& table) {
               return table.columns.size() > 1 &&
                      std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end();
           });
}

}  // namespace

UsedTables::UsedTables(const TableSet& tables, Options options, Task task)
    : given_{tables}, ordered_{canonical_tables(tables)}, options_{std::move(options)} {
    const bool has_errors = std::any_of(tables.tables.begin(), tables.tables.end(),
                                        [](const CountTable& table) { return !table.errors.empty(); });
    if (task == Task::complete_rows || options_.unused == UnusedValues::keep || options_.noise || has_errors)
        return;
    part_ = without_unused_values(all_tables());
    if (!part_) return;
    std::erase_if(options_.forbid, [&](const NamedValues& values) {
        const Combination found = find_values("--forbid", values, all_tables().schema);
        return std::any_of(found.begin(), found.end(), [&](const auto& value) {
            const std::string& name = all_tables().schema.columns[value.first].values[value.second];
            return !part_->schema.columns[value.first].find(name);
        });
    });
}

SynthesisSetup make_setup(const TableSet& tables, const Options& options, Task task) {
    check_options(options, tables);
    check_memory(options.memory, tables, {.kept = bytes_a_herded_cell});
    SynthesisSetup setup;
    EngineOptions& synthesizer = setup.synthesizer;
    synthesizer.targets = options.targets;
    for (const NamedValues& values : options.forbid)
        synthesizer.forbid.push_back(find_values("--forbid", values, tables.schema));
    synthesizer.where = find_values("--where", options.where, tables.schema);
    if (!options.by.empty()) {
        synthesizer.by = tables.schema.find(options.by);
        check_input(synthesizer.by.has_value(),
                    [&] { return "--by: expected a column of the tables, got " + quoted(options.by); });
        check_input(has_company(tables, *synthesizer.by), [&] {
            return "--by: expected a column that some table has beside others, got " + quoted(options.by) +
                   ", which stands alone in its tables";
        });
    }
    if (task == Task::make_rows) setup.row_count = chosen_rows(tables, options, synthesizer.where);
    choose_zeros(setup, tables, options.zeros);
    synthesizer.noise = options.noise;
    setup.noise_text = noise_text(tables, options.noise);
    synthesizer.imply = options.imply == Imply::automatic;
    synthesizer.like = options.like;
    synthesizer.csv = options.csv;
    synthesizer.memory = options.memory;
    check_input(!options.like || synthesizer.imply,
                [] { return std::string{"--like and --imply off: expected one of them, got both"}; });
    synthesizer.burn_in = options.burn_in;
    synthesizer.seed = options.seed;
    synthesizer.search = options.search;
    synthesizer.start = options.start;
    if (task == Task::complete_rows && options.search == Search::automatic)
        synthesizer.search = Search::ascent;
    choose_repair(setup, tables, options);
    if (synthesizer.where.empty() && task == Task::make_rows)
        synthesizer.max_steps = setup.row_count + options.burn_in;
    check_waiting_rows(setup, tables, options);
    return setup;
}

}  // namespace drover::synth::impl
