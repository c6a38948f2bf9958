#include <cmath>

#include <drover/plot/heat_map.hpp>
#include <drover/plot/image.hpp>

#include "expect.hpp"
#include "svg_check.hpp"

namespace drover {
namespace {

HeatMap square(std::vector<double> values) {
    return {
        .title = "map", .row_names = {"a", "b<"}, .column_names = {"c", "d"}, .values = std::move(values)};
}

TEST(HeatMap, EndsOfTheRangeHaveTheEndsOfViridis) {
    const std::string picture = svg(square({0, 1, 2, 4}));
    expect_sound(picture);
    EXPECT_TRUE(contains(picture, "fill=\"#440154\"><title>a, c: 0</title>"));
    EXPECT_TRUE(contains(picture, "fill=\"#21918c\"><title>b&lt;, c: 2</title>"));
    EXPECT_TRUE(contains(picture, "fill=\"#fde725\"><title>b&lt;, d: 4</title>"));
}

TEST(HeatMap, ZeroIsWhiteWhereColoursHaveASign) {
    HeatMap map = square({0, -1, 2, 4});
    map.colours = Colours::orange_purple;
    const std::string picture = svg(map);
    EXPECT_TRUE(contains(picture, "fill=\"#f7f7f7\"><title>a, c: 0</title>"));
    EXPECT_TRUE(contains(picture, ">-4</text>"));
}

TEST(HeatMap, GivenRangeHoldsValuesBeyondIt) {
    HeatMap map = square({0, 1, 2, 4});
    map.low = 1;
    map.high = 2;
    const std::string picture = svg(map);
    EXPECT_TRUE(contains(picture, "fill=\"#440154\"><title>a, c: 0</title>"));
    EXPECT_TRUE(contains(picture, "fill=\"#fde725\"><title>b&lt;, d: 4</title>"));
}

TEST(HeatMap, ValuesThatAreNotFiniteAreGreyAndCounted) {
    const std::string picture = svg(square({0, NAN, INFINITY, 4}));
    EXPECT_EQ(xml_problem(picture), "");
    EXPECT_EQ(occurrences(picture, "#bbb"), 2U);
    EXPECT_TRUE(contains(picture, "Grey: 2 values that are not finite"));
}

TEST(HeatMap, GreySquaresMayHaveAMeaning) {
    HeatMap map = square({0, NAN, INFINITY, 4});
    map.grey = "no table";
    const std::string picture = svg(map);
    EXPECT_TRUE(contains(picture, "<title>a, d: no table</title>"));
    EXPECT_TRUE(contains(picture, ">Grey: no table</text>"));
    EXPECT_FALSE(contains(picture, "finite"));
    map.values = {1, 2, 3, 4};
    EXPECT_FALSE(contains(svg(map), "Grey"));
}

TEST(HeatMap, DegenerateRangesAreDrawn) {
    expect_sound(svg(square({3, 3, 3, 3})));
    expect_sound(svg(square({-1.7e308, 0, 0, 1.7e308})));
    expect_sound(svg(square({0, 0, 0, 5e-324})));
    EXPECT_EQ(xml_problem(svg(square({NAN, NAN, NAN, NAN}))), "");
}

TEST(HeatMap, RefusesWhatDoesNotFit) {
    EXPECT_INPUT_ERROR(svg(HeatMap{}), "HeatMap: needs at least one row and one column");
    EXPECT_INPUT_ERROR(svg(square({1, 2, 3})), "HeatMap: expected 2 x 2 values, got 3");
    HeatMap map = square({1, 2, 3, 4});
    map.low = 9;
    EXPECT_INPUT_ERROR(svg(map), "HeatMap: low (9) must not be above high (4), and both must be finite");
    HeatMap wide{.row_names = {"r"},
                 .column_names = std::vector<std::string>(5'000),
                 .values = std::vector<double>(5'000)};
    EXPECT_INPUT_ERROR(svg(wide), "HeatMap: no room for 1 x 5000 squares in a width of 640 pixels");
}

TEST(Image, RunsOfARowAreOneRectangle) {
    const std::string picture = svg(Image{.column_count = 3, .values = {1, 1, 0, 0, 1, 1}});
    expect_sound(picture);
    EXPECT_TRUE(contains(picture, "<path d=\"M0 0h2v1h-2zM1 1h2v1h-2z\" fill=\"rgb(0,0,0)\"/>")) << picture;
}

TEST(Image, GreysAndSpinsHaveTheirEnds) {
    EXPECT_TRUE(contains(svg(Image{.column_count = 2, .values = {0, 0.5}}), "fill=\"rgb(127,127,127)\""));
    EXPECT_TRUE(contains(svg(Image{.column_count = 2, .values = {-1, 1}, .white = -1}), "M1 0h1v1h-1z"));
    EXPECT_TRUE(
        contains(svg(Image{.column_count = 2, .values = {0, 1}, .white = 1, .black = 0}), "M0 0h1v1h-1z"));
}

TEST(Image, BinaryPicturesStayCompact) {
    Image image{.column_count = 100, .values = {}};
    for (int i = 0; i < 10'000; ++i) image.values.push_back(i * i % 7 < 3 ? 1 : 0);
    const std::string picture = svg(image);
    expect_sound(picture);
    EXPECT_LT(picture.size(), 60'000U);
}

TEST(Image, RefusesBrokenRowsAndValuesOutsideTheRange) {
    EXPECT_INPUT_ERROR(svg(Image{}), "Image: expected complete rows of 0 values, got 0 values");
    EXPECT_INPUT_ERROR(svg(Image{.column_count = 2, .values = {0, 1, 1}}),
                       "Image: expected complete rows of 2 values, got 3 values");
    EXPECT_INPUT_ERROR(svg(Image{.column_count = 2, .values = {0, 1, 1, NAN}}),
                       "Image: row 2, column 2: expected a value from 0 to 1, got nan");
    EXPECT_INPUT_ERROR(svg(Image{.column_count = 1, .values = {0}, .black = 0}),
                       "Image: white (0) and black (0) must be finite and differ");
}

}  // namespace
}  // namespace drover
