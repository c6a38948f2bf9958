#include <drover/moments/measurable_rows.hpp>

#include "expect.hpp"

namespace drover {
namespace {

const Schema two_columns{
    {{.name = "a", .values = {"x", "y"}, .bins = {}}, {.name = "b", .values = {"1"}, .bins = {}}}};

TEST(CountedRows, TellTheirTablesOnceTheCategoriesAreKnown) {
    CountedRows rows{2, {{0, 1}, {0}}, false};
    rows.add(std::vector<std::uint32_t>{0, 0, 1, 0}, {}, {2, 1});
    rows.add(std::vector<std::uint32_t>{2, 1}, {}, {3, 2});
    rows.finish(two_columns, {{1, 0, 1}, {0, 0}});
    EXPECT_EQ(rows.row_count(), 3);
    const MeasurableRows both = rows;
    EXPECT_EQ(both.measure(MarginalTables{{2, 1}, {{0}}}).counts, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(both.measure(MarginalTables{{2, 1}, {{0, 1}}}).counts, (std::vector<std::int64_t>{1, 2}));
    EXPECT_INPUT_ERROR(rows.measure(MarginalTables{{2, 1}, {{1}}}),
                       "measure: expected one of the tables that were counted");
    EXPECT_INPUT_ERROR(rows.measure_weighted(MarginalTables{{2, 1}, {{0}}}),
                       "measure_weighted: expected rows with weights");
}

TEST(CountedRows, SumWeightsOverOneDenominator) {
    CountedRows rows{1, {{0}}, true};
    rows.add(std::vector<std::uint32_t>{0, 1}, std::vector<Rational>{1, Rational{1, 2}}, {2});
    rows.add(std::vector<std::uint32_t>{0}, std::vector<Rational>{Rational{1, 3}}, {2});
    rows.finish({{two_columns.columns.front()}}, {{0, 1}});
    const WeightedMoments sums = rows.measure_weighted(MarginalTables{{2}, {{0}}});
    EXPECT_EQ(sums.denominator, 6);
    EXPECT_EQ(sums.moments.total, 11);
    EXPECT_EQ(sums.moments.counts, (std::vector<Int128>{8, 3}));
}

TEST(CountedRows, RefuseWeightsThatSumTooHigh) {
    CountedRows rows{1, {{0}}, true};
    const Rational large{Int128{1} << 125, 1};
    rows.add(std::vector<std::uint32_t>{0}, std::vector<Rational>{large}, {1});
    EXPECT_INPUT_ERROR(
        rows.add(std::vector<std::uint32_t>{0}, std::vector<Rational>{large}, {1}),
        "weights: expected numbers that sum to less than 2^126 over their common denominator, got "
        "longer ones");
}

}  // namespace
}  // namespace drover
