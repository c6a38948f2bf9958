#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/row_writer.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/int128.hpp>

namespace drover {
namespace {

// In this order the first columns, two at a time, are evenly spread over a 4 x 4 grid after few uses (tried
// with 32, 100 and 400 uses; each root was chosen for the least chi-square). All other primes follow.
constexpr std::array<std::uint64_t, 24> first_primes{2,    821, 1187, 547, 599, 919, 691,  3,
                                                     1103, 109, 431,  457, 7,   31,  1109, 239,
                                                     653,  137, 1039, 263, 311, 313, 419,  853};
constexpr std::uint64_t largest_of_first = 1187;

bool is_prime(std::uint64_t number) {
    for (std::uint64_t d = 2; d * d <= number; ++d) {
        if (number % d == 0) return false;
    }
    return number > 1;
}

// floor(2^64 * fraction of sqrt(number)), digit by digit: root^2 + rest is the number shifted so far.
std::uint64_t root_fraction(std::uint64_t number) {
    UInt128 root = 0;
    while ((root + 1) * (root + 1) <= number) ++root;
    UInt128 rest = number - root * root;
    for (int bit = 0; bit < 64; ++bit) {
        const UInt128 next = 4 * root + 1;
        rest *= 4;
        root *= 2;
        if (rest < next) continue;
        rest -= next;
        ++root;
    }
    return static_cast<std::uint64_t>(root);
}

// The steps of the columns of bins, one after the other.
class Steps {
  public:
    std::uint64_t next() {
        if (count_ < first_primes.size()) return root_fraction(first_primes[count_++]);
        do ++prime_;
        while (!is_prime(prime_));
        return root_fraction(prime_);
    }

  private:
    std::size_t count_ = 0;
    std::uint64_t prime_ = largest_of_first;
};

// floor(v(k) * width), v(k) = 1/2 + k * step in units of 2^-64, without the integer part.
std::int64_t even_offset(std::int64_t k, std::uint64_t step, std::uint64_t width) {
    const std::uint64_t position = (std::uint64_t{1} << 63U) + static_cast<std::uint64_t>(k) * step;
    return static_cast<std::int64_t>((UInt128{position} * width) >> 64U);
}

// Use k of a bin.
std::int64_t number_in(const Bin& bin, std::int64_t k, std::uint64_t step) {
    const auto width = static_cast<std::uint64_t>(bin.last) - static_cast<std::uint64_t>(bin.first) + 1;
    return bin.first + even_offset(k, step, width);
}

// A line of one empty field would be a blank line, which readers skip.
std::string line_field(const std::string& text, std::size_t column_count, CsvOptions options) {
    return text.empty() && column_count == 1 ? "\"\"" : csv_field(text, options);
}

}  // namespace

RowWriter::RowWriter(const Schema& schema, CsvOptions options) {
    const std::size_t column_count = schema.columns.size();
    check_input(column_count > 0, [] {
        return Problem{Fault::range, {.function = "RowWriter"}, "at least one column"};
    });
    Steps steps;
    for (std::size_t j = 0; j < column_count; ++j) {
        const Column& column = schema.columns[j];
        const std::uint64_t step = column.bins.empty() ? 0 : steps.next();
        const char end = j + 1 < column_count ? options.separator : '\n';
        header_ += csv_field(column.name, options) + end;
        first_field_.push_back(fields_.size());
        for (std::size_t v = 0; v < column.values.size(); ++v)
            add_field(column, v, line_field(column.values[v], column_count, options), end, step);
    }
    check_input(texts_.size() <= std::numeric_limits<std::uint32_t>::max(), [] {
        return Problem{Fault::range, {.function = "RowWriter"}, "values of at most 4 GB in all"};
    });
    uses_.resize(bins_.size());
}

void RowWriter::add_field(const Column& column, std::size_t value, const std::string& text, char end,
                          std::uint64_t step) {
    Field field{.begin = static_cast<std::uint32_t>(texts_.size())};
    if (value >= column.bins.size()) {
        texts_ += text;
    } else if (const Bin& bin = column.bins[value]; bin.first == bin.last) {
        append_decimal(texts_, bin.first, column.decimals);
        bins_.push_back({.bin = bin, .decimals = column.decimals, .step = step});
    } else {
        field.bin = bins_.size();
        bins_.push_back({.bin = bin, .decimals = column.decimals, .step = step});
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
    const auto& [numbers, decimals, step] = bins_[bin];
    append_decimal(out, number_in(numbers, uses_[bin]++, step), decimals);
}

void RowWriter::set_uses(std::vector<std::int64_t> uses, std::int64_t row_count) {
    check_input(uses.size() == bins_.size(), [&] {
        return Problem{Fault::range,
                       {},
                       "the uses of " + std::to_string(bins_.size()) + " bins",
                       std::to_string(uses.size())};
    });
    for (const std::int64_t count : uses) {
        check_input(count >= 0 && count <= row_count, [&] {
            return Problem{Fault::range,
                           {},
                           "uses of bins from 0 to " + std::to_string(row_count),
                           std::to_string(count)};
        });
    }
    uses_ = std::move(uses);
}

BinNumbers::BinNumbers(const Schema& schema, std::size_t column)
    : bins_{schema.columns[column].bins},
      uses_(bins_.size()),
      column_{column},
      column_count_{schema.columns.size()} {
    Steps steps;
    for (std::size_t j = 0; j <= column; ++j)
        if (!schema.columns[j].bins.empty()) step_ = steps.next();
}

std::vector<std::int64_t> BinNumbers::next(std::span<const std::uint32_t> cells) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(cells.size() / column_count_);
    for (std::size_t at = column_; at < cells.size(); at += column_count_) {
        const std::uint32_t value = cells[at];
        numbers.push_back(value < bins_.size() ? number_in(bins_[value], uses_[value]++, step_)
                                               : missing_number);
    }
    return numbers;
}

}  // namespace drover
