#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/tipi.hpp>

#include "feature_checks.hpp"

namespace drover {
namespace {

constexpr std::size_t states = 6;
constexpr std::size_t features = 3;

class TipiFunction : public ::testing::Test {
  protected:
    Tipi<std::int64_t> at(const std::vector<std::int64_t>& weights) const {
        return tipi(table_, moments_, WeightSpan<std::int64_t>{weights});
    }
    std::vector<std::int64_t> weights() { return testing::random_weights(dice_, features, 50); }
    void next_model() {
        table_ = testing::random_table(dice_, states, features);
        moments_ = testing::random_moments(dice_, table_);
    }

    testing::Dice dice_{1};
    StateTable table_ = testing::random_table(dice_, states, features);
    Moments moments_ = testing::random_moments(dice_, table_);
};

TEST_F(TipiFunction, EqualsBruteForce) {
    for (int round = 0; round < 200; ++round, next_model()) {
        const auto w = weights();
        std::vector<std::int64_t> values;
        for (std::size_t s = 0; s < states; ++s) {
            const std::int64_t score = testing::inner_product(w, testing::full_features(table_, s));
            values.push_back(testing::inner_product(w, moments_.counts) - moments_.total * score);
        }
        const auto lowest = std::min_element(values.begin(), values.end());
        const auto result = at(w);
        ASSERT_EQ(result.value, *lowest);
        ASSERT_EQ(result.state, static_cast<std::size_t>(lowest - values.begin()));
    }
}

TEST_F(TipiFunction, ValueIsWeightsTimesGradient) {
    for (int round = 0; round < 200; ++round, next_model()) {
        const auto w = weights();
        const auto result = at(w);
        ASSERT_EQ(result.value, testing::inner_product(w, result.gradient));
        const auto phi = testing::full_features(table_, result.state);
        for (std::size_t a = 0; a < features; ++a) {
            ASSERT_EQ(result.gradient[a], moments_.counts[a] - moments_.total * phi[a]);
        }
    }
}

TEST_F(TipiFunction, IsConcaveAndNeverPositive) {
    for (int round = 0; round < 200; ++round, next_model()) {
        const auto a = weights();
        const auto b = weights();
        std::vector<std::int64_t> sum(features);
        for (std::size_t i = 0; i < features; ++i) sum[i] = a[i] + b[i];
        ASSERT_GE(at(sum).value, at(a).value + at(b).value);  // of degree one: concave is superadditive
        ASSERT_LE(at(a).value, 0);
    }
}

TEST_F(TipiFunction, IsLinearWhereTheMaximizerStays) {
    int linear = 0;
    for (int round = 0; round < 200; ++round, next_model()) {
        const auto a = weights();
        const auto b = weights();
        if (at(a).state != at(b).state) continue;
        std::vector<std::int64_t> sum(features);
        for (std::size_t i = 0; i < features; ++i) sum[i] = a[i] + b[i];
        ASSERT_EQ(at(sum).value, at(a).value + at(b).value);
        ++linear;
    }
    EXPECT_GT(linear, 0);
}

TEST_F(TipiFunction, IsScaleFree) {
    for (const std::int64_t factor : {0, 1, 3, 1'000}) {
        const auto w = weights();
        auto scaled = w;
        for (auto& weight : scaled) weight *= factor;
        EXPECT_EQ(at(scaled).value, factor * at(w).value);
    }
}

TEST_F(TipiFunction, IsZeroAtZeroWithTheLowestState) {
    const auto result = at(std::vector<std::int64_t>(features));
    EXPECT_EQ(result.value, 0);
    EXPECT_EQ(result.state, 0U);
}

TEST(Tipi, IsZeroWhereverTheMomentsAreTheOnlyState) {
    const StateTable table{{2, -3}};
    const Moments moments{.names = {}, .counts = {10, -15}, .total = 5};
    const std::vector<std::int64_t> weights{7, 4};
    const auto result = tipi(table, moments, WeightSpan<std::int64_t>{weights});
    EXPECT_EQ(result.value, 0);
    EXPECT_EQ(result.gradient, (std::vector<std::int64_t>{0, 0}));
}

TEST(Tipi, WorksOnRealNumbers) {
    const RealStateTable table{{0.5, 0.0}, {-0.5, 1.0}};
    const RealMoments moments{.names = {}, .counts = {0.25, 0.25}};
    const std::vector<double> weights{1, 2};
    const auto result = tipi(table, moments, WeightSpan<double>{weights});
    EXPECT_EQ(result.state, 1U);
    EXPECT_EQ(result.gradient, (std::vector<double>{0.75, -0.75}));
    EXPECT_EQ(result.value, -0.75);
}

}  // namespace
}  // namespace drover
