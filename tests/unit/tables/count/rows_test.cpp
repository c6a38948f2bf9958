#include <algorithm>

#include <drover/number/philox.hpp>
#include <drover/tables/count/impl/joint_cover.hpp>
#include <drover/tables/count/measurable_rows.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using NumberMaps = std::vector<std::vector<std::uint32_t>>;

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

// The numbers of some rows, each below its own limit.
std::vector<std::uint32_t> random_cells(const std::vector<std::size_t>& value_counts, std::size_t rows,
                                        std::uint64_t seed) {
    const CounterRandom random{seed, 0};
    std::vector<std::uint32_t> cells(rows * value_counts.size());
    for (std::size_t k = 0; k < cells.size(); ++k)
        cells[k] = static_cast<std::uint32_t>(random.below(k, value_counts[k % value_counts.size()]));
    return cells;
}

NumberMaps every_number(const std::vector<std::size_t>& value_counts) {
    NumberMaps maps(value_counts.size());
    for (std::size_t j = 0; j < maps.size(); ++j)
        for (std::uint32_t number = 0; number < value_counts[j]; ++number) maps[j].push_back(number);
    return maps;
}

TEST(CountedRows, CountTheSameThroughJointTables) {
    const std::vector<std::vector<std::size_t>> tables{{0, 1}, {0, 2}, {1, 2}, {0, 1, 3},
                                                       {3},    {2, 4}, {3, 4}};
    const std::vector<std::size_t> few{2, 3, 2, 7, 90};
    const std::vector<std::size_t> more{2, 3, 5, 7, 91};
    CountedRows rows{5, tables, false};
    CategoryTable all{.schema = {}, .cells = {}};
    const auto add = [&](const std::vector<std::size_t>& value_counts, std::size_t count,
                         std::uint64_t seed) {
        const std::vector<std::uint32_t> cells = random_cells(value_counts, count, seed);
        rows.add(cells, {}, value_counts);
        all.cells.insert(all.cells.end(), cells.begin(), cells.end());
    };
    add(few, 70'000, 1);
    add(few, 3'000, 2);    // into joint tables
    add(more, 70'000, 3);  // with new values
    add(more, 5'000, 4);
    for (const std::size_t count : more) {
        Column& column = all.schema.columns.emplace_back();
        column.name = "c" + std::to_string(all.schema.columns.size());
        for (std::size_t v = 0; v < count; ++v) column.values.push_back(std::to_string(v));
    }
    rows.finish(all.schema, every_number(more));
    const MarginalTables wanted{more, tables};
    EXPECT_EQ(rows.measure(wanted).counts, measure(wanted, all).counts);
}

TEST(JointCover, HoldsEveryTableInFewLargerOnes) {
    const std::vector<std::size_t> value_counts{2, 3, 5, 7, 20, 16, 9, 4, 6, 2, 15, 12, 8, 10};
    const std::vector<std::vector<std::size_t>> tables = all_tables(value_counts.size(), 2);
    const impl::JointCover cover = impl::cover_by_joints(value_counts, tables, 8192);
    EXPECT_LT(cover.joints.size(), 30U);
    for (std::size_t t = 0; t < tables.size(); ++t) {
        const std::vector<std::size_t>& joint = cover.joints[cover.joint_of[t]];
        EXPECT_TRUE(std::includes(joint.begin(), joint.end(), tables[t].begin(), tables[t].end()));
    }
    for (const std::vector<std::size_t>& joint : cover.joints) {
        std::size_t cells = 1;
        for (const std::size_t column : joint) cells *= value_counts[column];
        EXPECT_LE(cells, 8192U);
    }
}

TEST(JointCover, LeavesLargeTablesAsTheyAre) {
    const impl::JointCover cover = impl::cover_by_joints({50, 60, 2}, {{1, 0}, {2}}, 100);
    EXPECT_EQ(cover.joints, (std::vector<std::vector<std::size_t>>{{0, 1}, {2}}));
    EXPECT_EQ(cover.joint_of, (std::vector<std::size_t>{0, 1}));
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
        "larger ones");
}

}  // namespace
}  // namespace drover
