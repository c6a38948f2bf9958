#include <gtest/gtest.h>

#include <drover/baselines/labelled_rows.hpp>

#include <expect.hpp>
#include "random_models.hpp"

namespace drover::baselines {
namespace {

TEST(Without, ClosesTheGap) {
    const BitRow row{1, 0, 0, 1};
    EXPECT_EQ(without(row, 0), (BitRow{0, 0, 1}));
    EXPECT_EQ(without(row, 1), (BitRow{1, 0, 1}));
    EXPECT_EQ(without(row, 3), (BitRow{1, 0, 0}));
}

TEST(Without, LeavesNothingOfOneColumn) { EXPECT_EQ(without(BitRow{1}, 0), BitRow{}); }

TEST(Without, ReachesAcrossWords) {
    BitRow row(130);
    row.set(64, true);
    row.set(129, true);
    const BitRow rest = without(row, 3);
    EXPECT_EQ(rest.size(), 129U);
    EXPECT_EQ(rest.ones(), 2U);
    EXPECT_TRUE(rest[63]);
    EXPECT_TRUE(rest[128]);
}

TEST(TakeLabel, SplitsEveryRow) {
    testing::Dice dice{2};
    const std::vector<BitRow> rows = testing::random_rows(dice, 30, 70);
    for (const std::size_t column : {0U, 40U, 69U}) {
        const LabelledRows data = take_label(rows, column);
        ASSERT_EQ(data.rows.size(), rows.size());
        ASSERT_EQ(data.labels.size(), rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) {
            ASSERT_EQ(data.labels[r], rows[r][column]);
            ASSERT_EQ(data.rows[r], without(rows[r], column));
        }
    }
}

TEST(TakeLabel, RefusesAColumnThatIsNotThere) {
    EXPECT_INPUT_ERROR(take_label(std::vector<BitRow>{BitRow{1, 0}}, 2),
                       "without: expected a column below 2, got 2");
}

TEST(TakeLabel, OfNoRowsIsEmpty) {
    const LabelledRows data = take_label({}, 3);
    EXPECT_TRUE(data.rows.empty());
    EXPECT_TRUE(data.labels.empty());
}

}  // namespace
}  // namespace drover::baselines
