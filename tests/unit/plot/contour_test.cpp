#include <drover/plot/contour.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "expect.hpp"

namespace drover {
namespace {

std::vector<double> values_of(const PlaneGrid& grid, double (*f)(double, double)) {
    std::vector<double> values;
    for (std::size_t node = 0; node < grid.size(); ++node) values.push_back(f(grid.x(node), grid.y(node)));
    return values;
}

TEST(Contour, OfAPlaneIsAStraightLine) {
    const PlaneGrid grid{0, 0, 1, 5, 4};
    const Series line = contour(grid, values_of(grid, [](double x, double) { return x; }), 1.25);
    EXPECT_EQ(line.starts, std::vector<std::size_t>{0});
    EXPECT_EQ(line.x, std::vector<double>(4, 1.25));
    EXPECT_EQ(line.y, (std::vector<double>{0, 1, 2, 3}));
}

TEST(Contour, OfABowlCloses) {
    const PlaneGrid grid{-2, -2, 0.1, 41, 41};
    const Series line = contour(grid, values_of(grid, [](double x, double y) { return x * x + y * y; }), 1);
    EXPECT_EQ(line.starts, std::vector<std::size_t>{0});
    EXPECT_EQ(line.x.front(), line.x.back());
    EXPECT_EQ(line.y.front(), line.y.back());
    for (std::size_t i = 0; i < line.x.size(); ++i) EXPECT_NEAR(std::hypot(line.x[i], line.y[i]), 1, 0.005);
}

TEST(Contour, PartsOfALineBeginAnew) {
    const PlaneGrid grid{0, 0, 1, 4, 2};
    const std::vector<double> values{0, 1, 0, 1, 0, 1, 0, 1};
    const Series line = contour(grid, values, 0.5);
    EXPECT_EQ(line.starts, (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_EQ(line.x, (std::vector<double>{0.5, 0.5, 1.5, 1.5, 2.5, 2.5}));
}

TEST(Contour, TheMeanDecidesAtASaddle) {
    const PlaneGrid grid{0, 0, 1, 2, 2};
    const std::vector<double> values{1, 0, 0, 1};  // above at the lower left and the upper right
    const Series cut_off = contour(grid, values, 0.75);
    EXPECT_EQ(cut_off.x, (std::vector<double>{0.25, 0, 1, 0.75}));
    EXPECT_EQ(cut_off.y, (std::vector<double>{0, 0.25, 0.75, 1}));
    const Series joined = contour(grid, values, 0.25);
    EXPECT_EQ(joined.x, (std::vector<double>{0.75, 1, 0, 0.25}));
    EXPECT_EQ(joined.y, (std::vector<double>{0, 0.25, 0.75, 1}));
}

TEST(Contour, NoneWhereNothingCrosses) {
    const PlaneGrid grid{0, 0, 1, 3, 3};
    EXPECT_TRUE(contour(grid, std::vector<double>(9), 0.5).x.empty());
}

TEST(Contour, WantsAValueANode) {
    EXPECT_INPUT_ERROR(contour(PlaneGrid{0, 0, 1, 2, 2}, std::vector<double>(3), 0),
                       "contour: values (3) and nodes (4) must have the same number");
}

}  // namespace
}  // namespace drover
