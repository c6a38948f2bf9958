#include <gtest/gtest.h>

#include <cmath>

#include <drover/finite/maximum_entropy.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;

TEST(MaximumEntropy, OneBitHasItsLogOdds) {
    const MaximumEntropy model = maximum_entropy(StateTable{{0}, {1}}, Moments{{}, {3}, 4});
    EXPECT_TRUE(model.converged);
    EXPECT_NEAR(model.probabilities[1], 0.75, 1e-10);
    EXPECT_NEAR(model.parameters[0], std::log(3.0), 1e-9);
    EXPECT_NEAR(model.entropy, -0.75 * std::log(0.75) - 0.25 * std::log(0.25), 1e-9);
}

TEST(MaximumEntropy, MomentsOfTheUniformDistributionNeedNoStep) {
    const MaximumEntropy model =
        maximum_entropy(StateTable{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, Moments{{}, {1, 1}, 2});
    EXPECT_EQ(model.iterations, 0);
    EXPECT_TRUE(model.converged);
    EXPECT_DOUBLE_EQ(model.entropy, std::log(4.0));
}

TEST(MaximumEntropy, MeetsMomentsInsideTheHullAndIsTheExponentialFamily) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 12, 4);
        const Moments moments = random_moments(dice, table);
        const MaximumEntropy model = maximum_entropy(table, moments);
        EXPECT_TRUE(model.converged) << "seed " << seed;
        for (std::size_t a = 0; a < 4; ++a) {
            double mean = 0;
            for (std::size_t s = 0; s < 12; ++s) {
                mean += model.probabilities[s] * static_cast<double>(table.row(s)[a]);
            }
            EXPECT_NEAR(mean, moments[a], 1e-8);
            EXPECT_LE(std::abs(mean - moments[a]), model.largest_moment_error + 1e-12);
        }
        const auto score = [&](std::size_t s) {
            double sum = 0;
            for (std::size_t a = 0; a < 4; ++a)
                sum += model.parameters[a] * static_cast<double>(table.row(s)[a]);
            return sum;
        };
        for (std::size_t s = 1; s < 12; ++s) {
            EXPECT_NEAR(std::log(model.probabilities[s] / model.probabilities[0]), score(s) - score(0), 1e-9);
        }
    }
}

TEST(MaximumEntropy, DependentFeaturesChangeNothing) {
    const StateTable once{{0}, {1}, {2}};
    const StateTable thrice{{0, 0, 5}, {1, 2, 5}, {2, 4, 5}};
    const MaximumEntropy model = maximum_entropy(once, Moments{{}, {7}, 5});
    const MaximumEntropy same = maximum_entropy(thrice, Moments{{}, {7, 14, 25}, 5});
    EXPECT_TRUE(same.converged);
    for (std::size_t s = 0; s < 3; ++s) EXPECT_NEAR(model.probabilities[s], same.probabilities[s], 1e-9);
}

// The cell (1, 1) has count 0: no finite parameters, yet the probabilities are (1/2, 1/4, 1/4, 0).
TEST(MaximumEntropy, ACellOfZeroIsApproached) {
    const StateTable table{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}};
    const Moments moments{{}, {1, 1, 0}, 4};
    const MaximumEntropy model = maximum_entropy(table, moments);
    EXPECT_LT(model.largest_moment_error, 1e-9);
    EXPECT_NEAR(model.probabilities[0], 0.5, 1e-9);
    EXPECT_NEAR(model.probabilities[3], 0, 1e-9);
    const MaximumEntropy early = maximum_entropy(table, moments, {.max_iterations = 5});
    EXPECT_FALSE(early.converged);
    EXPECT_GT(early.largest_moment_error, model.largest_moment_error);
    EXPECT_LT(early.largest_moment_error, 0.01);
}

TEST(MaximumEntropy, MomentsAtACornerGiveItsState) {
    const MaximumEntropy model = maximum_entropy(StateTable{{0}, {1}, {3}}, Moments{{}, {3}, 1});
    EXPECT_NEAR(model.probabilities[2], 1, 1e-9);
    EXPECT_NEAR(model.entropy, 0, 1e-7);
}

TEST(MaximumEntropy, MomentsOutsideTheHullAreSaidToBeMissed) {
    const MaximumEntropy model = maximum_entropy(StateTable{{0}, {1}}, Moments{{}, {3}, 2});
    EXPECT_FALSE(model.converged);
    EXPECT_NEAR(model.largest_moment_error, 0.5, 1e-6);
    const MaximumEntropy constant = maximum_entropy(StateTable{{1}, {1}}, Moments{{}, {3}, 2});
    EXPECT_FALSE(constant.converged);
    EXPECT_DOUBLE_EQ(constant.largest_moment_error, 0.5);
}

TEST(MaximumEntropy, OneStateIsCertain) {
    const MaximumEntropy model = maximum_entropy(StateTable{{2, 3}}, Moments{{}, {2, 3}, 1});
    EXPECT_TRUE(model.converged);
    EXPECT_EQ(model.probabilities, std::vector<double>{1});
    EXPECT_EQ(model.entropy, 0);
}

TEST(MaximumEntropy, UnitsOfTheFeaturesDoNotMatter) {
    const StateTable table{{0, 0}, {1'000'000'000, 1}, {3'000'000'000, 1}};
    const MaximumEntropy model = maximum_entropy(table, Moments{{}, {4'000'000'000, 2}, 3});
    EXPECT_TRUE(model.converged);
    for (const double p : model.probabilities) EXPECT_NEAR(p, 1.0 / 3, 1e-9);
}

TEST(MaximumEntropy, RefusesMomentsOfAnotherSize) {
    EXPECT_INPUT_ERROR(maximum_entropy(StateTable{{0}, {1}}, Moments{{}, {1, 1}, 2}),
                       "maximum_entropy: moments (2) and features (1) must have the same size");
}

}  // namespace
}  // namespace drover
