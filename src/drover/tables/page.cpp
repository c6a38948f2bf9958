#include <algorithm>
#include <cmath>
#include <sstream>

#include <drover/core/number_text.hpp>
#include <drover/report/impl/html_page.hpp>
#include <drover/tables/page.hpp>
#include <drover/version.hpp>

namespace drover {
namespace {

constexpr std::size_t most_tables_listed = 20;
constexpr std::size_t most_columns_mapped = 120;
constexpr std::size_t fewest_pairs_mapped = 3;

NamedTexts headline(const HtmlReport& report) {
    const FitSummary& fit = report.fit;
    NamedTexts numbers{
        {"rows", grouped(fit.rows)},
        {fit.tables.size() == 1 ? "table" : "tables", grouped(static_cast<std::int64_t>(fit.tables.size()))},
        {"mean total variation", rounded(fit.mean_tv, 3)},
        {"worst total variation", rounded(fit.worst_tv, 3)},
        {"impossible rows", grouped(fit.impossible_rows)},
        {fit.distinct.exact ? "distinct rows" : "distinct rows, about", grouped(fit.distinct.count)}};
    if (report.margins) numbers.emplace_back("positive margins", grouped(report.margins->positive));
    if (report.share_in_data)
        numbers.emplace_back("rows equal to one of the data", rounded(100 * *report.share_in_data, 3) + " %");
    return numbers;
}

// The columns of the tables over one or two of them, in order of appearance.
std::vector<std::string> mapped_columns(const FitSummary& fit) {
    std::vector<std::string> names;
    for (const TableFit& table : fit.tables) {
        if (table.columns.size() > 2) continue;
        for (const std::string& name : table.columns)
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

// Total variation of the table over each pair of columns; that of a single column is on the diagonal. Of
// several tables the worst counts.
HeatMap pair_map(const FitSummary& fit) {
    HeatMap map{.title = "Total variation of each pair of columns", .low = 0};
    map.row_names = map.column_names = mapped_columns(fit);
    map.grey = "no such table";
    const std::size_t size = map.row_names.size();
    map.values.assign(size * size, std::nan(""));
    const auto position = [&](const std::string& name) {
        const auto found = std::find(map.row_names.begin(), map.row_names.end(), name);
        return static_cast<std::size_t>(found - map.row_names.begin());
    };
    for (const TableFit& table : fit.tables) {
        if (table.columns.size() > 2) continue;
        const std::size_t i = position(table.columns.front());
        const std::size_t j = position(table.columns.back());
        map.values[i * size + j] = map.values[j * size + i] = std::fmax(map.values[i * size + j], table.tv);
    }
    map.width = std::clamp(static_cast<double>(size) * 40 + 250, 420.0, 900.0);
    return map;
}

std::string joined(const std::vector<std::string>& names, const char* between) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
    return text;
}

// "age_sex: age, sex", or only the columns if the name adds nothing.
std::string full_name(const TableFit& table) {
    const std::string columns = joined(table.columns, ", ");
    const bool same = table.name == columns || table.name == joined(table.columns, "_") ||
                      table.name == joined(table.columns, "_x_");
    return same ? columns : table.name + ": " + columns;
}

// Fills a column of a table from row 0 on, adding rows as needed.
void add_column(HtmlTable& table, const std::vector<std::string>& texts) {
    table.rows.resize(texts.size());
    for (std::size_t row = 0; row < texts.size(); ++row) table.rows[row].push_back(texts[row]);
}

// Tables of more columns than the map shows, worst first.
void add_wide_tables(HtmlPage& page, const FitSummary& fit) {
    HtmlTable list{{"table of three columns or more, not on the map", "total variation"}, {false, true}, {}};
    std::vector<std::string> names;
    std::vector<double> variations;
    for (const std::size_t k : worst_first(fit)) {
        if (fit.tables[k].columns.size() <= 2 || names.size() == most_tables_listed) continue;
        names.push_back(full_name(fit.tables[k]));
        variations.push_back(fit.tables[k].tv);
    }
    if (names.empty()) return;
    add_column(list, names);
    add_column(list, column_texts(variations));
    page.table(list);
}

void add_map(HtmlPage& page, const FitSummary& fit) {
    const auto pairs = std::count_if(fit.tables.begin(), fit.tables.end(),
                                     [](const TableFit& table) { return table.columns.size() == 2; });
    if (static_cast<std::size_t>(pairs) < fewest_pairs_mapped) return;
    if (mapped_columns(fit).size() > most_columns_mapped) return;
    page.picture(pair_map(fit));
    add_wide_tables(page, fit);
}

void add_tables(HtmlPage& page, const FitSummary& fit) {
    page.heading("Tables");
    add_map(page, fit);
    const bool any_unknown = std::any_of(fit.tables.begin(), fit.tables.end(),
                                         [](const TableFit& table) { return table.unknown_rows > 0; });
    HtmlTable list{{"table", "total variation", "L1 in rows", "mean error in rows", "RMSE in percent",
                    "worst cell in rows"},
                   {false, true, true, true, true, true},
                   {}};
    if (any_unknown) {
        list.header.emplace_back("rows in unknown cells");
        list.right.push_back(true);
    }
    const std::vector<std::size_t> order = worst_first(fit);
    const std::size_t shown = std::min(order.size(), most_tables_listed);
    const auto column = [&](auto&& value) {
        std::vector<double> values;
        for (std::size_t k = 0; k < shown; ++k) values.push_back(value(fit.tables[order[k]]));
        add_column(list, column_texts(values));
    };
    for (std::size_t k = 0; k < shown; ++k) list.rows.push_back({full_name(fit.tables[order[k]])});
    column([](const TableFit& table) { return table.tv; });
    column([](const TableFit& table) { return table.l1; });
    column([](const TableFit& table) { return table.mean_error; });
    column([](const TableFit& table) { return table.rmse_percent; });
    column([](const TableFit& table) { return static_cast<double>(table.worst.off); });
    for (std::size_t k = 0; any_unknown && k < shown; ++k)
        list.rows[k].push_back(grouped(fit.tables[order[k]].unknown_rows));
    page.table(list);
    if (order.size() > most_tables_listed) {
        page.paragraph(grouped(static_cast<std::int64_t>(order.size() - most_tables_listed)) +
                       " more, each with a total variation of at most " +
                       rounded(fit.tables[order[most_tables_listed]].tv, 3) + ".");
    }
}

void add_worst_cells(HtmlPage& page, const FitSummary& fit) {
    page.heading("Worst cells");
    if (fit.worst_cells.empty()) return page.paragraph("Every cell has exactly the rows it should have.");
    HtmlTable list{{"cell", "rows", "expected", "off by"}, {false, true, true, true}, {}};
    std::vector<double> targets;
    std::vector<double> differences;
    for (const CellFit& cell : fit.worst_cells) {
        list.rows.push_back({cell_text(fit.tables[cell.table].columns, cell.values), grouped(cell.rows)});
        targets.push_back(cell.target);
        differences.push_back(cell.off);
    }
    add_column(list, column_texts(targets));
    add_column(list, column_texts(differences));
    page.table(list);
}

// c/T or c/sqrt(T) through the first point, down to the level of the lowest one.
Series reference(const Series& measured, const std::string& name, double power) {
    const double lowest = *std::min_element(measured.y.begin(), measured.y.end());
    const double fall = std::pow(measured.y.front() / lowest, 1 / power);
    const double last = std::min(measured.x.back(), measured.x.front() * fall);
    return {.name = name,
            .x = {measured.x.front(), last},
            .y = {measured.y.front(), measured.y.front() * std::pow(measured.x.front() / last, power)},
            .mark = Mark::reference};
}

void add_course(HtmlPage& page, const std::vector<ErrorPoint>& course) {
    if (course.size() < 2) return;
    page.heading("Error against rows");
    Chart chart{.title = "Mean total variation over the tables"};
    chart.x = {.label = "rows", .scale = Scale::log};
    chart.y = {.label = "mean total variation", .scale = Scale::log};
    Series measured{.name = "these rows", .colour = method_colour("herding")};
    for (const ErrorPoint& point : course) {
        measured.x.push_back(static_cast<double>(point.rows));
        measured.y.push_back(point.mean_tv);
    }
    chart.series.push_back(measured);
    if (course.back().mean_tv > 0 && course.front().rows > 0) {
        chart.series.push_back(reference(measured, "1/T", 1));
        chart.series.push_back(reference(measured, "1/\u221AT", 0.5));
    }
    page.picture(chart);
    page.paragraph("Rows drawn at random follow the slope of 1/\u221AT, herding that of 1/T.");
}

void add_margins(HtmlPage& page, const MarginFit& margins) {
    page.heading("Margins");
    page.paragraph(grouped(margins.positive) + " of " + grouped(margins.steps) +
                   " steps had a positive margin: the row found did not beat the average. While there are "
                   "none, the error is bound to fall like 1/T.");
}

void add_list(HtmlPage& page, std::string_view heading, const NamedTexts& texts) {
    if (texts.empty()) return;
    page.heading(heading);
    page.list(texts);
}

}  // namespace

void write_html(std::ostream& out, const HtmlReport& report) {
    HtmlPage page{report.title};
    page.figures(headline(report));
    for (const std::string& note : report.notes) page.paragraph(note);
    add_course(page, report.course);
    add_tables(page, report.fit);
    add_worst_cells(page, report.fit);
    if (report.margins) add_margins(page, *report.margins);
    add_list(page, "Options", report.options);
    add_list(page, "Digests (SHA-256)", report.digests);
    page.write(out, std::string{"Made by drover "} + version +
                        ". Total variation is half the L1 distance between two tables of shares. "
                        "The rows are as private as the tables they were made from, not more.");
}

std::string to_html(const HtmlReport& report) {
    std::ostringstream text;
    write_html(text, report);
    return std::move(text).str();
}

}  // namespace drover
