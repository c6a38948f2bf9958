#include <drover/lattice/potts_features.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::lattice {
namespace {

using Weights64 = WeightSpan<std::int64_t>;

TEST(PottsFeatures, AreIndicatorsAndAgreements) {
    const PottsFeatures features{Lattice{2, 2, Boundary::open}, 3};
    std::vector<std::int64_t> values(features.feature_count());
    features.visit({2, 2, 0, 2}, [&](std::size_t a, std::int64_t value) { values[a] = value; });
    EXPECT_EQ(values, (std::vector<std::int64_t>{0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1,  // nodes
                                                 1, 0, 0, 0,                          // to the right
                                                 0, 1, 0, 0}));                       // down
    EXPECT_TRUE(features.bounds().total == 4 + 4);
}

TEST(PottsFeatures, ImproveFindsTheBestValueOfASite) {
    for (const Boundary boundary : {Boundary::torus, Boundary::open}) {
        const PottsFeatures features{Lattice{3, 2, boundary}, 4};
        testing::Dice dice{2};
        std::vector<std::int64_t> weights(features.feature_count());
        for (auto& weight : weights) weight = dice.roll(-2, 2);
        PottsValues state = features.random_state(1);
        for (std::size_t i = 0; i < state.size(); ++i) {
            const std::int64_t before = features.score(Weights64{weights}, state);
            const PottsValues old = state;
            const std::int64_t gain = features.improve(Weights64{weights}, state, i);
            EXPECT_EQ(features.score(Weights64{weights}, state), before + gain);
            for (std::uint8_t value = 0; value < 4; ++value) {
                PottsValues other = old;
                other[i] = value;
                const std::int64_t score = features.score(Weights64{weights}, other);
                EXPECT_LE(score, before + gain);
                EXPECT_TRUE(score < before + gain || gain == 0 || value >= state[i]);
            }
            EXPECT_EQ(gain == 0, state == old);
        }
    }
}

TEST(PottsFeatures, RandomStatesAreOfTheCounter) {
    const PottsFeatures features{Lattice{5, 5}, 3};
    const PottsValues state = features.random_state(4, 9);
    for (std::size_t i = 0; i < state.size(); ++i) EXPECT_EQ(state[i], CounterRandom(4, 9).below(i, 3));
}

TEST(PottsFeatures, RefusesFewerThanTwoValues) {
    EXPECT_INPUT_ERROR((PottsFeatures{Lattice{2, 2}, 1}),
                       "PottsFeatures: expected from 2 to 256 values, got 1");
    EXPECT_INPUT_ERROR((PottsFeatures{Lattice{2, 2}, 2, {.nodes = false, .edges = false}}),
                       "PottsFeatures: expected at least one kind of feature");
}

}  // namespace
}  // namespace drover::lattice
