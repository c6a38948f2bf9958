#include <cmath>

#include <drover/rbm/energy_scores.hpp>

#include <gtest/gtest.h>

namespace drover::rbm {
namespace {

using Energies = std::vector<std::int64_t>;

EnergyScores scores_of(const Energies& training, const Energies& rows) {
    EnergyScores scores{rows.size()};
    scores.record(std::span<const std::int64_t>{training}, rows);
    return scores;
}

TEST(EnergyScores, StandardisesByTheTrainingEnergies) {
    const std::vector<double> found = scores_of({1, 3}, {2, 3, 7}).result();
    EXPECT_EQ(found, (std::vector<double>{0, 1, 5}));
}

TEST(EnergyScores, TrainingScoresHaveMeanZero) {
    const Energies training{-1'000'000'007, 5, 900'000'000'000, 3, 3, -20};
    EnergyScores scores{training.size()};
    for (int t = 0; t < 10; ++t) scores.record(std::span<const std::int64_t>{training}, training);
    double sum = 0;
    double squares = 0;
    for (const double score : scores.result()) {
        sum += score;
        squares += score * score;
    }
    EXPECT_NEAR(sum, 0, 1e-12);
    EXPECT_NEAR(squares, 6, 1e-12);
}

TEST(EnergyScores, WeightsTimesANumberChangeNothing) {
    const Energies training{-70, 12, 33, -5};
    const Energies rows{8, -100};
    Energies larger = training;
    Energies larger_rows = rows;
    for (std::int64_t& energy : larger) energy *= 4;
    for (std::int64_t& energy : larger_rows) energy *= 4;
    EXPECT_EQ(scores_of(training, rows).result(), scores_of(larger, larger_rows).result());
}

TEST(EnergyScores, StepsOfEqualEnergiesAreLeftOut) {
    EnergyScores scores = scores_of({5, 5, 5}, {1, 5});
    EXPECT_EQ(scores.flat_steps(), 1);
    EXPECT_EQ(scores.steps(), 0);
    EXPECT_EQ(scores.result(), (std::vector<double>{0, 0}));
    const Energies training{1, 3};
    scores.record(std::span<const std::int64_t>{training}, Energies{3, 1});
    EXPECT_EQ(scores.result(), (std::vector<double>{1, -1}));
    const Energies none;
    scores.record(std::span<const std::int64_t>{none}, Energies{3, 1});
    EXPECT_EQ(scores.flat_steps(), 2);
}

}  // namespace
}  // namespace drover::rbm
