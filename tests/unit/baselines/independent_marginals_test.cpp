#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/independent_marginals.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::baselines {
namespace {

using testing::Dice;

IndependentMarginals fitted(const std::vector<BitRow>& rows) {
    IndependentMarginals marginals;
    marginals.fit(rows);
    return marginals;
}

TEST(IndependentMarginals, CountsOnes) {
    const auto marginals = fitted({{0, 1, 1}, {0, 1, 0}});
    EXPECT_EQ(marginals.column_count(), 3U);
    EXPECT_EQ(marginals.row_count(), 2);
    EXPECT_EQ(marginals.count(0), 0);
    EXPECT_EQ(marginals.count(1), 2);
    EXPECT_EQ(marginals.count(2), 1);
}

TEST(IndependentMarginals, OnesDistributionIsTheSumOverAllStates) {
    Dice dice{1};
    const auto marginals = fitted(random_rows(dice, 30, 8));
    std::vector<double> expected(9);
    for (std::uint64_t s = 0; s < 256; ++s) {
        const BitRow row = BitRow::from_index(s, 8);
        double p = 1;
        for (std::size_t i = 0; i < 8; ++i) {
            const double share = static_cast<double>(marginals.count(i)) / 30;
            p *= row[i] ? share : 1 - share;
        }
        expected[row.ones()] += p;
    }
    const auto ones = marginals.ones_distribution();
    ASSERT_EQ(ones.size(), 9U);
    for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(ones[k], expected[k], 1e-15) << k;
}

TEST(IndependentMarginals, ConstantColumnsStayConstant) {
    for (const BitRow& row : fitted({{0, 1, 1}, {0, 1, 0}}).synthesize({.rows = 1'000})) {
        EXPECT_FALSE(row[0]);
        EXPECT_TRUE(row[1]);
    }
}

TEST(IndependentMarginals, SharesAreThoseOfTheRowsWithinFiveStandardErrors) {
    Dice dice{2};
    const auto marginals = fitted(random_rows(dice, 50, 6));
    const auto rows = marginals.synthesize({.rows = 40'000, .seed = 3});
    const auto made = fitted(rows);
    for (std::size_t i = 0; i < 6; ++i) {
        const double p = static_cast<double>(marginals.count(i)) / 50;
        EXPECT_NEAR(static_cast<double>(made.count(i)) / 40'000, p, 5 * std::sqrt(p * (1 - p) / 40'000)) << i;
    }
    EXPECT_EQ(rows, marginals.synthesize({.rows = 40'000, .seed = 3}));
}

TEST(IndependentMarginals, RefusesToSampleBeforeAFit) {
    EXPECT_INPUT_ERROR(IndependentMarginals{}.synthesize({}), "IndependentMarginals: nothing was fitted yet");
    EXPECT_INPUT_ERROR(fitted({}), "IndependentMarginals: expected at least one row, got none");
}

}  // namespace
}  // namespace drover::baselines
