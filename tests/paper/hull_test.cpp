// A state strictly inside the convex hull of the features never wins: some corner scores more whenever the
// weights are not 0. Chen & Welling 2016, "Herding as a Greedy Moment Matching Algorithm".
#include <gtest/gtest.h>

#include <algorithm>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::Dice;

bool strictly_inside(const StateTable& table, std::size_t s) {
    const auto edges = testing::hull_edges(table);
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return testing::turn(edge.first, edge.second, testing::point(table, s)) > 0;
    });
}

TEST(Hull, StatesStrictlyInsideAreNeverChosenOnceTheWeightsLeaveZero) {
    int inside_count = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 9, 2);
        const Moments moments = random_moments(dice, table);
        std::vector<bool> inside;
        for (std::size_t s = 0; s < 9; ++s) inside.push_back(strictly_inside(table, s));
        inside_count += static_cast<int>(std::count(inside.begin(), inside.end(), true));
        Herder herder{table, ExactMoments{moments}, Exhaustive{}};
        bool at_zero = true;
        for (const auto& step : herder.steps(2'000)) {
            ASSERT_TRUE(at_zero || !inside[step.state]) << "seed " << seed << ", step " << step.t;
            at_zero = step.weights[0] == 0 && step.weights[1] == 0;
        }
    }
    EXPECT_GT(inside_count, 60);
}

TEST(Hull, TheCentreOfASquareWinsOnlyTheTieAtZero) {
    const StateTable table{{0, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    Herder herder{table, ExactMoments{{{}, {1, 2}, 10}}, Exhaustive{}};
    EXPECT_EQ(herder.step().state, 0U);
    bool at_zero = false;
    for (const auto& step : herder.steps(1'000)) {
        ASSERT_EQ(step.state == 0, at_zero) << "step " << step.t;
        at_zero = step.weights[0] == 0 && step.weights[1] == 0;
    }
}

}  // namespace
}  // namespace drover
