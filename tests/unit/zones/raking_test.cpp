#include <cmath>

#include <drover/finite/maximum_entropy.hpp>
#include <drover/number/philox.hpp>
#include <drover/zones/raking.hpp>

#include "expect.hpp"

namespace drover::zones {
namespace {

SparseRows rows_of(const std::vector<std::vector<std::int32_t>>& dense) {
    SparseRows rows{dense.front().size()};
    for (const auto& row : dense) {
        for (std::size_t k = 0; k < row.size(); ++k) rows.add(k, row[k]);
        rows.end_row();
    }
    return rows;
}

std::vector<double> sums(const SparseRows& features, const std::vector<double>& weights) {
    std::vector<double> result(features.column_count());
    for (std::size_t s = 0; s < weights.size(); ++s) {
        const SparseRow row = features[s];
        for (std::size_t e = 0; e < row.size(); ++e) result[row.columns[e]] += weights[s] * row.values[e];
    }
    return result;
}

TEST(Rake, MeetsTotalsThatSomeWeightsHave) {
    const SparseRows features =
        rows_of({{1, 0, 2, 1}, {1, 1, 0, 1}, {0, 1, 1, 1}, {0, 0, 3, 1}, {1, 1, 1, 1}});
    const std::vector<double> wanted{2, 5, 1, 4, 0.5};
    const std::vector<double> totals = sums(features, wanted);
    const std::vector<double> given{3, 1, 2, 1, 1};
    const Raking raking = rake(features, given, totals, {.ridge = 0});
    EXPECT_TRUE(raking.converged);
    const std::vector<double> met = sums(features, raking.weights);
    for (std::size_t k = 0; k < totals.size(); ++k) EXPECT_NEAR(met[k], totals[k], 1e-7);
    for (std::size_t s = 0; s < given.size(); ++s) {  // and has the form that makes them the nearest
        double score = 0;
        const SparseRow row = features[s];
        for (std::size_t e = 0; e < row.size(); ++e)
            score += row.values[e] * raking.parameters[row.columns[e]];
        EXPECT_NEAR(raking.weights[s], given[s] * std::exp(score), 1e-9);
    }
}

// The same answer as iterative proportional fitting, which knows nothing of Newton.
TEST(Rake, AgreesWithProportionalFittingOfATable) {
    const std::vector<double> rows{30, 50, 20};
    const std::vector<double> columns{10, 60, 25, 5};
    std::vector<std::vector<std::int32_t>> dense;
    std::vector<double> given;
    const CounterRandom random{7};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            std::vector<std::int32_t>& row = dense.emplace_back(7);
            row[i] = 1;
            row[3 + j] = 1;
            given.push_back(0.1 + random.uniform(given.size()));
        }
    }
    std::vector<double> fitted = given;
    for (int round = 0; round < 2000; ++round) {
        for (std::size_t i = 0; i < 3; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < 4; ++j) sum += fitted[i * 4 + j];
            for (std::size_t j = 0; j < 4; ++j) fitted[i * 4 + j] *= rows[i] / sum;
        }
        for (std::size_t j = 0; j < 4; ++j) {
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i) sum += fitted[i * 4 + j];
            for (std::size_t i = 0; i < 3; ++i) fitted[i * 4 + j] *= columns[j] / sum;
        }
    }
    std::vector<double> totals = rows;
    totals.insert(totals.end(), columns.begin(), columns.end());
    const Raking raking = rake(rows_of(dense), given, totals, {.ridge = 1e-9});
    for (std::size_t s = 0; s < given.size(); ++s) EXPECT_NEAR(raking.weights[s], fitted[s], 1e-5);
}

// From equal weights it is the distribution of greatest entropy: the same solver on another dual.
TEST(Rake, AgreesWithMaximumEntropy) {
    const StateTable table{{1, 0, 0}, {1, 1, 2}, {1, 0, 1}, {1, 1, 0}, {1, 2, 1}, {1, 0, 3}};
    SparseRows features{3};
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        for (std::size_t k = 0; k < 3; ++k) features.add(k, static_cast<std::int32_t>(table.row(s)[k]));
        features.end_row();
    }
    const std::vector<double> moments{1, 0.7, 1.1};
    const MaximumEntropy other = maximum_entropy(table, moments);
    const Raking raking = rake(features, std::vector<double>(6, 1.0 / 6), moments, {.ridge = 0});
    EXPECT_TRUE(other.converged && raking.converged);
    for (std::size_t s = 0; s < 6; ++s) EXPECT_NEAR(raking.weights[s], other.probabilities[s], 1e-8);
}

TEST(Rake, ATotalOfZeroLeavesNobody) {
    const SparseRows features = rows_of({{1, 0}, {1, 1}, {1, 0}});
    const Raking raking = rake(features, std::vector<double>{1, 1, 3}, std::vector<double>{8, 0});
    EXPECT_EQ(raking.weights[1], 0);
    EXPECT_NEAR(raking.weights[0], 2, 1e-3);
    EXPECT_NEAR(raking.weights[2], 6, 1e-3);
}

TEST(Rake, TotalsThatQuarrelMeetHalfWay) {
    const SparseRows features = rows_of({{1, 1}, {1, 1}});
    const Raking raking =
        rake(features, std::vector<double>{1, 1}, std::vector<double>{90, 110}, {.ridge = 1e-3});
    EXPECT_NEAR(raking.weights[0] + raking.weights[1], 100, 2);
    EXPECT_NEAR(raking.weights[0], raking.weights[1], 1e-9);
}

TEST(Rake, RefusesWhatIsNoWeightAndNoTotal) {
    const SparseRows features = rows_of({{1}, {1}});
    EXPECT_INPUT_ERROR(rake(features, std::vector<double>{1}, std::vector<double>{1}),
                       "rake: expected 2 weights and 1 totals, got 1 and 1");
    EXPECT_INPUT_ERROR(rake(features, std::vector<double>{1, -1}, std::vector<double>{1}),
                       "rake: expected weights of at least 0, got another");
    EXPECT_INPUT_ERROR(rake(features, std::vector<double>{1, 1}, std::vector<double>{std::nan("")}),
                       "rake: expected totals of at least 0, got another");
}

}  // namespace
}  // namespace drover::zones
