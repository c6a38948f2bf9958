#include <drover/finite/whole_table.hpp>

#include "expect.hpp"

namespace drover {
namespace {

FeatureTable halves() { return parse_feature_csv("s,x,y\na,0,1/2\nb,1.5,-1\n", "f.csv"); }

TEST(PutOnGrid, HoldsDecimalsAndFractionsExactly) {
    const WholeTable whole = put_on_grid(halves(), UniformTarget{}).value();
    EXPECT_EQ(whole.unit, 2);
    EXPECT_EQ(whole.features.row(1)[0], 3);
    EXPECT_EQ(whole.features.row(1)[1], -2);
    EXPECT_EQ(whole.moments.counts, (std::vector<Int128>{3, -1}));
    EXPECT_EQ(whole.moments.total, 2);
    EXPECT_EQ(whole.feature_rounding, 0);
    EXPECT_EQ(whole.target_rounding, 0);
}

TEST(PutOnGrid, DividesProbabilitiesByTheirSum) {
    const WholeTable whole = put_on_grid(halves(), ProbabilityTarget{{{1}, {2}}}).value();
    EXPECT_EQ(whole.moments.counts, (std::vector<Int128>{2, -1}));
    EXPECT_EQ(whole.moments.total, 1);
}

TEST(PutOnGrid, DividesTinyProbabilitiesBeforeItRoundsThem) {
    const ProbabilityTarget tiny{
        {parse_rational("4.123456789012345e-10"), parse_rational("8.765432109876543e-10")}};
    const FeatureTable table = parse_feature_csv("s,x\na,1\nb,0\n", "f.csv");
    const WholeTable whole =
        put_on_grid(table, tiny, {.bits = 32, .max_unit = std::int64_t{1} << 32U}).value();
    const double truth = 4.123456789012345 / (4.123456789012345 + 8.765432109876543);
    EXPECT_NEAR(whole.moments[0], truth, whole.target_rounding + 1e-16);
    EXPECT_LT(whole.target_rounding, 0x1p-32);
    EXPECT_GT(whole.target_rounding, 0);
}

TEST(PutOnGrid, TakesProbabilitiesThatAreAllBelowTheGrid) {
    const ProbabilityTarget tiny{{parse_rational("1e-30"), parse_rational("3e-30")}};
    const WholeTable whole = put_on_grid(parse_feature_csv("s,x\na,1\nb,0\n", "f.csv"), tiny).value();
    EXPECT_EQ(whole.moments[0], 0.25);
    EXPECT_EQ(whole.target_rounding, 0);
}

TEST(PutOnGrid, NamesTheMomentThatIsTooLarge) {
    EXPECT_INPUT_ERROR(
        put_on_grid(halves(), MomentTarget{{Rational{1, 3}, std::int64_t{1} << 40U}},
                    {.bits = 32, .max_unit = 2}),
        "moment of feature \"y\": number 1099511627776 is too large for a grid of 2^-32: expected "
        "a magnitude below 2^30");
}

TEST(PutOnGrid, TakesMomentsInLowestTerms) {
    const WholeTable whole = put_on_grid(halves(), MomentTarget{{Rational{1, 4}, Rational{-1, 2}}}).value();
    EXPECT_EQ(whole.moments.counts, (std::vector<Int128>{1, -2}));
    EXPECT_EQ(whole.moments.total, 2);
    EXPECT_EQ(whole.moments[0] / static_cast<double>(whole.unit), 0.25);
}

TEST(PutOnGrid, StatesTheRoundingOfACoarseGrid) {
    const FeatureTable thirds = parse_feature_csv("s,x\na,0\nb,1/3\n", "f.csv");
    const WholeTable whole = put_on_grid(thirds, UniformTarget{}, {.bits = 4, .max_unit = 2}).value();
    EXPECT_EQ(whole.unit, 16);
    EXPECT_EQ(whole.features.row(1)[0], 5);
    EXPECT_EQ(whole.feature_rounding, 0x1p-5);
}

TEST(PutOnGrid, RefusesTargetsOfAnotherSize) {
    EXPECT_INPUT_ERROR(put_on_grid(halves(), MomentTarget{{{1}}}),
                       "moments: expected 2, one per feature, got 1");
    EXPECT_INPUT_ERROR(put_on_grid(halves(), ProbabilityTarget{{{1}}}),
                       "probabilities: expected 2, one per state, got 1");
}

TEST(PutOnGrid, IsMissingWhereProductsLeave128Bits) {
    const Rational most{INT64_MAX};
    const FeatureTable table{
        .state_names = {"a", "b", "c"}, .feature_names = {"x"}, .features = {most, most, most}};
    EXPECT_FALSE(put_on_grid(table, ProbabilityTarget{{most, most, most}}));
    EXPECT_TRUE(put_on_grid(table, ProbabilityTarget{{1, 1, 1}}));
}

TEST(Narrow, KeepsTheNumbers) {
    const Moments moments = narrow<std::int64_t>({.names = {}, .counts = {7, -3}, .total = 5});
    EXPECT_EQ(moments.counts, (std::vector<std::int64_t>{7, -3}));
    EXPECT_EQ(moments.total, 5);
}

}  // namespace
}  // namespace drover
