#include <drover/core/digest.hpp>
#include <drover/herd/run.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/lattice/swendsen_wang.hpp>
#include "plain_swendsen_wang.hpp"

#include "expect.hpp"
#include "lattice_checks.hpp"
#include "lattice_sampling.hpp"

namespace drover::lattice {
namespace {

static_assert(Orbit<SwendsenWang>);

using testing::enumerate;
using testing::expect_estimates;
using testing::sample_means;

TEST(SwendsenWang, TakesThePlainSweeps) {
    for (const Lattice& lattice : testing::odd_lattices()) {
        for (const int states : {2, 3, 127}) {
            const SwendsenWangOptions options{
                .beta = critical_beta(states), .states = states, .seed = 0x123456789ABCDEF0};
            SwendsenWang fast{lattice, options};
            impl::PlainSwendsenWang plain{lattice, options};
            for (int t = 0; t < 10; ++t) {
                plain.step();
                ASSERT_EQ(fast.step().state, plain.spins()) << t;
                ASSERT_EQ(std::vector(fast.clusters().begin(), fast.clusters().end()), plain.clusters());
            }
        }
    }
}

TEST(SwendsenWang, SamplesTheIsingModel) {
    for (const Lattice& lattice :
         {Lattice{3, 3}, Lattice{4, 4}, Lattice{3, 4, Boundary::open}, Lattice{2, 2}}) {
        for (const double beta : {0.2, critical_beta(), 0.7}) {
            const auto exact = enumerate(lattice, beta);
            const auto sampled =
                sample_means(SwendsenWang{lattice, {.beta = beta, .seed = 2}}, 2, 50, 20'000);
            expect_estimates(sampled.edge, exact.edge, 0.005);
            expect_estimates(sampled.order, exact.order, 0.005);
        }
    }
}

TEST(SwendsenWang, SamplesThePottsModel) {
    for (const Lattice& lattice : {Lattice{2, 3}, Lattice{3, 3, Boundary::open}}) {
        const auto exact = enumerate(lattice, 1, 3);
        const auto sampled =
            sample_means(SwendsenWang{lattice, {.beta = 1, .states = 3, .seed = 3}}, 3, 50, 20'000);
        expect_estimates(sampled.edge, exact.edge, 0.006);
        expect_estimates(sampled.order, exact.order, 0.006);
    }
}

std::string digest_of(const Lattice& lattice, const SwendsenWangOptions& options, std::int64_t sweeps) {
    SwendsenWang sampler{lattice, options};
    Digest digest;
    for (const auto& step : sampler.steps(sweeps)) {
        for (const std::int8_t spin : step.state) digest.add(static_cast<std::uint64_t>(spin));
    }
    return digest.hex();
}

TEST(SwendsenWang, GivesTheRecordedSpins) {
    EXPECT_EQ(digest_of(Lattice{50, 70}, {.beta = critical_beta(), .seed = 1}, 100),
              "9c11b448251f567aecf4361605de333c");
    EXPECT_EQ(digest_of(Lattice{40, 30, Boundary::open}, {.beta = 1, .states = 5, .seed = 2}, 100),
              "ad28a3125f99d0253b508a5496701138");
}

TEST(SwendsenWang, DoesNotDependOnTheThreads) {
    ThreadPool pool{3};
    const Lattice lattice{300, 500};  // three tasks
    SwendsenWang alone{lattice, {.beta = critical_beta(), .seed = 4}};
    SwendsenWang shared{lattice, {.beta = critical_beta(), .seed = 4, .pool = &pool}};
    for (int t = 0; t < 5; ++t) EXPECT_EQ(alone.step().state, shared.step().state);
}

TEST(SwendsenWang, AtBetaZeroEachSiteIsACluster) {
    SwendsenWang sampler{Lattice{10, 10}, {.beta = 0, .seed = 5}};
    for (const auto& step : sampler.steps(3)) {
        EXPECT_GT(step.t, 0);
        for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(sampler.clusters()[i], i);
    }
    expect_estimates(sample_means(sampler, 2, 0, 5'000).edge, 0, 0.002);
}

TEST(SwendsenWang, AtLargeBetaEverySiteIsOneCluster) {
    SwendsenWang sampler{Lattice{9, 9, Boundary::open}, {.beta = 1000, .seed = 6}};
    int ups = 0;
    for (int t = 0; t < 100; ++t) {
        const Spins spins = sampler.step().state;
        EXPECT_EQ(spins, Spins(81, spins[0]));
        ups += spins[0] == 1 ? 1 : 0;
    }
    EXPECT_GT(ups, 30);
    EXPECT_LT(ups, 70);
}

TEST(BondLimit, IsTheProbabilityOfTheNormalisation) {
    EXPECT_NEAR(static_cast<double>(bond_limit(critical_beta(), 2)) * 0x1p-32, 2 - std::sqrt(2), 1e-9);
    EXPECT_NEAR(static_cast<double>(bond_limit(1, 3)) * 0x1p-32, 1 - std::exp(-1), 1e-9);
    EXPECT_EQ(bond_limit(0, 2), 0U);
    EXPECT_EQ(bond_limit(1000, 2), 1ULL << 32U);
}

TEST(SwendsenWang, RefusesBadOptions) {
    EXPECT_INPUT_ERROR((SwendsenWang{Lattice{3, 3}, {.beta = -0.1}}),
                       "beta: expected a number of at least 0, got -0.1");
    EXPECT_INPUT_ERROR((SwendsenWang{Lattice{3, 3}, {.states = 128}}),
                       "states: expected a number from 2 to 127, got 128");
}

}  // namespace
}  // namespace drover::lattice
