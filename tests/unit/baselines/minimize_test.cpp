#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/impl/minimize.hpp>

namespace drover::baselines::impl {
namespace {

// sum of (i + 1) (x_i - i)^2
double wide_bowl(std::span<const double> x, std::span<double> gradient) {
    double value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double off = x[i] - static_cast<double>(i);
        const double curvature = static_cast<double>(i) + 1;
        value += curvature * off * off;
        gradient[i] = 2 * curvature * off;
    }
    return value;
}

double rosenbrock(std::span<const double> x, std::span<double> gradient) {
    const double left = 1 - x[0];
    const double off = x[1] - x[0] * x[0];
    gradient[0] = -2 * left - 400 * x[0] * off;
    gradient[1] = 200 * off;
    return left * left + 100 * off * off;
}

TEST(Minimize, FindsTheBottomOfABowl) {
    const Minimum found = minimize(wide_bowl, std::vector<double>(20, -3.0));
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(found.value, 0, 1e-12);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(found.x[i], static_cast<double>(i), 1e-6);
}

TEST(Minimize, StopsWhenItIsAskedTo) {
    StopFlag stop;
    MinimizeOptions options{.control = {.stop = &stop}};
    options.control.progress = [&](std::int64_t iterations) {
        if (iterations == 3) stop.request_stop();
    };
    const Minimum found = minimize(rosenbrock, {-1.2, 1}, options);
    EXPECT_TRUE(found.stopped);
    EXPECT_FALSE(found.converged);
    EXPECT_EQ(found.x, (std::vector<double>{-1.2, 1}));
}

TEST(Minimize, FollowsTheValleyOfRosenbrock) {
    const Minimum found = minimize(rosenbrock, {-1.2, 1});
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(found.x[0], 1, 1e-6);
    EXPECT_NEAR(found.x[1], 1, 1e-6);
}

TEST(Minimize, StaysWhereItBeginsAtTheMinimum) {
    const Minimum found = minimize(
        [](std::span<const double> x, std::span<double> gradient) { return 7 + wide_bowl(x, gradient); },
        {0, 1, 2});
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.iterations, 0);
    EXPECT_EQ(found.value, 7);
    EXPECT_EQ(found.x, (std::vector<double>{0, 1, 2}));
}

TEST(Minimize, SaysWhenItRanOutOfIterations) {
    const Minimum found = minimize(rosenbrock, {-1.2, 1}, {.max_iterations = 2});
    EXPECT_FALSE(found.converged);
    EXPECT_LE(found.iterations, 2);
}

TEST(Minimize, TakesNoStepWhereNoneIsAllowed) {
    const Minimum found = minimize(rosenbrock, {-1.2, 1}, {.max_iterations = 0});
    EXPECT_FALSE(found.converged);
    EXPECT_EQ(found.iterations, 0);
    EXPECT_EQ(found.x, (std::vector<double>{-1.2, 1}));
    EXPECT_NEAR(found.value, 24.2, 1e-12);
}

TEST(Minimize, KeepsTheLowestPointWhereTheLineSearchFindsNothing) {
    // The slope says down, the value says up: no step meets the conditions.
    const auto liar = [](std::span<const double> x, std::span<double> gradient) {
        gradient[0] = -1;
        return std::abs(x[0]);
    };
    const Minimum found = minimize(liar, {0});
    EXPECT_FALSE(found.converged);
    EXPECT_EQ(found.iterations, 0);
    EXPECT_EQ(found.x, std::vector<double>{0});
    EXPECT_EQ(found.value, 0);
}

TEST(Minimize, StopsWhereRoundingHidesTheDescent) {
    // Near 1e8 values are 1.5e-8 apart: the bowl's bottom is flat long before the slope is 0.
    const auto high = [](std::span<const double> x, std::span<double> gradient) {
        return 1e8 + wide_bowl(x, gradient);
    };
    const Minimum found =
        minimize(high, std::vector<double>(5, -3.0), {.gradient_tolerance = 0, .value_tolerance = 0});
    EXPECT_LT(found.value, 1e8 + 1e-6);
    EXPECT_LT(found.iterations, 200);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found.x[i], static_cast<double>(i), 1e-3);
}

}  // namespace
}  // namespace drover::baselines::impl
