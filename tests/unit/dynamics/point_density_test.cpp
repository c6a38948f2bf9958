#include <drover/data/feature_table.hpp>
#include <drover/dynamics/point_density.hpp>

#include "expect.hpp"

namespace drover::dynamics {
namespace {

ExactModel model_of(const char* text, std::int64_t steps = 10'000) {
    return {parse_feature_csv(text, "test.csv"),
            UniformTarget{},
            {.max_steps = steps, .need = ModelNeed::points}};
}

TEST(PointDensity, CountsPointsInTheirCells) {
    PointDensity density{{0, 4, 0, 2}, 4, 2};
    density.add(0.5, 1.5, 3);  // the upper left cell
    density.add(0.7, 1.6, 5);
    density.add(3.9, 0.1);
    density.add(4, 1);     // the right edge is outside
    density.add(-0.1, 1);  // and so is this
    EXPECT_EQ(density.counts(), (std::vector<std::uint32_t>{2, 0, 0, 0, 0, 0, 0, 1}));
    EXPECT_EQ(density.kinds()[0], 3U);
    EXPECT_EQ(density.inside(), 3);
}

TEST(PointDensity, NeedsAWindow) {
    EXPECT_INPUT_ERROR(
        (PointDensity{{1, 1, 0, 1}, 2, 2}),
        "PointDensity: expected a window from left to right, the lower number first, got 1 and 1");
    EXPECT_INPUT_ERROR((PointDensity{{0, 1, 0, 1}, 0, 2}),
                       "PointDensity: expected 1 to 2^26 cells, got 0 x 2");
}

TEST(AttractorDensity, HasEveryPoint) {
    const ExactModel model = model_of("state,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1.3\n");
    const auto found = attractor_density(model, {.steps = 5'000, .burn_in = 100, .side = 50});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].inside(), 5'000);
}

TEST(AttractorDensity, OfOneFeatureIsALineAndOfThreeAreThreeProjections) {
    const auto line = attractor_density(model_of("state,x\na,0\nb,1\nc,5\n"), {.steps = 100, .burn_in = 0});
    ASSERT_EQ(line.size(), 1U);
    EXPECT_EQ(line[0].row_count(), 1U);
    EXPECT_EQ(line[0].inside(), 100);
    const auto planes =
        attractor_density(model_of("state,x,y,z\na,0,0,1\nb,1,0,2\nc,0,1,4\n"), {.steps = 100, .burn_in = 0});
    ASSERT_EQ(planes.size(), 3U);
    for (const PointDensity& plane : planes) EXPECT_EQ(plane.inside(), 100);
}

TEST(AttractorDensity, ZoomKeepsItsWindow) {
    const ExactModel model = model_of("state,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1.3\n");
    const auto found = attractor_density(
        model, {.steps = 1'000, .burn_in = 0, .side = 10, .zoom = PlaneWindow{0, 0.1, 0, 0.1}});
    EXPECT_EQ(found[0].window().right, 0.1);
    EXPECT_LT(found[0].inside(), 1'000);
}

TEST(TemperatureDensity, HasAllColumnsAndPoints) {
    const FeatureTable table = parse_feature_csv("state,x\na,0\nb,1\n", "test.csv");
    const TemperedMap map = tempered_map(table, UniformTarget{});
    const Bifurcation found = bifurcation(map, {.temperature_count = 20, .max_windows = 0});
    const auto density =
        temperature_density(map, found, {.columns = 30, .rows = 40, .points = 7, .transient = 10});
    ASSERT_TRUE(density.has_value());
    EXPECT_EQ(density->inside(), 30 * 7);
    EXPECT_EQ(density->window().left, found.lowest);
}

TEST(HerdedPoints, AreThoseOfTheMapAtTemperatureZero) {
    const FeatureTable table = parse_feature_csv("state,x,y\na,0,0\nb,1,0\nc,0,1\n", "test.csv");
    const TemperedMap map = tempered_map(table, UniformTarget{});
    const auto points = herded_points(map, {0, 1}, 300, 0);
    ASSERT_EQ(points.size(), 300U);
    for (const auto& [x, y] : points) {
        EXPECT_LT(std::abs(x), 1.5);
        EXPECT_LT(std::abs(y), 1.5);
    }
}

}  // namespace
}  // namespace drover::dynamics
