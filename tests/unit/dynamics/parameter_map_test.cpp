#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <drover/dynamics/lyapunov.hpp>
#include <drover/dynamics/parameter_map.hpp>

#include "expect.hpp"
#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

FeatureTable named_table() {
    FeatureTable table;
    table.state_names = {"a", "b.c"};
    table.feature_names = {"x", "y"};
    return table;
}

TEST(ParseVaried, KnowsTemperatureMomentsAndFeatures) {
    const FeatureTable table = named_table();
    const VariedParameter t = parse_varied("temperature=0.1:1/2", table);
    EXPECT_EQ(t, (VariedParameter{.low = 0.1, .high = 0.5}));
    const VariedParameter moment = parse_varied("y=-1:1", table);
    EXPECT_EQ(moment,
              (VariedParameter{.kind = VariedParameter::Kind::moment, .feature = 1, .low = -1, .high = 1}));
    const VariedParameter cell = parse_varied("b.c.x=0:2", table);
    EXPECT_EQ(cell,
              (VariedParameter{.kind = VariedParameter::Kind::feature, .state = 1, .low = 0, .high = 2}));
}

TEST(ParseVaried, RefusesOtherTexts) {
    const FeatureTable table = named_table();
    EXPECT_INPUT_ERROR(parse_varied("x", table), "expected NAME=LOW:HIGH, got \"x\"");
    EXPECT_INPUT_ERROR(parse_varied("x=1", table), "expected NAME=LOW:HIGH, got \"x=1\"");
    EXPECT_INPUT_ERROR(parse_varied("x=1:luck", table),
                       "expected NAME=LOW:HIGH with two numbers, got \"x=1:luck\"");
    EXPECT_INPUT_ERROR(parse_varied("x=2:1", table),
                       "expected NAME=LOW:HIGH with LOW below HIGH, got \"x=2:1\"");
    EXPECT_INPUT_ERROR(parse_varied("z=1:2", table),
                       "expected temperature, a feature, or a state and a feature as in a.x, got \"z\"");
}

// Of the golden table: 1 above T_1 = 0.3328, 2 below it; 4 from 0.1445 to 0.1131, but above 0.1160 some
// orbits come to another cycle of 2.
TEST(FindParameterMap, PeriodsAreThoseOfTheCascade) {
    ParameterMapOptions options{
        .varied = {VariedParameter{.low = 0.2, .high = 0.4},
                   VariedParameter{
                       .kind = VariedParameter::Kind::moment, .feature = 0, .low = 0.0249, .high = 0.0251}},
        .column_count = 4,
        .row_count = 1,
        .steps = 4'000};
    // Middles: 0.225, 0.275, 0.325, 0.375.
    EXPECT_EQ(find_parameter_map(golden_table(), options).values, (std::vector<double>{2, 2, 2, 1}));
    options.varied[0] = {.low = 0.1135, .high = 0.1155};
    EXPECT_EQ(find_parameter_map(golden_table(), options).values, (std::vector<double>{4, 4, 4, 4}));
}

TEST(FindParameterMap, AVariedFeatureIsThatOfTheTable) {
    const TemperedMap map = golden_table();
    ParameterMapOptions options{.varied = {VariedParameter{.kind = VariedParameter::Kind::feature,
                                                           .state = 1,
                                                           .feature = 0,
                                                           .low = -1,
                                                           .high = 1},
                                           VariedParameter{.low = 0.2, .high = 0.4}},
                                .column_count = 3,
                                .row_count = 2,
                                .steps = 2'000,
                                .quantity = MapQuantity::exponent};
    const std::vector<double> values = find_parameter_map(map, options).values;
    // The last row, 0.25, and the first column, -2/3.
    std::vector<double> features;
    for (std::size_t s = 0; s < map.state_count(); ++s)
        features.insert(features.end(), map.table().row(s).begin(), map.table().row(s).end());
    features[2] = -1 + 1.0 / 3;
    const TemperedMap one{RealStateTable{features, 2}, {map.moments().begin(), map.moments().end()}};
    const LyapunovSpectrum spectrum =
        lyapunov_spectrum(TemperedHerder{one, {.temperature = 0.25}}, {.burn_in = 3'000, .steps = 4'000});
    EXPECT_NEAR(values[3], spectrum.exponents[0], 5e-3);
}

TEST(FindParameterMap, ACycleOfTwoTurnsByHalfAStep) {
    const ParameterMapOptions options{
        .varied = {VariedParameter{.low = 0.2, .high = 0.3}, VariedParameter{.low = 0.2, .high = 0.3}},
        .column_count = 2,
        .row_count = 2,
        .steps = 3'000,
        .quantity = MapQuantity::rotation};
    for (const double value : find_parameter_map(golden_table(), options).values)
        EXPECT_NEAR(value, 0.5, 1e-9);
}

TEST(FindParameterMap, SameForAnyNumberOfThreads) {
    ParameterMapOptions options{
        .varied = {VariedParameter{.low = 0.05, .high = 0.3},
                   VariedParameter{
                       .kind = VariedParameter::Kind::moment, .feature = 1, .low = -0.3, .high = 0.1}},
        .column_count = 19,
        .row_count = 7,
        .steps = 300};
    ThreadPool pool{3};
    for (const MapQuantity quantity : {MapQuantity::period, MapQuantity::rotation, MapQuantity::exponent}) {
        options.quantity = quantity;
        EXPECT_EQ(find_parameter_map(golden_table(), options).values,
                  find_parameter_map(golden_table(), options, &pool).values);
    }
}

TEST(FindParameterMap, RefusesTemperaturesOf0) {
    ParameterMapOptions options{
        .varied = {VariedParameter{.low = 0, .high = 1}, VariedParameter{.low = 1, .high = 2}}};
    EXPECT_THROW(find_parameter_map(golden_table(), options), InputError);
    options.varied[0].low = 1;
    options.row_count = 0;
    EXPECT_THROW(find_parameter_map(golden_table(), options), InputError);
}

}  // namespace
}  // namespace drover::dynamics
