#include <drover/model/lattice_features.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using Weights64 = WeightSpan<std::int64_t>;

std::vector<std::int64_t> random_weights(std::uint64_t seed, std::size_t count) {
    testing::Dice dice{seed};
    std::vector<std::int64_t> weights(count);
    for (auto& weight : weights) weight = dice.roll(-9, 9);
    return weights;
}

std::vector<std::int64_t> features_of(const LatticeFeatures& features, const Spins& spins) {
    std::vector<std::int64_t> values(features.feature_count());
    features.visit(spins, [&](std::size_t a, std::int64_t value) { values[a] = value; });
    return values;
}

constexpr LatticeFeatureOptions everything{.diagonals = true, .plaquettes = true};

TEST(LatticeFeatures, AreProductsOfNeighbours) {
    // The second row is turned around: + - +  and  + + -.
    const LatticeFeatures features{Lattice{2, 3, Boundary::open}, everything};
    const Spins spins{1, -1, 1, 1, 1, -1};
    EXPECT_EQ(features_of(features, spins), (std::vector<std::int64_t>{
                                                1,  -1, 1,  1, 1,  -1,  // nodes
                                                -1, -1, 0,  1, -1, 0,   // to the right
                                                1,  -1, -1, 0, 0,  0,   // down
                                                1,  1,  0,  0, 0,  0,   // down to the right
                                                0,  -1, 1,  0, 0,  0,   // down to the left
                                                -1, 1,  0,  0, 0,  0,   // plaquettes
                                            }));
}

TEST(LatticeFeatures, GoAroundTheTorus) {
    const LatticeFeatures features{Lattice{2, 3}, {.nodes = false}};
    const Spins spins{1, -1, 1, 1, 1, -1};
    EXPECT_EQ(features_of(features, spins), (std::vector<std::int64_t>{-1, -1, 1, 1, -1, -1,  //
                                                                       1, -1, -1, 1, -1, -1}));
}

TEST(LatticeFeatures, CountsWhatStatesTouch) {
    EXPECT_TRUE((LatticeFeatures{Lattice{3, 4}}.bounds().total == 36));
    EXPECT_TRUE((LatticeFeatures{Lattice{3, 4, Boundary::open}}.bounds().total == 12 + 17));
    const LatticeFeatures all{Lattice{3, 4, Boundary::open}, everything};
    EXPECT_TRUE(all.bounds().total == 12 + 17 + 12 + 6);
    EXPECT_EQ(all.feature_count(), 6U * 12U);
}

TEST(LatticeFeatures, FlipGainIsTheDifferenceOfScores) {
    for (const Boundary boundary : {Boundary::torus, Boundary::open}) {
        for (const auto& [rows, columns] : {std::pair{2U, 2U}, {2U, 5U}, {3U, 2U}, {4U, 5U}}) {
            const LatticeFeatures features{Lattice{rows, columns, boundary}, everything};
            const auto weights = random_weights(rows, features.feature_count());
            const Spins spins = features.random_state(columns);
            for (std::size_t i = 0; i < spins.size(); ++i) {
                Spins flipped = spins;
                flipped[i] = static_cast<std::int8_t>(-flipped[i]);
                EXPECT_EQ(
                    features.flip_gain(Weights64{weights}, spins, i),
                    features.score(Weights64{weights}, flipped) - features.score(Weights64{weights}, spins));
            }
        }
    }
}

TEST(LatticeFeatures, ImproveFollowsTheFieldAndKeepsTheSpinAtZero) {
    const LatticeFeatures features{Lattice{2, 2, Boundary::open}, {.edges = false}};
    Spins spins{1, 1, -1, -1};
    const std::vector<std::int64_t> weights{-3, 0, 2, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t gain = features.improve(Weights64{weights}, spins, i);
        EXPECT_EQ(gain, (std::vector<std::int64_t>{6, 0, 4, 0})[i]);
    }
    EXPECT_EQ(spins, (Spins{-1, 1, 1, -1}));
}

TEST(LatticeFeatures, RefusesToHaveNone) {
    EXPECT_INPUT_ERROR((LatticeFeatures{Lattice{2, 2}, {.nodes = false, .edges = false}}),
                       "LatticeFeatures: expected at least one kind of feature");
}

TEST(RandomSpins, AreTheBitsOfTheCounter) {
    const Spins spins = random_spins(130, 7, 3);
    const CounterRandom random{7, 3};
    for (std::size_t i = 0; i < spins.size(); ++i) {
        EXPECT_EQ(spins[i], ((random.bits(i / 64) >> (i % 64)) & 1U) != 0 ? 1 : -1);
    }
}

}  // namespace
}  // namespace drover
