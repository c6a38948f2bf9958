#include <drover/lattice/study.hpp>

#include <cmath>

#include "expect.hpp"

namespace drover::lattice {
namespace {

IsingStudyOptions small() {
    return {.lattice = {12, 12}, .run = {.samples = 60, .burn_in = 10, .seed = 3}, .reference = 50};
}

TEST(StudyIsing, HerdsTheMomentsOfItsReferenceAndShowsBoth) {
    const IsingStudy study = study_ising(small());
    ASSERT_EQ(study.statistics.size(), 2U);
    EXPECT_EQ(study.statistics[0].method, "herding");
    EXPECT_EQ(study.statistics[1].method, "Swendsen-Wang");
    EXPECT_EQ(study.moments.node, Rational{0});
    const double edge = study.moments.edge.to_double();
    EXPECT_NEAR(study.statistics[1].correlation(1).value(), edge, 1e-6);
    ASSERT_TRUE(study.statistics[0].herding);
    // Every edge has the moment, as near as the error says; so has their mean.
    EXPECT_NEAR(study.statistics[0].correlation(1).value(), edge,
                study.statistics[0].herding->worst_moment_error + 1e-12);
    EXPECT_FALSE(study.stopped);
}

TEST(StudyIsing, IsOneRunOfEachMethod) {
    const IsingStudyOptions options = small();
    StepWatch watch{{}};
    const ModelSamples reference = sample_swendsen_wang(options.lattice, {}, options.beta,
                                                        {.samples = 50, .burn_in = 10, .seed = 3}, watch);
    const Statistics herded = herd(options.lattice, reference.moments, {}, options.run, watch);
    const IsingStudy study = study_ising(options);
    EXPECT_EQ(study.statistics[0].digest, herded.digest);
    EXPECT_EQ(study.statistics[1].digest, reference.statistics.digest);
    for (const Method method : {Method::gibbs, Method::swendsen_wang}) {
        IsingStudyOptions other = small();
        other.method = method;
        EXPECT_EQ(other.step_count(), 70);
        EXPECT_EQ(study_ising(other).statistics.size(), 1U);
    }
}

TEST(StudyIsing, TakesAGivenEdgeMomentWithoutAReference) {
    IsingStudyOptions options = small();
    options.reference = 0;
    options.edge_moment = Rational{1, 2};
    const IsingStudy study = study_ising(options);
    ASSERT_EQ(study.statistics.size(), 1U);
    EXPECT_EQ(study.moments.edge, (Rational{1, 2}));
    EXPECT_EQ(options.step_count(), 70);
}

TEST(StudyIsing, RefusesMomentsThatNobodyGives) {
    IsingStudyOptions options = small();
    options.reference = 0;
    const char* message =
        "study_ising: expected a reference, or an edge_moment and no features but nodes and edges";
    EXPECT_INPUT_ERROR(study_ising(options), message);
    options.edge_moment = Rational{1, 2};
    options.herding.features.diagonals = true;
    EXPECT_INPUT_ERROR(study_ising(options), message);
}

TEST(StudyIsing, RefusesNumbersOfSamplesBelowZero) {
    IsingStudyOptions options = small();
    options.run.samples = -1;
    EXPECT_INPUT_ERROR(study_ising(options),
                       "study_ising: expected samples, a burn_in and a reference of at least 0, got -1");
}

TEST(StudyIsing, TellsStepsAndStopsWhereItIsAskedTo) {
    for (const std::int64_t last : {15'000, 40'000}) {
        StopFlag flag;
        IsingStudyOptions options = small();
        options.run.samples = 1'000'000;
        options.reference = 20'000;
        options.control = {.stop = &flag, .progress = [&](std::int64_t done) {
                               EXPECT_LE(done, options.step_count());
                               if (done >= last) flag.request_stop();
                           }};
        const IsingStudy study = study_ising(options);
        EXPECT_TRUE(study.stopped) << last;
    }
}

TEST(ExactEdgeCorrelation, IsKnownOnATorus) {
    EXPECT_NEAR(exact_edge_correlation(Lattice{12, 12}, critical_beta()).value(), 0.7, 0.1);
    EXPECT_FALSE(exact_edge_correlation({12, 12, Boundary::open}, critical_beta()));
}

TEST(FarDistances, DoubleUpToHalfTheShorterSide) {
    EXPECT_EQ(far_distances(Lattice{16, 40}), (std::vector<std::size_t>{2, 4, 8}));
    EXPECT_TRUE(far_distances(Lattice{3, 3}).empty());
}

TEST(DistanceFrom, IsNothingFromItselfAndGrowsWithEachPart) {
    const IsingStudy study = study_ising(small());
    const Statistics& model = study.statistics[1];
    EXPECT_EQ(distance_from(model, model).sum(), 0);
    Statistics other = model;
    other.averages.magnetisation.mean += 0.25;
    for (auto* line : {&other.averages.along_rows, &other.averages.along_columns}) {
        for (auto& estimate : *line) estimate.mean -= 0.125;
    }
    const Distance distance = distance_from(model, other);
    EXPECT_DOUBLE_EQ(distance.magnetisation, 0.25);
    EXPECT_DOUBLE_EQ(distance.correlations, 0.125);
    EXPECT_EQ(distance.slope, 0);
    EXPECT_DOUBLE_EQ(distance.sum(), 0.375);
}

}  // namespace
}  // namespace drover::lattice
