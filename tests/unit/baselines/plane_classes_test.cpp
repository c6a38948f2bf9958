#include <drover/baselines/plane_classes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace drover::baselines {
namespace {

// Mean distance of the points of a class from a place.
double mean_distance(const Examples& points, std::uint32_t label, double x, double y) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < points.rows.row_count(); ++i) {
        if (points.labels[i] != label) continue;
        double at[2] = {0, 0};
        const SparseRow row = points.rows[i];
        for (std::size_t e = 0; e < row.size(); ++e) at[row.columns[e]] = points.unit * row.values[e];
        sum += std::hypot(at[0] - x, at[1] - y);
        ++count;
    }
    return sum / count;
}

TEST(PlaneClasses, BananasLieAboutTwoCentres) {
    const Examples points = make_banana(2'000, CounterRandom{3});
    EXPECT_EQ(points.rows.row_count(), 4'000U);
    EXPECT_EQ(points.classes, (std::vector<std::string>{"A", "B"}));
    EXPECT_NEAR(mean_distance(points, 0, 0, 0), 5.1, 0.1);
    EXPECT_NEAR(mean_distance(points, 1, -3.75, -3.75), 5.1, 0.1);
}

TEST(PlaneClasses, LithuanianClassesLieAboutOne) {
    const Examples points = make_lithuanian(2'000, CounterRandom{3});
    EXPECT_NEAR(mean_distance(points, 0, 0, 0), 10.05, 0.1);
    EXPECT_NEAR(mean_distance(points, 1, 0, 0), 6.28, 0.1);
}

TEST(PlaneClasses, SeedsTellThemApart) {
    EXPECT_EQ(make_banana(10, CounterRandom{1}).rows, make_banana(10, CounterRandom{1}).rows);
    EXPECT_NE(make_banana(10, CounterRandom{1}).rows, make_banana(10, CounterRandom{2}).rows);
}

}  // namespace
}  // namespace drover::baselines
