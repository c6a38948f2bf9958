#include <algorithm>
#include <sstream>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/data/impl/category_table.hpp>
#include <drover/number/bound_text.hpp>
#include <drover/synth/check.hpp>
#include <drover/tables/cell_hits.hpp>
#include <drover/tables/impossible.hpp>
#include <drover/tables/memory.hpp>

namespace drover::synth {
namespace {

constexpr std::int64_t rows_between_checks = 1 << 14;

bool has_unknown(std::span<const std::uint32_t> row) {
    return std::find(row.begin(), row.end(), unknown_category) != row.end();
}

// The rows of a microdata file, on the columns of the schema that it has.
class DataRows {
  public:
    DataRows(const TableText& data, const Schema& schema, CsvOptions csv) {
        const auto& [file, text] = data;
        const std::vector<std::string> header = csv_header(text, file, csv);
        Schema shared;
        for (std::size_t j = 0; j < schema.columns.size(); ++j) {
            if (std::find(header.begin(), header.end(), schema.columns[j].name) == header.end()) continue;
            shared.columns.push_back(schema.columns[j]);
            columns_.push_back(j);
        }
        check_input(!columns_.empty(), [&] {
            return Problem{Fault::missing,
                           {.file = data.file, .key = "header"},
                           "at least one column of the tables",
                           "none"};
        });
        CodedRows rows{text, file, shared, csv};
        while (rows.next())
            if (!has_unknown(rows.row())) hashes_.insert(DistinctRows::hash(rows.row()));
    }
    bool have(std::span<const std::uint32_t> row) {
        shared_.clear();
        for (const std::size_t column : columns_) shared_.push_back(row[column]);
        return hashes_.contains(DistinctRows::hash(shared_));
    }

  private:
    std::vector<std::size_t> columns_;
    std::unordered_set<std::uint64_t> hashes_;
    std::vector<std::uint32_t> shared_;
};

// Rows of categories as categories of another schema.
class RecodedRows {
  public:
    RecodedRows(const CategoryTable& rows, const Schema& schema, const std::string& name) : rows_{rows} {
        for (const Column& column : schema.columns) {
            const auto found = rows.schema.find(column.name);
            check_input(found.has_value(), [&] {
                return Problem{Fault::missing,
                               {.file = name, .key = "header"},
                               "a column " + quoted(column.name),
                               "none",
                               did_you_mean(column.name, column_names(rows.schema))};
            });
            columns_.push_back(*found);
            ColumnCoder coder{column};
            std::vector<std::uint32_t>& codes = codes_.emplace_back();
            for (const std::string& value : rows.schema.columns[*found].values)
                codes.push_back(coder.code(value));
        }
        drover::impl::check_categories(rows, name);
        row_.resize(columns_.size());
    }

    bool next() {
        if (row_number_ == static_cast<std::int64_t>(rows_.row_count())) return false;
        const auto given = rows_.row(static_cast<std::size_t>(row_number_++));
        for (std::size_t j = 0; j < columns_.size(); ++j) row_[j] = codes_[j][given[columns_[j]]];
        return true;
    }
    const std::vector<std::uint32_t>& row() const { return row_; }
    std::int64_t row_number() const { return row_number_; }
    std::string_view field(std::size_t column) const {
        const std::uint32_t value = rows_.row(static_cast<std::size_t>(row_number_ - 1))[columns_[column]];
        return rows_.schema.columns[columns_[column]].values[value];
    }

  private:
    const CategoryTable& rows_;
    std::vector<std::size_t> columns_;
    std::vector<std::vector<std::uint32_t>> codes_;  // of each column and value
    std::vector<std::uint32_t> row_;
    std::int64_t row_number_ = 0;
};

// What rows are measured against.
struct Measure {
    TableSet part;  // of the tables, where not all rows count
    Combination where;
    Targets targets;
    std::vector<Combination> forbidden;
};

bool has_values(std::span<const std::uint32_t> row, const Combination& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](const auto& given) { return row[given.first] == given.second; });
}

// Measures one row after the other.
class RowMeter {
  public:
    RowMeter(const TableSet& tables, const Measure& measure, std::optional<DataRows> data)
        : tables_{tables},
          targets_{measure.targets},
          where_{measure.where},
          forbidden_{measure.forbidden},
          forbidden_rows_(measure.forbidden.size()),
          hits_{measure.targets.features},
          impossible_{measure.targets},
          data_{std::move(data)} {}

    template <class Rows>
    void measure(const Rows& rows, const std::string& file) {
        const std::vector<std::uint32_t>& row = rows.row();
        if (!has_values(row, where_)) return;
        hits_.record(row);
        for (std::size_t k = 0; k < forbidden_.size(); ++k)
            forbidden_rows_[k] += has_values(row, forbidden_[k]) ? 1 : 0;
        distinct_.record(row);
        if (data_ && data_->have(row)) ++in_data_;
        if (!has_unknown(row)) return impossible_.record(row);
        if (++unknown_value_rows_ == 1) note_first(rows, file);
    }
    std::int64_t row_count() const { return hits_.row_count(); }
    std::string cells(CsvOptions csv) const {
        std::ostringstream text;
        write_cells(text, tables_.schema, table_names(tables_), targets_, hits_.hits(), row_count(), csv);
        return std::move(text).str();
    }
    CheckResult result() const {
        CheckResult facts;
        facts.fit = summarize(tables_.schema, table_names(tables_), targets_, hits_.hits(), row_count());
        facts.fit.impossible_rows = impossible_.count() + unknown_value_rows_;
        facts.fit.distinct = distinct_.result();
        facts.fit.unknown_value_rows = unknown_value_rows_;
        facts.fit.first_unknown_value = first_unknown_value_;
        if (data_) facts.share_in_data = static_cast<double>(in_data_) / static_cast<double>(row_count());
        facts.left_out = tables_.left_out;
        facts.notes = tables_.notes;
        facts.arithmetic = arithmetic_of(targets_);
        facts.forbidden_rows = forbidden_rows_;
        return facts;
    }

  private:
    template <class Rows>
    void note_first(const Rows& rows, const std::string& file) {
        const auto at = std::find(rows.row().begin(), rows.row().end(), unknown_category);
        const auto column = static_cast<std::size_t>(at - rows.row().begin());
        first_unknown_value_ = file + ": row " + std::to_string(rows.row_number()) + ", column " +
                               quoted(tables_.schema.columns[column].name) + ": " +
                               quoted(std::string{rows.field(column)});
    }

    const TableSet& tables_;
    const Targets& targets_;
    const Combination& where_;
    const std::vector<Combination>& forbidden_;
    std::vector<std::int64_t> forbidden_rows_;
    CellHits hits_;
    ImpossibleRows impossible_;
    DistinctRows distinct_;
    std::optional<DataRows> data_;
    std::int64_t in_data_ = 0;
    std::int64_t unknown_value_rows_ = 0;
    std::string first_unknown_value_;
};

Measure make_measure(const TableSet& tables, const CheckOptions& options) {
    std::vector<Combination> forbidden;
    for (const NamedValues& values : options.forbid)
        forbidden.push_back(find_values("forbid", values, tables.schema));
    Combination where = find_values("where", options.where, tables.schema);
    if (where.empty()) return {{}, {}, make_targets(tables, options.targets), std::move(forbidden)};
    TableSet part = part_where(tables, where);
    Targets targets = make_targets(part, options_for_slice(options.targets, part));
    return {std::move(part), std::move(where), std::move(targets), std::move(forbidden)};
}

template <class Rows>
CheckResult measure_rows(Rows&& rows, const TableSet& tables, const Measure& measure,
                         const CheckOptions& options, const std::string& name) {
    std::optional<DataRows> data;
    if (options.against) data.emplace(*options.against, tables.schema, options.csv);
    RowMeter meter{measure.where.empty() ? tables : measure.part, measure, std::move(data)};
    while (rows.next()) {
        meter.measure(rows, name);
        if (rows.row_number() % rows_between_checks != 0) continue;
        options.control.tell(rows.row_number());
        if (options.control.stop_requested()) {
            CheckResult stopped;
            stopped.stopped = true;
            return stopped;
        }
    }
    check_input(rows.row_number() > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "at least one row", "none"};
    });
    check_input(meter.row_count() > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "rows with the values of {where}", "none"};
    });
    CheckResult found = meter.result();
    if (options.cells) found.cells = meter.cells(options.csv);
    if (options.zeros) found.zeros_are_hard = zero_rule(tables, *options.zeros).is_hard;
    return found;
}

std::vector<std::string> notes(const CheckResult& found) {
    std::vector<std::string> texts = found.notes;
    if (found.fit.unknown_value_rows > 0) {
        texts.push_back(
            "Rows with a value that the tables do not know: " + std::to_string(found.fit.unknown_value_rows) +
            "; the first is in " + found.fit.first_unknown_value + ".");
    }
    if (found.left_out > 0)
        texts.push_back("Tables left out for their size: " + std::to_string(found.left_out) + ".");
    if (!found.arithmetic.exact) {
        texts.push_back("The tables have different totals; shares were rounded by at most " +
                        rounded_up(found.arithmetic.rounding, 3) + ".");
    }
    if (found.verdict)
        texts.emplace_back(found.verdict->holds() ? "The certificate holds."
                                                  : "The certificate does not hold.");
    return texts;
}

}  // namespace

CheckResult check(const TableText& rows, const TableSet& tables, const CheckOptions& options) {
    const Measure measure = with_memory_context(tables, [&] { return make_measure(tables, options); });
    CheckResult found = measure_rows(CodedRows{rows.text, rows.file, tables.schema, options.csv}, tables,
                                     measure, options, rows.file);
    found.digest = sha256(rows.text);
    return found;
}

CheckResult check(const CategoryTable& rows, const TableSet& tables, const CheckOptions& options,
                  const std::string& name) {
    const Measure measure = with_memory_context(tables, [&] { return make_measure(tables, options); });
    return measure_rows(RecodedRows{rows, tables.schema, name}, tables, measure, options, name);
}

void add_result(Report& report, const CheckResult& found) {
    add_result(report, found.fit);
    report.add("share_in_data", found.share_in_data ? "share found in the data" : "",
               found.share_in_data ? ReportValue{*found.share_in_data} : ReportValue{});
    report.add("tables_left_out", found.left_out > 0 ? "tables left out" : "", found.left_out);
    report.add("unit", "", found.arithmetic.unit);
    report.add("exact", "", found.arithmetic.exact);
    report.add("rounding", found.arithmetic.exact ? "" : "shares rounded by at most",
               found.arithmetic.rounding);
    report.add("digest", "digest", found.digest);
    for (const std::string& note : found.notes) report.add("note", "note", note);
    add_result(report, found.verdict);
}

std::string to_json(const CheckResult& found) {
    Report report;
    report.add("format", "", "drover.check/1");
    add_result(report, found);
    std::ostringstream text;
    write_json(text, report);
    return std::move(text).str();
}

void write_text(std::ostream& out, const CheckResult& found) {
    if (found.verdict) {
        write_text(out, *found.verdict,
                   counted(static_cast<std::size_t>(found.fit.rows), "row") + ", " +
                       counted(found.fit.tables.size(), "table"));
    } else {
        Report report;
        add_result(report, found);
        write_text(out, report);
        out << '\n';
        write_worst_tables(out, found.fit);
    }
}

std::string to_text(const CheckResult& found) {
    std::ostringstream text;
    write_text(text, found);
    return std::move(text).str();
}

HtmlReport page_of(const CheckResult& found) {
    HtmlReport page;
    page.title = "drover check";
    page.fit = found.fit;
    page.share_in_data = found.share_in_data;
    page.notes = notes(found);
    return page;
}

std::string to_html(const CheckResult& found) { return to_html(page_of(found)); }

}  // namespace drover::synth
