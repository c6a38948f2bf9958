#include <drover/maximize/elimination.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::vector<std::size_t> columns_of(const EliminationOrder& order) {
    std::vector<std::size_t> columns;
    for (const EliminationStep& step : order.steps) columns.push_back(step.column);
    return columns;
}

TEST(EliminationOrder, TakesLeavesOfATreeSmallestFirst) {
    // 0 - 1 - 2, and 3 alone: no column fills anything but 1.
    const EliminationOrder order = elimination_order({{5, 2, 3, 4}, {{0, 1}, {1, 2}}});
    EXPECT_EQ(columns_of(order), (std::vector<std::size_t>{3, 2, 0, 1}));
    EXPECT_EQ(order.cells, 4 + 6 + 10 + 2);
}

TEST(EliminationOrder, TiesGoToTheLowestColumn) {
    const EliminationOrder order = elimination_order({{2, 2, 2}, {{0, 1}, {1, 2}, {2, 0}}});
    EXPECT_EQ(columns_of(order), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(order.steps[0].others, (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(order.cells, 8 + 4 + 2);
}

TEST(EliminationOrder, AvoidsNewLinks) {
    // A ring of four with small columns, and a large one that hangs on it: no ring column before it is free.
    const MarginalTables f{{2, 2, 2, 2, 100}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}}};
    const EliminationOrder order = elimination_order(f);
    EXPECT_EQ(columns_of(order), (std::vector<std::size_t>{4, 0, 1, 2, 3}));
    EXPECT_EQ(order.steps[1].others, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(order.cells, 200 + 8 + 8 + 4 + 2);
}

TEST(EliminationOrder, FixedColumnsAreNotThere) {
    const MarginalTables f{{2, 3, 4}, {{0, 1, 2}}};
    const EliminationOrder order =
        elimination_order(f, {.forbidden = {}, .fixed = {free_value, 1, free_value}});
    EXPECT_EQ(columns_of(order), (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(order.cells, 8 + 4);
}

TEST(EliminationOrder, StopsAboveItsLimit) {
    const EliminationOrder order = elimination_order({{10, 10, 10}, {{0, 1}, {1, 2}}}, {}, 99);
    EXPECT_EQ(columns_of(order), (std::vector<std::size_t>{0}));
    EXPECT_EQ(order.cells, 100);
}

TEST(EliminationCost, OfATreeGrowsWithItsColumns) {
    std::vector<std::vector<std::size_t>> links;
    for (std::size_t i = 1; i < 100; ++i) links.push_back({i - 1, i});
    const ExactCost chain = elimination_cost({std::vector<std::size_t>(100, 3), links});
    EXPECT_EQ(chain.cells, 99 * 9 + 3);
    EXPECT_FALSE(chain.enumerable);
}

TEST(EliminationCost, OfAllPairsIsThatOfAllRows) {
    const ExactCost small = elimination_cost({std::vector<std::size_t>(20, 2), all_tables(20, 2)});
    EXPECT_EQ(small.cells, (1 << 21) - 2);
    EXPECT_TRUE(small.enumerable);
    const ExactCost large = elimination_cost({std::vector<std::size_t>(100, 2), all_tables(100, 2)});
    EXPECT_EQ(large.cells, 0x1p100);
    EXPECT_FALSE(large.enumerable);
}

}  // namespace
}  // namespace drover
