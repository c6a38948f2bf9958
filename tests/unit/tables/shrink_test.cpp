#include <cmath>
#include <map>

#include <drover/tables/shrink.hpp>

#include <drover/core/digest.hpp>
#include <drover/herd/features/marginal_tables.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover {
namespace {

// People of three columns, the first two dependent, and all their two-way tables.
struct Town {
    TableSet truth;
    TableSet noisy;
};

double error_of(const TableSet& a, const TableSet& b) {
    double error = 0;
    for (std::size_t k = 0; k < a.tables.size(); ++k) {
        for (std::size_t c = 0; c < a.tables[k].counts.size(); ++c)
            error += std::abs(a.tables[k].counts[c].to_double() - b.tables[k].counts[c].to_double());
    }
    return error;
}

Rational total_of(const CountTable& table) {
    Rational sum;
    for (const Rational& count : table.counts) sum += count;
    return sum;
}

Town make_town(double sigma, std::uint64_t seed) {
    const std::vector<std::size_t> sizes{8, 9, 10};
    Town town;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        town.truth.schema.columns.push_back({.name = std::string(1, static_cast<char>('a' + i))});
        for (std::size_t v = 0; v < sizes[i]; ++v)
            town.truth.schema.columns.back().values.push_back(std::to_string(v));
    }
    for (const auto& columns : all_tables(3, 2)) {
        CountTable table{.name = "t" + std::to_string(town.truth.tables.size())};
        table.columns = columns;
        table.counts.resize(sizes[columns[0]] * sizes[columns[1]]);
        town.truth.tables.push_back(table);
    }
    const CounterRandom random{seed, 1};
    for (std::uint64_t r = 0; r < 5'000; ++r) {
        std::vector<std::size_t> row;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const double u = random.uniform(4 * r + i);
            row.push_back(static_cast<std::size_t>(u * u * static_cast<double>(sizes[i])));
        }
        if (random.uniform(4 * r + 3) < 0.3) row[1] = row[0];
        for (CountTable& table : town.truth.tables)
            table.counts[row[table.columns[0]] * sizes[table.columns[1]] + row[table.columns[1]]] +=
                Rational{1};
    }
    town.noisy = town.truth;
    std::uint64_t draw = 0;
    for (CountTable& table : town.noisy.tables) {
        for (Rational& count : table.counts)
            count +=
                Rational{static_cast<std::int64_t>(std::floor(sigma * random.normal(1'000'000 + draw++)))};
    }
    return town;
}

TEST(ShrinkNoise, ComesCloserToTheTruth) {
    for (const auto& [sigma, left] : std::map<std::int64_t, double>{{5, 0.9}, {20, 0.65}, {100, 0.5}}) {
        const Town town = make_town(static_cast<double>(sigma), 3);
        const double before = error_of(town.noisy, town.truth);
        const double after = error_of(shrink_noise(town.noisy, Rational{sigma}), town.truth);
        EXPECT_LT(after, left * before) << sigma;
    }
}

TEST(ShrinkNoise, AllTablesGetOneTotalAndNothingBelowZero) {
    const Town town = make_town(30, 5);
    const TableSet shrunk = shrink_noise(town.noisy, Rational{30});
    const std::optional<Rational> total = noise_free_total(town.noisy, Rational{30});
    ASSERT_TRUE(total.has_value());
    EXPECT_EQ(total->denominator(), 1);
    EXPECT_LT(std::abs(total->to_double() - 5'000), 300);
    for (const CountTable& table : shrunk.tables) {
        EXPECT_EQ(total_of(table), *total);
        for (const Rational& count : table.counts) EXPECT_GE(count.numerator(), 0);
    }
}

TEST(ShrinkNoise, ExactTablesStayAsTheyAre) {
    const Town town = make_town(20, 7);
    EXPECT_FALSE(has_noise(town.truth));
    EXPECT_EQ(error_of(shrink_noise(town.truth), town.truth), 0);
    EXPECT_EQ(error_of(shrink_noise(town.noisy, Rational{0}), town.noisy), 0);
    // One of them is exact, the others have standard errors: it determines total and margins.
    TableSet mixed = town.noisy;
    mixed.tables[0] = town.truth.tables[0];
    mixed.tables[0].errors.assign(mixed.tables[0].counts.size(), Rational{0});
    for (std::size_t k = 1; k < mixed.tables.size(); ++k)
        mixed.tables[k].errors.assign(mixed.tables[k].counts.size(), Rational{20});
    const TableSet shrunk = shrink_noise(mixed);
    EXPECT_EQ(shrunk.tables[0].counts, town.truth.tables[0].counts);
    for (const CountTable& table : shrunk.tables) EXPECT_EQ(total_of(table), Rational{5'000});
    EXPECT_LT(error_of(shrunk, town.truth), 0.5 * error_of(mixed, town.truth));
    // The margin of column a in the second table is that of the first, up to the grid.
    for (std::size_t a = 0; a < 8; ++a) {
        double exact = 0;
        double fitted = 0;
        for (std::size_t b = 0; b < 9; ++b) exact += shrunk.tables[0].counts[a * 9 + b].to_double();
        for (std::size_t c = 0; c < 10; ++c) fitted += shrunk.tables[1].counts[a * 10 + c].to_double();
        EXPECT_NEAR(exact, fitted, 0.01);
    }
}

TEST(ShrinkNoise, ExactCellsAndTablesWithUnknownOnesStay) {
    Town town = make_town(20, 9);
    town.noisy.tables[1].unknown.resize(town.noisy.tables[1].counts.size());
    town.noisy.tables[1].unknown[3] = true;
    town.noisy.tables[0].errors.assign(town.noisy.tables[0].counts.size(), Rational{20});
    town.noisy.tables[0].errors[5] = Rational{0};
    town.noisy.tables[0].counts[5] = Rational{17};
    const TableSet shrunk = shrink_noise(town.noisy);
    EXPECT_EQ(shrunk.tables[1].counts, town.noisy.tables[1].counts);
    EXPECT_NEAR(shrunk.tables[0].counts[5].to_double(), 17, 1e-5);
    EXPECT_NE(shrunk.tables[0].counts, town.noisy.tables[0].counts);
}

TEST(ShrinkNoise, ZerosStayWhereTheyAreRules) {
    const Town town = make_town(10, 2);
    TableSet noisy = town.noisy;
    noisy.tables[0].counts[0] = Rational{0};
    EXPECT_EQ(shrink_noise(noisy, Rational{10}, NoisyZeros::stay).tables[0].counts[0], Rational{0});
    EXPECT_GT(shrink_noise(noisy, Rational{10}).tables[0].counts[0], Rational{0});
}

TEST(CountNoise, IsReadOffTheCountsBelowZero) {
    Town town = make_town(40, 11);
    EXPECT_EQ(count_noise(town.truth), 0);
    EXPECT_NEAR(count_noise(town.noisy), 40, 8);
    EXPECT_EQ(count_noise(town.noisy, Rational{3}), 3);
    EXPECT_TRUE(has_noise(town.noisy));
    EXPECT_FALSE(has_noise(town.noisy, Rational{0}));
    EXPECT_FALSE(noise_free_total(town.noisy, Rational{0}).has_value());
}

// The same numbers with every compiler.
TEST(ShrinkNoise, GivesTheRecordedNumbers) {
    Digest digest;
    for (const CountTable& table : shrink_noise(make_town(25, 1).noisy, Rational{25}).tables) {
        for (const Rational& count : table.counts)
            digest.add(static_cast<std::uint64_t>((count * Rational{1 << 20}).numerator()));
    }
    EXPECT_EQ(digest.hex(), "73a3012b98c4d40c4ba2ef81b647b719");
}

}  // namespace
}  // namespace drover
