#include "cd_herder.hpp"
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include "one_of_d.hpp"

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

TEST(CdHerder, TakesTheStepsOfAPlainLoop) {
    testing::Dice dice{8};
    const PairFeatures<> features{5};
    const std::vector<BitRow> cases = random_rows(dice, 9, 5);
    auto herder = make_cd_herder(features, cases, CoordinateAscent{});
    std::vector<std::int64_t> w(features.feature_count());
    for (const auto& step : herder.steps(150)) {
        std::vector<BitRow> states = cases;
        Int128 margin = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const std::int64_t found =
                CoordinateAscent{}.maximize(features, WeightSpan<std::int64_t>{w}, states[i]);
            margin += features.score(WeightSpan<std::int64_t>{w}, cases[i]) - found;
        }
        ASSERT_EQ(step.state, states) << "step " << step.t;
        ASSERT_TRUE(step.margin == margin);
        for (const BitRow& x : cases) features.visit(x, [&](std::size_t a, std::int64_t v) { w[a] += v; });
        for (const BitRow& s : states) features.visit(s, [&](std::size_t a, std::int64_t v) { w[a] -= v; });
        for (std::size_t a = 0; a < w.size(); ++a) ASSERT_EQ(step.weights[a], w[a]);
    }
}

TEST(CdHerder, OfListedStatesWithAnExactSearchRepeatsOneState) {
    auto herder = make_cd_herder(OneOfD{3}, {0, 0, 1}, Exhaustive{});
    for (const auto& step : herder.steps(30)) {
        ASSERT_EQ(step.state.size(), 3U);
        ASSERT_EQ(step.state[0], step.state[2]);
        ASSERT_TRUE(step.margin <= 0);
    }
}

TEST(CdHerder, RefusesNoCases) {
    EXPECT_INPUT_ERROR(make_cd_herder(OneOfD{3}, {}, Exhaustive{}),
                       "measure: expected at least one row, got none");
}

TEST(CdHerder, HasTheLimitOfItsOptions) {
    auto herder = make_cd_herder(OneOfD{3}, {0, 1}, Exhaustive{}, nullptr, {.max_steps = 4});
    EXPECT_INPUT_ERROR(herder.steps(5), "Herder: 5 more steps go past the limit of 4; raise max_steps");
}

}  // namespace
}  // namespace drover
