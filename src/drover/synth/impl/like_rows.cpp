#include <algorithm>
#include <optional>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/rational.hpp>
#include <drover/synth/impl/like_rows.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::size_t max_named = 10;

std::string known_values(const Column& column) {
    std::string text;
    for (std::size_t v = 0; v < std::min(column.values.size(), max_named); ++v)
        text += (v > 0 ? ", " : "") + column.values[v];
    return column.values.size() > max_named ? text + ", ..." : text;
}

class LikeReader {
  public:
    LikeReader(const LikeSample& sample, const Schema& schema, const zones::HubTables& tables, CsvOptions csv)
        : sample_{sample}, schema_{schema}, reader_{sample.text.text, sample.text.file, csv} {
        check_input(reader_.next(), [&] {
            return Problem{Fault::missing, {.file = sample.text.file}, "a header", "nothing"};
        });
        for (const std::string_view name : reader_.fields()) names_.emplace_back(name);
        Columns free = tables.free_columns;
        std::sort(free.begin(), free.end());
        for (const std::size_t column : free) {
            const auto found = std::find(names_.begin(), names_.end(), schema.columns[column].name);
            if (found == names_.end()) continue;
            rows_.columns.push_back(column);
            fields_.push_back(static_cast<std::size_t>(found - names_.begin()));
            coders_.emplace_back(schema.columns[column]);
        }
        check_input(rows_.columns.size() >= 2, [&] {
            return Problem{Fault::missing,
                           {.file = sample.text.file, .key = "header"},
                           "at least two columns of the tables",
                           std::to_string(rows_.columns.size())};
        });
        if (sample.weight.empty()) return;
        const auto found = std::find(names_.begin(), names_.end(), sample.weight);
        check_input(found != names_.end(), [&] {
            return Problem{Fault::unknown,
                           {.file = sample.text.file, .key = "header"},
                           "the column " + quoted(sample.weight) + " of the weights",
                           "none",
                           did_you_mean(sample.weight, names_)};
        });
        weight_ = static_cast<std::size_t>(found - names_.begin());
    }

    zones::impl::LikeRows operator()() {
        double total = 0;
        for (std::int64_t row = 1; reader_.next(); ++row) {
            check_input(reader_.fields().size() == names_.size(), [&] {
                return Problem{Fault::syntax, place(row), std::to_string(names_.size()) + " fields",
                               std::to_string(reader_.fields().size())};
            });
            take(row);
            total += rows_.weights.back();
        }
        check_input(total > 0, [&] {
            return Problem{Fault::missing, {.file = sample_.text.file}, "rows with a weight above 0", "none"};
        });
        return std::move(rows_);
    }

  private:
    using Columns = std::vector<std::size_t>;

    Place place(std::int64_t row, const std::string& column = {}) const {
        return {.file = sample_.text.file, .row = row, .column = column};
    }

    void take(std::int64_t row) {
        for (std::size_t j = 0; j < fields_.size(); ++j) {
            const std::string_view field = reader_.fields()[fields_[j]];
            const std::uint32_t value = coders_[j].code(field);
            const Column& column = schema_.columns[rows_.columns[j]];
            check_input(value != unknown_category, [&] {
                return Problem{Fault::unknown, place(row, column.name), "one of " + known_values(column),
                               quoted(std::string{field}), did_you_mean(field, column.values)};
            });
            rows_.values.push_back(value);
        }
        if (!weight_) {
            rows_.weights.push_back(1);
            return;
        }
        const std::string_view field = reader_.fields()[*weight_];
        const std::optional<Decimal> weight = parse_decimal(field);
        check_input(weight && weight->digits >= 0, [&] {
            return Problem{Fault::range, place(row, sample_.weight), "a weight of at least 0",
                           quoted(std::string{field})};
        });
        rows_.weights.push_back(parse_rational(trimmed(field)).to_double());
    }

    const LikeSample& sample_;
    const Schema& schema_;
    CsvReader reader_;
    std::vector<std::string> names_;
    std::vector<std::size_t> fields_;
    std::vector<ColumnCoder> coders_;
    std::optional<std::size_t> weight_;
    zones::impl::LikeRows rows_;
};

}  // namespace

zones::impl::LikeRows read_like(const LikeSample& sample, const Schema& schema,
                                const zones::HubTables& tables, CsvOptions csv) {
    return LikeReader{sample, schema, tables, csv}();
}

std::string missing_values(const zones::impl::LikeRows& rows, const Schema& schema,
                           const zones::HubTables& tables) {
    std::string text;
    std::size_t count = 0;
    const std::size_t width = rows.columns.size();
    for (std::size_t j = 0; j < width; ++j) {
        const Column& column = schema.columns[rows.columns[j]];
        std::vector<bool> seen(tables.value_counts[rows.columns[j]]);
        for (std::size_t at = j; at < rows.values.size(); at += width) seen[rows.values[at]] = true;
        for (std::size_t v = 0; v < seen.size(); ++v) {
            if (seen[v] || ++count > max_named) continue;
            text += (text.empty() ? "" : ", ") + column.name + "=" + column.values[v];
        }
    }
    return count > max_named ? text + " and " + std::to_string(count - max_named) + " more" : text;
}

}  // namespace drover::synth::impl
