#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/data/quantile_bins.hpp>
#include <drover/number/decimal.hpp>

namespace drover {
namespace {

std::size_t position_of(const std::string& column, std::span<const std::string_view> header,
                        const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), column);
    check_input(found != header.end(), [&] {
        return Problem{Fault::missing, {.file = name, .key = "header"}, "a column " + quoted(column), "none"};
    });
    check_input(std::find(found + 1, header.end(), column) == header.end(), [&] {
        return Problem{
            Fault::repeated, {.file = name, .key = "header"}, "each column once", quoted(column) + " twice"};
    });
    return static_cast<std::size_t>(found - header.begin());
}

void go_to_header(CsvReader& reader, const std::string& name) {
    check_input(reader.next(), [&] {
        return Problem{Fault::missing, {.file = name}, "a header line", "an empty file"};
    });
}

}  // namespace

ColumnCoder::ColumnCoder(const Column& column) : bins_{column.bins}, decimals_{column.decimals} {
    for (std::size_t v = 0; v < column.values.size(); ++v)
        codes_.emplace(column.values[v], static_cast<std::uint32_t>(v));
    last_code_ = look_up({});
}

std::uint32_t ColumnCoder::code(std::string_view field) {
    if (field == last_field_) return last_code_;
    last_code_ = look_up(field);
    last_field_ = field;
    return last_code_;
}

// Tries the bin of a number, then the name, then the plain form of a number.
std::uint32_t ColumnCoder::look_up(std::string_view field) const {
    if (bins_.empty()) {
        if (const std::uint32_t code = by_name(field); code != unknown_category) return code;
    }
    if (trimmed(field).empty()) return by_name({});
    const std::optional<Decimal> number = parse_decimal(field);
    const auto units = number ? to_units(*number, decimals_) : std::nullopt;
    if (!bins_.empty()) {
        const auto bin = units ? find_bin(bins_, *units) : std::nullopt;
        return bin ? *bin : by_name(field);
    }
    return units && is_integer(*number) ? by_name(decimal_text(*units, 0)) : unknown_category;
}

std::uint32_t ColumnCoder::by_name(std::string_view name) const {
    const auto found = codes_.find(name);
    return found != codes_.end() ? found->second : unknown_category;
}

CodedRows::CodedRows(std::string_view text, std::string name, const Schema& schema, CsvOptions options)
    : name_{std::move(name)}, row_(schema.columns.size()) {
    reader_.emplace(text, name_, options);
    read_header(schema);
}

void CodedRows::resume(std::string_view text) { reader_->resume(text); }

void CodedRows::read_header(const Schema& schema) {
    go_to_header(*reader_, name_);
    field_count_ = reader_->fields().size();
    for (const Column& column : schema.columns) {
        fields_.push_back(position_of(column.name, reader_->fields(), name_));
        coders_.emplace_back(column);
    }
}

bool CodedRows::next() {
    if (!reader_->next()) return false;
    ++row_number_;
    const auto record = reader_->fields();
    check_input(record.size() == field_count_, [&] {
        return Problem{Fault::syntax,
                       {.file = name_, .row = static_cast<std::int64_t>(row_number_)},
                       std::to_string(field_count_) + " fields",
                       std::to_string(record.size())};
    });
    for (std::size_t j = 0; j < row_.size(); ++j) row_[j] = coders_[j].code(record[fields_[j]]);
    return true;
}

std::vector<std::string> csv_header(std::string_view text, const std::string& name, CsvOptions options) {
    CsvReader reader{text, name, options};
    go_to_header(reader, name);
    return {reader.fields().begin(), reader.fields().end()};
}

}  // namespace drover
