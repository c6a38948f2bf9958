#include <gtest/gtest.h>

#include <vector>

#include <drover/core/ones.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

std::vector<std::size_t> ones_of(const BitRow& row) {
    std::vector<std::size_t> found;
    for_each_one(row, [&](std::size_t i) { found.push_back(i); });
    return found;
}

TEST(ForEachOne, VisitsTheOnesInOrder) {
    testing::Dice dice{4};
    for (const std::size_t width : {1U, 63U, 64U, 65U, 200U}) {
        for (const BitRow& row : testing::random_rows(dice, 20, width)) {
            std::vector<std::size_t> expected;
            for (std::size_t i = 0; i < width; ++i) {
                if (row[i]) expected.push_back(i);
            }
            ASSERT_EQ(ones_of(row), expected);
        }
    }
}

TEST(ForEachOne, VisitsNothingInARowOfZerosOrOfNoVariables) {
    EXPECT_TRUE(ones_of(BitRow(100)).empty());
    EXPECT_TRUE(ones_of(BitRow{}).empty());
}

}  // namespace
}  // namespace drover
