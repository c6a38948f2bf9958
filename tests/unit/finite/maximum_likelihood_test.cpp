#include <drover/finite/maximum_likelihood.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <drover/number/philox.hpp>

namespace drover {
namespace {

TEST(MaximumLikelihood, ANeuronHasTheLogOddsOfItsRate) {
    for (const double rate : {0.5, 0.3, 0.001, 0.999999}) {
        const auto found = maximum_likelihood({RealStateTable{{0.0}, {1.0}}, {rate}});
        ASSERT_EQ(found.status, LikelihoodStatus::found);
        EXPECT_NEAR(found.theta[0], std::log(rate / (1 - rate)), 1e-9);
        EXPECT_NEAR(found.first_threshold, rate * (1 - rate) / 2, 1e-14);
    }
}

TEST(MaximumLikelihood, ReachesTheMomentsOfARandomDistribution) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const CounterRandom random{seed, 79};
        const std::size_t n = 1 + seed % 5;
        const std::size_t states = n + 2 + seed % 3;
        std::vector<double> values;
        for (std::size_t i = 0; i < states * n; ++i) values.push_back(random.normal(i));
        const TemperedMap any{RealStateTable{values, n}, std::vector<double>(n)};
        std::vector<double> theta;
        for (std::size_t a = 0; a < n; ++a) theta.push_back(2 * random.normal(1000 + a));
        const std::vector<double> p = any.probabilities(theta, 1);
        std::vector<double> moments(n);
        for (std::size_t s = 0; s < states; ++s) {
            for (std::size_t a = 0; a < n; ++a) moments[a] += p[s] * any.table().row(s)[a];
        }
        const auto found = maximum_likelihood({any.table(), moments});
        ASSERT_EQ(found.status, LikelihoodStatus::found) << seed;
        for (std::size_t a = 0; a < n; ++a) EXPECT_NEAR(found.theta[a], theta[a], 1e-7) << seed;
    }
}

TEST(MaximumLikelihood, SaysWhereThereIsNoFinitePoint) {
    const RealStateTable square{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
    EXPECT_EQ(maximum_likelihood({square, {0.5, 0}}).status, LikelihoodStatus::boundary);
    EXPECT_EQ(maximum_likelihood({square, {1, 1}}).status, LikelihoodStatus::boundary);
    EXPECT_EQ(maximum_likelihood({square, {0.5, -0.01}}).status, LikelihoodStatus::outside);
    EXPECT_EQ(maximum_likelihood({square, {7, 7}}).status, LikelihoodStatus::outside);
    EXPECT_EQ(maximum_likelihood({square, {0.5, 1e-6}}).status, LikelihoodStatus::found);
    EXPECT_TRUE(maximum_likelihood({square, {1, 1}}).theta.empty());
    EXPECT_NE(describe(LikelihoodStatus::boundary).find("boundary"), std::string::npos);
    EXPECT_NE(describe(LikelihoodStatus::outside).find("outside"), std::string::npos);
}

TEST(MaximumLikelihood, OneStateIsAFixedPointAtEveryTemperature) {
    const RealStateTable one{{0.5, 2.0}};
    const auto found = maximum_likelihood({one, {0.5, 2.0}});
    EXPECT_EQ(found.status, LikelihoodStatus::found);
    EXPECT_EQ(found.theta, (std::vector<double>{0, 0}));
    EXPECT_EQ(found.first_threshold, 0);
    EXPECT_EQ(maximum_likelihood({one, {0.5, 1.0}}).status, LikelihoodStatus::outside);
}

TEST(MaximumLikelihood, TakesTheShortestThetaOfCollinearFeatures) {
    // phi_2 = 2 phi_1: theta along (1, 2) / 5 times the neuron's.
    const RealStateTable line{{0.0, 0.0}, {1.0, 2.0}};
    const auto found = maximum_likelihood({line, {0.3, 0.6}});
    ASSERT_EQ(found.status, LikelihoodStatus::found);
    const double odds = std::log(0.3 / 0.7);
    EXPECT_NEAR(found.theta[0], odds / 5, 1e-12);
    EXPECT_NEAR(found.theta[1], 2 * odds / 5, 1e-12);
    EXPECT_NEAR(found.largest_eigenvalue, 5 * 0.3 * 0.7, 1e-12);
    EXPECT_EQ(maximum_likelihood({line, {0.3, 0.7}}).status, LikelihoodStatus::outside);
}

}  // namespace
}  // namespace drover
