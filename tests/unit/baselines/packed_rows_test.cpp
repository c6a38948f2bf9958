#include <gtest/gtest.h>

#include <drover/baselines/packed_rows.hpp>

#include "random_models.hpp"

namespace drover::baselines {
namespace {

TEST(PackedRows, CountTheColumnsInWhichRowsDiffer) {
    testing::Dice dice{3};
    for (const std::size_t width : {1U, 63U, 64U, 65U, 200U}) {
        const std::vector<BitRow> rows = testing::random_rows(dice, 12, width);
        const PackedRows packed{rows};
        ASSERT_EQ(packed.row_count(), rows.size());
        for (const BitRow& row : rows) {
            const std::vector<std::uint32_t> distances = packed.distances(row);
            for (std::size_t r = 0; r < rows.size(); ++r) {
                std::uint32_t differ = 0;
                for (std::size_t i = 0; i < width; ++i) differ += rows[r][i] != row[i] ? 1U : 0U;
                ASSERT_EQ(distances[r], differ);
            }
        }
    }
}

TEST(PackedRows, KeepEveryBit) {
    testing::Dice dice{4};
    const std::vector<BitRow> rows = testing::random_rows(dice, 5, 130);
    const PackedRows packed{rows};
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t i = 0; i < 130; ++i) ASSERT_EQ(packed.bit(r, i), rows[r][i]);
    }
}

TEST(PackedRows, MayBeNone) {
    EXPECT_TRUE(PackedRows{}.distances(BitRow{}).empty());
    EXPECT_EQ(PackedRows{std::vector<BitRow>{}}.row_count(), 0U);
}

}  // namespace
}  // namespace drover::baselines
