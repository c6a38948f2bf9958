#include <drover/data/feature_table.hpp>
#include <drover/dynamics/bifurcation_figure.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/dynamics/plane_figures.hpp>
#include <drover/dynamics/tipi_figure.hpp>
#include <drover/dynamics/torus_figure.hpp>
#include <drover/finite/error_figure.hpp>
#include <drover/neuron/figure.hpp>

#include "expect.hpp"
#include "svg_check.hpp"

namespace drover::dynamics {
namespace {

ExactModel model_of(const std::string& text) {
    return {parse_feature_csv(text, "test.csv"),
            UniformTarget{},
            {.max_steps = 100'000, .need = ModelNeed::points}};
}

const char* const four = "state,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1.3\n";
const char* const three = "state,x,y\na,0,0\nb,1,0.2\nc,0,1\n";
const char* const solid = "state,x,y,z\na,0,0,1\nb,1,0,2\nc,0,1,4\nd,1,1,0\n";
const char* const line = "state,x\na,0\nb,1\nc,5\n";

TEST(DensityRaster, IsDarkerWhereThereIsMore) {
    PointDensity density{{0, 3, 0, 1}, 3, 1};
    density.add(0.5, 0.5);
    for (int k = 0; k < 100; ++k) density.add(1.5, 0.5, 1);
    const Raster raster = density_raster(density, {"#0072b2", "#d55e00"});
    ASSERT_EQ(raster.pixels.size(), 3U);
    EXPECT_EQ(raster.palette[raster.pixels[0]], (Colour{0, 0x72, 0xB2, 110}));
    EXPECT_EQ(raster.palette[raster.pixels[1]], (Colour{0xD5, 0x5E, 0, 255}));
    EXPECT_EQ(raster.palette[raster.pixels[2]].alpha, 0);
}

TEST(DensityRaster, DrawsFewPointsLarger) {
    PointDensity density{{0, 100, 0, 100}, 100, 100};
    density.add(50.5, 50.5);
    density.add(0.5, 0.5);
    const Raster raster = density_raster(density, {"#0072b2"});
    const auto seen =
        std::count_if(raster.pixels.begin(), raster.pixels.end(), [](auto pixel) { return pixel > 0; });
    EXPECT_EQ(seen, 7 * 7 + 4 * 4);
    EXPECT_EQ(raster.pixels[49 * 100 + 50], raster.pixels[46 * 100 + 53]);
}

TEST(OrbitFigure, NamesHalfLinesAndMoves) {
    const ExactModel model = model_of(four);
    const std::string picture = svg(orbit_figure(model, trace_orbit(model, 50)));
    EXPECT_EQ(xml_problem(picture), "");
    for (const char* name : {">a | b<", ">b | d<", ">d | c<", ">c | a<", ">moves<"})
        EXPECT_TRUE(contains(picture, name)) << name;
}

TEST(Figures, AreDrawnForOneFeatureAndForThree) {
    for (const char* text : {line, four, solid}) {
        const ExactModel model = model_of(text);
        const std::size_t panels = text == solid ? 3 : 1;
        const Panels orbit = orbit_figure(model, trace_orbit(model, 50));
        const Panels attractor =
            attractor_figure(model, attractor_density(model, {.steps = 500, .burn_in = 0, .side = 20}), 500);
        const Panels tipi =
            tipi_figure(model, attractor_density(model, {.steps = 500, .burn_in = 0, .side = 20}));
        EXPECT_EQ(tipi.charts.size(), panels) << text;
        EXPECT_EQ(xml_problem(svg(tipi)), "");
        EXPECT_EQ(orbit.charts.size(), panels) << text;
        EXPECT_EQ(attractor.charts.size(), panels) << text;
        EXPECT_EQ(xml_problem(svg(orbit)), "");
        EXPECT_EQ(xml_problem(svg(attractor)), "");
    }
}

TEST(AttractorFigure, HasTheFeaturesAsCircles) {
    const ExactModel model = model_of(four);
    const Panels panels =
        attractor_figure(model, attractor_density(model, {.steps = 500, .burn_in = 0, .side = 20}), 500);
    const auto& chart = std::get<Chart>(panels.charts.front());
    EXPECT_EQ(chart.series.back().mark, Mark::circles);
    EXPECT_EQ(chart.series.back().y, (std::vector<double>{0, 0, 1, 1.3}));
    EXPECT_EQ(occurrences(svg(panels), "<image "), 1U);
}

TEST(TorusFigure, HasLatticeCellAndRotation) {
    const ExactModel model = model_of(three);
    const std::string picture = svg(torus_figure(model, follow_torus(model, {.steps = 100})));
    EXPECT_EQ(xml_problem(picture), "");
    for (const char* name : {">lattice of differences<", ">the torus<", ">rotation<"})
        EXPECT_TRUE(contains(picture, name)) << name;
}

TEST(TorusFigure, OfThreeDifferencesIsProjected) {
    const ExactModel model = model_of(solid);
    EXPECT_EQ(torus_figure(model, follow_torus(model, {.steps = 100})).charts.size(), 3U);
    const ExactModel neuron = model_of("state,x\na,0\nb,1\n");
    EXPECT_EQ(torus_figure(neuron, follow_torus(neuron, {.steps = 100})).charts.size(), 1U);
}

TEST(TipiFigure, IsOneImage) {
    const ExactModel model = model_of(four);
    const auto density =
        attractor_density(model, {.steps = 500, .burn_in = 0, .side = 20, .zoom = PlaneWindow{-2, 2, -2, 2}});
    const Panels panels = tipi_figure(model, density);
    ASSERT_EQ(panels.charts.size(), 1U);
    EXPECT_EQ(std::get<Chart>(panels.charts.front()).layers.front().raster.pixels.size(), 400U);
    EXPECT_EQ(tipi_raster(model, density.front()).pixels.size(), 400U);
    EXPECT_EQ(occurrences(svg(panels), "<image "), 1U);
}

TEST(NeuronFigure, MarksTheStartAndShowsStripes) {
    const std::string picture = svg(neuron::figure({.rate_name = "3/5",
                                                    .rate = 0.6,
                                                    .start = 0.1,
                                                    .weights = {-0.3, 0.3, -0.1},
                                                    .states = "101",
                                                    .compared = neuron::rabbit_sequence(3),
                                                    .compared_name = "the rabbit sequence"}));
    EXPECT_EQ(xml_problem(picture), "");
    EXPECT_TRUE(contains(picture, ">start</text>"));
    EXPECT_EQ(occurrences(picture, "<image "), 1U);
}

TEST(RabbitSequence, IsThatOfTheChapter) {
    EXPECT_EQ(neuron::rabbit_sequence(30), "101101011011010110101101101011");
    EXPECT_EQ(neuron::rabbit_sequence(0), "");
}

TEST(ErrorFigure, HasTheBoundOnlyWhereItIsKnown) {
    const std::vector<CoursePoint> course{{1, 1, 1, {1}}, {2, 0.5, 1, {1}}};
    EXPECT_TRUE(contains(svg(error_figure(course, course, 1.0)), ">2R/T"));
    EXPECT_FALSE(contains(svg(error_figure(course, course, std::nullopt)), ">2R/T"));
    EXPECT_TRUE(contains(svg(error_figure(course, course, 1.0)), ">independent draws<"));
}

TEST(ErrorFigure, LeavesOutWhereTheMomentsAreMetButForRounding) {
    const std::vector<CoursePoint> course{{1, 1, 1, {1}}, {2, 1e-16, 2e-16, {1}}, {3, 0.5, 1.5, {1}}};
    const Panels panels = error_figure(course, {}, std::nullopt);
    for (const auto& panel : panels.charts)
        EXPECT_EQ(std::get<Chart>(panel).series.front().x, (std::vector<double>{1, 3}));
}

TEST(BifurcationFigure, HasFourPanelsOfTwoFeaturesAndThreeOfOne) {
    for (const char* text : {"state,x\na,0\nb,1\n", four}) {
        const FeatureTable table = parse_feature_csv(text, "test.csv");
        const TemperedMap map = tempered_map(table, UniformTarget{});
        const Bifurcation found =
            bifurcation(map, {.temperature_count = 12, .point_count = 1, .max_windows = 0});
        const auto density = temperature_density(map, found, {.columns = 20, .rows = 20, .points = 5});
        const Panels panels = bifurcation_figure(map, found, density, {.cloud_points = 100});
        EXPECT_EQ(panels.charts.size(), table.feature_count() == 1 ? 3U : 4U);
        EXPECT_EQ(xml_problem(svg(panels)), "");
    }
}

}  // namespace
}  // namespace drover::dynamics
