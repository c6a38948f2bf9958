#include <ostream>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/tables/count/writer.hpp>

namespace drover {
namespace {

// The nearest multiple of the base, halves up; counts are not negative.
std::int64_t rounded_count(std::int64_t count, std::int64_t base) {
    const std::int64_t rest = count % base;
    return count - rest + (rest >= base - rest ? base : 0);
}

Rational rounded_count(const Rational& count, std::int64_t base) {
    if (base == 1) return count;  // unchanged, integer or not
    return Rational{floor(count / base + Rational{1, 2}), 1} * base;
}

std::string count_text(std::int64_t count) { return std::to_string(count); }
std::string count_text(const Rational& count) { return decimal_text(count); }

std::vector<std::vector<std::string>> ready_fields(const Schema& schema, std::span<const std::size_t> columns,
                                                   CsvOptions options) {
    std::vector<std::vector<std::string>> fields;
    for (const std::size_t column : columns) {
        std::vector<std::string>& values = fields.emplace_back();
        for (const std::string& value : schema.columns[column].values)
            values.push_back(csv_field(value, options) + options.separator);
    }
    return fields;
}

void check_cells(const std::vector<std::vector<std::string>>& fields, std::size_t count) {
    std::size_t cells = 1;
    for (const auto& values : fields) cells *= values.size();
    check_input(cells == count, [&] {
        return Problem{Fault::range,
                       {.function = "write_table"},
                       std::to_string(cells) + " cells",
                       std::to_string(count)};
    });
}

template <class Count>
class TableWriter {
  public:
    TableWriter(std::ostream& out, std::vector<std::vector<std::string>> fields,
                const TableWriterOptions& options)
        : out_{out}, fields_{std::move(fields)}, options_{options} {}

    TableSummary write(std::span<const Count> counts, const std::vector<bool>& unknown) {
        summary_.cell_count = counts.size();
        for (std::size_t cell = 0; cell < counts.size(); ++cell) {
            const bool is_unknown = !unknown.empty() && unknown[cell];
            if (is_unknown || counts[cell] != Count{0}) write_cell(cell, counts[cell], is_unknown);
        }
        summary_.total = total_;
        return summary_;
    }

  private:
    void write_cell(std::size_t cell, const Count& count, bool is_unknown) {
        const bool suppressed = is_unknown || count < Count{options_.suppress_below};
        const Count shown = suppressed ? Count{0} : rounded_count(count, options_.round);
        if (!suppressed && shown == Count{0}) return;
        line_.clear();
        append_values(cell);
        if (!suppressed) line_ += count_text(shown);
        line_ += '\n';
        out_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
        ++summary_.listed_count;
        summary_.suppressed_count += suppressed ? 1 : 0;
        total_ += shown;
    }

    void append_values(std::size_t cell) {
        values_.resize(fields_.size());
        for (std::size_t k = fields_.size(); k-- > 0; cell /= fields_[k].size())
            values_[k] = cell % fields_[k].size();
        for (std::size_t k = 0; k < fields_.size(); ++k) line_ += fields_[k][values_[k]];
    }

    std::ostream& out_;
    std::vector<std::vector<std::string>> fields_;
    TableWriterOptions options_;
    TableSummary summary_;
    Count total_ = 0;
    std::vector<std::size_t> values_;
    std::string line_;
};

template <class Count>
TableSummary write_counts(std::ostream& out, const Schema& schema, std::span<const std::size_t> columns,
                          std::span<const Count> counts, const std::vector<bool>& unknown,
                          const TableWriterOptions& options) {
    check_input(options.round >= 1 && options.suppress_below >= 0, [] {
        return Problem{Fault::range,
                       {.function = "write_table"},
                       "a rounding base of at least 1 and a limit of at least 0"};
    });
    std::vector<std::vector<std::string>> fields = ready_fields(schema, columns, options.csv);
    check_cells(fields, counts.size());
    if (!unknown.empty()) check_cells(fields, unknown.size());
    for (const std::size_t column : columns)
        out << csv_field(schema.columns[column].name, options.csv) << options.csv.separator;
    out << "count\n";
    return TableWriter<Count>{out, std::move(fields), options}.write(counts, unknown);
}

}  // namespace

TableSummary write_table(std::ostream& out, const Schema& schema, std::span<const std::size_t> columns,
                         std::span<const std::int64_t> counts, const TableWriterOptions& options) {
    return write_counts(out, schema, columns, counts, {}, options);
}

TableSummary write_table(std::ostream& out, const Schema& schema, std::span<const std::size_t> columns,
                         std::span<const Rational> counts, const std::vector<bool>& unknown,
                         const TableWriterOptions& options) {
    return write_counts(out, schema, columns, counts, unknown, options);
}

}  // namespace drover
