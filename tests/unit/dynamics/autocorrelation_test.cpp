#include <gtest/gtest.h>

#include <cmath>

#include <drover/dynamics/autocorrelation.hpp>

#include "exact_models.hpp"
#include "expect.hpp"

namespace drover::dynamics {
namespace {

TEST(RandomField, HasTheMomentsOfItsShares) {
    // Without parameters all states are alike: 2^24 / 10 each, the rest to the first.
    const RandomField field = random_field({.parameter_scale = 0}, 3);
    EXPECT_EQ(field.features.state_count(), 10U);
    ASSERT_EQ(field.moments.counts.size(), 7U);
    for (std::size_t a = 0; a < 7; ++a) {
        Int128 sum = Int128{6} * field.features.row(0)[a];
        for (std::size_t s = 0; s < 10; ++s) sum += Int128{1'677'721} * field.features.row(s)[a];
        EXPECT_TRUE(field.moments.counts[a] == sum);
    }
}

TEST(RandomField, IsAnotherForEachNumberAndSeed) {
    const auto first = [](std::uint64_t seed, std::uint64_t number) {
        return random_field({.seed = seed}, number).features.row(0)[0];
    };
    EXPECT_NE(first(1, 0), first(1, 1));
    EXPECT_NE(first(1, 0), first(2, 0));
}

TEST(StudyAutocorrelation, IsTheSameForAnyThreadCount) {
    const AutocorrelationStudyOptions options{.model_count = 7, .steps = 500, .max_lag = 5};
    ThreadPool pool{3};
    const AutocorrelationStudy alone = study_autocorrelation(options);
    const AutocorrelationStudy shared = study_autocorrelation(options, &pool);
    EXPECT_EQ(alone.curves, shared.curves);
    EXPECT_EQ(alone.mean, shared.mean);
    EXPECT_EQ(alone.spread, shared.spread);
}

TEST(StudyAutocorrelation, SumsUpItsCurves) {
    const AutocorrelationStudy study =
        study_autocorrelation({.model_count = 2, .steps = 1'000, .max_lag = 3});
    for (std::size_t lag = 0; lag <= 3; ++lag) {
        const double a = study.curves[0][lag];
        const double b = study.curves[1][lag];
        EXPECT_NEAR(study.mean[lag], (a + b) / 2, 1e-15);
        EXPECT_NEAR(study.spread[lag], std::abs(a - b) / std::sqrt(2.0), 1e-15);
    }
}

TEST(StudyAutocorrelation, HasNoCurveForModelsOfOneState) {
    const AutocorrelationStudy study =
        study_autocorrelation({.model_count = 2, .state_count = 1, .steps = 10});
    EXPECT_TRUE(study.curves[0].empty());
    EXPECT_TRUE(study.mean.empty());
    EXPECT_EQ(study.negative_share, 0);
}

TEST(StudyAutocorrelation, RefusesAnEmptyStudy) {
    EXPECT_INPUT_ERROR(
        study_autocorrelation({.model_count = 0}),
        "study_autocorrelation: expected models, states, features, steps and a max_lag of at least 1");
}

TEST(StudyAutocorrelation, TellsEveryModelAndStopsWhereItIsAskedTo) {
    StopFlag source;
    AutocorrelationStudyOptions options{.model_count = 6, .steps = 100, .control = {.stop = &source}};
    options.control.progress = [&](std::int64_t models) {
        if (models == 4) source.request_stop();
    };
    const AutocorrelationStudy study = study_autocorrelation(options);
    EXPECT_TRUE(study.stopped);
    EXPECT_FALSE(study.curves[3].empty());
    EXPECT_TRUE(study.curves[4].empty());
    EXPECT_EQ(study.mean.size(), 21U);
}

TEST(FindAutocorrelation, OfANeuronOfRateAHalfAlternates) {
    const ExactModel neuron = testing::exact_model(StateTable{{0}, {1}}, Moments{{}, {1}, 2});
    EXPECT_EQ(find_autocorrelation(neuron, {.steps = 1'000, .max_lag = 3}),
              (std::vector<double>{1, -1, 1, -1}));
}

TEST(FindAutocorrelation, IsEmptyForOneState) {
    EXPECT_TRUE(find_autocorrelation(testing::exact_model(StateTable{{1}}, Moments{{}, {1}, 1})).empty());
}

}  // namespace
}  // namespace drover::dynamics
