#include <drover/lattice/ascent.hpp>
#include <drover/lattice/features.hpp>
#include <drover/lattice/potts_features.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::lattice {
namespace {

using Weights64 = WeightSpan<std::int64_t>;
static_assert(Maximizer<Ascent, Features, Weights64>);
static_assert(Maximizer<Ascent, PottsFeatures, Weights64>);

std::vector<std::int64_t> random_weights(std::uint64_t seed, std::size_t count) {
    testing::Dice dice{seed};
    std::vector<std::int64_t> weights(count);
    for (auto& weight : weights) weight = dice.roll(-9, 9);
    return weights;
}

template <class F>
void expect_local_maximum(const F& features, SiteOrder order) {
    const auto weights = random_weights(3, features.feature_count());
    typename F::State state = features.random_state(1);
    Ascent ascent{{.order = order}};
    const std::int64_t score = ascent.maximize(features, Weights64{weights}, state);
    EXPECT_EQ(score, features.score(Weights64{weights}, state));
    for (std::size_t i = 0; i < state.size(); ++i) {
        EXPECT_EQ(features.improve(Weights64{weights}, state, i), 0);
    }
}

TEST(LatticeAscent, EndsWhereNoSiteCanImprove) {
    for (const SiteOrder order : {SiteOrder::raster, SiteOrder::checkerboard}) {
        expect_local_maximum(Features{Lattice{4, 6}}, order);
        expect_local_maximum(Features{Lattice{4, 6}, {.diagonals = true, .plaquettes = true}}, order);
        expect_local_maximum(Features{Lattice{3, 5, Boundary::open}}, order);
        expect_local_maximum(Features{Lattice{8, 10}, {.far_pairs = {2, 3, 4}}}, order);
        expect_local_maximum(PottsFeatures{Lattice{4, 6}, 3}, order);
    }
}

// One after the other, with the spins as they were when the colour began: no site sees another of its colour.
TEST(LatticeAscent, SitesOfAColourDoNotSeeEachOther) {
    for (const bool has_corners : {false, true}) {
        const Features features{Lattice{4, 6}, {.diagonals = has_corners, .plaquettes = has_corners}};
        const auto weights = random_weights(5, features.feature_count());
        Spins expected = features.random_state(2);
        Spins spins = expected;
        Ascent{{.order = SiteOrder::checkerboard, .sweeps = 1}}.maximize(features, Weights64{weights}, spins);
        for (std::size_t colour = 0; colour < (has_corners ? 4U : 2U); ++colour) {
            const Spins before = expected;
            for (std::size_t i = 0; i < spins.size(); ++i) {
                const std::size_t own = has_corners ? i / 6 % 2 * 2 + i % 6 % 2 : (i / 6 + i % 6) % 2;
                const std::int64_t field = features.field(Weights64{weights}, before, i);
                if (own == colour && field != 0) expected[i] = field > 0 ? 1 : -1;
            }
        }
        EXPECT_EQ(spins, expected);
    }
}

TEST(LatticeAscent, SitesOfAColourThatFarPairsJoinTakeTurnsByNumber) {
    const Features features{Lattice{4, 6}, {.far_pairs = {2}}};
    const auto weights = random_weights(5, features.feature_count());
    Spins expected = features.random_state(2);
    Spins spins = expected;
    Ascent{{.order = SiteOrder::checkerboard, .sweeps = 1}}.maximize(features, Weights64{weights}, spins);
    for (std::size_t colour = 0; colour < 2; ++colour) {
        for (std::size_t i = 0; i < spins.size(); ++i) {
            const std::int64_t field = features.field(Weights64{weights}, expected, i);
            if ((i / 6 + i % 6) % 2 == colour && field != 0) expected[i] = field > 0 ? 1 : -1;
        }
    }
    EXPECT_EQ(spins, expected);
}

TEST(LatticeAscent, StopsAfterTheSweepsAskedFor) {
    const Features features{Lattice{8, 8}};
    const auto weights = random_weights(6, features.feature_count());
    Spins twice = features.random_state(3);
    Spins by_one = twice;
    Ascent one{{.sweeps = 1}};
    one.maximize(features, Weights64{weights}, by_one);
    one.maximize(features, Weights64{weights}, by_one);
    Ascent{{.sweeps = 2}}.maximize(features, Weights64{weights}, twice);
    EXPECT_EQ(twice, by_one);
}

TEST(LatticeAscent, FreshStartsAreCounted) {
    const Features features{Lattice{4, 4}};
    const std::vector<std::int64_t> zeros(features.feature_count());
    Ascent ascent{{.start = SearchStart::fresh, .seed = 9}};
    Spins spins;
    ascent.maximize(features, Weights64{zeros}, spins);
    EXPECT_EQ(spins, features.random_state(9, 0));
    ascent.maximize(features, Weights64{zeros}, spins);
    EXPECT_EQ(spins, features.random_state(9, 1));
}

TEST(LatticeAscent, RefusesACheckerboardOnAnOddTorus) {
    const Features odd{Lattice{4, 5}};
    const std::vector<std::int64_t> zeros(odd.feature_count());
    Spins spins(20, 1);
    Ascent ascent{{.order = SiteOrder::checkerboard}};
    EXPECT_INPUT_ERROR(ascent.maximize(odd, Weights64{zeros}, spins),
                       "checkerboard order: expected even sides on a torus, got 4 x 5; use raster order");
    const Features open{Lattice{4, 5, Boundary::open}};
    EXPECT_EQ(ascent.maximize(open, Weights64{zeros}, spins), 0);
}

TEST(LatticeAscent, ChecksItsOptionsAndStart) {
    EXPECT_INPUT_ERROR((Ascent{{.sweeps = 0}}), "lattice: expected at least 1 sweep, got 0");
    EXPECT_INPUT_ERROR((Ascent{{.start = SearchStart::given}}),
                       "lattice: expected the start previous or fresh");
    const Features features{Lattice{2, 3}};
    const std::vector<std::int64_t> zeros(features.feature_count());
    Spins none;
    EXPECT_INPUT_ERROR(Ascent{}.maximize(features, Weights64{zeros}, none),
                       "lattice: expected a start of 6 sites, got 0");
}

}  // namespace
}  // namespace drover::lattice
