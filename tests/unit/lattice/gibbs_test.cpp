#include <drover/core/digest.hpp>
#include <drover/lattice/gibbs.hpp>
#include <drover/lattice/impl/random.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/number/exp.hpp>

#include "expect.hpp"
#include "lattice_checks.hpp"
#include "lattice_sampling.hpp"

namespace drover::lattice {
namespace {

using testing::enumerate;
using testing::expect_estimates;
using testing::sample_means;

TEST(LatticeGibbs, SamplesTheIsingModel) {
    for (const Lattice& lattice :
         {Lattice{3, 3}, Lattice{4, 4}, Lattice{3, 4, Boundary::open}, Lattice{2, 2}}) {
        for (const SiteOrder order : {SiteOrder::raster, SiteOrder::checkerboard}) {
            const auto exact = enumerate(lattice, 0.3);
            const auto sampled =
                sample_means(Gibbs{lattice, {.beta = 0.3, .order = order, .seed = 5}}, 2, 100, 20'000);
            expect_estimates(sampled.edge, exact.edge, 0.006);
            expect_estimates(sampled.order, exact.order, 0.006);
        }
    }
}

TEST(LatticeGibbs, SamplesThePottsModel) {
    for (const Lattice& lattice : {Lattice{2, 3}, Lattice{3, 3, Boundary::open}}) {
        const auto exact = enumerate(lattice, 0.5, 3);
        const auto sampled =
            sample_means(Gibbs{lattice, {.beta = 0.5, .states = 3, .seed = 6}}, 3, 100, 20'000);
        expect_estimates(sampled.edge, exact.edge, 0.006);
        expect_estimates(sampled.order, exact.order, 0.006);
    }
}

// The obvious sweep: the lattice's neighbours, the formula, a word for the site.
Spins plain_sweep(const Lattice& lattice, Spins spins, double beta, std::uint64_t seed, std::uint64_t t) {
    const RandomRow words{seed, t, impl::heat_bath_words};
    for (std::size_t i = 0; i < spins.size(); ++i) {
        int sum = 0;
        for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
            const auto j = lattice.neighbour(i, down, right);
            sum += j ? spins[*j] : 0;
        }
        spins[i] = words[i] < random_limit(1 / (1 + portable_exp(-2 * beta * sum))) ? 1 : -1;
    }
    return spins;
}

TEST(LatticeGibbs, TakesTheSweepsOfTheFormula) {
    for (const Lattice& lattice : testing::odd_lattices()) {
        Gibbs gibbs{lattice, {.beta = 0.4, .seed = 7}};
        for (std::uint64_t t = 0; t < 5; ++t) {
            const Spins expected = plain_sweep(lattice, gibbs.spins(), 0.4, 7, t);
            EXPECT_EQ(gibbs.step().state, expected);
        }
    }
}

TEST(LatticeGibbs, GivesTheRecordedPottsStates) {
    Gibbs gibbs{Lattice{30, 40, Boundary::open},
                {.beta = 0.9, .states = 4, .order = SiteOrder::checkerboard, .seed = 10}};
    Digest digest;
    for (const auto& step : gibbs.steps(50)) {
        for (const std::int8_t spin : step.state) digest.add(static_cast<std::uint64_t>(spin));
    }
    EXPECT_EQ(digest.hex(), "212c88930020d96cbe24fe699398677b");
}

TEST(LatticeGibbs, AtBetaZeroDrawsEachSiteAlone) {
    const Lattice lattice{10, 10};
    Gibbs raster{lattice, {.beta = 0, .seed = 8}};
    Gibbs board{lattice, {.beta = 0, .order = SiteOrder::checkerboard, .seed = 8}};
    for (int t = 0; t < 10; ++t) EXPECT_EQ(raster.step().state, board.step().state);
    expect_estimates(sample_means(raster, 2, 0, 5'000).edge, 0, 0.002);
}

TEST(LatticeGibbs, AtLargeBetaStaysInOrder) {
    for (const int states : {2, 3}) {
        Gibbs gibbs{Lattice{6, 7}, {.beta = 1000, .states = states, .seed = 9}};
        for (int t = 0; t < 20; ++t) gibbs.step();
        EXPECT_EQ(gibbs.spins(), Spins(42, static_cast<std::int8_t>(states == 2 ? 1 : 0)));
    }
}

TEST(LatticeGibbs, RefusesBadOptions) {
    EXPECT_INPUT_ERROR((Gibbs{Lattice{3, 3}, {.beta = -0.1}}),
                       "beta: expected a number of at least 0, got -0.1");
    EXPECT_INPUT_ERROR((Gibbs{Lattice{3, 3}, {.states = 1}}),
                       "states: expected a number from 2 to 127, got 1");
}

}  // namespace
}  // namespace drover::lattice
