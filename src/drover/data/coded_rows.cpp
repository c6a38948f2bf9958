#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/rational.hpp>
#include <drover/data/coded_rows.hpp>

namespace drover {
namespace {

std::size_t position_of(const std::string& column, std::span<const std::string_view> header,
                        const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), column);
    check_input(found != header.end(),
                [&] { return name + ": header: expected a column " + quoted(column) + ", got none"; });
    check_input(std::find(found + 1, header.end(), column) == header.end(), [&] {
        return name + ": header: expected each column once, got " + quoted(column) + " twice";
    });
    return static_cast<std::size_t>(found - header.begin());
}

void go_to_header(CsvReader& reader, const std::string& name) {
    check_input(reader.next(), [&] { return name + ": expected a header line, got an empty file"; });
}

Rational power_of_ten(int exponent) {
    Rational power{1};
    for (int i = 0; i < exponent; ++i) power = power * Rational{10};
    return power;
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

std::uint32_t ColumnCoder::look_up(std::string_view field) const {
    const auto found = codes_.find(field);
    return found != codes_.end() ? found->second : bin_of(field);
}

std::uint32_t ColumnCoder::bin_of(std::string_view field) const {
    if (bins_.empty()) return unknown_category;
    try {
        const Rational number = parse_rational(field) * power_of_ten(decimals_);
        for (std::size_t b = 0; b < bins_.size(); ++b) {
            if (!(number < Rational{bins_[b].first}) && !(Rational{bins_[b].last} < number))
                return static_cast<std::uint32_t>(b);
        }
    } catch (const InputError&) {  // not a number, or too long for one: the schema does not have it
    }
    return unknown_category;
}

CodedRows::CodedRows(std::string_view text, std::string name, const Schema& schema, CsvOptions options)
    : reader_{text, name, options}, name_{std::move(name)}, row_(schema.columns.size()) {
    read_header(schema);
}

void CodedRows::read_header(const Schema& schema) {
    go_to_header(reader_, name_);
    field_count_ = reader_.fields().size();
    for (const Column& column : schema.columns) {
        fields_.push_back(position_of(column.name, reader_.fields(), name_));
        coders_.emplace_back(column);
    }
}

bool CodedRows::next() {
    if (!reader_.next()) return false;
    ++row_number_;
    const auto record = reader_.fields();
    check_input(record.size() == field_count_, [&] {
        return name_ + ": row " + std::to_string(row_number_) + ": expected " + std::to_string(field_count_) +
               " fields, got " + std::to_string(record.size());
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
