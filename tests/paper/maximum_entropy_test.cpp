// Abalone, 9 binary columns: how close the distributions of greatest entropy with the data's single, pair and
// triple moments come to the data's number of ones. Herding is measured against them.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include <drover/baselines/independent_marginals.hpp>
#include <drover/finite/maximum_entropy.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/record/divergence.hpp>

namespace drover {
namespace {

constexpr std::size_t columns = 9;
constexpr std::size_t states = std::size_t{1} << columns;

std::filesystem::path abalone_path() {
    const char* const folder = std::getenv("DROVER_DATA");  // NOLINT(concurrency-mt-unsafe)
    const std::filesystem::path beside =
        std::filesystem::path{__FILE__}.parent_path() / "../../../shared/data";
    return (folder != nullptr ? std::filesystem::path{folder} : beside) / "abalone" / "abalone.data";
}

using Values = std::array<double, columns>;

// Sex as M 0, F 1, I 2.
std::vector<Values> read_abalone() {
    std::ifstream file{abalone_path()};
    std::vector<Values> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty()) continue;
        std::istringstream cells{line};
        Values row{};
        std::string cell;
        for (double& value : row) {
            std::getline(cells, cell, ',');
            const std::size_t sex = std::string{"MFI"}.find(cell);
            value = sex == std::string::npos ? std::stod(cell) : static_cast<double>(sex);
        }
        rows.push_back(row);
    }
    return rows;
}

// 1 where a value is at least its column's mean.
std::vector<BitRow> binarised(const std::vector<Values>& rows) {
    std::vector<BitRow> bits(rows.size(), BitRow(columns));
    for (std::size_t i = 0; i < columns; ++i) {
        const double sum = std::accumulate(rows.begin(), rows.end(), 0.0,
                                           [&](double s, const Values& row) { return s + row.at(i); });
        const double mean = sum / static_cast<double>(rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) bits[r].set(i, rows[r].at(i) >= mean);
    }
    return bits;
}

template <class Features>
StateTable table_of(const Features& features) {
    std::vector<std::int64_t> values(states * features.feature_count());
    for (std::size_t s = 0; s < states; ++s) {
        features.visit(BitRow::from_index(s, columns), [&](std::size_t a, std::int64_t value) {
            values[s * features.feature_count() + a] = value;
        });
    }
    return StateTable{values, features.feature_count()};
}

std::vector<double> ones_distribution(const std::vector<double>& probabilities) {
    std::vector<double> ones(columns + 1);
    for (std::size_t s = 0; s < states; ++s) ones[BitRow::from_index(s, columns).ones()] += probabilities[s];
    return ones;
}

class AbaloneEntropy : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(abalone_path())) {
            GTEST_SKIP() << "no Abalone data: DROVER_DATA is not set, or " << abalone_path().string()
                         << " does not exist";
        }
        rows_ = binarised(read_abalone());
        std::vector<std::int64_t> counts(states);
        for (const BitRow& row : rows_) ++counts[row.index()];
        data_ = shares(counts);
    }
    template <class Features>
    void expect_model(const Features& features, double expected_entropy, double expected_kl,
                      double kl_tolerance) const {
        const MaximumEntropy model = maximum_entropy(table_of(features), measure(features, rows_));
        EXPECT_TRUE(model.converged) << model.largest_moment_error;
        EXPECT_NEAR(model.entropy, expected_entropy, 6e-6);
        EXPECT_NEAR(kl_divergence(ones_distribution(data_), ones_distribution(model.probabilities)),
                    expected_kl, kl_tolerance);
    }

    std::vector<BitRow> rows_;
    std::vector<double> data_;
};

TEST_F(AbaloneEntropy, SharesOfOnesAndEntropyOfTheData) {
    const std::array expected{0.634, 0.562, 0.554, 0.549, 0.479, 0.463, 0.465, 0.485, 0.498};
    baselines::IndependentMarginals marginals;
    marginals.fit(rows_);
    ASSERT_EQ(marginals.row_count(), 4177);
    for (std::size_t i = 0; i < columns; ++i) {
        EXPECT_NEAR(static_cast<double>(marginals.count(i)) / 4177, expected.at(i), 5e-4) << i;
    }
    EXPECT_NEAR(entropy(data_), 3.12026, 6e-6);
}

TEST_F(AbaloneEntropy, SingleMarginals) {
    baselines::IndependentMarginals marginals;
    marginals.fit(rows_);
    EXPECT_NEAR(kl_divergence(ones_distribution(data_), marginals.ones_distribution()), 1.8796, 6e-5);
    std::vector<std::int64_t> signs;
    for (std::size_t s = 0; s < states; ++s) {
        for (std::size_t i = 0; i < columns; ++i) signs.push_back(sign_of(BitRow::from_index(s, columns)[i]));
    }
    Moments moments{.names = {}, .counts = {}, .total = marginals.row_count()};
    for (std::size_t i = 0; i < columns; ++i) {
        moments.counts.push_back(2 * marginals.count(i) - marginals.row_count());
    }
    const MaximumEntropy model = maximum_entropy(StateTable{signs, columns}, moments);
    EXPECT_TRUE(model.converged);
    EXPECT_NEAR(model.entropy, 6.1769, 6e-5);
    EXPECT_NEAR(kl_divergence(ones_distribution(model.probabilities), marginals.ones_distribution()), 0,
                1e-12);
}

TEST_F(AbaloneEntropy, Pairs) { expect_model(PairFeatures<Signs>{columns}, 3.19621, 1.0199e-2, 6e-7); }

TEST_F(AbaloneEntropy, Triples) { expect_model(TripleFeatures<Signs>{columns}, 3.15486, 5.27e-4, 6e-7); }

}  // namespace
}  // namespace drover
