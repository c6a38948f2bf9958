#include <gtest/gtest.h>

#include <drover/core/bit_row.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

TEST(BitRow, BeginsWithZeros) {
    const BitRow row(130);
    EXPECT_EQ(row.size(), 130U);
    EXPECT_EQ(row.ones(), 0U);
    EXPECT_EQ(row.words().size(), 3U);
    for (std::size_t i = 0; i < row.size(); ++i) ASSERT_FALSE(row[i]);
}

TEST(BitRow, MayBeEmpty) {
    const BitRow row;
    EXPECT_EQ(row.size(), 0U);
    EXPECT_EQ(row.ones(), 0U);
    EXPECT_EQ(row.index(), 0U);
    EXPECT_TRUE(row.words().empty());
    EXPECT_EQ(row, BitRow::from_index(0, 0));
}

TEST(BitRow, ListsVariableZeroFirst) {
    const BitRow row{1, 0, 0, 1, 1};
    EXPECT_EQ(row.size(), 5U);
    EXPECT_EQ(row.index(), 0b11001U);
    EXPECT_EQ(row.words()[0], 0b11001U);
}

TEST(BitRow, HoldsWhatAVectorOfBoolHolds) {
    testing::Dice dice{1};
    BitRow row(150);
    std::vector<bool> bits(150);
    for (int round = 0; round < 2'000; ++round) {
        const auto i = static_cast<std::size_t>(dice.roll(0, 149));
        const std::int64_t action = dice.roll(0, 2);
        bits[i] = action == 2 ? !bits[i] : action == 1;
        if (action == 2) row.flip(i);
        if (action != 2) row.set(i, action == 1);
    }
    for (std::size_t i = 0; i < bits.size(); ++i) ASSERT_EQ(row[i], bits[i]) << i;
    EXPECT_EQ(row.ones(), static_cast<std::size_t>(std::count(bits.begin(), bits.end(), true)));
}

TEST(BitRow, PacksVariable64IntoTheSecondWord) {
    BitRow row(65);
    row.set(64, true);
    EXPECT_EQ(row.words()[0], 0U);
    EXPECT_EQ(row.words()[1], 1U);
    row.flip(64);
    EXPECT_EQ(row, BitRow(65));
}

TEST(BitRow, IndexGoesThereAndBack) {
    for (std::uint64_t index = 0; index < 32; ++index) {
        const BitRow row = BitRow::from_index(index, 5);
        ASSERT_EQ(row.index(), index);
        for (std::size_t i = 0; i < 5; ++i) ASSERT_EQ(row[i], ((index >> i) & 1U) != 0);
    }
    EXPECT_EQ(BitRow::from_index(~std::uint64_t{0}, 64).ones(), 64U);
}

TEST(BitRow, IsOrderedByIndexAmongRowsOfOneSize) {
    for (std::uint64_t a = 0; a < 16; ++a) {
        for (std::uint64_t b = 0; b < 16; ++b) {
            ASSERT_EQ(BitRow::from_index(a, 4) < BitRow::from_index(b, 4), a < b);
            ASSERT_EQ(BitRow::from_index(a, 4) == BitRow::from_index(b, 4), a == b);
        }
    }
}

TEST(BitRow, OfAnotherSizeIsAnotherRow) { EXPECT_NE((BitRow{1, 0}), (BitRow{1, 0, 0})); }

}  // namespace
}  // namespace drover
