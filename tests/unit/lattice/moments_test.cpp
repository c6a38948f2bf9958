#include <drover/lattice/moments.hpp>

#include "expect.hpp"

namespace drover::lattice {
namespace {

TEST(LatticeMoments, AreTheSameForAllFeaturesOfAKind) {
    const Features features{Lattice{2, 2}, {.diagonals = true}};
    const Moments moments = uniform_moments(features, {.edge = {3, 4}, .diagonal = {-1, 6}});
    EXPECT_EQ(moments.total, 12);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{0, 0, 0,  0,  9,  9,  9,  9,  9,  9,
                                                         9, 9, -2, -2, -2, -2, -2, -2, -2, -2}));
}

TEST(LatticeMoments, AreZeroBeyondAnOpenBoundary) {
    const Features features{Lattice{2, 2, Boundary::open}, {.nodes = false}};
    const Moments moments = uniform_moments(features, {.edge = {1, 2}});
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{1, 0, 1, 0, 1, 1, 0, 0}));
}

TEST(LatticeMoments, LeaveOutWhatIsOff) {
    const Features features{Lattice{2, 2}, {.edges = false}};
    const Moments moments = uniform_moments(features, {.node = {1, 2}, .edge = {1, 3}});
    EXPECT_EQ(moments.total, 2);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{1, 1, 1, 1}));
}

TEST(LatticeMoments, FarPairsHaveOneForEachDistance) {
    const FeatureOptions far{.nodes = false, .edges = false, .far_pairs = {2, 3}};
    const Features torus{Lattice{6, 6}, far};
    const Moments moments = uniform_moments(torus, {.far = {{1, 2}, {-1, 3}}});
    EXPECT_EQ(moments.total, 6);
    ASSERT_EQ(moments.counts.size(), 4U * 36U);
    for (std::size_t a = 0; a < moments.counts.size(); ++a) EXPECT_EQ(moments.counts[a], a < 72 ? 3 : -2);
    const Features open{Lattice{4, 4, Boundary::open}, far};
    const Moments inside = uniform_moments(open, {.far = {{1, 2}, {-1, 3}}});
    EXPECT_EQ(inside.counts,
              (std::vector<std::int64_t>{3,  3,  0,  0,  3,  3, 0, 0, 3,  3, 0, 0, 3,  3, 0, 0,  //
                                         3,  3,  3,  3,  3,  3, 3, 3, 0,  0, 0, 0, 0,  0, 0, 0,  //
                                         -2, 0,  0,  0,  -2, 0, 0, 0, -2, 0, 0, 0, -2, 0, 0, 0,  //
                                         -2, -2, -2, -2, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0}));
}

TEST(LatticeMoments, RefuseAnotherNumberOfFarValues) {
    const Features features{Lattice{6, 6}, {.far_pairs = {2, 3}}};
    EXPECT_INPUT_ERROR(uniform_moments(features, {.far = {{1, 2}}}),
                       "far values (1) and far pairs (2) must have the same size");
    EXPECT_INPUT_ERROR(uniform_rates(features, {.node = 1, .edge = 1}),
                       "far values (0) and far pairs (2) must have the same size");
    EXPECT_INPUT_ERROR(uniform_moments(features, {.far = {{1, 2}, {3, 2}}}),
                       "far moment: expected a number from -1 to 1, got 1.5");
}

TEST(LatticeMoments, RefuseWhatNoSpinsHave) {
    const Features features{Lattice{2, 2}};
    EXPECT_INPUT_ERROR(uniform_moments(features, {.edge = {6, 5}}),
                       "edge moment: expected a number from -1 to 1, got 1.2");
    EXPECT_INPUT_ERROR(uniform_moments(features, {.node = -2}),
                       "node moment: expected a number from -1 to 1, got -2");
    EXPECT_INPUT_ERROR(uniform_moments(features, {.node = {1, (Int128{1} << 61U) - 1}, .edge = {1, 3}}),
                       "lattice moments: expected a common denominator up to 2^62");
}

TEST(LatticeRates, AreTheSameForAllFeaturesOfAKind) {
    const Features features{Lattice{2, 2, Boundary::open}};
    const std::vector<Rational> rates = uniform_rates(features, {.node = 1, .edge = 3});
    EXPECT_EQ(rates, (std::vector<Rational>{1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3}));
}

TEST(LatticeRates, FarPairsHaveOneForEachDistance) {
    const Features features{Lattice{4, 4}, {.edges = false, .far_pairs = {2}}};
    std::vector<Rational> expected(48, Rational{1, 2});
    std::fill_n(expected.begin(), 16, Rational{1});
    EXPECT_EQ(uniform_rates(features, {.node = 1, .far = {{1, 2}}}), expected);
}

TEST(PottsMoments, AreEvenValuesAndOneAgreement) {
    const PottsFeatures features{Lattice{2, 2, Boundary::open}, 3};
    const Moments moments = potts_moments(features, {1, 2});
    EXPECT_EQ(moments.total, 6);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,  //
                                                         3, 0, 3, 0, 3, 3, 0, 0}));
    EXPECT_INPUT_ERROR(potts_moments(features, {-1, 10}),
                       "edge moment: expected a number from 0 to 1, got -0.1");
}

}  // namespace
}  // namespace drover::lattice
