#include <drover/dynamics/impl/extended.hpp>

#include <gtest/gtest.h>

#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

using impl::Extended;

TEST(Extended, KeepsWhatADoubleLoses) {
    const Extended third = Extended{1} / Extended{3};
    const Extended rest = Extended{1} - third * Extended{3};
    EXPECT_LT(std::abs(rest.to_double()), 1e-31);
    EXPECT_EQ((Extended{1} + Extended{1e-20} - Extended{1}).to_double(), 1e-20);
}

TEST(Extended, ExponentialsMultiply) {
    for (const double x : {0.0, -1e-9, -0.3, -1.0, -17.25, -300.5}) {
        const Extended product = impl::extended_exp({x}) * impl::extended_exp({-x});
        EXPECT_LT(std::abs((product - Extended{1}).to_double()), 1e-28) << x;
        EXPECT_NEAR(impl::extended_exp({x}).to_double(), std::exp(x), 1e-14 * std::exp(x));
    }
}

TEST(Extended, MapIsTheTemperedMapToThePrecisionOfDoubles) {
    const TemperedMap map = golden_table();
    std::vector<Extended> wide{{0.05}, {0.02}};
    std::vector<double> w{0.05, 0.02};
    std::vector<double> scratch(map.scratch_size());
    for (int t = 0; t < 100; ++t) {
        impl::apply(map, wide, 0.2);
        map.apply(w, 0.2, scratch);
        for (std::size_t a = 0; a < 2; ++a) EXPECT_NEAR(wide[a].to_double(), w[a], 1e-12);
    }
}

// The neuron of rate 1/2 has its flip at 1/8: above it a fixed point, below it a cycle of 2.
TEST(Extended, SettlesOnOneSideOfAFlipOnly) {
    const TemperedMap map = neuron_map(0.5);
    const std::vector<double> near{0.06};
    EXPECT_TRUE(impl::settles(map, 0.13, 1, near, 1'000));
    EXPECT_FALSE(impl::settles(map, 0.13, 2, near, 1'000));
    EXPECT_FALSE(impl::settles(map, 0.12, 1, near, 1'000));
    EXPECT_TRUE(impl::settles(map, 0.12, 2, near, 1'000));
}

}  // namespace
}  // namespace drover::dynamics
