#include <drover/finite/error_course.hpp>

#include "expect.hpp"

namespace drover {
namespace {

FeatureTable coin() { return parse_feature_csv("state,x,y\na,0,0\nb,3,4\n", "coin.csv"); }

TEST(ErrorCourse, IsTheDistanceOfTheAverages) {
    ErrorCourse course{coin(), {1.5, 2}};
    for (const std::size_t state : {0U, 1U, 1U, 1U}) course.add(state);
    const auto points = course.result();
    ASSERT_EQ(points.size(), 4U);
    EXPECT_DOUBLE_EQ(points[0].error, 2.5);
    EXPECT_DOUBLE_EQ(points[1].error, 0);
    EXPECT_DOUBLE_EQ(points[2].error, 2.5 / 3);
    EXPECT_DOUBLE_EQ(points[3].error, 5.0 / 4);
    EXPECT_DOUBLE_EQ(points[3].discrepancy, 4);
    EXPECT_EQ(points[3].excess, (std::vector<double>{3, 4}));
}

TEST(ErrorCourse, KeepsTheWorstOfManySteps) {
    ErrorCourse course{coin(), {1.5, 2}};
    for (std::size_t t = 0; t < 10'000; ++t) course.add(t % 2);
    const auto points = course.result();
    EXPECT_LT(points.size(), 300U);
    for (const CoursePoint& point : points) {
        if (point.t <= 100) continue;
        EXPECT_DOUBLE_EQ(point.discrepancy, 2);  // the step of state a, never the other
    }
    EXPECT_GT(points.back().t, 9'000);
}

TEST(IndependentCourse, FallsLikeASquareRoot) {
    const auto points = independent_course(coin(), {1.5, 2}, {1, 1}, 100'000, 1);
    EXPECT_GT(points.back().discrepancy, 50);
    EXPECT_LT(points.back().error, 0.05);
    EXPECT_EQ(points.back().error, independent_course(coin(), {1.5, 2}, {1, 1}, 100'000, 1).back().error);
    const auto sure = independent_course(coin(), {3, 4}, {0, 9}, 100, 1);
    EXPECT_EQ(sure.back().error, 0);
    EXPECT_INPUT_ERROR(independent_course(coin(), {3, 4}, {0, 0}, 1, 1),
                       "independent_course: expected one count per state, none below 0 and some above");
}

}  // namespace
}  // namespace drover
