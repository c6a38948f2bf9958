#include <algorithm>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/data/file.hpp>
#include <drover/record/cell_hits.hpp>
#include <drover/record/impossible.hpp>

#include "row_facts.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

constexpr std::int64_t rows_between_looks = 1 << 14;

bool has_unknown(std::span<const std::uint32_t> row) {
    return std::find(row.begin(), row.end(), unknown_category) != row.end();
}

// The rows of a microdata file, on the columns of the schema that it has.
class DataRows {
  public:
    DataRows(const std::string& file, const Schema& schema, CsvOptions csv) {
        const std::string text = read_file(file);
        const std::vector<std::string> header = csv_header(text, file, csv);
        Schema shared;
        for (std::size_t j = 0; j < schema.columns.size(); ++j) {
            if (std::find(header.begin(), header.end(), schema.columns[j].name) == header.end()) continue;
            shared.columns.push_back(schema.columns[j]);
            columns_.push_back(j);
        }
        check_input(!columns_.empty(),
                    [&] { return file + ": header: expected at least one column of the tables, got none"; });
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

// Looks at one row after the other.
class RowMeter {
  public:
    RowMeter(const Reference& reference, std::optional<DataRows> data)
        : reference_{reference},
          hits_{reference.targets.features},
          impossible_{reference.targets},
          data_{std::move(data)} {}

    void look_at(const CodedRows& rows, const std::string& file) {
        const std::vector<std::uint32_t>& row = rows.row();
        const Combination& where = reference_.where;
        if (std::any_of(where.begin(), where.end(),
                        [&](const auto& given) { return row[given.first] != given.second; }))
            return;
        hits_.record(row);
        distinct_.record(row);
        if (data_ && data_->have(row)) ++in_data_;
        if (!has_unknown(row)) return impossible_.record(row);
        if (++unknown_value_rows_ == 1) note_first(rows, file);
    }
    std::int64_t row_count() const { return hits_.row_count(); }
    RowFacts result() const {
        RowFacts facts;
        facts.fit = summarize(reference_.schema, reference_.names, reference_.targets, hits_.hits(),
                              hits_.row_count());
        facts.fit.impossible_rows = impossible_.count() + unknown_value_rows_;
        facts.fit.distinct = distinct_.result();
        facts.fit.unknown_value_rows = unknown_value_rows_;
        facts.fit.first_unknown_value = first_unknown_value_;
        if (data_)
            facts.share_in_data = static_cast<double>(in_data_) / static_cast<double>(hits_.row_count());
        return facts;
    }

  private:
    void note_first(const CodedRows& rows, const std::string& file) {
        const auto at = std::find(rows.row().begin(), rows.row().end(), unknown_category);
        const auto column = static_cast<std::size_t>(at - rows.row().begin());
        first_unknown_value_ = file + ": row " + std::to_string(rows.row_number()) + ", column " +
                               quoted(reference_.schema.columns[column].name) + ": " +
                               quoted(std::string{rows.field(column)});
    }

    const Reference& reference_;
    CellHits hits_;
    ImpossibleRows impossible_;
    DistinctRows distinct_;
    std::optional<DataRows> data_;
    std::int64_t in_data_ = 0;
    std::int64_t unknown_value_rows_ = 0;
    std::string first_unknown_value_;
};

}  // namespace

RowFacts measure_rows(const std::string& file, const Reference& reference, const std::string& against,
                      CsvOptions csv) {
    const std::string text = read_file(file);
    const std::string name = file == "-" ? "standard input" : file;
    CodedRows rows{text, name, reference.schema, csv};
    std::optional<DataRows> data;
    if (!against.empty()) data.emplace(against, reference.schema, csv);
    RowMeter meter{reference, std::move(data)};
    while (rows.next()) {
        meter.look_at(rows, name);
        if (rows.row_number() % rows_between_looks == 0 && interrupted()) return {.stopped = true};
    }
    check_input(rows.row_number() > 0, [&] { return name + ": expected at least one row, got none"; });
    check_input(meter.row_count() > 0,
                [&] { return name + ": expected rows with the values of --where, got none"; });
    RowFacts facts = meter.result();
    facts.digest = sha256(text);
    return facts;
}

std::string file_digest(const std::string& file) { return sha256(read_file(file)); }

}  // namespace drover::cli
