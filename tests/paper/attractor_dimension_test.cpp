// The weights of herding end on an attractor whose boxes of side eps grow like eps^-d. A neuron of a rational
// rate has finitely many weights, d = 0; of an irrational one it fills an interval, d = 1. K + 1 states of K
// features fill a torus, whose volume is the determinant of the differences of their features. With more
// states than that the attractor may be a fractal. Chen & Welling 2016, "Learning Using Weak Chaos" and
// appendix.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <drover/dynamics/attractor.hpp>

#include "exact_models.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;
using testing::exact_model;

constexpr std::int64_t prime = 2'147'483'647;  // no orbit here returns

std::int64_t over_prime(double share) { return std::llround(share * static_cast<double>(prime)); }

// Fine moments from random masses of the states, features on the grid 2^-16.
dynamics::Attractor random_attractor(std::uint64_t seed, std::size_t states) {
    Dice dice{seed};
    const StateTable table = random_table(dice, states, 2, 1 << 16);
    Moments moments{.names = {}, .counts = {0, 0}, .total = 0};
    for (std::size_t s = 0; s < states; ++s) {
        const std::int64_t mass = dice.roll(1, 1 << 22);
        moments.total += mass;
        for (std::size_t a = 0; a < 2; ++a) moments.counts[a] += mass * table.row(s)[a];
    }
    return dynamics::find_attractor(exact_model(table, moments, 1 << 16), {.steps = 1'000'000},
                                    {.levels = 9});
}

TEST(AttractorDimension, OfRationalNeuronsIsZero) {
    for (const std::int64_t q : {2, 7, 13}) {
        const dynamics::Attractor neuron =
            dynamics::find_attractor(exact_model(StateTable{{0}, {1}}, {{}, {1}, q}), {.steps = 10'000});
        EXPECT_EQ(neuron.boxes.boxes.back().count, q);
        ASSERT_TRUE(neuron.boxes.dimension);
        EXPECT_NEAR(neuron.boxes.dimension->fit.slope, 0, 1e-12) << q;
    }
}

// The interval (pi - 1, pi] of length 1 meets 2^k + 1 boxes.
TEST(AttractorDimension, OfAnIrrationalNeuronIsOne) {
    const Moments golden{{}, {over_prime((std::sqrt(5.0) - 1) / 2)}, prime};
    const dynamics::Attractor neuron =
        dynamics::find_attractor(exact_model(StateTable{{0}, {1}}, golden), {.steps = 200'000});
    for (const dynamics::BoxLevel& box : neuron.boxes.boxes) {
        EXPECT_EQ(box.count, (std::int64_t{1} << box.level) + 1) << "level " << box.level;
    }
    ASSERT_TRUE(neuron.boxes.dimension);
    EXPECT_NEAR(neuron.boxes.dimension->fit.slope, 1, 0.02);
    EXPECT_NEAR(neuron.boxes.local_slopes.back(), 1, 0.001);
}

TEST(AttractorDimension, ThreeStatesCoverAreaOne) {
    const Moments moments{{}, {over_prime(std::sqrt(2.0) - 1), over_prime(std::sqrt(3.0) - 1.5)}, prime};
    const dynamics::Attractor triangle = dynamics::find_attractor(
        exact_model(StateTable{{0, 0}, {1, 0}, {0, 1}}, moments), {.steps = 2'000'000}, {.levels = 9});
    ASSERT_TRUE(triangle.torus);
    EXPECT_TRUE(triangle.torus->check.holds);
    EXPECT_EQ(triangle.torus->torus.point_count, std::optional<Int128>{prime});
    // The excess is the border, whose boxes halve their area from level to level, as far as they are found.
    for (std::size_t level = 4; level <= 8; ++level) {
        const double excess = triangle.torus->cover[level] - 1;
        EXPECT_GT(excess, 0) << "level " << level;
        EXPECT_NEAR(excess * std::exp2(level), 2.2, 0.4) << "level " << level;
    }
    EXPECT_GT(triangle.boxes.local_slopes.back(), 1.97);
    EXPECT_LT(triangle.boxes.local_slopes.back(), 2);
}

TEST(AttractorDimension, TrianglesCoverTheirTorusOnce) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const dynamics::Attractor triangle = random_attractor(seed, 3);
        ASSERT_TRUE(triangle.torus);
        ASSERT_TRUE(triangle.torus->check.holds);
        const std::vector<double>& cover = triangle.torus->cover;
        for (std::size_t level = 4; level < cover.size(); ++level) EXPECT_LT(cover[level], cover[level - 1]);
        EXPECT_GT(cover.back(), 1);
        EXPECT_LT(cover.back(), 1.05);
    }
}

TEST(AttractorDimension, OfSixStatesIsOftenNotWhole) {
    int broken = 0;
    for (std::uint64_t seed = 4; seed < 14; ++seed) {
        const dynamics::Attractor attractor = random_attractor(seed, 6);
        EXPECT_FALSE(attractor.torus);
        ASSERT_TRUE(attractor.boxes.dimension);
        const LineFit& fit = attractor.boxes.dimension->fit;
        EXPECT_GT(fit.slope, 0.5) << "seed " << seed;
        EXPECT_LT(fit.slope, 2) << "seed " << seed;
        if (fit.slope < 1.7) ++broken;
    }
    EXPECT_GE(broken, 5);
}

}  // namespace
}  // namespace drover
