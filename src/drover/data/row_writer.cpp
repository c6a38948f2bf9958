#include <algorithm>
#include <cassert>
#include <limits>

#include <drover/core/check.hpp>
#include <drover/core/int128.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/decimal.hpp>
#include <drover/data/row_writer.hpp>

namespace drover {
namespace {

std::uint64_t reversed_bits(std::uint64_t word) {
    const auto swap = [&](unsigned shift, std::uint64_t mask) {
        word = ((word >> shift) & mask) | ((word & mask) << shift);
    };
    swap(1, 0x5555555555555555U);
    swap(2, 0x3333333333333333U);
    swap(4, 0x0F0F0F0F0F0F0F0FU);
    return __builtin_bswap64(word);
}

// floor(v(k) * width), v(k) = reversed_bits(k) / 2^64.
std::int64_t even_offset(std::int64_t k, std::uint64_t width) {
    const UInt128 product = UInt128{reversed_bits(static_cast<std::uint64_t>(k))} * width;
    return static_cast<std::int64_t>(product >> 64U);
}

// A line of one empty field would be a blank line, which readers pass over.
std::string line_field(const std::string& text, std::size_t column_count, CsvOptions options) {
    return text.empty() && column_count == 1 ? "\"\"" : csv_field(text, options);
}

}  // namespace

RowWriter::RowWriter(const Schema& schema, CsvOptions options) {
    const std::size_t column_count = schema.columns.size();
    check_input(column_count > 0, [] { return std::string{"RowWriter: expected at least one column"}; });
    for (std::size_t j = 0; j < column_count; ++j) {
        const Column& column = schema.columns[j];
        const char end = j + 1 < column_count ? options.separator : '\n';
        header_ += csv_field(column.name, options) + end;
        first_field_.push_back(fields_.size());
        for (std::size_t v = 0; v < column.values.size(); ++v)
            add_field(column, v, line_field(column.values[v], column_count, options), end);
    }
    check_input(texts_.size() <= std::numeric_limits<std::uint32_t>::max(),
                [] { return std::string{"RowWriter: expected values of at most 4 GB in all"}; });
    uses_.resize(bins_.size());
}

void RowWriter::add_field(const Column& column, std::size_t value, const std::string& text, char end) {
    Field field{.begin = static_cast<std::uint32_t>(texts_.size())};
    if (value >= column.bins.size()) {
        texts_ += text;
    } else if (const Bin& bin = column.bins[value]; bin.first == bin.last) {
        append_decimal(texts_, bin.first, column.decimals);
        bins_.push_back({.bin = bin, .decimals = column.decimals});
    } else {
        field.bin = bins_.size();
        bins_.push_back({.bin = bin, .decimals = column.decimals});
    }
    texts_ += end;
    field.size = static_cast<std::uint32_t>(texts_.size() - field.begin);
    fields_.push_back(field);
}

void RowWriter::append(std::span<const std::uint32_t> row, std::string& out) {
    assert(row.size() == first_field_.size());
    for (std::size_t j = 0; j < row.size(); ++j) {
        const Field& field = fields_[first_field_[j] + row[j]];
        if (field.bin != no_bin) append_number(field.bin, out);
        out.append(texts_, field.begin, field.size);
    }
}

void RowWriter::append_number(std::size_t bin, std::string& out) {
    const auto& [numbers, decimals] = bins_[bin];
    const auto width =
        static_cast<std::uint64_t>(numbers.last) - static_cast<std::uint64_t>(numbers.first) + 1;
    append_decimal(out, numbers.first + even_offset(uses_[bin]++, width), decimals);
}

void RowWriter::set_uses(std::vector<std::int64_t> uses) {
    check_input(uses.size() == bins_.size(), [&] {
        return "RowWriter: expected the uses of " + std::to_string(bins_.size()) + " bins, got " +
               std::to_string(uses.size());
    });
    check_input(std::all_of(uses.begin(), uses.end(), [](std::int64_t k) { return k >= 0; }),
                [] { return std::string{"RowWriter: expected uses of at least 0, got a negative number"}; });
    uses_ = std::move(uses);
}

}  // namespace drover
