#include <drover/finite/exact_model.hpp>

#include <drover/finite/impl/exact_orbit.hpp>

#include "expect.hpp"

namespace drover {
namespace {

FeatureTable table(const std::string& rows) { return parse_feature_csv("s,x,y\n" + rows, "f.csv"); }

std::vector<std::size_t> states_of(const ExactModel& model, std::size_t count) {
    std::vector<std::size_t> states(count);
    impl::with_orbit(model, [&](auto orbit) { orbit.take(std::span{states}); });
    return states;
}

TEST(ExactModel, HoldsSmallNumbersIn64BitsAsTheyAre) {
    const ExactModel model{table("a,0,1/2\nb,1.5,-1\n"), UniformTarget{}};
    EXPECT_EQ(model.weight_bits(), 64);
    EXPECT_EQ(model.unit(), 2);
    EXPECT_FALSE(model.is_rounded());
    EXPECT_EQ(model.moments().counts, (std::vector<std::int64_t>{3, -1}));
    EXPECT_EQ(model.state(1), "b");
}

TEST(ExactModel, TakesTheSameStepsIn128Bits) {
    const std::int64_t large = std::int64_t{1} << 50U;
    FeatureTable fine = table("a,0,1\nb,2,-1\nc,-1,0\n");
    for (Rational& x : fine.features) x = x * Rational{large + 1, large};
    const ExactModel narrow{table("a,0,1\nb,2,-1\nc,-1,0\n"), UniformTarget{}};
    const ExactModel wide{fine, UniformTarget{}, {.max_steps = 1'000}};
    EXPECT_EQ(wide.weight_bits(), 128);
    EXPECT_FALSE(wide.is_rounded());
    EXPECT_EQ(states_of(narrow, 500), states_of(wide, 500));
}

TEST(ExactModel, MoreStepsMayNeedMoreBitsAndACoarserGrid) {
    const FeatureTable decimals = table("a,0.1234,1\nb,2,-1.9876\n");
    EXPECT_EQ((ExactModel{decimals, UniformTarget{}, {.max_steps = 1'000}}.weight_bits()), 64);
    EXPECT_EQ((ExactModel{decimals, UniformTarget{}, {.max_steps = 1'000'000'000'000}}.weight_bits()), 128);
    const FeatureTable finest = table("a,0.12345678901234567,1\nb,2,-1.9876543210987654321\n");
    const ExactModel rounded{finest, UniformTarget{}, {.max_steps = 1'000'000'000}};
    EXPECT_TRUE(rounded.is_rounded());
    EXPECT_EQ(rounded.unit(), 0x1p32);
}

TEST(ExactModel, RoundsFurtherForPointsThanForMomentsThanForHerding) {
    const FeatureTable thirds = table("a,1/1000000007,1\nb,2,-1\n");
    const MomentTarget target{{Rational{333'333'333'333, 999'999'999'989}, 0}};
    const auto model = [&](ModelNeed need) {
        return ExactModel{thirds, target, {.max_steps = 10, .need = need}};
    };
    EXPECT_FALSE(model(ModelNeed::nothing).is_rounded());
    EXPECT_EQ(model(ModelNeed::nothing).weight_bits(), 128);
    EXPECT_EQ(model(ModelNeed::moments).unit(), 1'000'000'007);
    EXPECT_EQ(model(ModelNeed::moments).whole().target_rounding, 0x1p-33);
    EXPECT_EQ(model(ModelNeed::points).unit(), 0x1p28);
}

TEST(ExactModel, TheGreedyRuleHasAThirdOfTheSteps) {
    const FeatureTable large = table("a,1e15,1\nb,2,-1e15\n");
    const auto is_rounded = [&](HerdRule rule, std::int64_t steps) {
        return ExactModel{large,
                          MomentTarget{{Rational{1, 1'000'003}, 0}},
                          {.max_steps = steps, .rule = rule, .need = ModelNeed::nothing}}
            .is_rounded();
    };
    const WideExactMoments drive{
        put_on_grid(large, MomentTarget{{Rational{1, 1'000'003}, 0}}).value().moments};
    const double limit = drive.step_limit(put_on_grid(large, UniformTarget{}).value().features);
    const auto half = static_cast<std::int64_t>(limit / 2);
    ASSERT_GT(half, 10);
    EXPECT_FALSE(is_rounded(HerdRule::herding, half));
    EXPECT_TRUE(is_rounded(HerdRule::greedy, half));
}

TEST(ExactModel, StartWeightsAreInTheUnitsOfTheTable) {
    ExactModelOptions options;
    options.drive.start = std::vector<Rational>{Rational{1, 3}, 2};
    const ExactModel model{table("a,0,1/2\nb,1.5,-1\n"), UniformTarget{}, options};
    EXPECT_EQ(std::get<std::vector<Rational>>(model.drive().start),
              (std::vector<Rational>{Rational{2, 3}, 4}));
}

TEST(ExactModel, RefusesWhatNoGridHolds) {
    EXPECT_INPUT_ERROR(
        (ExactModel{
            table("a,0,1\nb,1,0\n"), UniformTarget{}, {.max_steps = INT64_MAX, .drive = {.eta = INT64_MAX}}}),
        "f.csv: expected numbers that can be herded exactly for 9223372036854775807 steps, got "
        "larger ones");
    EXPECT_INPUT_ERROR((ExactModel{table("a,0,1\nb,1,0\n"), MomentTarget{{1}}}),
                       "moments: expected 2, one per feature, got 1");
    const WholeTable whole{.features = StateTable{{0}, {INT64_MAX}},
                           .moments = {{}, {Int128{INT64_MAX} * INT64_MAX}, INT64_MAX}};
    EXPECT_INPUT_ERROR((ExactModel{whole, {.need = ModelNeed::nothing}}),
                       "ExactModel: the numbers are too large for 10000000 steps");
}

TEST(WithOrbit, RefusesMoreStatesThanItsTableOfPairsHolds) {
    FeatureTable many{.file = "f.csv", .state_names = {}, .feature_names = {"x"}, .features = {}};
    for (int s = 0; s < 2049; ++s) {
        many.state_names.push_back(std::to_string(s));
        many.features.emplace_back(s);
    }
    EXPECT_INPUT_ERROR(states_of(ExactModel{many, UniformTarget{}}, 1),
                       "f.csv: expected at most 2048 states, got 2049");
}

}  // namespace
}  // namespace drover
