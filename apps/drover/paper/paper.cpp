#include <algorithm>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

#include "paper.hpp"

namespace drover::cli::paper {
namespace {

double share_of_ones(const BinaryTable& table) {
    std::size_t ones = 0;
    for (const BitRow& row : table) ones += row.ones();
    return static_cast<double>(ones) / static_cast<double>(table.row_count() * table.column_count());
}

Report identity(const DataSet& set) {
    Report report;
    report.add("dataset", "", set.name);
    report.add("row_count", "", static_cast<std::int64_t>(set.table.row_count()));
    report.add("column_count", "", static_cast<std::int64_t>(set.joint_count));
    report.add("share_of_ones", "", share_of_ones(joint_table(set)));
    report.add("substitute", "", set.substitute);
    report.add("note", "", set.note);
    return report;
}

}  // namespace

void describe(OptionList& list, PaperOptions& options) {
    list.folder("--data", options.data,
                "Folder of the data sets [default: DROVER_DATA; without either, substitutes]")
        .usually(data_folder(""));
    describe_svg(list, options.svg);
    describe(list, options.common);
}

Option& describe_sets(OptionList& list, std::vector<std::string>& sets) {
    return list
        .texts("--sets", sets, "Any of abalone, bowling, digits, news; separated by commas [default: all]")
        .separated(',')
        .typed("NAMES")
        .one_of(data_set_names());
}

bool lacks_bowling(const PaperOptions& options, const std::vector<std::string>& names) {
    const bool is_asked = names.empty() || std::find(names.begin(), names.end(), "bowling") != names.end();
    return is_asked && !data_folder(options.data).empty();
}

std::vector<DataSet> read_sets(const PaperOptions& options, const std::vector<std::string>& names) {
    std::vector<DataSet> sets;
    for (const std::string& name : names.empty() ? data_set_names() : names) {
        check_input(std::count(names.begin(), names.end(), name) <= 1,
                    [&] { return "--sets: expected each set once, got " + name + " twice"; });
        if (name == "bowling" && lacks_bowling(options, names)) continue;
        sets.push_back(data_set(name, data_folder(options.data), options.common.seed));
    }
    return sets;
}

std::string cell(const std::optional<double>& number) { return number ? rounded(*number, 3) : "-"; }
std::string cell(const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : "-"; }

void add_published(Result& result, std::span<const Published> published) {
    for (const Published& known : published) {
        if (result.dataset != known.dataset || result.method != known.method) continue;
        result.published = known.value;
        result.published_spread = known.spread;
    }
}

std::vector<Result> bowling_without_data(std::span<const Published> published) {
    std::vector<Result> results;
    for (const Published& known : published) {
        if (std::string_view{known.dataset} != "Bowling") continue;
        results.push_back({.dataset = known.dataset, .method = known.method, .note = "data not available"});
        add_published(results.back(), published);
    }
    return results;
}

Report item_report(const std::string& item, const PaperOptions& options, const std::vector<DataSet>& sets) {
    std::vector<Report> identities;
    for (const DataSet& set : sets) identities.push_back(identity(set));
    return item_report(item, options, std::move(identities));
}

Report item_report(const std::string& item, const PaperOptions& options, std::vector<Report> datasets) {
    Report report;
    report.add("format", "", "drover.paper/1");
    report.add("item", "", item);
    PaperOptions used = options;
    used.data = data_folder(options.data);
    echo(report, used);
    report.add("datasets", "", std::move(datasets));
    return report;
}

void add_rows(Report& report, const std::vector<Result>& results) {
    std::vector<Report> rows;
    for (const Result& result : results) {
        Report row;
        row.add("dataset", "", result.dataset);
        row.add("method", "", result.method);
        row.add("published", "", value_or_none(result.published));
        row.add("published_spread", "", value_or_none(result.published_spread));
        row.add("ours", "", value_or_none(result.ours));
        row.add("spread", "", value_or_none(result.spread));
        row.add("seconds", "", value_or_none(result.seconds));
        row.add("positive_margins", "", value_or_none(result.positive_margins));
        for (const ReportEntry& entry : result.more.entries) row.entries.push_back(entry);
        row.add("note", "", result.note);
        rows.push_back(std::move(row));
    }
    report.add("rows", "", rows);
}

void write_substitute_warning(std::ostream& out) {
    out << "SUBSTITUTES: no folder of data sets was given (--data, DROVER_DATA). These numbers come from "
           "made-up\ndata of the same shape and say nothing about the published ones.\n\n";
}

std::string percent(double share) { return rounded(100 * share, 3) + " %"; }

void write_identity(std::ostream& out, const std::vector<DataSet>& sets) {
    if (std::any_of(sets.begin(), sets.end(), [](const DataSet& set) { return set.substitute; }))
        write_substitute_warning(out);
    for (const DataSet& set : sets) {
        out << set.name << ": " << set.table.row_count() << " rows, " << set.joint_count << " columns, "
            << rounded(100 * share_of_ones(joint_table(set)), 3) << " % ones; " << set.note << '\n';
    }
    out << '\n';
}

}  // namespace drover::cli::paper
