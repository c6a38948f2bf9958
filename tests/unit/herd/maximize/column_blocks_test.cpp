#include <gtest/gtest.h>

#include <drover/herd/maximize/column_blocks.hpp>
#include <drover/herd/moments/measure.hpp>

namespace drover {
namespace {

// City determines region, region determines country; the last column determines nothing.
std::vector<CategoryRow> places() {
    std::vector<CategoryRow> rows;
    for (std::uint32_t city = 0; city < 8; ++city) {
        for (std::uint32_t k = 0; k < 4; ++k) rows.push_back({city, k, city / 2, city / 4});
    }
    return rows;
}

TEST(FindBlocks, JoinsColumnsOfWhichOneDecidesTheOther) {
    const MarginalTables tables{{8, 4, 4, 2}, all_tables(4, 2)};
    const auto blocks = find_blocks(tables, measure(tables, places()));
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].columns, (std::vector<std::size_t>{0, 2, 3}));
    ASSERT_EQ(blocks[0].combination_count(), 8U);
    for (std::uint32_t city = 0; city < 8; ++city) {
        const auto values = blocks[0].combination(city);
        EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector{city, city / 2, city / 4}));
    }
}

TEST(FindBlocks, StaysWithinTheLimitOfCombinations) {
    const MarginalTables tables{{8, 4, 4, 2}, all_tables(4, 2)};
    const auto blocks = find_blocks(tables, measure(tables, places()), {.max_combinations = 4});
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].columns, (std::vector<std::size_t>{2, 3}));
}

TEST(FindBlocks, IndependentAndConstantColumnsMakeNone) {
    std::vector<CategoryRow> rows;
    for (std::uint32_t k = 0; k < 12; ++k) rows.push_back({k % 3, k / 3, 0});
    const MarginalTables tables{{3, 4, 1}, all_tables(3, 2)};
    EXPECT_TRUE(find_blocks(tables, measure(tables, rows)).empty());
}

TEST(FindBlocks, TablesOfThreeColumnsAreBlocksOfTheirCells) {
    const std::vector<CategoryRow> rows{{0, 1, 2}, {1, 0, 2}, {1, 1, 0}, {1, 1, 0}};
    const MarginalTables tables{{2, 2, 3}, {{2, 0, 1}}};
    const Moments moments = measure(tables, rows);
    const auto blocks = find_blocks(tables, moments);
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].columns, (std::vector<std::size_t>{2, 0, 1}));
    EXPECT_EQ(blocks[0].combinations, (std::vector<std::uint32_t>{0, 1, 1, 2, 0, 1, 2, 1, 0}));
    EXPECT_TRUE(find_blocks(tables, moments, {.max_combinations = 2}).empty());
}

TEST(FindBlocks, TablesWhoseCellsAreOneChangeApartAreNone) {
    std::vector<CategoryRow> rows;
    for (std::uint32_t k = 0; k < 48; ++k) rows.push_back({k % 2, k / 2 % 3, k % 12 == 0 ? 0 : k / 6 % 4});
    const MarginalTables tables{{2, 3, 4}, {{0, 1, 2}}};
    const Moments moments = measure(tables, rows);
    EXPECT_TRUE(find_blocks(tables, moments).empty());
    EXPECT_EQ(find_blocks(tables, moments, {.table_percent = 0}).size(), 1U);
}

// The parity of two columns: changing only one violates it.
TEST(FindBlocks, WhatTwoColumnsDecideTogetherMovesWithThem) {
    std::vector<CategoryRow> rows;
    for (std::uint32_t k = 0; k < 64; ++k) rows.push_back({k % 2, k / 2 % 2, (k + k / 2) % 2});
    const MarginalTables tables{{2, 2, 2}, {{0, 1, 2}}};
    const auto blocks = find_blocks(tables, measure(tables, rows));
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].combination_count(), 4U);
}

}  // namespace
}  // namespace drover
