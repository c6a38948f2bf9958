#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>

#include <drover/core/number_text.hpp>
#include <drover/data/csv.hpp>
#include <drover/tables/fit.hpp>

namespace drover {
namespace {

// The input of all parts of a summary.
struct Fitted {
    const Schema& schema;
    const Targets& targets;
    std::span<const std::int64_t> hits;
    std::int64_t row_count;

    double target(std::size_t cell) const { return targets.moments[cell] * static_cast<double>(row_count); }
    bool known(std::size_t cell) const { return targets.trust.empty() || targets.trust[cell] != 0; }
};

std::vector<std::string> value_names(const Fitted& fitted, std::size_t table, std::size_t cell) {
    const MarginalTables& features = fitted.targets.features;
    const std::uint64_t inside = features.cell_number(table, cell);
    std::vector<std::string> names;
    for (const std::size_t column : features.table_columns(table)) {
        const auto value =
            static_cast<std::size_t>(inside / features.stride(table, column) % features.value_count(column));
        names.push_back(fitted.schema.columns[column].values[value]);
    }
    return names;
}

CellFit cell_fit(const Fitted& fitted, std::size_t table, std::size_t cell, Int128 off) {
    return {.table = table,
            .values = value_names(fitted, table, cell),
            .rows = fitted.hits[cell],
            .target = fitted.target(cell),
            .off = in_rows(off, fitted.targets)};
}

// Exact except for the division by the unit.
double difference(const Fitted& fitted, std::size_t cell) {
    return in_rows(static_cast<Int128>(fitted.targets.moments.total) * fitted.hits[cell] -
                       static_cast<Int128>(fitted.row_count) * fitted.targets.moments.counts[cell],
                   fitted.targets);
}

bool is_empty(const Fitted& fitted, std::size_t cell) {
    return fitted.hits[cell] == 0 && fitted.targets.moments.counts[cell] == 0;
}

void add_mean_errors(TableFit& fit, const Fitted& fitted, std::size_t table) {
    const MarginalTables& features = fitted.targets.features;
    double cells = 0;
    double absolute_sum = 0;
    double square_sum = 0;
    double target_sum = 0;
    for (std::size_t a = features.first_feature(table); a < features.first_feature(table + 1); ++a) {
        if (!fitted.known(a) || is_empty(fitted, a)) continue;
        const double off = difference(fitted, a);
        ++cells;
        absolute_sum += std::abs(off);
        square_sum += off * off;
        target_sum += fitted.target(a);
    }
    if (cells > 0) fit.mean_error = absolute_sum / cells;
    if (target_sum > 0) fit.rmse_percent = 100 * std::sqrt(square_sum / cells) / (target_sum / cells);
}

TableFit table_fit(const Fitted& fitted, std::size_t table, const TableError& error) {
    TableFit fit;
    for (const std::size_t column : fitted.targets.features.table_columns(table))
        fit.columns.push_back(fitted.schema.columns[column].name);
    fit.tv = total_variation(error, fitted.targets, fitted.row_count);
    fit.l1 = in_rows(error.l1, fitted.targets);
    fit.worst.table = table;
    if (fitted.known(error.worst_cell)) fit.worst = cell_fit(fitted, table, error.worst_cell, error.worst);
    fit.unknown_rows = error.unknown_rows;
    fit.exact = error;
    add_mean_errors(fit, fitted, table);
    return fit;
}

// The worst cells of all tables, kept as a heap with the least bad of them in front.
class WorstCells {
  public:
    WorstCells(const Fitted& fitted, std::size_t count) : fitted_{fitted}, count_{count} {}

    void look_at(std::size_t table) {
        const MarginalTables& features = fitted_.targets.features;
        for (std::size_t a = features.first_feature(table); a < features.first_feature(table + 1); ++a) {
            if (!fitted_.known(a)) continue;
            const Int128 off =
                absolute(static_cast<Int128>(fitted_.targets.moments.total) * fitted_.hits[a] -
                         static_cast<Int128>(fitted_.row_count) * fitted_.targets.moments.counts[a]);
            if (off > 0) offer({.off = off, .table = table, .cell = a});
        }
    }
    std::vector<CellFit> result() && {
        std::sort_heap(found_.begin(), found_.end());
        std::vector<CellFit> cells;
        for (const WorstCell& found : found_)
            cells.push_back(cell_fit(fitted_, found.table, found.cell, found.off));
        return cells;
    }

  private:
    struct WorstCell {
        Int128 off;
        std::size_t table;
        std::size_t cell;

        bool operator<(const WorstCell& other) const {  // sorts before: worse, or equally bad and earlier
            return off != other.off ? off > other.off : cell < other.cell;
        }
    };

    void offer(const WorstCell& found) {
        if (count_ == 0 || (found_.size() == count_ && !(found < found_.front()))) return;
        if (found_.size() == count_) {
            std::pop_heap(found_.begin(), found_.end());
            found_.pop_back();
        }
        found_.push_back(found);
        std::push_heap(found_.begin(), found_.end());
    }

    const Fitted& fitted_;
    std::size_t count_;
    std::vector<WorstCell> found_;
};

Report table_entries(const TableFit& table) {
    Report report;
    report.add("name", "", table.name);
    report.add("columns", "", table.columns);
    report.add("tv", "", table.tv);
    report.add("l1", "", table.l1);
    report.add("mean_error", "", table.mean_error);
    report.add("rmse_percent", "", table.rmse_percent);
    report.add("worst_cell", "", table.worst.off);
    report.add("worst_cell_values", "", table.worst.values);
    report.add("unknown_rows", "", table.unknown_rows);
    return report;
}

}  // namespace

FitSummary summarize(const Schema& schema, std::span<const std::string> names, const Targets& targets,
                     std::span<const std::int64_t> hits, std::int64_t row_count, std::size_t cell_count) {
    const Fitted fitted{schema, targets, hits, row_count};
    const std::vector<TableError> errors = table_errors(targets, hits, row_count);
    FitSummary fit;
    fit.rows = row_count;
    WorstCells worst_cells{fitted, cell_count};
    double tv_sum = 0;
    for (std::size_t table = 0; table < errors.size(); ++table) {
        TableFit one = table_fit(fitted, table, errors[table]);
        one.name = names[table];
        tv_sum += one.tv;
        fit.worst_tv = std::max(fit.worst_tv, one.tv);
        fit.worst_cell_error = std::max(fit.worst_cell_error, one.worst.off);
        fit.tables.push_back(std::move(one));
        worst_cells.look_at(table);
    }
    if (!errors.empty()) fit.mean_tv = tv_sum / static_cast<double>(errors.size());
    if (row_count > 0) fit.worst_cell_error /= static_cast<double>(row_count);
    fit.worst_cells = std::move(worst_cells).result();
    return fit;
}

void write_cells(std::ostream& out, const Schema& schema, std::span<const std::string> names,
                 const Targets& targets, std::span<const std::int64_t> hits, std::int64_t row_count,
                 CsvOptions csv) {
    const Fitted fitted{schema, targets, hits, row_count};
    const char c = csv.separator;
    out << "table" << c << "cell" << c << "asked" << c << "got" << c << "difference\n";
    for (std::size_t table = 0; table < names.size(); ++table) {
        const std::string name = csv_field(names[table], csv) + c;
        std::vector<std::string> columns;
        for (const std::size_t column : targets.features.table_columns(table))
            columns.push_back(schema.columns[column].name);
        const std::size_t end = targets.features.first_feature(table + 1);
        for (std::size_t a = targets.features.first_feature(table); a < end; ++a) {
            if (fitted.known(a) ? is_empty(fitted, a) : hits[a] == 0) continue;
            out << name << csv_field(cell_text(columns, value_names(fitted, table, a)), csv) << c;
            if (fitted.known(a)) out << shortest(fitted.target(a));
            out << c << hits[a] << c;
            if (fitted.known(a)) out << shortest(difference(fitted, a));
            out << '\n';
        }
    }
}

std::vector<std::string> table_names(const TableSet& set) {
    std::vector<std::string> names;
    for (const CountTable& table : set.tables) names.push_back(table.name);
    return names;
}

std::vector<std::size_t> worst_first(const FitSummary& fit) {
    std::vector<std::size_t> order(fit.tables.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return fit.tables[a].exact.l1 > fit.tables[b].exact.l1;
    });
    return order;
}

std::string cell_text(const std::vector<std::string>& columns, const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t j = 0; j < values.size(); ++j)
        text += (j > 0 ? ", " : "") + columns[j] + '=' + (values[j].empty() ? "(missing)" : values[j]);
    return text;
}

void add_result(Report& report, const FitSummary& fit) {
    report.add("rows", "rows", fit.rows);
    report.add("table_count", "tables", static_cast<std::int64_t>(fit.tables.size()));
    report.add("mean_tv", "mean total variation", fit.mean_tv);
    report.add("worst_tv", "worst total variation", fit.worst_tv);
    report.add("worst_cell_error", "worst cell error", fit.worst_cell_error);
    std::vector<Report> tables;
    for (const TableFit& table : fit.tables) tables.push_back(table_entries(table));
    report.add("tables", "", tables);
    report.add("impossible_rows", "impossible rows", fit.impossible_rows);
    const bool any_unknown = fit.unknown_value_rows > 0;
    report.add("unknown_value_rows", any_unknown ? "  with unknown values" : "", fit.unknown_value_rows);
    report.add("first_unknown_value", any_unknown ? "  the first" : "",
               any_unknown ? ReportValue{fit.first_unknown_value} : ReportValue{});
    report.add("distinct_rows", fit.distinct.exact ? "distinct rows" : "distinct rows, about",
               fit.distinct.count);
    report.add("distinct_exact", "", fit.distinct.exact);
}

void write_worst_tables(std::ostream& out, const FitSummary& fit, std::size_t table_count) {
    const std::vector<std::size_t> order = worst_first(fit);
    const std::size_t shown = std::min(table_count, order.size());
    const std::string count = shown == 1 ? "" : std::to_string(shown) + ' ';
    const std::string name =
        shown == order.size() ? "table" : count + "worst of " + std::to_string(order.size()) + " tables";
    TextTable text{{name, "tv", "l1 (rows)", "mean error", "% rmse", "worst cell (rows)", "where"}};
    for (std::size_t k = 0; k < shown; ++k) {
        const TableFit& table = fit.tables[order[k]];
        text.add({table.name, rounded(table.tv, 3), rounded(table.l1, 4), rounded(table.mean_error, 3),
                  rounded(table.rmse_percent, 3), rounded(table.worst.off, 3),
                  cell_text(table.columns, table.worst.values)});
    }
    text.write(out);
}

}  // namespace drover
