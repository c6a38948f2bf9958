#include <algorithm>
#include <cmath>
#include <numeric>

#include <drover/number/rational_sum.hpp>
#include <drover/tables/impl/noisy_table.hpp>
#include <drover/tables/shrink.hpp>

namespace drover {
namespace {

using impl::NoisyShares;
using impl::NoisyTable;

constexpr std::size_t least_negative = 20;
constexpr std::int64_t count_grid = std::int64_t{1} << 20U;
constexpr std::int64_t share_grid = std::int64_t{1} << 40U;

// Counts and variances as published; `noise` is used for tables without standard errors.
NoisyShares published(const CountTable& table, double noise) {
    NoisyShares noisy;
    for (const Rational& count : table.counts) noisy.shares.push_back(count.to_double());
    noisy.variances.assign(table.counts.size(), table.shares ? 0 : noise * noise);
    for (std::size_t cell = 0; cell < table.errors.size(); ++cell) {
        const double error = table.errors[cell].to_double();
        noisy.variances[cell] = error * error;
    }
    return noisy;
}

Rational total_of(const CountTable& table) {
    RationalSum sum;
    for (const Rational& count : table.counts) sum.add(count);
    return sum.value();
}

// The total of an exact table; otherwise the mean weighted by precision, rounded to an integer.
std::optional<Rational> common_total(const TableSet& set, double noise) {
    double weight = 0;
    double sum = 0;
    for (const CountTable& table : set.tables) {
        if (table.shares || table.has_unknown()) continue;
        const NoisyShares noisy = published(table, noise);
        const double variance = impl::sum_of(noisy.variances);
        if (variance == 0) return total_of(table);
        weight += 1 / variance;
        sum += impl::sum_of(noisy.shares) / variance;
    }
    if (weight == 0) return std::nullopt;
    return Rational{static_cast<std::int64_t>(std::max(1.0, std::floor(sum / weight + 0.5)))};
}

// In shares of the common total.
NoisyTable to_shares(const TableSet& set, const CountTable& table, double noise, double total,
                     NoisyZeros zeros) {
    NoisyShares noisy = published(table, noise);
    for (std::size_t c = 0; zeros == NoisyZeros::stay && c < noisy.shares.size(); ++c) {
        if (noisy.shares[c] == 0) noisy.variances[c] = 0;
    }
    const double unit = table.shares ? 1 : total;
    for (double& share : noisy.shares) share /= unit;
    for (double& variance : noisy.variances) variance /= unit * unit;
    impl::move_to_sum(noisy, 1);
    std::vector<std::size_t> sizes;
    for (const std::size_t column : table.columns) sizes.push_back(set.schema.columns[column].values.size());
    return {std::move(sizes), std::move(noisy)};
}

// One per column of the schema; empty for a column that is in no table.
std::vector<NoisyShares> common_margins(const TableSet& set, const std::vector<NoisyTable>& tables) {
    std::vector<std::vector<NoisyShares>> told(set.schema.columns.size());
    for (std::size_t k = 0; k < tables.size(); ++k) {
        for (std::size_t p = 0; p < tables[k].column_count(); ++p)
            told[set.tables[k].columns[p]].push_back(tables[k].margin(p));
    }
    std::vector<NoisyShares> margins(told.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (told[i].empty()) continue;
        margins[i] = impl::mean_of(told[i]);
        const auto size = static_cast<double>(margins[i].shares.size());
        impl::shrink_towards(margins[i], std::vector<double>(margins[i].shares.size(), 1 / size), size - 1);
        impl::project(margins[i]);
    }
    return margins;
}

// Multiples of 1 / grid that sum to the total: rounded down, then one more for each of the largest
// remainders, the first of equals.
void put_back(CountTable& table, const std::vector<double>& shares, const Rational& total) {
    const std::int64_t grid = table.shares ? share_grid : count_grid;
    const double scale = static_cast<double>(grid) * (table.shares ? 1 : total.to_double());
    std::vector<std::int64_t> multiples;
    std::vector<double> rests;
    auto missing = static_cast<std::int64_t>(std::floor(scale + 0.5));
    for (const double share : shares) {
        const double scaled = share * scale;
        multiples.push_back(static_cast<std::int64_t>(std::floor(scaled)));
        rests.push_back(scaled - std::floor(scaled));
        missing -= multiples.back();
    }
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rests[a] > rests[b]; });
    for (std::size_t k = 0; k < order.size() && missing > 0; ++k, --missing) ++multiples[order[k]];
    for (std::size_t c = 0; c < multiples.size(); ++c)
        table.counts[c] = Rational{Int128{multiples[c]}, Int128{grid}};
}

}  // namespace

double count_noise(const TableSet& set, const std::optional<Rational>& given) {
    if (given) return given->to_double();
    double squares = 0;
    std::size_t negative = 0;
    for (const CountTable& table : set.tables) {
        if (table.shares || !table.errors.empty()) continue;
        for (const Rational& count : table.counts) {
            if (count.numerator() >= 0) continue;
            squares += count.to_double() * count.to_double();
            ++negative;
        }
    }
    return negative < least_negative ? 0 : std::sqrt(squares / static_cast<double>(negative));
}

bool has_noise(const TableSet& set, const std::optional<Rational>& given) {
    if (given && given->numerator() == 0) return false;
    const double noise = count_noise(set, given);
    return std::any_of(set.tables.begin(), set.tables.end(), [&](const CountTable& table) {
        if (table.has_unknown()) return false;
        if (table.errors.empty()) return noise > 0 && !table.shares;
        return std::any_of(table.errors.begin(), table.errors.end(),
                           [](const Rational& error) { return error.numerator() > 0; });
    });
}

std::optional<Rational> noise_free_total(const TableSet& set, const std::optional<Rational>& given) {
    if (!has_noise(set, given)) return std::nullopt;
    return common_total(set, count_noise(set, given));
}

TableSet shrink_noise(TableSet set, const std::optional<Rational>& given, NoisyZeros zeros) {
    if (!has_noise(set, given)) return set;
    const double noise = count_noise(set, given);
    const Rational total = common_total(set, noise).value_or(Rational{1});
    std::vector<NoisyTable> tables(set.tables.size());
    for (std::size_t k = 0; k < tables.size(); ++k) {
        if (!set.tables[k].has_unknown())
            tables[k] = to_shares(set, set.tables[k], noise, total.to_double(), zeros);
    }
    const std::vector<NoisyShares> margins = common_margins(set, tables);
    for (std::size_t k = 0; k < tables.size(); ++k) {
        if (tables[k].column_count() == 0 || tables[k].is_exact()) continue;
        std::vector<const NoisyShares*> of_table;
        for (const std::size_t column : set.tables[k].columns) of_table.push_back(&margins[column]);
        tables[k].shrink(of_table);
        put_back(set.tables[k], tables[k].cells().shares, total);
    }
    return set;
}

}  // namespace drover
