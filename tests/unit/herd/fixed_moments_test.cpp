#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

const Moments two{{}, {1, 2}, 6};

TEST(FixedMoments, ScalesByTheTotalAndTheDenominatorsOfRatesAndStart) {
    const ExactMoments drive{
        two, {.eta = Rational(1, 2), .rates = {1, Rational(1, 3)}, .start = std::vector<Rational>{0, 5}}};
    EXPECT_EQ(drive.parts().scale, 6 * 6);
    EXPECT_EQ(drive.parts().total, 6);
    EXPECT_EQ(drive.parts().rate, (std::vector<std::int64_t>{3, 1}));     // 6 * (1/2, 1/6)
    EXPECT_EQ(drive.parts().start, (std::vector<std::int64_t>{0, 180}));  // 36 * (0, 5)
    EXPECT_EQ(drive.parts().target, two.counts);
    EXPECT_EQ(drive.feature_count(), 2U);
}

TEST(FixedMoments, StartsAtZeroAtTheMomentsOrWhereTold) {
    EXPECT_EQ(ExactMoments{two}.parts().start, (std::vector<std::int64_t>{0, 0}));
    const ExactMoments halves{two, {.eta = Rational(1, 2), .start = MomentStart{}}};
    EXPECT_EQ(halves.parts().scale, 12);
    EXPECT_EQ(halves.parts().start, (std::vector<std::int64_t>{2, 4}));  // 12 * (1/6, 2/6)
    const DoubleMoments real{{{}, {0.25, 0.5}, 1}, {.start = MomentStart{}}};
    EXPECT_EQ(real.parts().start, (std::vector<double>{0.25, 0.5}));
}

TEST(FixedMoments, RefusesBadOptions) {
    EXPECT_INPUT_ERROR((ExactMoments{two, {.eta = 0}}), "ExactMoments: expected eta > 0, got 0");
    EXPECT_INPUT_ERROR((ExactMoments{two, {.eta = Rational(-1, 3)}}),
                       "ExactMoments: expected eta > 0, got -1/3");
    EXPECT_INPUT_ERROR((ExactMoments{two, {.rates = {1, 0}}}),
                       "ExactMoments: expected positive rates, got 0");
    EXPECT_INPUT_ERROR((ExactMoments{two, {.rates = {1, Rational(-2, 7)}}}),
                       "ExactMoments: expected positive rates, got -2/7");
    EXPECT_INPUT_ERROR((ExactMoments{two, {.rates = {1, 2, 3}}}),
                       "ExactMoments: rates (3) and moments (2) must have the same size");
    EXPECT_INPUT_ERROR((ExactMoments{two, {.start = std::vector<Rational>{1}}}),
                       "ExactMoments: start weights (1) and moments (2) must have the same size");
    EXPECT_INPUT_ERROR((ExactMoments{{{}, {1}, 0}}), "ExactMoments: expected a total above 0");
}

TEST(FixedMoments, RefusesFractionsWithoutACommonDenominatorOf63Bits) {
    const Int128 large = Int128{1} << 40U;
    EXPECT_INPUT_ERROR((ExactMoments{two, {.rates = {Rational(1, large), Rational(1, large + 1)}}}),
                       "ExactMoments: rates and start weights need a common denominator below 2^63");
}

TEST(FixedMoments, RefusesAScaleOrStartPast64Bits) {
    const std::int64_t large = std::int64_t{1} << 40U;
    EXPECT_INPUT_ERROR((ExactMoments{{{}, {1}, large}, {.eta = Rational(1, large)}}),
                       "ExactMoments: rate or start weight 1208925819614629174706176 times 1 does not fit 64 "
                       "bits");
    EXPECT_INPUT_ERROR((ExactMoments{{{}, {large}, 1}, {.eta = Rational(1, large), .start = MomentStart{}}}),
                       "ExactMoments: rate or start weight 1099511627776 times 1099511627776 does not fit 64 "
                       "bits");
    EXPECT_INPUT_ERROR((ExactMoments{{{}, {1}, large}, {.start = std::vector<Rational>{large}}}),
                       "ExactMoments: rate or start weight 1099511627776 times 1099511627776 does not fit 64 "
                       "bits");
}

TEST(FixedMoments, WideWeightsTakeTheSameSteps) {
    testing::Dice dice{5};
    const StateTable table = random_table(dice, 6, 3);
    const Moments moments = random_moments(dice, table);
    WideMoments wide{.names = {}, .counts = {}, .total = moments.total};
    wide.counts.assign(moments.counts.begin(), moments.counts.end());
    const DriveOptions options{.eta = Rational(2, 3), .start = MomentStart{}};
    Herder narrow{table, ExactMoments{moments, options}, Exhaustive{}};
    Herder twice{table, WideExactMoments{wide, options}, Exhaustive{}};
    for (const auto& step : narrow.steps(500)) {
        const auto other = twice.step();
        ASSERT_EQ(step.state, other.state);
        ASSERT_TRUE(other.margin == Int256{step.margin});
        for (std::size_t a = 0; a < 3; ++a) ASSERT_TRUE(other.weights[a] == step.weights[a]);
    }
}

TEST(FixedMoments, WideWeightsHoldWhat64BitsCannot) {
    const Int128 total = Int128{1} << 80U;
    Herder herder{StateTable{{0}, {1}}, WideExactMoments{{{}, {total / 4 * 3}, total}}, Exhaustive{}};
    std::int64_t ones = 0;
    for (const auto& step : herder.steps(4'000)) {
        ones += step.state == 1 ? 1 : 0;
        ASSERT_TRUE(step.margin <= Int256{});
    }
    EXPECT_EQ(ones, 3'000);
}

TEST(FixedMoments, DoublesAreRecomputedSoTheyDoNotDrift) {
    // 0.1 summed ten times is not 1; ten times 0.1 is.
    Herder herder{StateTable{{0}, {1}}, DoubleMoments{{{}, {0.1}, 1}}, Exhaustive{}};
    for (const auto& step : herder.steps(1'000)) {
        if (step.t % 10 != 0) continue;
        ASSERT_EQ(step.weights[0], 0) << "step " << step.t;
    }
}

TEST(FixedMoments, TheLimitOnStepsFallsWithEveryFactor) {
    const StateTable table{{0}, {1}};
    const StateTable larger{{0}, {8}};
    const double limit = ExactMoments{{{}, {1}, 2}}.step_limit(table);
    EXPECT_GT(limit, 0x1p60);
    EXPECT_LT(ExactMoments({{}, {1}, 2000}).step_limit(table), limit / 500);
    EXPECT_LT(ExactMoments({{}, {1}, 2}).step_limit(larger), limit / 50);
    EXPECT_LT((ExactMoments{{{}, {1}, 2}, {.eta = 1000}}.step_limit(table)), limit / 500);
    EXPECT_EQ(DoubleMoments({{}, {0.5}, 1}).step_limit(table), 0x1p53);
}

}  // namespace
}  // namespace drover
