#include <algorithm>

#include <drover/number/rational_sum.hpp>
#include <drover/tables/rounding.hpp>

namespace drover {
namespace {

constexpr std::size_t min_rounded_cells = 20;

Rational sum_of(const CountTable& table) {
    RationalSum sum;
    for (const Rational& count : table.counts) sum.add(count);
    return sum.value();
}

bool has_all_counts(const CountTable& table) { return !table.shares && !table.has_unknown(); }

void share_out(CountTable& table, const Rational& total, std::int64_t base, RoundedZeros zeros) {
    const Rational missing = total - sum_of(table);
    std::int64_t cells = 0;
    for (const Rational& count : table.counts)
        cells += zeros == RoundedZeros::may_hide_rows || !(count == Rational{0}) ? 1 : 0;
    const Int128 most = static_cast<Int128>(cells) * base;
    if (missing == Rational{0} || absolute(2 * missing.numerator()) > most * missing.denominator()) return;
    const Rational part = missing / Rational{cells};
    for (Rational& count : table.counts) {
        if (zeros == RoundedZeros::may_hide_rows || !(count == Rational{0})) count += part;
    }
}

}  // namespace

std::int64_t rounded_base(const TableSet& set) {
    Int128 divisor = 0;
    std::size_t nonzero = 0;
    for (const CountTable& table : set.tables) {
        if (table.shares) return 0;
        for (const Rational& count : table.counts) {
            if (count.denominator() != 1) return 0;
            if (count.numerator() == 0) continue;
            ++nonzero;
            divisor = greatest_common_divisor(divisor, count.numerator());
            if (divisor == 1) return 0;
        }
    }
    return nonzero >= min_rounded_cells && divisor > 1 && fits_int64(divisor)
               ? static_cast<std::int64_t>(divisor)
               : 0;
}

std::optional<Rational> rounded_total(const TableSet& set) {
    std::vector<std::pair<Rational, double>> totals;
    double weight = 0;
    for (const CountTable& table : set.tables) {
        if (!has_all_counts(table)) continue;
        totals.emplace_back(sum_of(table), 1 / static_cast<double>(table.counts.size()));
        weight += totals.back().second;
    }
    if (totals.empty()) return std::nullopt;
    std::stable_sort(totals.begin(), totals.end(),
                     [](const auto& a, const auto& b) { return is_less(a.first, b.first); });
    double seen = 0;
    for (const auto& [total, part] : totals) {
        seen += part;
        if (2 * seen >= weight) return total;
    }
    return totals.back().first;
}

bool needs_rounded_total(const TableSet& set) {
    const std::optional<Rational> total = rounded_total(set);
    return total && rounded_base(set) > 1 &&
           std::any_of(set.tables.begin(), set.tables.end(), [&](const CountTable& table) {
               return has_all_counts(table) && !(sum_of(table) == *total);
           });
}

TableSet with_rounded_total(TableSet set, RoundedZeros zeros) {
    const std::int64_t base = rounded_base(set);
    const std::optional<Rational> total = rounded_total(set);
    if (!total) return set;
    for (CountTable& table : set.tables) {
        if (has_all_counts(table)) share_out(table, *total, base, zeros);
    }
    return set;
}

}  // namespace drover
