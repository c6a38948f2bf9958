#include <cmath>

#include <drover/plot/impl/axis.hpp>
#include <drover/plot/impl/svg.hpp>

#include "expect.hpp"

namespace drover {
namespace {

ValueRange range(double low, double high) { return {low, high, false}; }

std::string labels(const AxisLayout& axis) {
    std::string text;
    for (const Tick& tick : axis.ticks) {
        if (tick.label.empty()) continue;
        text += (text.empty() ? "" : " ") + plain_text(tick.label);
    }
    const std::string dot = "\xC2\xB7";
    for (auto at = text.find(dot); at != std::string::npos; at = text.find(dot))
        text.replace(at, dot.size(), "*");
    return text;
}

std::string upward(Scale scale, double low, double high, double length = 300) {
    return labels(lay_out("test", scale, range(low, high), length, Direction::upward));
}

std::string across(Scale scale, double low, double high, double length = 560) {
    return labels(lay_out("test", scale, range(low, high), length, Direction::across));
}

TEST(PortableLog10, IsWithinTheStatedErrorOfTheLibrarys) {
    double x = 5e-324;
    while (x < 1e308) {
        const double expected = std::log10(x);
        ASSERT_NEAR(portable_log10(x), expected, 1e-15 * std::max(1.0, std::abs(expected))) << x;
        x *= x < 1e-322 ? 2.74 : 1.37;
    }
    EXPECT_EQ(portable_log10(1), 0.0);
}

TEST(StepFrom, TakesTheLeastOfOneTwoFive) {
    EXPECT_EQ(step_from(1), (DecimalStep{1, 0}));
    EXPECT_EQ(step_from(1.01), (DecimalStep{2, 0}));
    EXPECT_EQ(step_from(2.5), (DecimalStep{5, 0}));
    EXPECT_EQ(step_from(5.01), (DecimalStep{1, 1}));
    EXPECT_EQ(step_from(1e-7), (DecimalStep{1, -7}));
    EXPECT_EQ(step_from(0.0201), (DecimalStep{5, -2}));
    EXPECT_EQ(step_from(1e-299), (DecimalStep{1, -299}));
}

TEST(LinearTicks, AreRoundDecimals) {
    EXPECT_EQ(upward(Scale::linear, 0, 1), "0 0.2 0.4 0.6 0.8 1.0");
    EXPECT_EQ(upward(Scale::linear, 0.3, 0.9), "0.3 0.4 0.5 0.6 0.7 0.8 0.9");
    EXPECT_EQ(upward(Scale::linear, -3, 7), "-4 -2 0 2 4 6 8");
    EXPECT_EQ(upward(Scale::linear, 0, 250), "0 50 100 150 200 250");
    EXPECT_EQ(across(Scale::linear, 0, 100'000), "0 20000 40000 60000 80000 100000");
}

TEST(LinearTicks, HaveOneFormOnAnAxis) {
    EXPECT_EQ(upward(Scale::linear, 0, 2.5e7), "0 5*10^6 1*10^7 1.5*10^7 2*10^7 2.5*10^7");
    EXPECT_EQ(upward(Scale::linear, -3e-9, 1e-8),
              "-4*10^-9 -2*10^-9 0 2*10^-9 4*10^-9 6*10^-9 8*10^-9 1*10^-8");
    EXPECT_EQ(across(Scale::linear, 1e9, 1e9 + 7), "1000000000 1000000002 1000000004 1000000006 1000000008");
}

TEST(LinearTicks, GrowApartUntilLabelsDoNotTouch) {
    EXPECT_EQ(across(Scale::linear, 0, 100'000, 150), "0 50000 100000");
    EXPECT_EQ(across(Scale::linear, -1e9, 1e9 + 1, 30), "-2*10^9 0 2*10^9");
}

TEST(LinearTicks, EqualValuesAreInTheMiddle) {
    const AxisLayout seven = lay_out("test", Scale::linear, range(7, 7), 300, Direction::upward);
    EXPECT_LT(seven.low, 7);
    EXPECT_GT(seven.high, 7);
    EXPECT_EQ(lay_out("test", Scale::linear, range(0, 0), 300, Direction::upward).at(0), 0.5);
    EXPECT_EQ(upward(Scale::linear, 1, std::nextafter(1, 2)), "0.4 0.6 0.8 1.0 1.2 1.4 1.6");
}

TEST(CutAxis, EndsWhereItIsToldAndHasRoundTicks) {
    const AxisLayout axis = lay_out_between("test", {0.13, 0.37}, 300, Direction::upward);
    EXPECT_EQ(axis.at(0.13), 0);
    EXPECT_EQ(axis.at(0.37), 1);
    EXPECT_EQ(labels(axis), "0.15 0.20 0.25 0.30 0.35");
    EXPECT_NEAR(axis.ticks.front().at, 1.0 / 12, 1e-12);
    EXPECT_INPUT_ERROR(lay_out_between("test", {1, 1}, 300, Direction::upward),
                       "test: expected two different ends, the lower one first, got 1 and 1");
    EXPECT_INPUT_ERROR(lay_out_between("test", {2, 1}, 300, Direction::upward),
                       "test: expected two different ends, the lower one first, got 2 and 1");
}

TEST(LinearTicks, RefuseWhatOverflows) {
    EXPECT_INPUT_ERROR(upward(Scale::linear, 0, 1e301),
                       "test: expected values up to 1e300 on a linear axis, got 1e+301");
    EXPECT_EQ(upward(Scale::linear, -1e300, 1e300, 100), "-1*10^300 0 1*10^300");
}

TEST(LogTicks, ArePowersOfTen) {
    EXPECT_EQ(across(Scale::log, 1, 1000), "1 10 100 1000");
    EXPECT_EQ(across(Scale::log, 1, 1e6), "10^0 10^1 10^2 10^3 10^4 10^5 10^6");
    EXPECT_EQ(across(Scale::log, 1e-320, 1e308), "10^-300 10^-200 10^-100 10^0 10^100 10^200 10^300");
}

TEST(LogTicks, EndAtOneTwoFive) {
    const AxisLayout axis = lay_out("test", Scale::log, range(0.03, 17), 300, Direction::upward);
    EXPECT_EQ(axis.at(0.02), 0.0);
    EXPECT_EQ(axis.at(20), 1.0);
    EXPECT_EQ(labels(axis), "0.1 1 10");
}

TEST(LogTicks, ShortRangesLabelTwoAndFive) {
    EXPECT_EQ(upward(Scale::log, 12, 80), "10 20 50 100");
    EXPECT_EQ(upward(Scale::log, 3, 4), "2 5");
    EXPECT_EQ(upward(Scale::log, 7, 7), "5 10");
    EXPECT_EQ(upward(Scale::log, 10, 10), "5 10 20");
    EXPECT_EQ(upward(Scale::log, 3e-9, 4e-9), "2*10^-9 5*10^-9");
}

TEST(LogTicks, HaveMinorTicksBetweenDecades) {
    const AxisLayout axis = lay_out("test", Scale::log, range(1, 1000), 560, Direction::across);
    EXPECT_EQ(axis.ticks.size(), 28U);
}

TEST(Axis, WithoutValuesHasAnOrdinaryRange) {
    EXPECT_EQ(labels(lay_out("test", Scale::linear, {}, 300, Direction::upward)), "0 0.2 0.4 0.6 0.8 1.0");
    EXPECT_EQ(labels(lay_out("test", Scale::log, {}, 300, Direction::upward)), "1 2 5 10");
}

}  // namespace
}  // namespace drover
