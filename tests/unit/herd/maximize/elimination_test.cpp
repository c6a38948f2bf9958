#include <set>
#include <tuple>

#include <drover/herd/maximize/elimination.hpp>

#include "expect.hpp"
#include "random_models.hpp"

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
    // A ring of four with small columns, and a large one attached to it: no ring column is eliminated before
    // it.
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

// The rule itself: fewest new links, then fewest cells, then the lowest column; all columns are examined in
// every step.
std::vector<std::size_t> plain_order(const MarginalTables& f) {
    const std::size_t n = f.column_count();
    std::vector<std::set<std::size_t>> linked(n);
    for (std::size_t k = 0; k < f.table_count(); ++k) {
        for (const std::size_t a : f.table_columns(k))
            for (const std::size_t b : f.table_columns(k))
                if (a != b) linked[a].insert(b);
    }
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < n; ++i) left.insert(i);
    std::vector<std::size_t> order;
    while (!left.empty()) {
        std::optional<std::tuple<std::size_t, double, std::size_t>> best;
        for (const std::size_t i : left) {
            std::size_t fill = 0;
            auto cells = static_cast<double>(f.value_count(i));
            for (const std::size_t a : linked[i]) {
                cells *= static_cast<double>(f.value_count(a));
                for (const std::size_t b : linked[i]) fill += a < b && !linked[a].contains(b) ? 1 : 0;
            }
            const std::tuple cost{fill, cells, i};
            if (!best || cost < *best) best = cost;
        }
        const std::size_t column = std::get<2>(*best);
        for (const std::size_t a : linked[column]) {
            for (const std::size_t b : linked[column])
                if (a != b) linked[a].insert(b);
            linked[a].erase(column);
        }
        left.erase(column);
        order.push_back(column);
    }
    return order;
}

TEST(EliminationOrder, IsThatOfTheRuleOnRandomTables) {
    testing::Dice dice{9};
    for (int round = 0; round < 200; ++round) {
        const auto n = static_cast<std::size_t>(dice.roll(2, 9));
        std::vector<std::size_t> sizes;
        for (std::size_t i = 0; i < n; ++i) sizes.push_back(static_cast<std::size_t>(dice.roll(1, 4)));
        std::vector<std::vector<std::size_t>> tables;
        for (std::int64_t k = dice.roll(1, 8); k > 0; --k) {
            std::set<std::size_t> columns;
            for (std::int64_t j = dice.roll(1, 4); j > 0; --j)
                columns.insert(static_cast<std::size_t>(dice.roll(0, static_cast<std::int64_t>(n) - 1)));
            tables.emplace_back(columns.begin(), columns.end());
        }
        const MarginalTables f{sizes, tables};
        std::vector<std::size_t> order;
        for (const EliminationStep& step : elimination_order(f).steps) order.push_back(step.column);
        EXPECT_EQ(order, plain_order(f)) << round;
    }
}

}  // namespace
}  // namespace drover
