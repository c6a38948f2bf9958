#include <gtest/gtest.h>

#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>
#include <drover/herd/triple_herder.hpp>
#include <expect.hpp>
#include <fused_checks.hpp>
#include <random_models.hpp>

namespace drover::triple_herder_test {
namespace {

using testing::Dice;
using testing::random_rows;

static_assert(Orbit<TripleHerder>);
static_assert(Weights<TripleHerder::Weights>);

using Features = TripleFeatures<Indicators>;
using ComposedHerder = Herder<Features, ExactMoments, CoordinateAscent>;

Moments data_moments(std::uint64_t seed, std::size_t rows, std::size_t n) {
    Dice dice{seed};
    return measure(Features{n}, random_rows(dice, rows, n));
}

// Cells of no distribution: the triples disagree about their pairs and about the total.
Moments inconsistent_moments(std::uint64_t seed, std::size_t n, std::int64_t total) {
    Dice dice{seed};
    Moments moments{.names = {}, .counts = {}, .total = total};
    for (std::size_t a = 0; a < Features{n}.feature_count(); ++a) {
        moments.counts.push_back(dice.roll(-2, total));
    }
    return moments;
}

template <class Start>
void expect_same_orbit(const Moments& moments, std::size_t n, Start start, std::int64_t steps,
                       std::int64_t stride, HerderOptions options = {}) {
    TripleHerder fused{moments, n, start, options};
    ComposedHerder plain{Features{n}, ExactMoments{moments, {.start = start}}, CoordinateAscent{}, options};
    testing::expect_equal_steps(fused, plain, steps, stride);
}

// In both lane widths: a limit of steps that fits 31 bits when multiplied by n uses the narrow ones.
void expect_same_orbits(const Moments& moments, std::size_t n, std::int64_t steps, std::int64_t stride) {
    const HerderOptions narrow{.max_steps = 10'000};
    EXPECT_EQ((TripleHerder{moments, n, ZeroStart{}, narrow}.lane_bits()), 32);
    EXPECT_EQ((TripleHerder{moments, n}.lane_bits()), 64);
    expect_same_orbit(moments, n, ZeroStart{}, steps, stride, narrow);
    expect_same_orbit(moments, n, MomentStart{}, steps, stride, narrow);
    expect_same_orbit(moments, n, MomentStart{}, steps, stride);
}

TEST(TripleHerder, TakesTheStepsOfTheComposedHerder) {
    for (std::size_t n = 3; n <= 10; ++n) {
        SCOPED_TRACE(n);
        expect_same_orbits(data_moments(n, 17 + 10 * n, n), n, 500, 97);
    }
}

TEST(TripleHerder, CrossesWordsOfTheStateAndBlocksOfTheLanes) {
    for (const std::size_t n : {15U, 16U, 17U}) {
        SCOPED_TRACE(n);
        expect_same_orbits(data_moments(n, 50, n), n, 60, 20);
    }
    expect_same_orbit(data_moments(65, 30, 65), 65, ZeroStart{}, 5, 5);
}

TEST(TripleHerder, TakesTheStepsOfTheComposedHerderForInconsistentMoments) {
    for (std::size_t n = 3; n <= 8; ++n) {
        SCOPED_TRACE(n);
        expect_same_orbits(inconsistent_moments(n, n, 40), n, 500, 97);
    }
}

TEST(TripleHerder, HoldsOnAVertexAndForOneRow) {
    Dice dice{5};
    expect_same_orbits(measure(Features{6}, random_rows(dice, 1, 6)), 6, 100, 10);
    expect_same_orbits(measure(Features{5}, std::vector<BitRow>(3, BitRow(5))), 5, 100, 10);
}

TEST(TripleHerder, TakesLargeNumbersInWideLanes) {
    Moments large = data_moments(9, 80, 6);
    for (std::int64_t& count : large.counts) count *= 40'000'000;
    large.total *= 40'000'000;
    const HerderOptions options{.max_steps = 1'000};
    EXPECT_EQ((TripleHerder{large, 6, ZeroStart{}, options}.lane_bits()), 64);
    expect_same_orbit(large, 6, MomentStart{}, 500, 97, options);
}

TEST(TripleHerder, MeetsItsMomentsAtOneOverT) {
    const Moments moments = data_moments(11, 100, 8);
    TripleHerder herder{moments, 8, MomentStart{}};
    MomentError error{Features{8}, moments};
    MarginWatch margins;
    run(herder, {.steps = 5'000}, error, margins);
    EXPECT_LT(error.result().worst_times_steps, 40);
    EXPECT_EQ(margins.result().steps, 5'000);
}

TEST(TripleHerder, RefusesWrongSizesAndNumbersThatOutgrowIt) {
    Moments moments = data_moments(1, 10, 4);
    EXPECT_INPUT_ERROR((TripleHerder{moments, 5}),
                       "Herder: moments (32) and features (80) must have the same size");
    EXPECT_INPUT_ERROR((TripleHerder{moments, 2}), "TripleFeatures: expected at least 3 variables, got 2");
    moments.total = std::int64_t{1} << 40;
    EXPECT_THROW((TripleHerder{moments, 4}), InputError);
}

TEST(TripleHerder, IsAValue) {
    TripleHerder herder{data_moments(2, 30, 7), 7, MomentStart{}};
    for (const auto& step : herder.steps(50)) static_cast<void>(step);
    TripleHerder fork = herder;
    for (int k = 0; k < 50; ++k) ASSERT_EQ(herder.step().state, fork.step().state);
}

}  // namespace
}  // namespace drover::triple_herder_test
