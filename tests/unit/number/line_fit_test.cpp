#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <drover/number/line_fit.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(FitLine, FindsTheLineThroughPointsOnIt) {
    const std::vector<double> x = {-1, 0, 2, 5};
    const std::vector<double> y = {5, 3, -1, -7};
    const LineFit fit = fit_line(x, y);
    EXPECT_EQ(fit.slope, -2);
    EXPECT_EQ(fit.intercept, 3);
    EXPECT_EQ(fit.slope_error, 0);
    EXPECT_EQ(fit.low, -2);
    EXPECT_EQ(fit.high, -2);
    EXPECT_EQ(fit.point_count, 4);
}

TEST(FitLine, TakesErrorAndIntervalFromTheResiduals) {
    // By hand: means 2.5 and 3, sum of squares 5 for x and 10 for y, of products 3.
    const std::vector<double> x = {1, 2, 3, 4};
    const std::vector<double> y = {2, 4, 1, 5};
    const LineFit fit = fit_line(x, y);
    EXPECT_NEAR(fit.slope, 0.6, 1e-15);
    EXPECT_NEAR(fit.intercept, 1.5, 1e-15);
    EXPECT_NEAR(fit.slope_error, std::sqrt((10 - 0.6 * 3) / 2 / 5), 1e-15);
    EXPECT_NEAR(fit.low, 0.6 - 4.302652729911275 * fit.slope_error, 1e-14);
    EXPECT_NEAR(fit.high, 0.6 + 4.302652729911275 * fit.slope_error, 1e-14);
}

TEST(FitLine, KnowsNoErrorFromTwoPoints) {
    const LineFit fit = fit_line(std::vector<double>{0, 1}, std::vector<double>{1, 3});
    EXPECT_EQ(fit.slope, 2);
    EXPECT_EQ(fit.slope_error, std::numeric_limits<double>::infinity());
    EXPECT_EQ(fit.low, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(fit.high, std::numeric_limits<double>::infinity());
}

TEST(FitLine, RefusesPointsWithoutALine) {
    const std::vector<double> none;
    EXPECT_INPUT_ERROR(fit_line(none, none), "fit_line: expected at least two different x");
    EXPECT_INPUT_ERROR(fit_line(std::vector<double>{1, 1}, std::vector<double>{1, 2}),
                       "fit_line: expected at least two different x");
    EXPECT_INPUT_ERROR(fit_line(std::vector<double>{1, 2}, none),
                       "fit_line: x (2) and y (0) must have the same size");
    EXPECT_INPUT_ERROR(fit_line(std::vector<double>{1, 2}, std::vector<double>{1, std::nan("")}),
                       "fit_line: expected finite numbers");
}

TEST(StudentQuantile, AgreesWithTheTables) {
    const std::vector<std::pair<std::size_t, double>> table = {
        {1, 12.7062}, {2, 4.30265}, {3, 3.18245}, {4, 2.77645}, {5, 2.57058}, {10, 2.22814}, {30, 2.04227}};
    for (const auto& [n, quantile] : table) EXPECT_NEAR(student_quantile(n) / quantile, 1, 0.002) << n;
    EXPECT_NEAR(student_quantile(1'000'000), 1.95997, 1e-5);
}

}  // namespace
}  // namespace drover
