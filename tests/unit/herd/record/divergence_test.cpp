#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <drover/herd/record/divergence.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Counts = std::vector<std::int64_t>;

TEST(Entropy, IsInNatsAndEmptyStatesCountNothing) {
    EXPECT_DOUBLE_EQ(entropy(std::vector{0.5, 0.0, 0.25, 0.25}), 1.5 * std::log(2.0));
    EXPECT_EQ(entropy(std::vector{0.0, 1.0}), 0);
}

TEST(KlDivergence, IsInNats) {
    EXPECT_DOUBLE_EQ(kl_divergence(std::vector{0.5, 0.5, 0.0}, std::vector{0.25, 0.25, 0.5}), std::log(2.0));
    EXPECT_EQ(kl_divergence(std::vector{0.5, 0.5}, std::vector{0.5, 0.5}), 0);
    EXPECT_EQ(kl_divergence(std::vector{0.5, 0.5}, std::vector{1.0, 0.0}),
              std::numeric_limits<double>::infinity());
}

TEST(KlOfCounts, LeavesAnEstimateThatCoversTheDataAlone) {
    const Divergence found = kl_of_counts(Counts{2, 2, 0, 0}, Counts{1, 2, 1, 0});
    EXPECT_FALSE(found.smoothed);
    EXPECT_DOUBLE_EQ(found.kl, 0.5 * std::log(2.0));
}

// Estimate 3 1 0 becomes 3.5 1.5 0.5 of 5.5.
TEST(KlOfCounts, AddsHalfACountOnlyIfAnOccupiedBinIsEmpty) {
    const Divergence found = kl_of_counts(Counts{1, 0, 1}, Counts{3, 1, 0});
    EXPECT_TRUE(found.smoothed);
    EXPECT_DOUBLE_EQ(found.kl, 0.5 * std::log(0.5 * 5.5 / 3.5) + 0.5 * std::log(0.5 * 5.5 / 0.5));
}

TEST(KlOnOccupiedBins, TakesOutWhatIsElsewhere) {
    const Divergence found = kl_on_occupied_bins(Counts{0, 5, 5}, Counts{90, 5, 5});
    EXPECT_FALSE(found.smoothed);
    EXPECT_DOUBLE_EQ(found.kl, 0);
}

// Of the occupied bins the estimate has 3 0: 3.5 0.5 of 4.
TEST(KlOnOccupiedBins, SmoothsOverTheOccupiedBins) {
    const Divergence found = kl_on_occupied_bins(Counts{1, 0, 1}, Counts{3, 7, 0});
    EXPECT_TRUE(found.smoothed);
    EXPECT_DOUBLE_EQ(found.kl, 0.5 * std::log(0.5 * 4 / 3.5) + 0.5 * std::log(0.5 * 4 / 0.5));
}

TEST(KlOnOccupiedBins, AnEstimateThatIsElsewhereAltogetherIsUniform) {
    const Divergence found = kl_on_occupied_bins(Counts{1, 0, 3}, Counts{0, 7, 0});
    EXPECT_TRUE(found.smoothed);
    EXPECT_DOUBLE_EQ(found.kl, 0.25 * std::log(0.25 / 0.5) + 0.75 * std::log(0.75 / 0.5));
}

TEST(Shares, AreCountsOverTheirSum) { EXPECT_EQ(shares(Counts{1, 0, 3}), (std::vector{0.25, 0.0, 0.75})); }

TEST(Divergence, RefusesWhatIsNoHistogram) {
    EXPECT_INPUT_ERROR(kl_of_counts(Counts{1, 2}, Counts{1}),
                       "KL divergence: data (2) and estimate (1) must have the same number of bins");
    EXPECT_INPUT_ERROR(kl_of_counts(Counts{0, 0}, Counts{1, 1}),
                       "KL divergence: data: expected counts of at least 0, one of them above 0");
    EXPECT_INPUT_ERROR(kl_of_counts(Counts{1, 1}, Counts{2, -1}),
                       "KL divergence: estimate: expected counts of at least 0, one of them above 0");
    EXPECT_INPUT_ERROR(kl_divergence(std::vector{1.0}, std::vector{0.5, 0.5}),
                       "KL divergence: p (1) and q (2) must have the same size");
}

}  // namespace
}  // namespace drover
