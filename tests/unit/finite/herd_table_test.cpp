#include <drover/finite/herd_table.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/run.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

FeatureTable triangle() { return parse_feature_csv("s,x,y\no,0,0\na,1,0\nb,0,1\n", "f.csv"); }

TEST(HerdTable, TakesTheStepsOfThePlainHerder) {
    testing::Dice dice{5};
    for (int model = 0; model < 20; ++model) {
        const StateTable states = testing::random_table(dice, 6, 2);
        FeatureTable table{
            .state_names = {"0", "1", "2", "3", "4", "5"}, .feature_names = {"x", "y"}, .features = {}};
        ProbabilityTarget target;
        Moments moments{.names = {}, .counts = {0, 0}, .total = 0};
        for (std::size_t s = 0; s < 6; ++s) {
            const std::int64_t mass = dice.roll(0, 9);
            target.probabilities.emplace_back(mass + 1);
            moments.total += mass + 1;
            for (std::size_t a = 0; a < 2; ++a) {
                table.features.emplace_back(states.row(s)[a], 1000);  // decimals with three places
                moments.counts[a] += (mass + 1) * states.row(s)[a];
            }
        }
        Herder herder{states, ExactMoments{moments}, Exhaustive{}};
        StateDigest digest;
        run(herder, {.steps = 2000}, digest);
        EXPECT_EQ(herd_table(table, target, {.steps = 2000}).digest, digest.result()) << "model " << model;
    }
}

TEST(HerdTable, SixtyFourAndManyBitsTakeTheSameSteps) {
    // The same shares with a denominator that 64-bit weights cannot hold.
    const ProbabilityTarget narrow{{Rational{1, 4}, Rational{1, 2}, Rational{1, 4}}};
    const std::int64_t big = std::int64_t{1} << 50U;
    FeatureTable wide_table = triangle();
    for (Rational& x : wide_table.features) x = x * Rational{big + 1, big};
    const TableHerdResult a = herd_table(triangle(), narrow, {.steps = 1000});
    const TableHerdResult b = herd_table(wide_table, narrow, {.steps = 1000});
    EXPECT_EQ(a.arithmetic.weight_bits, 64);
    EXPECT_EQ(b.arithmetic.weight_bits, 128);
    EXPECT_EQ(b.arithmetic.feature_rounding, 0);
    EXPECT_EQ(a.digest, b.digest);
}

TEST(HerdTable, ReportsTheUnitsOfTheTable) {
    const FeatureTable table = parse_feature_csv("s,x\na,0\nb,0.5\n", "f.csv");
    const TableHerdResult result = herd_table(table, MomentTarget{{Rational{1, 8}}}, {.steps = 3});
    EXPECT_EQ(result.moments, (std::vector<double>{0.125}));
    EXPECT_EQ(result.counts, (std::vector<std::int64_t>{2, 1}));
    EXPECT_DOUBLE_EQ(result.averages[0], 0.5 / 3);
    EXPECT_DOUBLE_EQ(result.error.worst, 0.5 / 3 - 0.125);
    EXPECT_DOUBLE_EQ(result.weights[0], 3 * 0.125 - 0.5);
}

TEST(HerdTable, StartWeightsAreInTheUnitsOfTheTable) {
    const FeatureTable table = parse_feature_csv("s,x\na,0\nb,0.5\n", "f.csv");
    TableHerdOptions options{.steps = 0};
    options.drive.start = std::vector<Rational>{Rational{1, 3}};
    EXPECT_DOUBLE_EQ(herd_table(table, UniformTarget{}, options).weights[0], 1.0 / 3);
}

TEST(HerdTable, MomentsOutsideTheHullAreSaidToBe) {
    const TableHerdResult result = herd_table(triangle(), MomentTarget{{1, 1}}, {.steps = 1000});
    EXPECT_NEAR(result.averages[0], 0.5, 1.5e-3);  // within one step of the projection (1/2, 1/2)
    EXPECT_NEAR(result.averages[1], 0.5, 1.5e-3);
    EXPECT_GT(result.margins.positive, 990);
    EXPECT_NEAR(result.distance_outside.value(), 0.70711, 1e-3);
    EXPECT_EQ(result.possible, false);
}

TEST(HerdTable, MomentsInsideTheHullAreNot) {
    EXPECT_FALSE(herd_table(triangle(), UniformTarget{}, {.steps = 1000}).distance_outside.has_value());
}

TEST(HerdTable, ManyStatesTakeTheComposedHerder) {
    FeatureTable table{.state_names = {}, .feature_names = {"x"}, .features = {}};
    for (int s = 0; s < 3000; ++s) {
        table.state_names.push_back(std::to_string(s));
        table.features.emplace_back(s);
    }
    const TableHerdResult result = herd_table(table, UniformTarget{}, {.steps = 100});
    EXPECT_EQ(result.counts.front(), 50);
    EXPECT_EQ(result.counts.back(), 50);
    EXPECT_EQ(result.unreachable_states.value().size(), 2998U);
    EXPECT_INPUT_ERROR(herd_table(table, UniformTarget{}, {.steps = 1, .rule = HerdRule::greedy}),
                       "the greedy rule: expected at most 2048 states, got 3000");
}

TEST(HerdTable, RefusesWrongSizes) {
    EXPECT_INPUT_ERROR(herd_table(triangle(), MomentTarget{{1}}),
                       "moments: expected 2, one per feature, got 1");
    EXPECT_INPUT_ERROR(herd_table(triangle(), ProbabilityTarget{{1, 1}}),
                       "probabilities: expected 3, one per state, got 2");
    EXPECT_INPUT_ERROR(herd_table(triangle(), ProbabilityTarget{{1, -1, 1}}),
                       R"(probability of state "a": expected at least 0, got -1)");
}

TEST(HerdTable, ZeroProbabilityStatesOnAFaceAreNeverChosen) {
    const TableHerdResult result = herd_table(triangle(), ProbabilityTarget{{1, 1, 0}}, {.steps = 1000});
    EXPECT_EQ(result.counts[2], 0);
}

TEST(HerdTable, StopsWhenAsked) {
    StopFlag source;
    TableHerdOptions options{.steps = 1'000'000, .control = {.stop = &source}};
    options.control.progress = [&](std::int64_t done) {
        if (done >= 5000) source.request_stop();
    };
    const TableHerdResult result = herd_table(triangle(), UniformTarget{}, options);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.steps, 5120);
}

}  // namespace
}  // namespace drover
