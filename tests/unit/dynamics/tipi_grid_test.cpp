#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <drover/dynamics/tipi_grid.hpp>
#include <drover/herd/moments/tipi.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::Dice;

// Integer weights, where double is exact.
TEST(TipiGrid, HasTheValuesOfTheTipiFunction) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 6, 2);
        const Moments moments = random_moments(dice, table);
        const TipiGrid grid = tipi_grid(
            table, moments,
            {.x_low = -4, .x_high = 4, .y_low = -2, .y_high = 6, .column_count = 9, .row_count = 9});
        for (std::int64_t row = 0; row < 9; ++row) {
            for (std::int64_t column = 0; column < 9; ++column) {
                const std::vector<std::int64_t> w{column - 4, 6 - row};
                const auto exact = tipi(table, moments, WeightSpan<std::int64_t>{w});
                const auto i = static_cast<std::size_t>(row * 9 + column);
                ASSERT_EQ(grid.values[i],
                          static_cast<double>(exact.value) / static_cast<double>(moments.total));
                ASSERT_EQ(grid.states[i], exact.state);
            }
        }
    }
}

TEST(TipiGrid, RowsFallFromTheTop) {
    const TipiGrid grid =
        tipi_grid(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {1, 1}, 3}, {.column_count = 3, .row_count = 5});
    EXPECT_EQ(grid.x, (std::vector<double>{-1, 0, 1}));
    EXPECT_EQ(grid.y, (std::vector<double>{1, 0.5, 0, -0.5, -1}));
    EXPECT_EQ(grid.view().row_count(), 5U);
    EXPECT_EQ(grid.view()(2, 1), 0);
    EXPECT_EQ(grid.view()(0, 1), -2.0 / 3);
    EXPECT_EQ(grid.states[1], 2U);
}

TEST(TipiGrid, IsNowherePositiveInsideTheHull) {
    Dice dice{1};
    const StateTable table = random_table(dice, 6, 2);
    const TipiGrid grid = tipi_grid(table, random_moments(dice, table));
    EXPECT_LE(*std::max_element(grid.values.begin(), grid.values.end()), 1e-12);
}

TEST(TipiGrid, FeaturesOnAGridHaveTheirRealSize) {
    const TipiGrid whole = tipi_grid(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {1, 1}, 4});
    const TipiGrid eighths = tipi_grid(StateTable{{0, 0}, {8, 0}, {0, 8}}, {{}, {8, 8}, 4}, {.unit = 8});
    EXPECT_EQ(whole.values, eighths.values);
}

TEST(TipiGrid, RefusesOtherShapes) {
    const StateTable table{{0, 0}, {1, 1}};
    const Moments moments{{}, {1, 1}, 2};
    EXPECT_INPUT_ERROR(tipi_grid(StateTable{{0}, {1}}, {{}, {1}, 2}),
                       "tipi_grid: expected features 1 and 2, and as many moments, got 1 and 1");
    EXPECT_INPUT_ERROR(tipi_grid(table, moments, {.x_low = 2}),
                       "tipi_grid: expected a range of x from low to high, got 2 to 1");
    EXPECT_INPUT_ERROR(tipi_grid(table, moments, {.row_count = 1}),
                       "tipi_grid: expected at least 2 points along y, got 1");
}

TEST(TipiGrid, OfOneFeatureIsALine) {
    const TipiGrid grid = tipi_grid(StateTable{{0}, {1}}, {{}, {1}, 4}, {.column_count = 3, .y_feature = 0});
    EXPECT_EQ(grid.y, (std::vector<double>{0}));
    EXPECT_EQ(grid.values, (std::vector<double>{-0.25, 0, -0.75}));
    EXPECT_EQ(grid.states, (std::vector<std::size_t>{0, 0, 1}));
}

TEST(TipiGrid, OtherWeightsAreZero) {
    const StateTable solid{{0, 0, 5}, {1, 0, 2}, {0, 1, 4}};
    const TipiGrid slice = tipi_grid(solid, {{}, {1, 1, 11}, 3}, {.x_feature = 0, .y_feature = 2});
    const TipiGrid plane = tipi_grid(StateTable{{0, 5}, {1, 2}, {0, 4}}, {{}, {1, 11}, 3});
    EXPECT_EQ(slice.values, plane.values);
    EXPECT_EQ(slice.states, plane.states);
}

TEST(FindTipi, HasTheAttractorAndHowLowTheFunctionIsOnIt) {
    const StateTable table{{0, 0}, {8, 0}, {0, 8}};
    const Moments moments{{}, {31, 33}, 12};
    const ExactModel model = testing::exact_model(table, moments, 8);
    const TipiAttractor found = find_tipi(model, {.steps = 500, .burn_in = 10, .side = 11});
    ASSERT_EQ(found.attractor.size(), 500U);
    double largest = 0;
    double lowest = 0;
    for (const PlanePoint& point : found.attractor) {
        largest = std::max({largest, std::abs(point.x), std::abs(point.y)});
        const std::vector<double> w{point.x, point.y};
        lowest = std::min(lowest, tipi(table, moments, WeightSpan<double>{w}).value / (12 * 8));
    }
    EXPECT_EQ(found.reach, 2 * largest);
    EXPECT_EQ(found.grid.values.size(), 121U);
    EXPECT_TRUE(found.further.empty());
    EXPECT_EQ(found.lowest_on_attractor, lowest);
    EXPECT_LT(lowest, 0);
    EXPECT_EQ(find_tipi(model, {.steps = 10, .reach = 3}).reach, 3);
}

TEST(FindTipi, OfThreeFeaturesHasThreePlanes) {
    const ExactModel model = testing::exact_model(StateTable{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
                                                  Moments{{}, {3, 2, 1}, 7});
    const TipiAttractor found = find_tipi(model, {.steps = 100, .side = 5});
    ASSERT_EQ(found.further.size(), 2U);
    EXPECT_EQ(found.further[1].values.size(), 25U);
    EXPECT_LT(found.lowest_on_attractor, 0);
}

TEST(FindTipi, StopsWhereItIsAskedTo) {
    StopFlag flag;
    flag.request_stop();
    const ExactModel model = testing::exact_model(StateTable{{0, 0}, {1, 0}, {0, 1}}, Moments{{}, {1, 1}, 3});
    const TipiAttractor found = find_tipi(model, {.control = {.stop = &flag}});
    EXPECT_TRUE(found.stopped);
    EXPECT_TRUE(found.attractor.empty());
}

}  // namespace
}  // namespace drover::dynamics
