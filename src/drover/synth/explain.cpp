#include <algorithm>
#include <cmath>
#include <sstream>

#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/synth/explain.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/rounding.hpp>
#include <drover/tables/slips.hpp>
#include <drover/zones/hub.hpp>
#include <drover/zones/impl/notes.hpp>

namespace drover::synth {
namespace {

constexpr std::size_t max_shown = 10;

std::string number_text(const Rational& value) {
    return value.denominator() == 1 ? to_string(value) : rounded(value.to_double());
}

// The first digits that tell the numbers apart, from six on; where doubles cannot, all of them.
std::string number_text(const Rational& value, const Rational& other) {
    constexpr int most_digits = 17;
    if (value == other || value.denominator() == 1) return number_text(value);
    for (int digits = 6; digits <= most_digits; ++digits) {
        std::string text = rounded(value.to_double(), digits);
        if (text != rounded(other.to_double(), digits) && text != number_text(other)) return text;
    }
    return decimal_text(value);
}

// "1 table", "2 tables"
std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::vector<std::string> column_names(const TableSet& set, const std::vector<std::size_t>& columns) {
    std::vector<std::string> names;
    for (const std::size_t column : columns) names.push_back(set.schema.columns[column].name);
    return names;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::vector<Report> total_entries(const TableSet& set, const Consistency& facts) {
    std::vector<Report> entries;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        Report entry;
        entry.add("name", "", set.tables[k].name);
        entry.add("total", "", number_value(facts.totals[k]));
        entry.add("columns", "", column_names(set, set.tables[k].columns));
        entry.add("cells", "", static_cast<std::int64_t>(set.tables[k].counts.size()));
        entry.add("suppressed_cells", "", static_cast<std::int64_t>(set.tables[k].suppressed_count));
        entry.add("conflict_l1", "", facts.blame[k]);
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<Report> conflict_entries(const TableSet& set, const Consistency& facts) {
    std::vector<Report> entries;
    for (const TableConflict& conflict : facts.conflicts) {
        Report entry;
        entry.add("tables", "",
                  std::vector{set.tables[conflict.first].name, set.tables[conflict.second].name});
        entry.add("columns", "", column_names(set, conflict.columns));
        entry.add("l1", "", conflict.l1);
        entry.add("count_l1", "", conflict.count_l1 ? ReportValue{*conflict.count_l1} : ReportValue{});
        entries.push_back(std::move(entry));
    }
    return entries;
}

void write_agreement(std::ostream& out, const TableSet& set, const Consistency& facts) {
    const bool single = set.tables.size() == 1;
    out << counted(set.tables.size(), "table") << (single ? ": total " : " agree: total ")
        << number_text(facts.least_total == Rational{} ? facts.totals.front() : facts.least_total) << ", "
        << counted(set.schema.columns.size(), "column");
    if (facts.uncompared_count > 0)
        out << ", every shared sub-table equal where it is known";
    else if (facts.compared_count > 0)
        out << ", every shared sub-table equal";
    else if (!single)
        out << ", none of them shared";
    out << ".\n";
}

// The tables without unknown cells whose total is not the common one, the farthest off first.
std::vector<std::size_t> odd_totals(const TableSet& set, const Consistency& facts) {
    std::vector<std::size_t> odd;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        const bool compared = !set.tables[k].has_unknown() && !set.tables[k].shares;
        if (compared && !agree(facts.totals[k], facts.common_total, facts.tolerance)) odd.push_back(k);
    }
    const auto distance = [&](std::size_t k) {
        return std::abs(facts.totals[k].to_double() - facts.common_total.to_double());
    };
    std::stable_sort(odd.begin(), odd.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });
    return odd;
}

void write_more(std::ostream& out, std::size_t count) {
    if (count > max_shown) out << "  and " << count - max_shown << " more\n";
}

std::string others_text(std::size_t odd, std::size_t common) {
    if (odd == 1) return common == 1 ? ", the other has " : ", all others have ";
    return common > odd ? ", most have " : ", the median is ";
}

void write_totals(std::ostream& out, const TableSet& set, const Consistency& facts) {
    if (facts.totals_agree) return;
    out << "\nTotals differ: from " << number_text(facts.least_total, facts.most_total) << " to "
        << number_text(facts.most_total, facts.least_total) << ".\n";
    const std::vector<std::size_t> odd = odd_totals(set, facts);
    const std::string others = others_text(odd.size(), facts.common_count);
    for (std::size_t i = 0; i < std::min(odd.size(), max_shown); ++i) {
        const Rational& total = facts.totals[odd[i]];
        out << "  total of " << shown_text(set.tables[odd[i]].name) << " is "
            << number_text(total, facts.common_total) << others << number_text(facts.common_total, total)
            << '\n';
    }
    write_more(out, odd.size());
}

void write_conflicts(std::ostream& out, const TableSet& set, const Consistency& facts) {
    if (facts.conflict_count == 0) return;
    out << "\nShared sub-tables differ, each table against what most say; the sums of the differences are:\n";
    TextTable table{{"  tables", "columns", "in shares", "in counts"}};
    for (std::size_t i = 0; i < std::min(facts.conflicts.size(), max_shown); ++i) {
        const TableConflict& conflict = facts.conflicts[i];
        table.add({"  " + set.tables[conflict.first].name + ", " + set.tables[conflict.second].name,
                   joined(column_names(set, conflict.columns)), rounded(conflict.l1, 3),
                   conflict.count_l1 ? rounded(*conflict.count_l1) : "-"});
    }
    table.write(out);
    write_more(out, facts.conflict_count);
}

// The table that is farthest from the others, if none comes near it.
void write_culprit(std::ostream& out, const TableSet& set, const Consistency& facts) {
    if (set.tables.size() < 3 || facts.conflict_count == 0) return;
    const auto worst = std::max_element(facts.blame.begin(), facts.blame.end());
    const auto near = std::count_if(facts.blame.begin(), facts.blame.end(),
                                    [&](double blame) { return 2 * blame > *worst; });
    if (near != 1) return;
    out << "\nMost of it is "
        << shown_text(set.tables[static_cast<std::size_t>(worst - facts.blame.begin())].name)
        << " against the others.\n";
}

void write_cell_notes(std::ostream& out, const Consistency& facts) {
    if (facts.rounded_base != 0)
        out << "The counts look rounded: all are multiples of " << facts.rounded_base << ".\n";
    if (facts.negative_cells > 0)
        out << counted(facts.negative_cells, "count") << " below 0: no rows can have them.\n";
    if (facts.suppressed_cells > 0)
        out << counted(facts.suppressed_cells, "cell") << " suppressed (blank).\n";
    if (facts.unknown_cells > facts.suppressed_cells)
        out << counted(facts.unknown_cells - facts.suppressed_cells, "cell")
            << " not listed and taken as unknown.\n";
    if (facts.uncompared_count > 0)
        out << counted(facts.uncompared_count, "shared sub-table")
            << " with unknown cells could not be compared.\n";
}

void write_disagreement(std::ostream& out, const TableSet& set, const Consistency& facts) {
    out << counted(set.tables.size(), "table") << " over " << counted(set.schema.columns.size(), "column")
        << " do not agree.\n";
    write_totals(out, set, facts);
    write_conflicts(out, set, facts);
    write_culprit(out, set, facts);
    out << '\n';
}

void write_bounds(std::ostream& out, const Consistency& facts) {
    if (facts.lower_bound_worst_tv == 0) return;
    out << "Whatever the rows, the mean total variation of the tables is at least "
        << rounded(facts.lower_bound_tv, 3) << ",\nthe worst at least "
        << rounded(facts.lower_bound_worst_tv, 3) << ".\n";
}

// What synth does about totals that differ.
void write_treatment(std::ostream& out, const TableSet& set, const Consistency& facts) {
    if (facts.rounded_base > 1) {
        out << "synth takes " << number_text(*rounded_total(set))
            << " as the total, and shares out what a table lacks equally among its cells.\n";
    } else {
        out << "synth takes the shares of each table in its own total.\n";
    }
}

}  // namespace

Explanation explain(TableSet tables, const ExplainOptions& options) {
    Consistency facts =
        with_memory_context(tables, [&] { return examine(tables, options.tolerance, options.control); });
    if (options.control.stop_requested()) return {std::move(tables), std::move(facts), {}, true};
    std::vector<std::string> notes = tables.notes;
    for (std::string& slip : find_slips(tables, options.tolerance)) notes.push_back(std::move(slip));
    if (const std::optional<zones::Hub> hub = zones::find_hub(tables)) {
        for (const std::string& note : zones::impl::empty_zone_notes(tables, hub->column))
            notes.push_back(note + '.');
    }
    return {std::move(tables), std::move(facts), std::move(notes), options.control.stop_requested()};
}

void add_result(Report& report, const Explanation& explanation) {
    const TableSet& set = explanation.tables;
    const Consistency& facts = explanation.facts;
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    report.add("consistent", "", facts.consistent);
    report.add("totals_agree", "", facts.totals_agree);
    report.add("least_total", "", number_value(facts.least_total));
    report.add("most_total", "", number_value(facts.most_total));
    report.add("common_total", "", number_value(facts.common_total));
    report.add("common_total_tables", "", size(facts.common_count));
    report.add("totals", "", total_entries(set, facts));
    report.add("conflicts", "", conflict_entries(set, facts));
    report.add("conflict_count", "", size(facts.conflict_count));
    report.add("compared_subtables", "", size(facts.compared_count));
    report.add("uncompared_subtables", "", size(facts.uncompared_count));
    report.add("integers", "", facts.integers);
    report.add("has_errors", "", facts.has_errors);
    report.add("negative_cells", "", size(facts.negative_cells));
    report.add("unknown_cells", "", size(facts.unknown_cells));
    report.add("suppressed_cells", "", size(facts.suppressed_cells));
    report.add("rounded_base", "", facts.rounded_base == 0 ? ReportValue{} : ReportValue{facts.rounded_base});
    report.add("zeros", "", doubt_in_zeros(facts).empty() ? "hard" : "soft");
    report.add("lower_bound_tv", "", facts.lower_bound_tv);
    report.add("lower_bound_worst_tv", "", facts.lower_bound_worst_tv);
    report.add("notes", "", explanation.notes);
}

std::string to_json(const Explanation& explanation) {
    Report report;
    report.add("format", "", "drover.explain/1");
    add_result(report, explanation);
    std::ostringstream text;
    write_json(text, report);
    return std::move(text).str();
}

void write_text(std::ostream& out, const Explanation& explanation) {
    const TableSet& set = explanation.tables;
    const Consistency& facts = explanation.facts;
    if (facts.consistent)
        write_agreement(out, set, facts);
    else
        write_disagreement(out, set, facts);
    for (const std::string& note : explanation.notes) out << shown_text(note) << '\n';
    write_cell_notes(out, facts);
    if (!facts.totals_agree) write_treatment(out, set, facts);
    if (!doubt_in_zeros(facts).empty())
        out << "synth takes zeros as soft (zeros: auto): a cell with count 0 may get a few rows.\n";
    write_bounds(out, facts);
}

std::string to_text(const Explanation& explanation) {
    std::ostringstream text;
    write_text(text, explanation);
    return std::move(text).str();
}

}  // namespace drover::synth
