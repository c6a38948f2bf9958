#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/impl/minimize.hpp>
#include <drover/baselines/logistic_regression.hpp>

#include "expect.hpp"
#include "labelled_data.hpp"

namespace drover::baselines {
namespace {

static_assert(Classifier<LogisticRegression>);

// The penalised loss and its gradient, coefficients first and the intercept last, straight from the formula.
double loss(const LabelledRows& data, double l2, std::span<const double> x, std::span<double> gradient) {
    const std::size_t width = data.rows[0].size();
    double value = 0;
    gradient[width] = 0;
    for (std::size_t i = 0; i < width; ++i) {
        value += l2 / 2 * x[i] * x[i];
        gradient[i] = l2 * x[i];
    }
    for (std::size_t r = 0; r < data.rows.size(); ++r) {
        double odds = x[width];
        for (std::size_t i = 0; i < width; ++i) odds += data.rows[r][i] ? x[i] : 0;
        const double p = 1 / (1 + std::exp(-odds));
        value -= std::log(data.labels[r] ? p : 1 - p);
        for (std::size_t i = 0; i <= width; ++i)
            gradient[i] += (p - (data.labels[r] ? 1 : 0)) * (i == width || data.rows[r][i] ? 1 : 0);
    }
    return value;
}

std::vector<double> parameters(const LogisticRegression& fitted) {
    std::vector<double> x = fitted.coefficients();
    x.push_back(fitted.intercept());
    return x;
}

TEST(LogisticRegression, EndsWhereTheGradientVanishes) {
    testing::Dice dice{11};
    for (const double l2 : {1e-3, 1.0, 100.0}) {
        const LabelledRows data = testing::noisy_majority(dice, 200, 9);
        LogisticRegression regression{{.l2 = l2}};
        regression.fit(data);
        EXPECT_TRUE(regression.converged());
        EXPECT_LT(regression.iterations(), 15);
        std::vector<double> gradient(10);
        loss(data, l2, parameters(regression), gradient);
        for (const double g : gradient) ASSERT_NEAR(g, 0, 2e-8);
    }
}

TEST(LogisticRegression, FindsWhatLbfgsFinds) {
    testing::Dice dice{12};
    const LabelledRows data = testing::noisy_majority(dice, 150, 70);
    LogisticRegression regression{{.l2 = 0.5}};
    regression.fit(data);
    const impl::Minimum other = impl::minimize(
        [&](std::span<const double> x, std::span<double> gradient) { return loss(data, 0.5, x, gradient); },
        std::vector<double>(71), {.gradient_tolerance = 1e-9, .value_tolerance = 0});
    const std::vector<double> x = parameters(regression);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], other.x[i], 1e-7) << i;
}

TEST(LogisticRegression, FollowsTheSharesWithoutAttributes) {
    LogisticRegression regression;
    regression.fit({{BitRow{}, BitRow{}, BitRow{}, BitRow{}}, {true, true, true, false}});
    EXPECT_NEAR(regression.probability(BitRow{}), 0.75, 1e-12);
    EXPECT_TRUE(regression.converged());
}

TEST(LogisticRegression, GivesNoWeightToAConstantColumnOfZeros) {
    LogisticRegression regression;
    regression.fit({{{0, 1}, {0, 0}, {0, 1}, {0, 0}}, {true, false, true, true}});
    EXPECT_TRUE(regression.converged());
    EXPECT_EQ(regression.coefficients()[0], 0);
}

TEST(LogisticRegression, GivesNoWeightToAConstantColumnOfOnes) {
    // The intercept does the same without a penalty.
    LogisticRegression regression;
    regression.fit({{{1, 1}, {1, 0}, {1, 1}, {1, 0}}, {true, false, true, true}});
    EXPECT_TRUE(regression.converged());
    EXPECT_NEAR(regression.coefficients()[0], 0, 1e-7);
}

TEST(LogisticRegression, SharesWeightBetweenEqualColumns) {
    LogisticRegression regression;
    regression.fit({{{1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}}, {true, true, false, false, true}});
    EXPECT_TRUE(regression.converged());
    EXPECT_NEAR(regression.coefficients()[0], regression.coefficients()[1], 1e-9);
}

TEST(LogisticRegression, StaysFiniteWhereAPlaneSeparatesTheLabels) {
    testing::Dice dice{13};
    LabelledRows data{testing::random_rows(dice, 100, 6), {}};
    for (const BitRow& row : data.rows) data.labels.push_back(row[2]);
    for (const double l2 : {1.0, 1e-3, 1e-6, 1e-9}) {
        LogisticRegression regression{{.l2 = l2}};
        regression.fit(data);
        EXPECT_TRUE(regression.converged()) << l2;
        EXPECT_TRUE(std::isfinite(regression.intercept()));
        EXPECT_EQ(error_rate(regression, data), 0);
    }
}

TEST(LogisticRegression, IsCertainWhereItSawOneLabel) {
    testing::Dice dice{14};
    const LabelledRows data = testing::noisy_majority(dice, 20, 5);
    LogisticRegression regression;
    regression.fit(testing::with_label(data, true));
    EXPECT_EQ(regression.intercept(), INFINITY);
    EXPECT_EQ(regression.coefficients(), std::vector<double>(5));
    EXPECT_EQ(regression.probability(data.rows[0]), 1);
    EXPECT_TRUE(regression.converged());
    regression.fit(testing::with_label(data, false));
    EXPECT_EQ(regression.intercept(), -INFINITY);
    EXPECT_EQ(regression.probability(data.rows[0]), 0);
}

TEST(LogisticRegression, SaysWhenItRanOutOfIterations) {
    testing::Dice dice{15};
    const LabelledRows data = testing::noisy_majority(dice, 50, 5);
    LogisticRegression regression{{.max_iterations = 1}};
    regression.fit(data);
    EXPECT_EQ(regression.iterations(), 1);
    EXPECT_FALSE(regression.converged());
}

TEST(LogisticRegression, ForgetsAnEarlierFit) {
    testing::Dice dice{16};
    const LabelledRows first = testing::noisy_majority(dice, 50, 8);
    const LabelledRows second = testing::noisy_majority(dice, 50, 5);
    LogisticRegression twice;
    twice.fit(first);
    twice.fit(second);
    LogisticRegression once;
    once.fit(second);
    EXPECT_EQ(parameters(twice), parameters(once));
}

TEST(LogisticRegression, RefusesWhatItCannotUse) {
    EXPECT_INPUT_ERROR(LogisticRegression{{.l2 = 0}},
                       "LogisticRegression: expected l2 above 0 and finite, got 0");
    EXPECT_INPUT_ERROR(LogisticRegression{{.tolerance = -1}},
                       "LogisticRegression: expected tolerance above 0 and finite, got -1");
    EXPECT_INPUT_ERROR(LogisticRegression{{.max_iterations = -1}},
                       "LogisticRegression: expected max_iterations of at least 0, got -1");
    LogisticRegression regression;
    EXPECT_INPUT_ERROR(regression.predict({1, 0}),
                       "LogisticRegression: fitted to rows of 0 attributes, got one of 2");
    EXPECT_INPUT_ERROR(regression.fit({}), "LogisticRegression: expected at least one row, got none");
}

}  // namespace
}  // namespace drover::baselines
