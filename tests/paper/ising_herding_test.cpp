// The chapter herds the Ising model on a 100 x 100 torus at its critical point from its moments alone: 0 for
// the spins, one common number for all pairs of neighbours. Time averages meet every moment at rate 1/T, with
// a constant that the weights give exactly.
#include <gtest/gtest.h>

#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>
#include <drover/lattice/herder.hpp>
#include <drover/lattice/moments.hpp>

namespace drover {
namespace {

// The edge moment of the torus of 100 x 100 at the critical point, to six digits.
const Rational critical{710'219, 1'000'000};

lattice::Herder critical_herder(std::size_t side, lattice::AscentOptions ascent = {}) {
    const lattice::Features features{lattice::Lattice{side, side}};
    return {features,
            lattice::uniform_moments(features, {.edge = critical}),
            {.start = MomentStart{}},
            features.random_state(1),
            ascent,
            {.max_steps = 1'000'000}};
}

TEST(IsingHerding, ErrorOfEveryFeatureIsTheChangeOfItsWeight) {
    lattice::Herder herder = critical_herder(16);
    const Moments moments = lattice::uniform_moments(herder.features(), {.edge = critical});
    MomentError error{herder.features(), moments};
    const std::int64_t steps = 1'000;
    run(herder, {.steps = steps}, error);
    const auto weights = herder.current().weights;
    for (std::size_t a = 0; a < moments.counts.size(); ++a) {
        // avg - moment = (w_0 - w_T) / T, times T * total
        EXPECT_EQ(error.sum(a) * moments.total - steps * moments.counts[a], weights.start(a) - weights[a]);
    }
}

TEST(IsingHerding, ErrorFallsLikeOneOverTWithTheObservedRadius) {
    for (const lattice::SiteOrder order : {lattice::SiteOrder::raster, lattice::SiteOrder::checkerboard}) {
        lattice::Herder herder = critical_herder(32, {.order = order});
        MomentError error{herder.features(), lattice::uniform_moments(herder.features(), {.edge = critical})};
        MarginWatch margins;
        for (const std::int64_t steps : {500, 1'500, 3'000}) {
            run(herder, {.steps = steps}, error, margins);
            EXPECT_LE(error.result().worst_times_steps, 2 * herder.largest_weight());
            EXPECT_LE(herder.largest_weight(), 25);
        }
        EXPECT_LE(margins.result().positive, 4);
    }
}

TEST(IsingHerding, OneSweepKeepsTheWeightsBoundedToo) {
    lattice::Herder herder = critical_herder(32, {.sweeps = 1});
    MomentError error{herder.features(), lattice::uniform_moments(herder.features(), {.edge = critical})};
    MarginWatch margins;
    run(herder, {.steps = 3'000}, error, margins);
    EXPECT_LE(herder.largest_weight(), 60);
    EXPECT_LE(error.result().worst_times_steps, 2 * herder.largest_weight());
    EXPECT_LE(margins.result().positive, 60);
}

TEST(IsingHerding, WeightsOfTheLargeTorusStayNearFifteen) {
    lattice::Herder herder = critical_herder(100);
    MarginWatch margins;
    run(herder, {.steps = 1'000}, margins);
    EXPECT_LE(herder.largest_weight(), 20);
    EXPECT_LE(margins.result().positive, 2);
    EXPECT_EQ(herder.lane_bits(), 32);
}

// A pair agrees where the product of its spins is 1, so (1 + c) / 2 of the time; all weights are half as
// large.
TEST(IsingHerding, PottsModelOfTwoValuesTakesTheSameSteps) {
    const lattice::Lattice lattice{6, 7};
    const lattice::Features features{lattice, {.nodes = false}};
    const lattice::PottsFeatures potts{lattice, 2, {.nodes = false}};
    const lattice::Spins start = features.random_state(3);
    lattice::PottsValues values;
    for (const std::int8_t spin : start) values.push_back(spin > 0 ? 1 : 0);
    lattice::Herder ising{features, lattice::uniform_moments(features, {.edge = {7, 10}}), {}, start};
    Herder twin{potts, ExactMoments{lattice::potts_moments(potts, {17, 20})}, lattice::Ascent{}, {}, values};
    for (int k = 0; k < 500; ++k) {
        const lattice::Spins& spins = ising.step().state;
        const lattice::PottsValues& state = twin.step().state;
        for (std::size_t i = 0; i < spins.size(); ++i) ASSERT_EQ(spins[i], 2 * state[i] - 1) << "step " << k;
    }
}

TEST(IsingHerding, PottsModelMeetsItsMoments) {
    const lattice::PottsFeatures potts{lattice::Lattice{8, 8}, 3};
    const Moments moments = lattice::potts_moments(potts, {2, 3});
    Herder herder{
        potts, ExactMoments{moments, {.start = MomentStart{}}}, lattice::Ascent{}, {}, potts.random_state(1)};
    MomentError error{potts, moments};
    WeightBound bound{potts.feature_count()};
    run(herder, {.steps = 3'000}, error, bound);
    EXPECT_LE(error.result().worst_times_steps, 1 + bound.result().worst);
    EXPECT_LE(bound.result().worst, 40);
}

std::string digest_of(lattice::Herder herder, std::int64_t steps) {
    StateDigest digest;
    run(herder, {.steps = steps}, digest);
    return digest.result();
}

// Goldens: the same steps on every machine and compiler.
TEST(IsingHerding, StatesAreTheSameEverywhere) {
    EXPECT_EQ(digest_of(critical_herder(10), 2'000), "f03675fa2c03e446b749767f294cb957");
    EXPECT_EQ(digest_of(critical_herder(10, {.order = lattice::SiteOrder::checkerboard}), 2'000),
              "bbcc881ae5b6c94e6ebd330883b432e6");
    EXPECT_EQ(digest_of(critical_herder(100), 200), "9853d47774bbc6630c2bef01c1f141c7");
    EXPECT_EQ(digest_of(critical_herder(100, {.order = lattice::SiteOrder::checkerboard, .sweeps = 1}), 200),
              "1a18508942ba22e782e00b7e4d20c483");
}

}  // namespace
}  // namespace drover
