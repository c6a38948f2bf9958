#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/grid.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/tables/impl/trust.hpp>
#include <drover/tables/targets.hpp>

namespace drover {
namespace {

constexpr std::int64_t step_goal = 1'010'000'000;  // a little more than 10^9
constexpr int max_bits = 32;

void check_cell_count(const CountTable& table, const Schema& schema) {
    double cells = 1;
    for (const std::size_t column : table.columns)
        cells *= static_cast<double>(schema.columns[column].values.size());
    check_input(cells <= 0x1p40, [&] {
        return Problem{Fault::range,
                       {.key = "table " + quoted(table.name)},
                       "at most 2^40 cells",
                       (cells < 1e300 ? rounded(cells, 3) : std::string{"more than 1e+300"})};
    });
}

MarginalTables make_features(const TableSet& set) {
    check_input(!set.tables.empty(), [] {
        return Problem{Fault::missing, {}, "at least one table", "none"};
    });
    std::vector<std::size_t> value_counts;
    for (const Column& column : set.schema.columns) value_counts.push_back(column.values.size());
    std::vector<std::vector<std::size_t>> tables;
    std::vector<std::vector<std::uint64_t>> listed;
    for (const CountTable& table : set.tables) {
        tables.push_back(table.columns);
        listed.push_back(table.listed);
    }
    for (const CountTable& table : set.tables) check_cell_count(table, set.schema);
    MarginalTables features{std::move(value_counts), std::move(tables), std::move(listed)};
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        const std::size_t cells = features.first_feature(k + 1) - features.first_feature(k);
        check_input(set.tables[k].counts.size() == cells, [&] {
            return Problem{Fault::range,
                           {.key = "table " + quoted(set.tables[k].name)},
                           std::to_string(cells) + " cells",
                           std::to_string(set.tables[k].counts.size())};
        });
    }
    return features;
}

// Sums of the known cells, with their common denominators.
std::vector<RationalSum> known_sums(const TableSet& set, const RunControl& control) {
    std::vector<RationalSum> sums(set.tables.size());
    for (std::size_t k = 0; k < sums.size(); ++k) {
        throw_if_stopped(control);
        at([&] { return Place{.key = "table " + quoted(set.tables[k].name)}; },
           [&] {
               for (const Rational& count : set.tables[k].counts) sums[k].add(count);
           });
    }
    return sums;
}

Rational larger(const Rational& a, const Rational& b) { return is_less(a, b) ? b : a; }

// The assumed total of a table with unknown cells, unless its own counts exceed it.
Rational common_total(const TableSet& set, const std::vector<RationalSum>& sums,
                      const std::optional<Rational>& given) {
    if (given) return *given;
    std::optional<Rational> complete;
    Rational known;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        if (set.tables[k].shares) continue;
        known = larger(known, sums[k].value());
        if (!set.tables[k].has_unknown()) complete = larger(complete.value_or(Rational{}), sums[k].value());
    }
    return complete.value_or(known);
}

std::vector<Rational> table_totals(const TableSet& set, const std::vector<RationalSum>& sums,
                                   const TargetOptions& options) {
    check_input(!options.total || options.total->numerator() > 0, [&] {
        return Problem{Fault::range, {}, "a total above 0", to_string(*options.total)};
    });
    const Rational common = common_total(set, sums, options.total);
    std::vector<Rational> totals;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        const CountTable& table = set.tables[k];
        Rational total = sums[k].value();
        if (table.has_unknown()) total = larger(total, table.shares ? Rational{1} : common);
        check_input(total.numerator() > 0, [&] {
            return Problem{Fault::range,
                           {.key = "table " + quoted(table.name)},
                           "counts with a total above 0",
                           to_string(total)};
        });
        totals.push_back(total);
    }
    return totals;
}

// Common denominator of all counts and the total, or nothing if the unit would be too large: for decimals,
// which a dyadic unit can represent, too large for long runs.
std::optional<Int128> exact_denominator(const std::vector<RationalSum>& sums, const Rational& total,
                                        Int128 limit, std::int64_t column_trust) {
    const bool integers =
        std::all_of(sums.begin(), sums.end(), [](const RationalSum& sum) { return sum.denominator() == 1; });
    const Int128 unit_limit = integers ? limit : (Int128{1} << 63) / step_goal / column_trust;
    std::vector<Rational> denominators{Rational{1, total.denominator()}};
    for (const RationalSum& sum : sums) denominators.emplace_back(Int128{1}, sum.denominator());
    const std::optional<Int128> denominator = common_denominator(denominators, unit_limit);
    if (!denominator) return std::nullopt;
    Int128 unit = 0;
    if (!multiply(total.numerator(), *denominator / total.denominator(), unit) || unit >= unit_limit)
        return std::nullopt;
    return denominator;
}

// Whether a herder can take that many steps in that unit, plus the initial hits.
bool has_room(Int128 unit, std::int64_t column_trust, std::int64_t steps) {
    constexpr std::int64_t at_start = 1'010;
    return steps == 0 || unit < (Int128{1} << 63) / column_trust / (steps + at_start);
}

Int128 multiple_of(const Rational& value, Int128 denominator) {
    const Int128 factor = value.denominator() == denominator ? Int128{1} : denominator / value.denominator();
    Int128 multiple = 0;
    check_input(multiply(value.numerator(), factor, multiple), [] {
        return Problem{.fault = Fault::range, .text = "numbers too long: expected at most 127 bits"};
    });
    return multiple;
}

std::int64_t checked_count(Int128 count, Int128 limit, const CountTable& table) {
    check_input(absolute(count) < limit, [&] {
        return Problem{Fault::range,
                       {.key = "table " + quoted(table.name)},
                       "counts that fit into 64-bit weights",
                       "one that is too large relative to the total"};
    });
    return static_cast<std::int64_t>(count);
}

void take_exact(Targets& targets, const TableSet& set, Int128 denominator, Int128 limit,
                const RunControl& control) {
    const Rational& total = targets.totals.front();
    targets.moments.total = static_cast<std::int64_t>(multiple_of(total, denominator));
    for (const CountTable& table : set.tables) {
        throw_if_stopped(control);
        for (const Rational& count : table.counts)
            targets.moments.counts.push_back(checked_count(multiple_of(count, denominator), limit, table));
    }
}

// The counts of a table and its total as multiples of one small number.
struct IntegerCounts {
    std::vector<Int128> counts;
    Int128 total = 0;
    double rounding = 0;  // of a share
};

// Numbers too long for exact products are rounded to a grid much finer than any unit: 2^-60 of the largest.
IntegerCounts rounded_counts(const CountTable& table, const Rational& total) {
    double largest = total.to_double();
    for (const Rational& count : table.counts) largest = std::max(largest, std::abs(count.to_double()));
    const int bits = std::max(0, 60 - std::ilogb(largest));
    check_input(largest < 0x1p62, [&] {
        return Problem{
            Fault::range, {.key = "table " + quoted(table.name)}, "numbers below 2^62", rounded(largest)};
    });
    IntegerCounts integers{.total = nearest_multiple(total, bits)};
    for (const Rational& count : table.counts) integers.counts.push_back(nearest_multiple(count, bits));
    if (!table.has_unknown())
        integers.total = std::accumulate(integers.counts.begin(), integers.counts.end(), Int128{0});
    check_input(integers.total > 0, [&] {
        return Problem{Fault::range,
                       {.key = "table " + quoted(table.name)},
                       "a total of at least 2^-60 of the largest count",
                       rounded(total.to_double()) + " for a largest count of " + rounded(largest)};
    });
    // A count is off by half a multiple at most, the total by that for each count in it.
    const double parts = table.has_unknown() ? 1 : static_cast<double>(table.counts.size());
    integers.rounding =
        0.5 * (1 + parts * (largest / total.to_double())) / static_cast<double>(integers.total);
    return integers;
}

IntegerCounts integer_counts(const CountTable& table, const Rational& total, const RationalSum& sum) {
    const Int128 limit = Int128{1} << (125 - max_bits);
    const std::array parts{Rational{Int128{1}, sum.denominator()}, Rational{Int128{1}, total.denominator()}};
    const std::optional<Int128> denominator = common_denominator(parts, limit);
    if (!denominator) return rounded_counts(table, total);
    IntegerCounts integers;
    for (const Rational& count : table.counts) {
        integers.counts.push_back(multiple_of(count, *denominator));
        if (absolute(integers.counts.back()) >= limit) return rounded_counts(table, total);
    }
    integers.total = multiple_of(total, *denominator);
    return integers.total < limit ? integers : rounded_counts(table, total);
}

// Shares rounded to multiples of 2^-bits: to the nearest where cells are unknown, otherwise down, and then
// the largest remainders (lowest cell on ties) get the rest. `moved` is the largest change of a share, in
// units.
std::vector<Int128> dyadic_shares(const IntegerCounts& integers, bool partial, int bits, double& moved) {
    std::vector<Int128> shares;
    std::vector<Int128> rests;
    Int128 left = Int128{1} << bits;
    for (const Int128 count : integers.counts) {
        const Int128 scaled = count * (Int128{1} << bits);
        Int128 share = scaled / integers.total;
        if (scaled % integers.total < 0) --share;
        shares.push_back(share);
        rests.push_back(scaled - share * integers.total);
        left -= share;
    }
    std::vector<std::size_t> order;
    for (std::size_t cell = 0; cell < rests.size(); ++cell) {
        if (partial ? rests[cell] >= integers.total - rests[cell] : rests[cell] > 0) order.push_back(cell);
    }
    if (!partial) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return rests[a] > rests[b]; });
        order.resize(static_cast<std::size_t>(left));
    }
    for (const std::size_t cell : order) {
        ++shares[cell];
        rests[cell] -= integers.total;
    }
    for (const Int128 rest : rests)
        moved = std::max(moved, static_cast<double>(absolute(rest)) / static_cast<double>(integers.total));
    return shares;
}

int dyadic_bits(std::int64_t column_trust) {
    int bits = max_bits;
    while (bits > 0 && (Int128{step_goal} << bits) * column_trust >= Int128{1} << 63) --bits;
    check_input(bits >= 8, [&] {
        return Problem{Fault::range,
                       {},
                       "trusts that sum to less than 2^25 over the tables of a column",
                       std::to_string(column_trust)};
    });
    return bits;
}

void take_dyadic(Targets& targets, const TableSet& set, const std::vector<RationalSum>& sums,
                 std::int64_t column_trust, Int128 limit, const RunControl& control) {
    const int bits = dyadic_bits(column_trust);
    targets.exact = false;
    targets.moments.total = std::int64_t{1} << bits;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        throw_if_stopped(control);
        const CountTable& table = set.tables[k];
        const IntegerCounts integers = integer_counts(table, targets.totals[k], sums[k]);
        double moved = 0;
        for (const Int128 share : dyadic_shares(integers, table.has_unknown(), bits, moved))
            targets.moments.counts.push_back(checked_count(share, limit, table));
        targets.rounding = std::max(targets.rounding, std::ldexp(moved, -bits) + integers.rounding);
    }
}

}  // namespace

Targets make_targets(const TableSet& set, const TargetOptions& options) {
    Targets targets{.features = make_features(set)};
    const std::vector<RationalSum> sums = known_sums(set, options.control);
    targets.totals = table_totals(set, sums, options);
    targets.trust = make_trust(set, targets.totals, options);
    const std::int64_t trust = largest_column_trust(targets.features, targets.trust);
    const Int128 limit = (Int128{1} << 62) / trust;
    targets.moments.counts.reserve(targets.features.feature_count());
    const bool one_total =
        std::all_of(targets.totals.begin(), targets.totals.end(),
                    [&](const Rational& total) { return total == targets.totals.front(); });
    std::optional<Int128> denominator;
    if (one_total) denominator = exact_denominator(sums, targets.totals.front(), limit, trust);
    targets.lacks_room =
        denominator && !has_room(multiple_of(targets.totals.front(), *denominator), trust, options.steps);
    if (denominator && !targets.lacks_room) {
        take_exact(targets, set, *denominator, limit, options.control);
    } else {
        take_dyadic(targets, set, sums, trust, limit, options.control);
    }
    return targets;
}

}  // namespace drover
