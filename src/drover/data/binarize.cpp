#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/binarize.hpp>

namespace drover {
namespace {

int longest_scale(std::span<const Decimal> column) {
    int scale = 0;
    for (const Decimal& number : column) {
        if (number.digits != 0) scale = std::max(scale, number.scale);
    }
    return scale;
}

// number * factor * 10^scale, an integer by the choice of the scale; false if it does not fit.
bool scaled(const Decimal& number, Int128 factor, int scale, Int128& units) {
    if (!multiply(number.digits, factor, units)) return false;
    for (int shift = scale - number.scale; shift > 0 && units != 0; --shift) {
        if (!multiply(units, 10, units)) return false;
    }
    return true;
}

bool set_column(std::vector<BitRow>& rows, std::size_t at, std::span<const Decimal> column) {
    const int scale = longest_scale(column);
    const auto count = static_cast<Int128>(column.size());
    Int128 sum = 0;
    Int128 units = 0;
    for (const Decimal& number : column) {
        if (!scaled(number, 1, scale, units) || !add(sum, units, sum)) return false;
    }
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (!scaled(column[i], count, scale, units)) return false;
        rows[i].set(at, units >= sum);
    }
    return true;
}

}  // namespace

BinaryTable binarize_at_mean(std::vector<std::string> names, std::span<const std::vector<Decimal>> columns) {
    check_input(names.size() == columns.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "binarize_at_mean"},
                       .text = "names (" + std::to_string(names.size()) + ") and columns (" +
                               std::to_string(columns.size()) + ") must have the same size"};
    });
    const std::size_t row_count = columns.empty() ? 0 : columns[0].size();
    std::vector<BitRow> rows(row_count, BitRow(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
        check_input(columns[j].size() == row_count, [&] {
            return Problem{Fault::range,
                           {.column = names[j]},
                           std::to_string(row_count) + " numbers as in the first column",
                           std::to_string(columns[j].size())};
        });
        check_input(set_column(rows, j, columns[j]), [&] {
            return Problem{Fault::type,
                           {.column = names[j]},
                           "numbers whose exact sum fits into 128 bits",
                           "too many digits"};
        });
    }
    return {std::move(names), std::move(rows)};
}

}  // namespace drover
