#include <drover/dynamics/plateau.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace drover::dynamics {
namespace {

// M(T) = T + 1 has local slopes that come ever nearer to 1 from below: their range holds it.
TEST(FindPlateau, RangeOfSturmianWordsHoldsTheTrueExponent) {
    for (const int doublings : {6, 7, 9, 20}) {
        std::vector<double> slopes;
        for (int k = 0; k < doublings; ++k)
            slopes.push_back(std::log2(std::exp2(k + 1) + 1) - std::log2(std::exp2(k) + 1));
        const auto plateau = find_plateau(slopes);
        ASSERT_TRUE(plateau) << doublings;
        EXPECT_LE(plateau->low, 1);
        EXPECT_GE(plateau->high, 1);
        EXPECT_LT(plateau->high, 1.05);
        EXPECT_EQ(plateau->slope, slopes.back());
        EXPECT_EQ(plateau->last + 1, slopes.size());
    }
}

TEST(FindPlateau, SlopesThatGoOnChangingHaveNone) {
    EXPECT_FALSE(find_plateau(std::vector<double>{1.8, 1.8, 1.5}));
    EXPECT_FALSE(find_plateau(std::vector<double>{1.0, 1.03, 1.06, 1.09}));  // by equal steps
    EXPECT_FALSE(find_plateau(std::vector<double>{1.0, 1.01, 1.03}));        // faster and faster
    EXPECT_FALSE(find_plateau(std::vector<double>{1.0, 1.0}));
    EXPECT_FALSE(find_plateau({}));
}

TEST(FindPlateau, IsTheLongestRunUpToTheEnd) {
    const auto plateau = find_plateau(std::vector<double>{0.5, 1.9, 2.01, 1.98, 2.0});
    ASSERT_TRUE(plateau);
    EXPECT_EQ(plateau->first, 2U);
    EXPECT_EQ(plateau->last, 4U);
    EXPECT_EQ(plateau->low, 1.98);
    EXPECT_EQ(plateau->high, 2.01);
}

TEST(FindPlateau, EqualSlopesAreOne) {
    const auto plateau = find_plateau(std::vector<double>{2, 2, 2});
    ASSERT_TRUE(plateau);
    EXPECT_EQ(plateau->low, 2);
    EXPECT_EQ(plateau->high, 2);
}

}  // namespace
}  // namespace drover::dynamics
