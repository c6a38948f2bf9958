#include <drover/lattice/means.hpp>

#include "expect.hpp"
#include "lattice_checks.hpp"

namespace drover::lattice {
namespace {

// By the features that a visit gives: the sums over the planes first .. first + count - 1.
double visited_mean(const Features& features, const Spins& spins, std::size_t first, std::size_t count) {
    std::int64_t sum = 0;
    std::int64_t touched = 0;
    features.visit(spins, [&](std::size_t a, std::int64_t value) {
        const std::size_t plane = a / features.site_count();
        if (plane < first || plane >= first + count) return;
        sum += value;
        ++touched;
    });
    return static_cast<double>(sum) / static_cast<double>(touched);
}

std::vector<std::size_t> fitting_distances(const Lattice& lattice) {
    const std::size_t side = std::min(lattice.rows(), lattice.columns());
    const std::size_t longest = lattice.boundary() == Boundary::torus ? side / 2 : side - 1;
    std::vector<std::size_t> distances;
    for (std::size_t d = 2; d <= longest; d += d / 2) distances.push_back(d);
    return distances;
}

TEST(LatticeMeans, OfOneSampleAreThoseOfItsFeatures) {
    for (const Lattice& lattice : testing::odd_lattices()) {
        const Features features{
            lattice, {.diagonals = true, .plaquettes = true, .far_pairs = fitting_distances(lattice)}};
        const Spins spins = testing::random_spins(lattice, 2, lattice.columns());
        Means means{features};
        means.add(spins);
        const MeansResult result = means.result();
        EXPECT_DOUBLE_EQ(result.node.mean, visited_mean(features, spins, 0, 1));
        EXPECT_DOUBLE_EQ(result.edge.mean, visited_mean(features, spins, 1, 2));
        EXPECT_DOUBLE_EQ(result.diagonal.mean, visited_mean(features, spins, 3, 2));
        EXPECT_DOUBLE_EQ(result.plaquette.mean, visited_mean(features, spins, 5, 1));
        ASSERT_EQ(result.far.size(), features.options().far_pairs.size());
        for (std::size_t k = 0; k < result.far.size(); ++k) {
            EXPECT_DOUBLE_EQ(result.far[k].mean, visited_mean(features, spins, 6 + 2 * k, 2)) << k;
            EXPECT_NEAR(result.values.far[k].to_double(), result.far[k].mean, 0.51e-6) << k;
        }
        EXPECT_NEAR(result.values.plaquette.to_double(), result.plaquette.mean, 0.51e-6);
    }
}

TEST(LatticeMeans, RoundToTheNearestMillionth) {
    const Features features{Lattice{3, 3}, {.edges = false}};
    Means means{features};
    EXPECT_EQ(means.result().values.node, Rational{0});
    Spins spins(9, 1);
    spins[4] = -1;
    means.add(spins);  // 7/9
    EXPECT_EQ(means.result().values.node, (Rational{777'778, 1'000'000}));
    for (auto& spin : spins) spin = static_cast<std::int8_t>(-spin);
    Means down{features};
    down.add(spins);
    EXPECT_EQ(down.result().values.node, (Rational{-777'778, 1'000'000}));
    EXPECT_EQ(down.result().values.edge, Rational{0});
    EXPECT_EQ(down.result().edge.sample_count, 0);
}

TEST(LatticeMeans, AreMomentsOfTheFeatures) {
    const Features features{Lattice{6, 6}, {.far_pairs = {2, 3}}};
    Means means{features};
    for (std::uint64_t seed = 0; seed < 2; ++seed) means.add(features.random_state(seed));
    FeatureValues values = means.result().values;
    values.node = 0;
    EXPECT_EQ(uniform_moments(features, values).counts.size(), features.feature_count());
    EXPECT_EQ(means.result().far[1].sample_count, 2);
    EXPECT_EQ(means.result().far[1].batch_count, 2U);
}

TEST(LatticeMeans, RefuseWhatDoesNotFit) {
    Means means{Features{Lattice{3, 3}}};
    EXPECT_INPUT_ERROR(means.add(Spins(10, 1)), "spins (10) and sites (9) must have the same size");
}

}  // namespace
}  // namespace drover::lattice
