#include <drover/lattice/features.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::lattice::features_test {
namespace {

using Weights64 = WeightSpan<std::int64_t>;

std::vector<std::int64_t> random_weights(std::uint64_t seed, std::size_t count) {
    testing::Dice dice{seed};
    std::vector<std::int64_t> weights(count);
    for (auto& weight : weights) weight = dice.roll(-9, 9);
    return weights;
}

std::vector<std::int64_t> features_of(const Features& features, const Spins& spins) {
    std::vector<std::int64_t> values(features.feature_count());
    features.visit(spins, [&](std::size_t a, std::int64_t value) { values[a] = value; });
    return values;
}

const FeatureOptions everything{.diagonals = true, .plaquettes = true};

TEST(LatticeFeatures, AreProductsOfNeighbours) {
    // The second row is turned around: + - +  and  + + -.
    const Features features{Lattice{2, 3, Boundary::open}, everything};
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
    const Features features{Lattice{2, 3}, {.nodes = false}};
    const Spins spins{1, -1, 1, 1, 1, -1};
    EXPECT_EQ(features_of(features, spins), (std::vector<std::int64_t>{-1, -1, 1, 1, -1, -1,  //
                                                                       1, -1, -1, 1, -1, -1}));
}

TEST(LatticeFeatures, FarPairsAreProductsAtADistance) {
    const Spins spins{1, 1, -1, -1, 1, -1, 1, 1, -1};
    const Features open{Lattice{3, 3, Boundary::open}, {.nodes = false, .edges = false, .far_pairs = {2}}};
    EXPECT_EQ(features_of(open, spins), (std::vector<std::int64_t>{-1, 0, 0, 1, 0, 0, -1, 0, 0,  // right
                                                                   1, 1, 1, 0, 0, 0, 0, 0, 0}));
    EXPECT_TRUE(open.bounds().total == 6);
    EXPECT_FALSE(open.has_corners());
}

TEST(LatticeFeatures, FarPairsComeLastByDistance) {
    const Features features{Lattice{9, 8}, {.plaquettes = true, .far_pairs = {2, 4}}};
    const std::vector<Plane>& planes = features.planes();
    ASSERT_EQ(planes.size(), 8U);
    EXPECT_EQ(features.feature_count(), 8U * 72U);
    EXPECT_EQ(planes[3].kind, FeatureKind::plaquettes);
    for (const std::size_t k : {0U, 1U}) {
        EXPECT_EQ(planes[4 + 2 * k].kind, FeatureKind::far_right);
        EXPECT_EQ(planes[5 + 2 * k].kind, FeatureKind::far_down);
        EXPECT_EQ(planes[4 + 2 * k].far, k);
        EXPECT_EQ(planes[5 + 2 * k].far, k);
    }
    EXPECT_EQ(features.slot(7, 5), 7U * 72U + 5U);
}

TEST(LatticeFeatures, APairHalfWayAroundATorusHasTwoFeatures) {
    const Features features{Lattice{4, 4}, {.nodes = false, .edges = false, .far_pairs = {2}}};
    const Spins spins = features.random_state(3);
    const std::vector<std::int64_t> values = features_of(features, spins);
    for (std::size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(values[features.slot(0, i)], values[features.slot(0, i / 4 * 4 + (i + 2) % 4)]);
        EXPECT_EQ(values[features.slot(1, i)], values[features.slot(1, (i + 8) % 16)]);
    }
}

TEST(LatticeFeatures, CountsWhatStatesTouch) {
    EXPECT_TRUE((Features{Lattice{3, 4}}.bounds().total == 36));
    EXPECT_TRUE((Features{Lattice{3, 4, Boundary::open}}.bounds().total == 12 + 17));
    const Features all{Lattice{3, 4, Boundary::open}, everything};
    EXPECT_TRUE(all.bounds().total == 12 + 17 + 12 + 6);
    EXPECT_EQ(all.feature_count(), 6U * 12U);
    const FeatureOptions far{.far_pairs = {2, 3}};
    EXPECT_TRUE((Features{Lattice{6, 7}, far}.bounds().total == 294));
    EXPECT_TRUE((Features{Lattice{6, 7, Boundary::open}, far}.bounds().total ==
                 42 + 71 + (6 * 5 + 4 * 7) + (6 * 4 + 3 * 7)));
}

void expect_gains_are_differences(const Features& features) {
    const auto weights = random_weights(features.lattice().rows(), features.feature_count());
    const Weights64 w{weights};
    const Spins spins = features.random_state(features.lattice().columns());
    for (std::size_t i = 0; i < spins.size(); ++i) {
        Spins flipped = spins;
        flipped[i] = static_cast<std::int8_t>(-flipped[i]);
        EXPECT_EQ(features.flip_gain(w, spins, i), features.score(w, flipped) - features.score(w, spins));
    }
}

TEST(LatticeFeatures, FlipGainIsTheDifferenceOfScores) {
    for (const Boundary boundary : {Boundary::torus, Boundary::open}) {
        for (const auto& [rows, columns] : {std::pair{2U, 2U}, {2U, 5U}, {3U, 2U}, {4U, 5U}}) {
            expect_gains_are_differences(Features{Lattice{rows, columns, boundary}, everything});
        }
        for (const auto& [rows, columns] : {std::pair{8U, 9U}, {11U, 8U}, {8U, 8U}}) {
            expect_gains_are_differences(
                Features{Lattice{rows, columns, boundary}, {.diagonals = true, .far_pairs = {2, 3, 4}}});
        }
    }
    expect_gains_are_differences(Features{Lattice{4, 5, Boundary::open}, {.far_pairs = {2, 3}}});
}

TEST(LatticeFeatures, ScoreIsTheSumOverPairsOfNeighbours) {
    for (const Boundary boundary : {Boundary::torus, Boundary::open}) {
        const Lattice lattice{7, 6, boundary};
        const Features features{lattice, {.nodes = false, .edges = false, .far_pairs = {2, 3}}};
        const auto weights = random_weights(4, features.feature_count());
        const Spins spins = features.random_state(6);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < spins.size(); ++i) {
            for (const std::size_t k : {0U, 1U}) {
                const auto d = static_cast<std::ptrdiff_t>(k + 2);
                const auto right = lattice.neighbour(i, 0, d);
                const auto down = lattice.neighbour(i, d, 0);
                if (right) sum += weights[features.slot(2 * k, i)] * spins[i] * spins[*right];
                if (down) sum += weights[features.slot(2 * k + 1, i)] * spins[i] * spins[*down];
            }
        }
        EXPECT_EQ(features.score(Weights64{weights}, spins), sum);
    }
}

TEST(LatticeFeatures, ImproveFollowsTheFieldAndKeepsTheSpinAtZero) {
    const Features features{Lattice{2, 2, Boundary::open}, {.edges = false}};
    Spins spins{1, 1, -1, -1};
    const std::vector<std::int64_t> weights{-3, 0, 2, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t gain = features.improve(Weights64{weights}, spins, i);
        EXPECT_EQ(gain, (std::vector<std::int64_t>{6, 0, 4, 0})[i]);
    }
    EXPECT_EQ(spins, (Spins{-1, 1, 1, -1}));
}

TEST(LatticeFeatures, RefusesToHaveNone) {
    EXPECT_INPUT_ERROR((Features{Lattice{2, 2}, {.nodes = false, .edges = false}}),
                       "lattice: expected at least one kind of feature");
}

TEST(LatticeFeatures, RefuseDistancesThatDoNotFit) {
    const auto with = [](const Lattice& lattice, std::vector<std::size_t> distances) {
        return Features{lattice, {.far_pairs = std::move(distances)}};
    };
    const Lattice torus{9, 8};
    const Lattice open{9, 8, Boundary::open};
    EXPECT_INPUT_ERROR(with(torus, {1}), "far pairs: expected distances of at least 2, got 1");
    EXPECT_INPUT_ERROR(with(torus, {0}), "far pairs: expected distances of at least 2, got 0");
    EXPECT_INPUT_ERROR(with(torus, {2, 2}), "far pairs: expected rising distances, got 2 after 2");
    EXPECT_INPUT_ERROR(with(torus, {4, 3}), "far pairs: expected rising distances, got 3 after 4");
    EXPECT_INPUT_ERROR(with(torus, {2, 5}),
                       "far pairs: expected distances of at most 4, half way around the torus, got 5");
    EXPECT_INPUT_ERROR(with(open, {8}),
                       "far pairs: expected distances of at most 7, inside the lattice, got 8");
    EXPECT_NO_THROW(with(torus, {2, 4}));
    EXPECT_NO_THROW(with(open, {2, 7}));
}

TEST(RandomSpins, AreTheBitsOfTheCounter) {
    const Spins spins = random_spins(130, 7, 3);
    const CounterRandom random{7, 3};
    for (std::size_t i = 0; i < spins.size(); ++i) {
        EXPECT_EQ(spins[i], ((random.bits(i / 64) >> (i % 64)) & 1U) != 0 ? 1 : -1);
    }
}

}  // namespace
}  // namespace drover::lattice::features_test
