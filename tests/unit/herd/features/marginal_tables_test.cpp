#include <set>

#include <drover/herd/features/marginal_tables.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using Tables = std::vector<std::vector<std::size_t>>;

MarginalTables example() { return {{2, 3, 4}, {{0, 1}, {2}, {2, 0, 1}}}; }

CategoryRow random_row(testing::Dice& dice, const MarginalTables& f) {
    CategoryRow row;
    for (std::size_t i = 0; i < f.column_count(); ++i) {
        row.push_back(
            static_cast<std::uint32_t>(dice.roll(0, static_cast<std::int64_t>(f.value_count(i)) - 1)));
    }
    return row;
}

TEST(MarginalTables, NumbersCellsTableByTableLastColumnFastest) {
    const MarginalTables f = example();
    EXPECT_EQ(f.feature_count(), 6U + 4U + 24U);
    EXPECT_EQ(f.first_feature(1), 6U);
    EXPECT_EQ(f.first_feature(3), 34U);
    EXPECT_EQ(f.feature(0, CategoryRow{1, 2, 3}), 5U);
    EXPECT_EQ(f.feature(1, CategoryRow{1, 2, 3}), 9U);
    EXPECT_EQ(f.feature(2, CategoryRow{1, 0, 2}), 10U + 2 * 6 + 3);
}

TEST(MarginalTables, ARowFallsIntoOneCellOfEachTable) {
    const MarginalTables f = example();
    std::set<std::vector<std::size_t>> seen;
    for (std::uint32_t a = 0; a < 2; ++a) {
        for (std::uint32_t b = 0; b < 3; ++b) {
            for (std::uint32_t c = 0; c < 4; ++c) {
                std::vector<std::size_t> cells;
                f.visit(CategoryRow{a, b, c}, [&](std::size_t cell, std::int64_t) { cells.push_back(cell); });
                ASSERT_EQ(cells.size(), 3U);
                for (std::size_t k = 0; k < 3; ++k) {
                    EXPECT_GE(cells[k], f.first_feature(k));
                    EXPECT_LT(cells[k], f.first_feature(k + 1));
                }
                seen.insert(cells);
            }
        }
    }
    EXPECT_EQ(seen.size(), 24U);
}

TEST(MarginalTables, ChangeGainIsTheDifferenceOfScores) {
    testing::Dice dice{3};
    const MarginalTables f = example();
    std::vector<std::int64_t> values(f.feature_count());
    for (auto& value : values) value = dice.roll(-100, 100);
    const WeightSpan<std::int64_t> w{values};
    for (int k = 0; k < 200; ++k) {
        CategoryRow row = random_row(dice, f);
        CategoryRow other = row;
        const auto column = static_cast<std::size_t>(dice.roll(0, 2));
        other[column] = random_row(dice, f)[column];
        EXPECT_EQ(f.change_gain(w, row, column, other[column]), f.score(w, other) - f.score(w, row));
    }
}

TEST(MarginalTables, RefusesWhatIsNoTable) {
    EXPECT_INPUT_ERROR((MarginalTables{{}, {}}), "MarginalTables: expected at least one column");
    EXPECT_INPUT_ERROR((MarginalTables{{2, 0}, {}}),
                       "MarginalTables: expected column 1 to have at least one value");
    EXPECT_INPUT_ERROR((MarginalTables{{2}, Tables{{}}}),
                       "MarginalTables: expected tables of at least one column");
    EXPECT_INPUT_ERROR((MarginalTables{{2}, Tables{{1}}}), "MarginalTables: expected columns below 1, got 1");
    EXPECT_INPUT_ERROR((MarginalTables{{2, 2}, Tables{{1, 1}}}),
                       "MarginalTables: expected each column once in a table, got column 1 twice");
}

TEST(AllTables, ListsEverySubsetOnceInOrder) {
    EXPECT_EQ(all_tables(4, 2), (Tables{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
    EXPECT_EQ(all_tables(3, 3), (Tables{{0, 1, 2}}));
    EXPECT_EQ(all_tables(3, 1), (Tables{{0}, {1}, {2}}));
    EXPECT_EQ(all_tables(9, 4).size(), 126U);
    EXPECT_INPUT_ERROR(all_tables(3, 4), "all_tables: expected an order from 1 to 3, got 4");
}

}  // namespace
}  // namespace drover
