#include <drover/moments/lattice_moments.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(LatticeMoments, AreTheSameForAllFeaturesOfAKind) {
    const LatticeFeatures features{Lattice{2, 2}, {.diagonals = true}};
    const Moments moments = lattice_moments(features, {.edge = {3, 4}, .diagonal = {-1, 6}});
    EXPECT_EQ(moments.total, 12);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{0, 0, 0,  0,  9,  9,  9,  9,  9,  9,
                                                         9, 9, -2, -2, -2, -2, -2, -2, -2, -2}));
}

TEST(LatticeMoments, AreZeroBeyondAnOpenBoundary) {
    const LatticeFeatures features{Lattice{2, 2, Boundary::open}, {.nodes = false}};
    const Moments moments = lattice_moments(features, {.edge = {1, 2}});
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{1, 0, 1, 0, 1, 1, 0, 0}));
}

TEST(LatticeMoments, LeaveOutWhatIsOff) {
    const LatticeFeatures features{Lattice{2, 2}, {.edges = false}};
    const Moments moments = lattice_moments(features, {.node = {1, 2}, .edge = {1, 3}});
    EXPECT_EQ(moments.total, 2);
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{1, 1, 1, 1}));
}

TEST(LatticeMoments, RefuseWhatNoSpinsHave) {
    const LatticeFeatures features{Lattice{2, 2}};
    EXPECT_INPUT_ERROR(lattice_moments(features, {.edge = {6, 5}}),
                       "edge moment: expected a number from -1 to 1, got 1.2");
    EXPECT_INPUT_ERROR(lattice_moments(features, {.node = -2}),
                       "node moment: expected a number from -1 to 1, got -2");
    EXPECT_INPUT_ERROR(lattice_moments(features, {.node = {1, (Int128{1} << 61U) - 1}, .edge = {1, 3}}),
                       "lattice moments: expected a common denominator up to 2^62");
}

TEST(LatticeRates, AreTheSameForAllFeaturesOfAKind) {
    const LatticeFeatures features{Lattice{2, 2, Boundary::open}};
    const std::vector<Rational> rates = lattice_rates(features, {.node = 1, .edge = 3});
    EXPECT_EQ(rates, (std::vector<Rational>{1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3}));
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
}  // namespace drover
