#include <clocale>
#include <cmath>
#include <limits>
#include <locale>

#include <drover/plot/impl/svg.hpp>

#include "expect.hpp"
#include "svg_check.hpp"

namespace drover {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(SvgText, IsEscaped) {
    EXPECT_EQ(escaped("a<b & \"c\">'d'"), "a&lt;b &amp; &quot;c&quot;&gt;'d'");
    EXPECT_EQ(escaped("\xC3\xA9\t\n\x01"), "\xC3\xA9  \xEF\xBF\xBD");
}

TEST(SvgText, BytesThatAreNoUtf8AreReplaced) {
    const std::string bad = "\xEF\xBF\xBD";
    EXPECT_EQ(escaped("\xFFz"), bad + "z");
    EXPECT_EQ(escaped("\xC3"), bad);
    EXPECT_EQ(escaped("\xC0\xAF"), bad + bad);
    EXPECT_EQ(escaped("\xED\xA0\x80"), bad + bad + bad);
    EXPECT_EQ(escaped("\xF0\x9F\x90\x84"), "\xF0\x9F\x90\x84");
}

TEST(SvgText, IsShortenedByCharacters) {
    EXPECT_EQ(shortened("\xC3\xA9t\xC3\xA9", 3), "\xC3\xA9t\xC3\xA9");
    EXPECT_EQ(shortened("\xC3\xA9t\xC3\xA9s", 3), "\xC3\xA9t\xE2\x80\xA6");
}

TEST(SvgText, WrapsAtBlanksIntoThreeLines) {
    EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrapped("abcdefghij", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
    EXPECT_EQ(wrapped("a b c d e f", 3), (std::vector<std::string>{"a b", "c d", "e f"}));
    EXPECT_EQ(wrapped("a b c d e f g", 3), (std::vector<std::string>{"a b", "c d", "e \xE2\x80\xA6"}));
    EXPECT_TRUE(wrapped("", 5).empty());
}

TEST(SvgCoordinates, HaveTwoDecimalsAtMost) {
    EXPECT_EQ(px(3), "3");
    EXPECT_EQ(px(12.5), "12.5");
    EXPECT_EQ(px(-0.254), "-0.25");
    EXPECT_EQ(px(0.001), "0");
    EXPECT_EQ(px(-0.001), "0");
    EXPECT_EQ(px(1.999), "2");
    EXPECT_EQ(px(7.05), "7.05");
}

Chart tiny() {
    return {.title = "a < b",
            .x = {.label = "x"},
            .y = {.label = "y"},
            .series = {{.name = "s", .x = {0, 1, 2}, .y = {0, 1, 0}}},
            .width = 160,
            .height = 140};
}

TEST(Chart, TinyOneIsWrittenByteForByte) {
    EXPECT_EQ(
        svg(tiny()),
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="160" height="140" viewBox="0 0 160 140" font-family="sans-serif" font-size="12" role="img" aria-label="a &lt; b">
<rect width="160" height="140" fill="#fff"/>
<text x="80" y="27" text-anchor="middle" font-size="15" fill="#111">a &lt; b</text>
<path d="M16 42h24" fill="none" stroke="#0072b2" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
<text x="46" y="46" fill="#333">s</text>
<text x="56.48" y="109" text-anchor="middle" font-size="11" fill="#333">0</text>
<text x="97.24" y="109" text-anchor="middle" font-size="11" fill="#333">1</text>
<text x="138" y="109" text-anchor="middle" font-size="11" fill="#333">2</text>
<path d="M56.48 63v30M97.24 63v30M138 63v30" fill="none" stroke="#e4e4e4" stroke-width="1"/>
<text x="50.48" y="97" text-anchor="end" font-size="11" fill="#333">0</text>
<text x="50.48" y="82" text-anchor="end" font-size="11" fill="#333">0.5</text>
<text x="50.48" y="67" text-anchor="end" font-size="11" fill="#333">1.0</text>
<path d="M56.48 93h81.52M56.48 78h81.52M56.48 63h81.52" fill="none" stroke="#e4e4e4" stroke-width="1"/>
<path d="M56.48 93L97.24 63L138 93" fill="none" stroke="#0072b2" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"/>
<path d="M56.48 63v30h81.52" fill="none" stroke="#666" stroke-width="1"/>
<text x="97.24" y="130" text-anchor="middle" font-size="13" fill="#333">x</text>
<text x="19" y="78" text-anchor="middle" font-size="13" transform="rotate(-90 19 78)" fill="#333">y</text>
</svg>
)svg");
}

TEST(Chart, FileHasADeclarationFitsThePageAndKnowsDarkPaper) {
    std::string file = svg(tiny(), SvgForm::file);
    for (const std::string& part :
         {std::string{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"},
          std::string{" style=\"max-width:100%;height:auto\""}, "\n<style>" + dark_style("") + "</style>"}) {
        ASSERT_TRUE(contains(file, part)) << part;
        file.erase(file.find(part), part.size());
    }
    EXPECT_EQ(file, svg(tiny()));
    EXPECT_TRUE(contains(dark_style(""), "@media(prefers-color-scheme:dark)"));
}

TEST(DarkStyle, HasATwinForEveryColourOfTheSeven) {
    for (std::size_t n = 0; n < 7; ++n)
        EXPECT_TRUE(contains(dark_style("svg "), "svg [stroke=\"" + series_colour(n) + "\"]{stroke:")) << n;
}

TEST(SvgText, IsRaisedAndLoweredWithinTheLine) {
    SvgPage page;
    page.add(SvgText{.text = "T_{1} = 10^{-3} s"});
    std::ostringstream out;
    page.write(out, "T_{1}", 100, 100, SvgForm::embedded);
    EXPECT_TRUE(contains(out.str(),
                         "T<tspan dy=\"2.64\" font-size=\"9\">1</tspan><tspan dy=\"-2.64\"> = 10</tspan>"
                         "<tspan dy=\"-4.8\" font-size=\"9\">-3</tspan><tspan dy=\"4.8\"> s</tspan></text>"))
        << out.str();
    EXPECT_TRUE(contains(out.str(), "aria-label=\"T_1\""));
    EXPECT_EQ(plain_text("a^{b"), "a^b");
    EXPECT_EQ(plain_text("age_sex^2"), "age_sex^2");
    EXPECT_LT(text_width("10^{-3}", 12), text_width("10-3", 12));
}

TEST(Chart, RangeCutsAndKeepsWhatIsInside) {
    Chart chart = tiny();
    chart.x.range = {0.5, 1.5};
    chart.series[0].labels = {"outside", "inside", ""};
    const std::string picture = svg(chart);
    expect_sound(picture);
    EXPECT_EQ(occurrences(picture, "<svg"), 2U);
    EXPECT_TRUE(contains(picture, ">inside</text>"));
    EXPECT_FALSE(contains(picture, "outside"));
    chart.x = {.scale = Scale::log, .range = AxisRange{1, 2}};
    EXPECT_INPUT_ERROR(svg(chart), "Chart: x: only a linear axis can have a range");
}

TEST(Chart, ArrowsAndCirclesAreDrawn) {
    const std::string picture =
        svg(Chart{.series = {{.x = {0, 1, 5, 6}, .y = {0, 0, 1, 1}, .mark = Mark::arrows},
                             {.name = "o", .x = {1}, .y = {1}, .mark = Mark::circles}}});
    expect_sound(picture);
    EXPECT_EQ(occurrences(picture, "a5 5 0 1 0 10 0a5 5 0 1 0 -10 0"), 2U);  // with that of the legend
}

TEST(Chart, LabelsAreOneAPoint) {
    Chart chart = tiny();
    chart.series[0].labels = {"a"};
    EXPECT_INPUT_ERROR(svg(chart), "Chart: series \"s\": labels (1) and y (3) must have the same size");
}

TEST(Chart, SeriesTakeColoursThatNobodyAskedFor) {
    const std::string picture = svg(Chart{
        .series = {{.y = {1, 2}}, {.y = {1, 3}, .colour = "#0072b2"}, {.y = {1, 4}, .colour = "#123456"}}});
    EXPECT_EQ(occurrences(picture, "stroke=\"#d55e00\""), 1U);
    EXPECT_EQ(occurrences(picture, "stroke=\"#0072b2\""), 1U);
    EXPECT_EQ(occurrences(picture, "stroke=\"#123456\""), 1U);
}

TEST(Chart, LayerIsOneImageInItsPlace) {
    Chart chart{.x = {.range = AxisRange{0, 2}}, .y = {.range = AxisRange{0, 1}}};
    chart.layers.push_back(
        {.raster = {.column_count = 2, .pixels = {0, 1}, .palette = {{1, 2, 3}, {4, 5, 6}}},
         .x = {0, 2},
         .y = {0, 1}});
    chart.equal_scales = true;
    const std::string picture = svg(chart);
    EXPECT_EQ(xml_problem(picture), "");
    EXPECT_EQ(occurrences(picture, "<image "), 1U);
    EXPECT_TRUE(contains(picture, "image-rendering=\"pixelated\" href=\"data:image/png;base64,iVBORw0KGgo"));
    EXPECT_FALSE(contains(picture, "no data"));
}

// Digits in groups, as in some locales.
struct Grouped : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
};

TEST(Chart, StateOfTheStreamDoesNotShow) {
    std::ostringstream out;
    out.imbue(std::locale{std::locale::classic(), new Grouped});
    out << std::hex << std::scientific;
    write_svg(out, tiny(), SvgForm::embedded);
    EXPECT_EQ(out.str(), svg(tiny()));
}

TEST(Chart, PowerLawsAreStraightOnLogAxes) {
    const auto chart = [](std::vector<double> x, std::vector<double> y) {
        return svg(Chart{.x = {.scale = Scale::log},
                         .y = {.scale = Scale::log},
                         .series = {{.x = std::move(x), .y = std::move(y), .mark = Mark::points}}});
    };
    const std::string picture = chart({1, 1e2, 1e4}, {1, 1e-1, 1e-2});
    EXPECT_TRUE(contains(picture, "d=\"M331.32 194h0M44.64 18h0M618 370h0\"")) << picture;
    expect_sound(picture);
}

TEST(Chart, WithoutDataSaysWhy) {
    for (const Chart& chart : {Chart{}, Chart{.series = {{.name = "empty"}}}}) {
        const std::string picture = svg(chart);
        expect_sound(picture);
        EXPECT_TRUE(contains(picture, ">no data: no values were found to draw</text>"));
    }
    const std::string picture = svg(Chart{.y = {.scale = Scale::log}, .series = {{.y = {0, -1}}}});
    expect_sound(picture);
    EXPECT_TRUE(contains(picture, ">no data: none of the values can be drawn</text>"));
}

TEST(Chart, LeavesOutCountsAndStatesWhatCannotBeDrawn) {
    const std::string picture =
        svg(Chart{.y = {.scale = Scale::log},
                  .series = {{.x = {1, 2, 3, NAN, 5, 6}, .y = {1, 0, NAN, 1, infinity, 2}}}});
    expect_sound(picture);
    EXPECT_TRUE(contains(
        picture, ">Left out: 3 values that are not finite, 1 value that is not positive on a log axis<"));
    EXPECT_FALSE(contains(svg(tiny()), "Left out"));
}

TEST(Chart, BandThatCannotBeDrawnLeavesTheLine) {
    const std::string picture =
        svg(Chart{.y = {.scale = Scale::log},
                  .series = {{.x = {1, 2, 3}, .y = {1, 2, 3}, .low = {0.5, 1, -1}, .high = {2, 3, 4}}}});
    expect_sound(picture);
    EXPECT_TRUE(contains(picture, "1 value that is not positive"));
    EXPECT_EQ(occurrences(picture, "fill-opacity"), 1U);
}

TEST(Chart, GapsBreakALineAndLonePointsAreDots) {
    const std::string picture = svg(Chart{.series = {{.y = {1, 2, NAN, 3, NAN, 4, 5}}}});
    expect_sound(picture);
    EXPECT_EQ(occurrences(picture, "h0\""), 1U);
}

TEST(Chart, PartsOfALineAreNotJoined) {
    const Chart chart{.series = {{.x = {1, 2, 2, 3}, .y = {1, 2, 1, 3}, .starts = {0, 2}}}};
    Chart joined = chart;
    joined.series[0].starts = {};
    EXPECT_EQ(occurrences(svg(chart), "M"), occurrences(svg(joined), "M") + 1);
    EXPECT_FALSE(contains(svg(chart), "Left out"));
}

TEST(Chart, OnePointAndEqualValuesAreDrawn) {
    for (const double value : {0.0, 7.0, -1e-9, 1e200, 5e-324}) {
        const std::string picture = svg(Chart{.series = {{.x = {value}, .y = {value}}}});
        expect_sound(picture);
        EXPECT_EQ(occurrences(picture, "h0\""), 1U) << value;
    }
    expect_sound(svg(Chart{.series = {{.y = {3, 3, 3}}}}));
}

TEST(Chart, EveryPairOfScalesTakesExtremeRanges) {
    const std::vector<double> extreme{5e-324, 1e-300, 1, 1e300};
    for (const Scale x : {Scale::linear, Scale::log}) {
        for (const Scale y : {Scale::linear, Scale::log}) {
            expect_sound(
                svg(Chart{.x = {.scale = x}, .y = {.scale = y}, .series = {{.x = extreme, .y = extreme}}}));
        }
    }
}

TEST(Chart, IncludedValuesWidenTheAxis) {
    Chart chart = tiny();
    chart.y.include = {40};
    EXPECT_TRUE(contains(svg(chart), ">40</text>"));
}

TEST(Chart, LongLinesKeepOnlyWhatCanBeSeen) {
    Series series;
    for (int i = 0; i < 100'000; ++i) series.y.push_back(i % 7);
    const std::string picture = svg(Chart{.series = {series}});
    expect_sound(picture);
    EXPECT_LT(picture.size(), 80'000U);
}

TEST(Chart, PointsAreOnePathAndEachPlaceIsWrittenOnce) {
    Series series{.mark = Mark::points};
    for (int i = 0; i < 9'000; ++i) {
        series.x.push_back(i % 30);
        series.y.push_back(i % 20);
    }
    const std::string picture = svg(Chart{.series = {series}});
    EXPECT_EQ(occurrences(picture, "h0"), 60U);
    EXPECT_EQ(occurrences(picture, "<circle"), 0U);
}

TEST(Chart, NamesAreEscapedAndLongOnesShortened) {
    Chart chart = tiny();
    chart.title = std::string(400, '<');
    chart.x.label = std::string(400, '&');
    chart.y.label = "\"y\" \xFF";
    chart.series.front().name = std::string(400, 'w') + "<";
    chart.height = 300;
    const std::string picture = svg(chart);
    expect_sound(picture);
    EXPECT_TRUE(contains(picture, "w\xE2\x80\xA6<title>www"));
}

TEST(Chart, RefusesSizesThatDoNotFit) {
    EXPECT_INPUT_ERROR(svg(Chart{.series = {{.name = "a", .x = {1}, .y = {1, 2}}}}),
                       "Chart: series \"a\": x (1) and y (2) must have the same size");
    EXPECT_INPUT_ERROR(svg(Chart{.series = {{.name = "a", .y = {1, 2}, .low = {1, 2}}}}),
                       "Chart: series \"a\": high (0) and y (2) must have the same size");
    EXPECT_INPUT_ERROR(svg(Chart{.series = {{.y = {1e301}}}}),
                       "Chart: y: expected values up to 1e300 on a linear axis, got 1e+301");
    EXPECT_INPUT_ERROR(svg(Chart{.width = NAN}),
                       "Chart: width and height must be between 100 and 10000 pixels, got nan");
    Chart crowded = tiny();
    crowded.height = 100;
    crowded.title = std::string(200, 'x');
    EXPECT_THROW(svg(crowded), InputError);
}

BarChart three_groups() {
    return {.title = "bars",
            .y = {.label = "error"},
            .categories = {"a & b", "c"},
            .groups = {{"one", {1, 2}}, {"two", {3, -4}}, {"three", {0, NAN}}}};
}

TEST(BarChart, HasABarForEveryValueThatCanBeDrawn) {
    const std::string picture = svg(three_groups());
    expect_sound(picture);
    EXPECT_EQ(occurrences(picture, "<title>"), 5U);
    EXPECT_TRUE(contains(picture, "<title>two, a &amp; b: 3</title>"));
    EXPECT_TRUE(contains(picture, "Left out: 1 value that is not finite"));
}

TEST(Chart, NamesOfWideLettersKeepTheirDistanceInTheLegend) {
    const auto second_name_at = [](const std::string& first) {
        const std::string picture =
            svg(Chart{.series = {{.name = first, .y = {1, 2}}, {.name = "b", .y = {2, 1}}}});
        const std::size_t at = picture.rfind("x=\"", picture.find(">b</text>")) + 3;
        return std::stod(picture.substr(at, picture.find('"', at) - at));
    };
    EXPECT_GT(second_name_at("WWWWWWWWWW"), 46 + 10 * 12 * 0.98 + 40);
    EXPECT_LT(second_name_at("llllllllll"), second_name_at("WWWWWWWWWW"));
}

TEST(BarChart, WhatIsMissingHasNoBarAndIsNamed) {
    BarChart chart{.categories = {"a", "b"}, .groups = {{"", {1, NAN}}}};
    EXPECT_TRUE(contains(svg(chart), "1 value that is not finite"));
    chart.missing = "not published";
    EXPECT_TRUE(contains(svg(chart), ">No bar: not published</text>"));
    chart.groups[0].values[1] = 2;
    EXPECT_FALSE(contains(svg(chart), "No bar"));
}

TEST(BarChart, CategoriesMayHaveColoursOfTheirOwn) {
    BarChart chart{.categories = {"a", "b"},
                   .groups = {{.values = {1, 2}, .colours = {"#0072b2", "#d55e00"}}}};
    EXPECT_EQ(occurrences(svg(chart), R"(fill="#0072b2">)"), 1U);
    EXPECT_EQ(occurrences(svg(chart), R"(fill="#d55e00">)"), 1U);
    chart.groups[0].colours.pop_back();
    EXPECT_INPUT_ERROR(svg(chart),
                       "BarChart: group \"\": colours (1) and categories (2) must have the same size");
}

TEST(BarChart, ShortNamesAreLeftOutRatherThanTurned) {
    BarChart chart{.groups = {{""}}, .width = 200, .height = 200};
    for (int k = 0; k < 40; ++k) {
        chart.categories.push_back(std::to_string(k));
        chart.groups[0].values.push_back(1);
    }
    EXPECT_FALSE(contains(svg(chart), "rotate(-45"));
    chart.categories[3] = "a long name";
    EXPECT_TRUE(contains(svg(chart), "rotate(-45"));
}

TEST(BarChart, AlwaysShowsZeroOnALinearAxis) {
    EXPECT_TRUE(contains(svg(BarChart{.categories = {"a"}, .groups = {{"", {95}}}}), ">0</text>"));
}

TEST(BarChart, LogBarsStandOnTheLowerEnd) {
    BarChart chart = three_groups();
    chart.y.scale = Scale::log;
    const std::string picture = svg(chart);
    expect_sound(picture);
    EXPECT_TRUE(
        contains(picture, "1 value that is not finite, 2 values that are not positive on a log axis"));
}

TEST(BarChart, ErrorBarsAreDrawnWhereThereIsASpreadAndAreInsideTheAxis) {
    BarChart chart{.categories = {"a", "b", "c"}, .groups = {{"", {90, 50, 20}, {25, 0, NAN}}}};
    const std::string picture = svg(chart);
    expect_sound(picture);
    EXPECT_EQ(occurrences(picture, "stroke=\"#222\""), 1U);
    EXPECT_TRUE(contains(picture, "<title>a: 90 +- 25</title>"));
    EXPECT_TRUE(contains(picture, "<title>b: 50</title>"));
    EXPECT_TRUE(contains(picture, ">120</text>"));  // 115 is on the axis
}

TEST(BarChart, AnErrorBarThatALogAxisCannotHoldIsLeftOut) {
    BarChart chart{.y = {.scale = Scale::log}, .categories = {"a", "b"}, .groups = {{"", {1, 5}, {2, 1}}}};
    EXPECT_EQ(occurrences(svg(chart), "stroke=\"#222\""), 1U);
}

TEST(BarChart, ManyLongNamesAreTurnedAndThinnedOut) {
    BarChart chart{.groups = {{"", std::vector<double>(300, 1.0)}}};
    for (int i = 0; i < 300; ++i) chart.categories.push_back("category number " + std::to_string(i));
    const std::string picture = svg(chart);
    expect_sound(picture);
    EXPECT_LT(occurrences(picture, "rotate(-45"), 60U);
}

TEST(BarChart, DegenerateOnesWorkAndBrokenOnesAreRefused) {
    EXPECT_TRUE(contains(svg(BarChart{}), "no data"));
    expect_sound(svg(BarChart{.categories = {"a"}}));
    expect_sound(svg(BarChart{.categories = {"a"}, .groups = {{"", {0}}}}));
    EXPECT_INPUT_ERROR(svg(BarChart{.categories = {"a"}, .groups = {{"g", {1, 2}}}}),
                       "BarChart: group \"g\": values (2) and categories (1) must have the same size");
    EXPECT_INPUT_ERROR(svg(BarChart{.categories = {"a"}, .groups = {{"g", {1}, {1, 2}}}}),
                       "BarChart: group \"g\": spreads (2) and categories (1) must have the same size");
}

}  // namespace
}  // namespace drover
