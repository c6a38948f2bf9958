#include <ctime>
#include <numeric>

#include <drover/number/rational_sum.hpp>
#include <drover/tables/targets.hpp>

#include "big_fraction.hpp"
#include "expect.hpp"
#include "random_models.hpp"
#include "table_texts.hpp"

namespace drover {
namespace {

using testing::Dice;
using testing::tables_of;
using Counts = std::vector<std::int64_t>;
using Trust = std::vector<std::int32_t>;

std::int64_t table_sum(const Targets& targets, std::size_t table) {
    std::int64_t sum = 0;
    for (std::size_t a = targets.features.first_feature(table); a < targets.features.first_feature(table + 1);
         ++a)
        sum += targets.moments.counts[a];
    return sum;
}

// The largest |target - count / total|, straight from the definition.
double largest_shift(const TableSet& set, const Targets& targets) {
    double shift = 0;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        for (std::size_t cell = 0; cell < set.tables[k].counts.size(); ++cell) {
            if (set.tables[k].is_unknown(cell)) continue;
            const Rational share = set.tables[k].counts[cell] / targets.totals[k];
            const Rational target{targets.moments.counts[targets.features.first_feature(k) + cell],
                                  targets.moments.total};
            shift = std::max(shift, std::abs((target - share).to_double()));
        }
    }
    return shift;
}

TEST(MakeTargets, OneTotalIsTheUnitAndNothingIsRounded) {
    const Targets targets = make_targets(tables_of({"x,count\n0,3\n1,4\n", "y,count\n0,5\n1,2\n"}));
    EXPECT_EQ(targets.moments.total, 7);
    EXPECT_EQ(targets.moments.counts, (Counts{3, 4, 5, 2}));
    EXPECT_TRUE(targets.exact);
    EXPECT_EQ(targets.rounding, 0);
    EXPECT_TRUE(targets.trust.empty());
    EXPECT_EQ(targets.totals, (std::vector<Rational>{7, 7}));
}

TEST(MakeTargets, DecimalsWithOneTotalAreExactOverTheirCommonDenominator) {
    const Targets targets = make_targets(tables_of({"x,p\n0,0.25\n1,.75\n", "y,p\n0,1/3\n1,2/3\n"}));
    EXPECT_EQ(targets.moments.total, 12);
    EXPECT_EQ(targets.moments.counts, (Counts{3, 9, 4, 8}));
    EXPECT_TRUE(targets.exact);
}

TEST(MakeTargets, DifferentTotalsGoToADyadicUnitThatEveryTableSumsTo) {
    const Targets targets =
        make_targets(tables_of({"x,count\n0,1\n1,1\n2,1\n", "y,count\n0,5\n1,2\n", "z,count\n0,1\n1,0\n"}));
    EXPECT_FALSE(targets.exact);
    EXPECT_EQ(targets.moments.total, std::int64_t{1} << 32U);
    EXPECT_EQ(targets.moments.counts[0], 1431655766);  // 2^32 is 3 * 1431655765 + 1: the lowest cell gets it
    EXPECT_EQ(targets.moments.counts[1], 1431655765);
    EXPECT_EQ(targets.moments.counts[5], std::int64_t{1} << 32U);
    EXPECT_EQ(targets.moments.counts[6], 0);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(table_sum(targets, k), targets.moments.total);
}

TEST(MakeTargets, RoundingIsTheLargestShiftOfAShare) {
    const TableSet set = tables_of({"x,count\n0,1\n1,1\n2,1\n", "y,count\n0,5\n1,2\n"});
    const Targets targets = make_targets(set);
    EXPECT_GT(targets.rounding, 0);
    EXPECT_LT(targets.rounding, 0x1p-32);
    EXPECT_NEAR(targets.rounding, largest_shift(set, targets), 1e-18);
}

TEST(MakeTargets, RandomTablesSumToTheUnitAndNoShareMovesByAUnit) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Dice dice{seed};
        std::vector<std::string> texts;
        for (int k = 0; k < 4; ++k) {
            std::string text = "x" + std::to_string(dice.roll(0, 2)) + ",y,count\n";
            for (int cell = 0; cell < 12; ++cell) {
                text += std::to_string(cell / 4) + ',' + std::to_string(cell % 4) + ',' +
                        std::to_string(dice.roll(-3, 40)) + '.' + std::to_string(dice.roll(0, 99)) + '\n';
            }
            texts.push_back(text);
        }
        const TableSet set = tables_of(texts, {.noisy = true});
        const Targets targets = make_targets(set);
        for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(table_sum(targets, k), targets.moments.total);
        EXPECT_LT(largest_shift(set, targets), 1.0 / static_cast<double>(targets.moments.total));
        EXPECT_LE(largest_shift(set, targets), targets.rounding + 1e-18);
    }
}

// Up to 30 digits, from 1e-30 to 1e17.
std::string random_count(Dice& dice, bool may_be_negative) {
    std::string text = may_be_negative && dice.roll(0, 9) == 0 ? "-" : "";
    text += std::to_string(dice.roll(1, 99'999));
    if (dice.roll(0, 1) == 0) text += std::to_string(dice.roll(0, 999'999'999));
    if (dice.roll(0, 1) == 0) text += '.' + std::to_string(dice.roll(0, 999'999'999'999));
    if (dice.roll(0, 3) == 0) text += 'e' + std::to_string(dice.roll(-16, 2));
    return text;
}

TEST(MakeTargets, KeepsItsBoundOnTenThousandTables) {
    Dice dice{17};
    int rounded = 0;
    for (int round = 0; round < 4'000; ++round) {
        const bool noisy = dice.roll(0, 1) == 0;
        const std::string scale = dice.roll(0, 1) == 0 ? "" : "e-14";
        std::vector<std::string> texts;
        for (const char* name : {"x", "y", "z", "u"}) {
            std::string text = std::string{name} + ",count\n0,99999999999999999\n";
            if (dice.roll(0, 1) == 0)
                text = std::string{name} + ",count\n0," + std::to_string(dice.roll(1, 9)) + scale + '\n';
            for (int cell = 1; cell < 4; ++cell)
                text += std::to_string(cell) + ',' + random_count(dice, noisy) + '\n';
            texts.push_back(text);
        }
        TableSet set;
        std::optional<Targets> made;
        try {
            set = tables_of(texts, {.noisy = true});
            made = make_targets(set);
        } catch (const InputError&) {  // a total that is too long, or not above 0
            continue;
        }
        rounded += made->exact ? 0 : 4;
        const testing::BigFraction bound = testing::BigFraction::of(made->rounding * (1 + 0x1p-50));
        for (std::size_t k = 0; k < set.tables.size(); ++k) {
            testing::BigFraction total;
            for (const Rational& count : set.tables[k].counts)
                total = total + testing::BigFraction::of(count);
            for (std::size_t cell = 0; cell < set.tables[k].counts.size(); ++cell) {
                const std::int64_t target = made->moments.counts[made->features.first_feature(k) + cell];
                const auto share = testing::BigFraction::of(set.tables[k].counts[cell]) / total;
                const auto error = testing::BigFraction{target, made->moments.total} - share;
                ASSERT_TRUE(error.size() <= bound) << "round " << round << ", table " << k;
            }
        }
    }
    EXPECT_GT(rounded, 10'000);
}

TEST(MakeTargets, TakesCountsThatAreAllTiny) {
    const Targets targets = make_targets(tables_of({"x,count\n0,1e-30\n1,3e-30\n", "y,count\n0,1\n1,1\n"}));
    EXPECT_EQ(targets.moments.counts[0] * 4, targets.moments.total);
}

TEST(MakeTargets, NamesATableWhoseTotalIsTooSmallForItsCounts) {
    const TableSet set =
        tables_of({"x,count\n0,2305843009213693951\n1,-2305843009213693951\n2,1e-30\n"}, {.noisy = true});
    EXPECT_INPUT_ERROR(
        make_targets(set),
        "table \"a\": expected a total of at least 2^-60 of the largest count, got 1e-30 for a "
        "largest count of 2.30584e+18");
}

TEST(MakeTargets, ZerosStayZero) {
    const Targets targets = make_targets(tables_of({"x,count\n0,1\n1,0\n2,2\n3,0\n", "y,count\n0,5\n1,2\n"}));
    EXPECT_EQ(targets.moments.counts[1], 0);
    EXPECT_EQ(targets.moments.counts[3], 0);
}

TEST(MakeTargets, NegativeCellsKeepTheSum) {
    const Targets targets =
        make_targets(tables_of({"x,count\n0,-1\n1,4\n2,4\n", "y,count\n0,5\n1,-0.3\n"}, {.noisy = true}));
    EXPECT_LT(targets.moments.counts[0], 0);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(table_sum(targets, k), targets.moments.total);
}

TEST(MakeTargets, UnitLeavesRoomForABillionStepsOfTheMostTrustedColumn) {
    std::vector<std::string> texts;
    for (int k = 0; k < 13; ++k)
        texts.push_back("x,y" + std::to_string(k) + ",count\n0,0," + std::to_string(k + 1) + "\n1,1,3\n");
    const Targets plain = make_targets(tables_of(texts));
    EXPECT_EQ(plain.moments.total, std::int64_t{1} << 29U);  // 10^9 * 13 * 2^29 < 2^63 <= 10^9 * 13 * 2^30
    const Targets trusted = make_targets(tables_of(texts), {.trust = {{"a", 100}}});
    EXPECT_EQ(trusted.moments.total, std::int64_t{1} << 26U);
}

TEST(MakeTargets, AUnitThatIsTooLargeGoesToTheDyadicGrid) {
    const Targets near = make_targets(tables_of({"x,count\n0,4611686018427387902\n1,1\n"}));
    EXPECT_TRUE(near.exact);
    EXPECT_EQ(near.moments.total, (std::int64_t{1} << 62U) - 1);
    const Targets above = make_targets(tables_of({"x,count\n0,4611686018427387902\n1,1\n2,1\n"}));
    EXPECT_FALSE(above.exact);
    EXPECT_EQ(table_sum(above, 0), above.moments.total);
}

TEST(MakeTargets, LongDecimalsAreRoundedAndStillSumToTheUnit) {
    const TableSet set = tables_of({"x,p\n0,0.3000000000000000000000000000000000017\n1,1.1e-36\n2,7/10\n"});
    const Targets targets = make_targets(set);
    EXPECT_FALSE(targets.exact);
    EXPECT_EQ(table_sum(targets, 0), targets.moments.total);
    EXPECT_EQ(targets.moments.counts[1], 0);
    EXPECT_LT(targets.rounding, 0x1p-31);
}

TEST(MakeTargets, SuppressedTablesTakeTheLargestTotalThatIsWhole) {
    const Targets targets =
        make_targets(tables_of({"x,count\n0,3\n1,\n", "y,count\n0,5\n1,2\n", "z,count\n0,5\n1,1\n"}));
    EXPECT_EQ(targets.totals, (std::vector<Rational>{7, 7, 6}));
    EXPECT_EQ(targets.trust, (Trust{1, 0, 1, 1, 1, 1}));
}

TEST(MakeTargets, SuppressedTablesAloneTakeTheLargestKnownSum) {
    const Targets targets = make_targets(tables_of({"x,count\n0,3\n1,\n", "y,count\n0,5\n1,\n"}));
    EXPECT_EQ(targets.totals, (std::vector<Rational>{5, 5}));
    EXPECT_EQ(targets.moments.counts, (Counts{3, 0, 5, 0}));
    EXPECT_EQ(targets.moments.total, 5);
}

TEST(MakeTargets, TheTotalOfASuppressedTableIsNeverBelowWhatIsKnown) {
    const Targets targets = make_targets(tables_of({"x,count\n0,9\n1,\n", "y,count\n0,5\n1,2\n"}));
    EXPECT_EQ(targets.totals, (std::vector<Rational>{9, 7}));
    const Targets given =
        make_targets(tables_of({"x,count\n0,9\n1,\n", "y,count\n0,5\n1,\n"}), {.total = 20});
    EXPECT_EQ(given.totals, (std::vector<Rational>{20, 20}));
    EXPECT_EQ(given.moments.counts, (Counts{9, 0, 5, 0}));
    EXPECT_EQ(given.moments.total, 20);
}

TEST(MakeTargets, SuppressedSharesAreOutOfOne) {
    const Targets targets = make_targets(tables_of({"x,p\n0,.3\n1,\n", "y,count\n0,5\n1,5\n"}));
    EXPECT_EQ(targets.totals, (std::vector<Rational>{1, 10}));
    EXPECT_EQ(targets.moments.counts[0], 1288490189);  // 0.3 * 2^32 to the nearest
    const Targets above = make_targets(tables_of({"x,p\n0,.7\n1,.5\n2,\n"}));
    EXPECT_EQ(above.totals.front(), Rational(6, 5));
}

TEST(MakeTargets, KnownCellsBesideUnknownOnesAreRoundedToTheNearest) {
    const Targets targets = make_targets(tables_of({"x,count\n0,1\n1,1\n2,\n", "y,count\n0,2\n1,1\n"}),
                                         {.trust = {}, .total = Rational{6}});
    EXPECT_EQ(targets.moments.counts[0], 715827883);  // 2^32 / 6 = 715827882.67
    EXPECT_EQ(targets.moments.counts[1], 715827883);
}

TEST(MakeTargets, TrustIsGivenByName) {
    const Targets targets =
        make_targets(tables_of({"x,count\n0,3\n1,4\n", "y,count\n0,5\n1,2\n"}), {.trust = {{"b", 3}}});
    EXPECT_EQ(targets.trust, (Trust{1, 1, 3, 3}));
    EXPECT_INPUT_ERROR(make_targets(tables_of({"x,count\n0,3\n"}), {.trust = {{"c", 3}}}),
                       R"(trust: expected the name of a table, got "c")");
    for (const std::int32_t bad : {0, 101, -1}) {
        EXPECT_INPUT_ERROR(make_targets(tables_of({"x,count\n0,3\n"}), {.trust = {{"a", bad}}}),
                           R"(trust of "a": expected an integer from 1 to 100, got )" + std::to_string(bad));
    }
}

TEST(MakeTargets, TrustFallsWithTheSquareOfTheStandardError) {
    const Targets targets =
        make_targets(tables_of({"x,count,se\n0,1,2\n1,1,4\n2,1,1\n3,1,0\n4,1,100\n5,1,2\n6,,9\n7,,\n"}));
    EXPECT_EQ(targets.trust, (Trust{4, 1, 16, 16, 1, 4, 0, 0}));  // the median is 2
}

TEST(MakeTargets, TablesWithoutErrorsHaveTheMiddleTrustBesideThoseWithThem) {
    const Targets targets =
        make_targets(tables_of({"x,count,se\n0,3,1\n1,4,1\n", "y,count\n0,5\n1,2\n"}), {.trust = {{"b", 2}}});
    EXPECT_EQ(targets.trust, (Trust{4, 4, 8, 8}));
}

TEST(MakeTargets, ErrorsAreComparedAsShares) {
    const Targets targets =
        make_targets(tables_of({"x,count,se\n0,50,10\n1,50,10\n", "y,p,se\n0,.5,.1\n1,.5,.05\n"}));
    EXPECT_EQ(targets.trust, (Trust{4, 4, 4, 16}));
}

TEST(MakeTargets, ATotalOfZeroIsAnError) {
    EXPECT_INPUT_ERROR(make_targets(tables_of({"x,count\n0,0\n1,\n"})),
                       R"(table "a": expected counts with a total above 0, got 0)");
    EXPECT_INPUT_ERROR(make_targets(tables_of({"x,count\n0,5\n"}), {.total = 0}),
                       "expected a total above 0, got 0");
}

TEST(MakeTargets, CountsFarAboveTheTotalAreAnError) {
    EXPECT_INPUT_ERROR(
        make_targets(tables_of({"x,count\n0,1e15\n1,-999999999999999\n", "y,count\n0,5\n"}, {.noisy = true})),
        R"(table "a": expected counts that fit into 64-bit weights, got one that is too large relative to the total)");
}

TEST(MakeTargets, NoTableIsAnError) {
    EXPECT_INPUT_ERROR(make_targets(TableSet{}), "expected at least one table, got none");
}

TEST(MakeTargets, ManyWholeCountsTakeSecondsAtMost) {
    TableSet set;
    for (int i = 0; i < 2; ++i) {
        set.schema.columns.push_back(
            {.name = std::string(1, static_cast<char>('x' + i)), .values = {}, .bins = {}});
        for (int v = 0; v < 300; ++v) set.schema.columns.back().values.push_back(std::to_string(v));
    }
    for (std::int64_t k = 0; k < 2; ++k) {
        CountTable table{.name = std::to_string(k), .columns = {0, 1}};
        for (std::int64_t cell = 0; cell < 90'000; ++cell) table.counts.emplace_back(cell % 1000);
        table.counts.front() = k;
        set.tables.push_back(table);
    }
    const std::clock_t start = std::clock();  // processor time, whatever else is running
    const Targets targets = make_targets(set);
    EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 5);  // milliseconds in a release build
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(table_sum(targets, k), targets.moments.total);
}

}  // namespace
}  // namespace drover
