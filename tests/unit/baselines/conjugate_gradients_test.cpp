#include <cmath>
#include <functional>
#include <vector>

#include <drover/baselines/impl/conjugate_gradients.hpp>

#include "expect.hpp"

namespace drover::baselines::impl {
namespace {

// A function of 8 numbers, from its value and gradient.
class Plain : public LineFunction {
  public:
    using Point = std::vector<double>;
    using Function = std::function<double(const Point& x, Point& gradient)>;

    Plain(Function function, Point start) : function_{std::move(function)}, x{std::move(start)} {}

    std::size_t size() const override { return x.size(); }
    double gradient(std::span<double> slopes) override {
        Point own(x.size());
        const double value = function_(x, own);
        std::copy(own.begin(), own.end(), slopes.begin());
        return value;
    }
    void aim(std::span<const double> direction) override {
        direction_.assign(direction.begin(), direction.end());
    }
    ValueAndSlope at(double step) override {
        Point own(x.size());
        const double value = function_(moved(step), own);
        double slope = 0;
        for (std::size_t i = 0; i < x.size(); ++i) slope += own[i] * direction_[i];
        return {value, slope};
    }
    void move(double step) override {
        x = moved(step);
        ++moves;
    }

  private:
    Point moved(double step) const {
        Point found = x;
        for (std::size_t i = 0; i < x.size(); ++i) found[i] += step * direction_[i];
        return found;
    }

    Function function_;
    Point direction_;

  public:
    Point x;
    int moves = 0;
};

double bowl(const Plain::Point& x, Plain::Point& gradient) {
    double value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto curvature = static_cast<double>(1 + i);
        value += curvature / 2 * (x[i] - 1) * (x[i] - 1);
        gradient[i] = curvature * (x[i] - 1);
    }
    return value;
}

TEST(ConjugateGradients, FindTheBottomOfABowl) {
    Plain function{bowl, std::vector<double>(8, 0)};
    double step = 1;
    EXPECT_LT(conjugate_gradients(function, 40, step), 1e-10);
    for (const double x : function.x) EXPECT_NEAR(x, 1, 1e-5);
    EXPECT_GT(step, 0);
}

TEST(ConjugateGradients, TakeTheLineSearchesAskedForAndNeverClimb) {
    Plain::Point slopes(8);
    double before = bowl(std::vector<double>(8, 0), slopes);
    for (int searches = 1; searches <= 4; ++searches) {
        Plain function{bowl, std::vector<double>(8, 0)};
        double step = 0.3;
        const double value = conjugate_gradients(function, searches, step);
        EXPECT_EQ(function.moves, searches);
        EXPECT_LT(value, before);
        EXPECT_EQ(value, bowl(function.x, slopes));
        before = value;
    }
}

double valley(const Plain::Point& x, Plain::Point& gradient) {
    const double rise = x[1] - x[0] * x[0];
    gradient[0] = -400 * rise * x[0] - 2 * (1 - x[0]);
    gradient[1] = 200 * rise;
    return 100 * rise * rise + (1 - x[0]) * (1 - x[0]);
}

TEST(ConjugateGradients, FollowRosenbrocksValley) {
    Plain function{valley, {-1.2, 1, 0, 0, 0, 0, 0, 0}};
    double step = 1e-3;
    EXPECT_LT(conjugate_gradients(function, 300, step), 1e-8);
    EXPECT_NEAR(function.x[0], 1, 1e-3);
}

TEST(ConjugateGradients, StayAtAMinimum) {
    Plain function{bowl, std::vector<double>(8, 1)};
    double step = 1;
    EXPECT_EQ(conjugate_gradients(function, 3, step), 0);
    EXPECT_EQ(function.moves, 0);
    EXPECT_EQ(step, 1);
}

TEST(ConjugateGradients, ComeBackFromStepsThatAreTooLong) {
    Plain function{bowl, std::vector<double>(8, 0)};
    double step = 1e6;
    EXPECT_LT(conjugate_gradients(function, 40, step), 1e-8);
}

}  // namespace
}  // namespace drover::baselines::impl
