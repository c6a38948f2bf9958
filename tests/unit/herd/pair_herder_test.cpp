#include <gtest/gtest.h>

#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>
#include <expect.hpp>
#include <fused_checks.hpp>
#include <random_models.hpp>

namespace drover::pair_herder_test {
namespace {

using testing::Dice;
using testing::expect_equal_steps;
using testing::random_rows;

using PairHerder = BitOrbit<MarginalHerder>;
static_assert(Orbit<PairHerder>);
static_assert(Weights<PairHerder::Weights>);

using ComposedHerder = Herder<PairFeatures<Indicators>, ExactMoments, CoordinateAscent>;

ComposedHerder composed(const Moments& moments, std::size_t n, const StartWeights& start,
                        HerderOptions options = {}) {
    return {PairFeatures<Indicators>{n}, ExactMoments{moments, {.start = start}}, CoordinateAscent{},
            options};
}

Moments data_moments(std::uint64_t seed, std::size_t rows, std::size_t n) {
    Dice dice{seed};
    return measure(PairFeatures<Indicators>{n}, random_rows(dice, rows, n));
}

// Cells of no distribution: the pairs disagree about their variables and about the total.
Moments inconsistent_moments(std::uint64_t seed, std::size_t n, std::int64_t total) {
    Dice dice{seed};
    Moments moments{.names = {}, .counts = {}, .total = total};
    for (std::size_t a = 0; a < PairFeatures<Indicators>{n}.feature_count(); ++a) {
        moments.counts.push_back(dice.roll(0, total));
    }
    return moments;
}

void expect_same_orbits(const Moments& moments, std::size_t n, std::int64_t steps, std::int64_t stride) {
    PairHerder from_zero = make_pair_herder(moments, n);
    ComposedHerder plain_from_zero = composed(moments, n, ZeroStart{});
    expect_equal_steps(from_zero, plain_from_zero, steps, stride);
    PairHerder from_moments = make_pair_herder(moments, n, {.start = MomentStart{}});
    ComposedHerder plain_from_moments = composed(moments, n, MomentStart{});
    expect_equal_steps(from_moments, plain_from_moments, steps, stride);
}

TEST(PairHerder, TakesTheStepsOfTheComposedHerder) {
    for (std::size_t n = 2; n <= 12; ++n) {
        SCOPED_TRACE(n);
        expect_same_orbits(data_moments(n, 17 + 10 * n, n), n, 2'000, 97);
    }
}

TEST(PairHerder, TakesTheStepsOfTheComposedHerderForHundredVariables) {
    expect_same_orbits(data_moments(1, 300, 100), 100, 200, 50);
}

TEST(PairHerder, CrossesWordsOfTheStateAndBlocksOfTheLanes) {
    for (const std::size_t n : {15U, 16U, 17U, 63U, 64U, 65U}) {
        SCOPED_TRACE(n);
        expect_same_orbits(data_moments(n, 50, n), n, 60, 20);
    }
}

TEST(PairHerder, TakesTheStepsOfTheComposedHerderForInconsistentMoments) {
    for (std::size_t n = 2; n <= 9; ++n) {
        SCOPED_TRACE(n);
        expect_same_orbits(inconsistent_moments(n, n, 40), n, 2'000, 97);
    }
}

TEST(PairHerder, HoldsOnAVertexAndForOneRow) {
    Dice dice{5};
    const std::vector<BitRow> one = random_rows(dice, 1, 6);
    expect_same_orbits(measure(PairFeatures<Indicators>{6}, one), 6, 100, 1);
    const std::vector<BitRow> zeros(3, BitRow(5));
    expect_same_orbits(measure(PairFeatures<Indicators>{5}, zeros), 5, 100, 1);
}

TEST(PairHerder, StartsAtZeros) {
    const PairHerder herder = make_pair_herder(data_moments(3, 40, 5), 5);
    EXPECT_EQ(herder.current().t, 0);
    EXPECT_EQ(herder.current().state, BitRow(5));
    EXPECT_TRUE(herder.current().margin == 0);
}

TEST(PairHerder, AcceptsNegativeCounts) {
    Moments moments = inconsistent_moments(4, 7, 30);
    for (std::size_t a = 0; a < moments.counts.size(); a += 3) moments.counts[a] -= 50;
    expect_same_orbits(moments, 7, 1'000, 97);
}

TEST(PairHerder, GoesOverToWideLanesOnTheWay) {
    // Weights grow linearly, so the bound on the fields passes 2^31 after a few hundred steps.
    const Moments moments = inconsistent_moments(8, 10, 200'000);
    PairHerder fused = make_pair_herder(moments, 10);
    ComposedHerder plain = composed(moments, 10, ZeroStart{});
    expect_equal_steps(fused, plain, 50, 10);
    EXPECT_EQ(fused.rows().lane_bits(), 32);
    expect_equal_steps(fused, plain, 5'000, 97);
    EXPECT_EQ(fused.rows().lane_bits(), 64);
}

TEST(PairHerder, StartsInWideLanesWhenTheNumbersAreLarge) {
    Moments large = data_moments(9, 80, 6);
    for (std::int64_t& count : large.counts) count *= 40'000'000;
    large.total *= 40'000'000;
    PairHerder fused = make_pair_herder(large, 6, {.start = MomentStart{}, .max_steps = 10'000});
    EXPECT_EQ(fused.rows().lane_bits(), 64);
    ComposedHerder plain = composed(large, 6, MomentStart{}, {.max_steps = 10'000});
    expect_equal_steps(fused, plain, 2'000, 97);
}

TEST(PairHerder, CopyForksTheOrbit) {
    PairHerder trunk = make_pair_herder(data_moments(11, 60, 8), 8);
    for (int k = 0; k < 100; ++k) trunk.step();
    PairHerder branch = trunk;
    for (int k = 0; k < 30; ++k) branch.step();
    EXPECT_EQ(trunk.current().t, 100);
    for (int k = 0; k < 30; ++k) trunk.step();
    EXPECT_EQ(trunk.current().state, branch.current().state);
    EXPECT_TRUE(trunk.current().margin == branch.current().margin);
}

TEST(PairHerder, RecordersSeeTheSameRun) {
    const Moments moments = data_moments(12, 60, 8);
    const PairFeatures<Indicators> features{8};
    PairHerder fused = make_pair_herder(moments, 8);
    ComposedHerder plain = composed(moments, 8, ZeroStart{});
    MarginWatch margin;
    MarginWatch plain_margin;
    MomentError error{features, moments};
    MomentError plain_error{features, moments};
    run(fused, {.steps = 500, .burn_in = 20}, margin, error);
    run(plain, {.steps = 500, .burn_in = 20}, plain_margin, plain_error);
    EXPECT_EQ(margin.result().worst, plain_margin.result().worst);
    EXPECT_EQ(error.result().l2, plain_error.result().l2);
}

TEST(PairHerder, ChecksTheSizeOfItsMoments) {
    EXPECT_INPUT_ERROR(make_pair_herder(data_moments(13, 20, 4), 5),
                       "MarginalHerder: moments (24) and cells (40) must have the same size");
}

}  // namespace
}  // namespace drover::pair_herder_test
