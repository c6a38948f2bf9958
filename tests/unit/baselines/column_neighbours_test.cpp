#include <gtest/gtest.h>

#include <numeric>

#include <drover/baselines/column_neighbours.hpp>

#include "expect.hpp"
#include "labelled_data.hpp"

namespace drover::baselines {
namespace {

std::vector<std::size_t> all_columns(std::size_t width) {
    std::vector<std::size_t> columns(width);
    std::iota(columns.begin(), columns.end(), 0U);
    return columns;
}

std::vector<BitRow> sparse_rows(testing::Dice& dice, std::size_t count, std::size_t width) {
    std::vector<BitRow> rows(count, BitRow(width));
    for (BitRow& row : rows) {
        for (std::size_t i = 0; i < width; ++i) row.set(i, dice.roll(0, 19) == 0);
    }
    return rows;
}

void expect_what_single_labels_say(const std::vector<BitRow>& rows, const std::vector<BitRow>& asked,
                                   std::size_t neighbours) {
    const std::vector<std::size_t> columns = all_columns(rows[0].size());
    ColumnNeighbours all{{.neighbours = neighbours}};
    all.fit(rows);
    for (const std::size_t column : columns) {
        NearestNeighbours one{{.neighbours = neighbours}};
        one.fit(take_label(rows, column));
        for (const BitRow& row : asked) {
            const BitRow rest = without(row, column);
            ASSERT_EQ(all.votes(row, columns)[column], one.votes(rest)) << "column " << column;
            ASSERT_EQ(all.predict(row, columns)[column], one.predict(rest)) << "column " << column;
        }
    }
}

TEST(ColumnNeighbours, SayForEachColumnWhatNearestNeighboursSayOfItAsTheLabel) {
    testing::Dice dice{11};
    for (const std::size_t width : {1U, 2U, 7U, 65U}) {
        for (const std::size_t neighbours : {1U, 4U, 5U, 40U}) {
            expect_what_single_labels_say(testing::random_rows(dice, 40, width),
                                          testing::random_rows(dice, 10, width), neighbours);
            expect_what_single_labels_say(sparse_rows(dice, 40, width), sparse_rows(dice, 10, width),
                                          neighbours);
        }
    }
}

TEST(ColumnNeighbours, DoNotLookAtTheColumnAskedFor) {
    testing::Dice dice{12};
    ColumnNeighbours nearest;
    nearest.fit(testing::random_rows(dice, 50, 9));
    const std::vector<std::size_t> asked{4};
    for (BitRow row : testing::random_rows(dice, 20, 9)) {
        const std::vector<std::size_t> votes = nearest.votes(row, asked);
        row.flip(4);
        EXPECT_EQ(nearest.votes(row, asked), votes);
    }
}

TEST(ColumnNeighbours, AnswerInTheOrderOfTheColumns) {
    ColumnNeighbours nearest{{.neighbours = 1}};
    const std::vector<BitRow> rows{{1, 0, 0}, {0, 1, 1}};
    nearest.fit(rows);
    const std::vector<std::size_t> columns{2, 0, 2};
    EXPECT_EQ(nearest.votes({0, 1, 1}, columns), (std::vector<std::size_t>{1, 0, 1}));
    EXPECT_TRUE(nearest.votes({0, 1, 1}, {}).empty());
}

TEST(ColumnNeighbours, RefuseWhatTheyCannotUse) {
    EXPECT_INPUT_ERROR(ColumnNeighbours{{.neighbours = 0}},
                       "ColumnNeighbours: expected neighbours of at least 1, got 0");
    ColumnNeighbours nearest{{.neighbours = 2}};
    EXPECT_INPUT_ERROR(nearest.fit({}), "ColumnNeighbours: expected at least one row, got none");
    const std::vector<BitRow> one{{1, 0}};
    EXPECT_INPUT_ERROR(
        nearest.fit(one),
        "ColumnNeighbours: expected at least as many rows as neighbours, got 1 rows for 2 neighbours");
    const std::vector<BitRow> two{{1, 0}, {0, 0}};
    nearest.fit(two);
    const std::vector<std::size_t> columns{2};
    EXPECT_INPUT_ERROR(nearest.votes({1, 0, 1}, columns),
                       "ColumnNeighbours: fitted to rows of 2 attributes, got one of 3");
    EXPECT_INPUT_ERROR(nearest.votes({1, 0}, columns), "ColumnNeighbours: expected a column below 2, got 2");
}

}  // namespace
}  // namespace drover::baselines
