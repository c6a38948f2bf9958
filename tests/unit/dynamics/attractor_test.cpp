#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <drover/dynamics/attractor.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::Dice;
using testing::exact_model;

TEST(AttractorPoints, AreTheWeightsOfTheHerderStepByStep) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dice dice{seed};
        const auto states = static_cast<std::size_t>(dice.roll(1, 20));
        const auto features = static_cast<std::size_t>(dice.roll(1, 5));
        const StateTable table = random_table(dice, states, features);
        const Moments moments = random_moments(dice, table);
        DriveOptions drive;
        drive.start = std::vector<Rational>(features, Rational(dice.roll(-9, 9), dice.roll(1, 7)));
        const AttractorOptions options{.steps = dice.roll(0, 5'000), .burn_in = dice.roll(0, 3'000)};
        const Herder herder{table, ExactMoments{moments, drive}, Exhaustive{}};
        const PointCloud slow = attractor_points(herder, options);
        const PointCloud fast = attractor_points(DualHerder{table, moments, drive}, options);
        ASSERT_EQ(fast.values, slow.values) << "seed " << seed;
        ASSERT_EQ(fast.scale, slow.scale);
        ASSERT_EQ(fast.view().row_count(), static_cast<std::size_t>(options.steps));
    }
}

TEST(AttractorPoints, RatesAndEtaMoveThePointsToo) {
    const StateTable table{{2, 1}, {-1, 3}, {0, -2}};
    const Moments moments{{}, {1, 2}, 5};
    const DriveOptions drive{.eta = {1, 3}, .rates = {{1, 2}, 3}};
    const Herder herder{table, ExactMoments{moments, drive}, Exhaustive{}};
    const AttractorOptions options{.steps = 300, .burn_in = 10};
    EXPECT_EQ(attractor_points(DualHerder{table, moments, drive}, options).values,
              attractor_points(herder, options).values);
}

TEST(AttractorPoints, BeginWhereTheOrbitIs) {
    const StateTable table{{2, 1}, {-1, 3}, {0, -2}};
    const Moments moments{{}, {1, 2}, 5};
    DualHerder herder{table, moments};
    const PointCloud late = attractor_points(herder, {.steps = 50, .burn_in = 30});
    run(herder, {.steps = 30});
    EXPECT_EQ(attractor_points(herder, {.steps = 50, .burn_in = 0}).values, late.values);
    EXPECT_EQ(herder.current().t, 30);
}

TEST(AttractorPoints, OfWideHerdersAreTheSame) {
    const StateTable table{{2, 1}, {-1, 3}, {0, -2}};
    const WideDualHerder wide{table, WideMoments{{}, {1, 2}, 5}};
    const DualHerder narrow{table, {{}, {1, 2}, 5}};
    EXPECT_EQ(attractor_points(wide, {.steps = 99}).values, attractor_points(narrow, {.steps = 99}).values);
}

TEST(AttractorPoints, WeightsBeyond64BitsAreRefused) {
    constexpr std::int64_t big = std::int64_t{1} << 60U;
    // Far outside the hull: the weight runs away by 2^60 per step.
    const WideDualHerder away{StateTable{{0}, {1}}, WideMoments{{}, {big + 1}, 1}, {}, {.max_steps = 1'000}};
    EXPECT_EQ(attractor_points(away, {.steps = 7, .burn_in = 0}).values.back() >> 60, 7);
    EXPECT_INPUT_ERROR(attractor_points(away, {.steps = 9, .burn_in = 0}),
                       "attractor_points: the weights need more than 64 bits");
}

TEST(AttractorPoints, GridsTooFineFor64BitScoresGoTo128) {
    Dice dice{4};
    const StateTable table = random_table(dice, 6, 2, 1 << 16);
    Moments moments = random_moments(dice, table);
    const std::int64_t factor = (std::int64_t{1} << 24U) / moments.total;
    for (auto& count : moments.counts) count *= factor;
    moments.total *= factor;
    const AttractorOptions options{.steps = 1'000'000};
    EXPECT_LT(ExactMoments{moments}.step_limit(table), 1e6);
    const ExactModel model = exact_model(table, moments, 1 << 16);
    EXPECT_EQ(model.weight_bits(), 128);
    const Attractor attractor = find_attractor(model, options);
    EXPECT_EQ(attractor.boxes.point_count, 1'000'000);
}

TEST(AttractorPoints, UnitOfTheFeaturesGoesIntoTheScale) {
    const PointCloud cloud =
        attractor_points(exact_model(StateTable{{0}, {8}}, {{}, {3}, 7}, 8), {.steps = 10, .burn_in = 0});
    EXPECT_EQ(cloud.scale, 56);
}

TEST(AttractorPoints, RefusesWhatDoesNotFit) {
    const DualHerder herder{StateTable{{0}, {1}}, {{}, {3}, 7}};
    EXPECT_INPUT_ERROR(attractor_points(herder, {.steps = -1}),
                       "attractor_points: expected steps and burn_in of at least 0");
    const ExactModel fine = exact_model(StateTable{{0}, {1}}, {{}, {3}, 7}, INT64_MAX);
    EXPECT_INPUT_ERROR(attractor_points(fine, {.steps = 1}),
                       "attractor_points: the scale of the weights (7) times the unit (9223372036854775807) "
                       "needs more than 64 bits");
}

TEST(Attractor, OfARationalNeuronIsItsDenominator) {
    const Attractor neuron =
        find_attractor(exact_model(StateTable{{0}, {1}}, {{}, {5}, 13}), {.steps = 20'000});
    EXPECT_EQ(neuron.boxes.boxes.back().count, 13);
    for (std::size_t k = 4; k < neuron.boxes.local_slopes.size(); ++k) {
        EXPECT_EQ(neuron.boxes.local_slopes[k], 0) << "level " << k;
    }
    ASSERT_TRUE(neuron.boxes.dimension);
    EXPECT_NEAR(neuron.boxes.dimension->fit.slope, 0, 1e-12);
    ASSERT_TRUE(neuron.torus);
    EXPECT_TRUE(neuron.torus->check.holds);
    EXPECT_EQ(neuron.torus->torus.point_count, std::optional<Int128>{13});
}

TEST(Attractor, OneStateStaysWhereItIs) {
    const Attractor one =
        find_attractor(exact_model(StateTable{{3, 4}}, {{}, {3, 4}, 1}), {.steps = 100, .burn_in = 0});
    EXPECT_FALSE(one.torus);
    for (const BoxLevel& box : one.boxes.boxes) EXPECT_EQ(box.count, 1);
}

TEST(Attractor, CollinearStatesHaveNoTorus) {
    const StateTable line{{0, 0}, {1, 2}, {2, 4}};
    EXPECT_FALSE(find_attractor(exact_model(line, {{}, {3, 6}, 4}), {.steps = 100}).torus);
}

TEST(Attractor, TheCoverCountsFeaturesInTheirRealUnits) {
    const AttractorOptions plain{.steps = 5'000};
    const Attractor once =
        find_attractor(exact_model(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {31, 33}, 101}), plain);
    const Attractor finer =
        find_attractor(exact_model(StateTable{{0, 0}, {8, 0}, {0, 8}}, {{}, {248, 264}, 101}, 8), plain);
    EXPECT_EQ(once.boxes.boxes, finer.boxes.boxes);
    EXPECT_EQ(once.torus->cover, finer.torus->cover);
}

TEST(Attractor, WithinLittleMemoryIsTheSame) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Dice dice{seed};
        const auto features = static_cast<std::size_t>(dice.roll(1, 3));
        const StateTable table = random_table(dice, 6, features);
        const ExactModel model = exact_model(table, random_moments(dice, table), 50);
        const AttractorOptions options{.steps = 20'000, .burn_in = 100};
        const PointCloud cloud = attractor_points(model, options);
        const BoxCounts all = count_boxes(cloud.view(), cloud.scale);
        for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{5'000}, std::uint64_t{100'000}}) {
            const Attractor found = find_attractor(model, options, {.memory = memory});
            EXPECT_EQ(found.boxes.boxes, all.boxes) << seed << ' ' << memory;
            EXPECT_EQ(found.boxes.point_count, 20'000);
        }
    }
}

TEST(Attractor, TellsStepsThatOnlyGrow) {
    const ExactModel model = exact_model(StateTable{{0, 0}, {8, 0}, {0, 8}}, {{}, {24, 26}, 10}, 8);
    std::int64_t told = 0;
    const RunControl control{.progress = [&](std::int64_t done) {
        EXPECT_GE(done, told);
        told = done;
    }};
    find_attractor(model, {.steps = 50'000, .burn_in = 10'000, .control = control}, {.memory = 100});
    EXPECT_GT(told, 40'000);
    EXPECT_LE(told, 60'000);
}

TEST(PlanePoints, AreThePointsOfTheCloudWithTheStatesTheyChoose) {
    const ExactModel model = exact_model(StateTable{{0, 0}, {8, 0}, {0, 8}}, {{}, {24, 26}, 10}, 8);
    const PointCloud cloud = attractor_points(model, {.steps = 100, .burn_in = 0});
    const std::vector<PlanePoint> all = plane_points(model, cloud, 100);
    const std::vector<PlanePoint> few = plane_points(model, cloud, 34);
    ASSERT_EQ(all.size(), 100U);
    ASSERT_EQ(few.size(), 34U);
    EXPECT_TRUE(plane_points(model, cloud, 0).empty());
    DualHerder herder{model.features(), model.moments()};
    herder.step();
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
        EXPECT_EQ(all[k].x, static_cast<double>(cloud.values[2 * k]) / 80);
        EXPECT_EQ(all[k].state, herder.step().state) << k;
        if (k % 3 == 0) {
            EXPECT_EQ(few[k / 3].y, all[k].y);
        }
    }
}

}  // namespace
}  // namespace drover::dynamics
