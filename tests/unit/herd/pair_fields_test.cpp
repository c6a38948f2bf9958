#include <gtest/gtest.h>

#include <drover/herd/pair_fields.hpp>
#include <drover/model/pair_features.hpp>
#include <drover/moments/measure.hpp>
#include <random_models.hpp>

namespace drover {
namespace {

using testing::Dice;
using testing::random_rows;

constexpr std::size_t n = 7;

Moments some_moments() {
    Dice dice{21};
    return measure(PairFeatures<Indicators>{n}, random_rows(dice, 90, n));
}

// The score of the state 0 under the targets.
PairScores start_scores(const Moments& moments) {
    PairScores scores;
    for (std::size_t a = 0; a < moments.counts.size(); a += 4) scores.targets += moments.counts[a];
    return scores;
}

// A step of herding, as PairHerder takes it.
template <class Lane>
void step(PairFields<Lane>& fields, const Moments& moments, BitRow& state, PairScores& scores) {
    fields.ascend(state, scores);
    fields.hit();
    scores.weights += scores.targets - moments.total * static_cast<std::int64_t>(n * (n - 1) / 2);
}

TEST(PairFields, SumsSignsAndTheirProducts) {
    const Moments moments = some_moments();
    PairFields<std::uint32_t> fields{moments, n, 0};
    BitRow state(n);
    PairScores scores = start_scores(moments);
    std::vector<std::int64_t> sums(n);
    std::vector<std::int64_t> products(n * n);
    for (int t = 0; t < 200; ++t) {
        step(fields, moments, state, scores);
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(fields.sign_sum(i), sums[i] += sign_of(state[i]));
            for (std::size_t j = 0; j < n; ++j) {
                products[i * n + j] += sign_of(state[i]) * sign_of(state[j]);
                ASSERT_EQ(fields.sign_product_sum(i, j), products[i * n + j]);
            }
        }
    }
}

TEST(PairFields, ScoresOfTheTargetsAreThoseOfTheState) {
    const Moments moments = some_moments();
    PairFields<std::uint64_t> fields{moments, n, 1};
    BitRow state(n);
    PairScores scores = start_scores(moments);
    scores.weights = scores.targets;
    for (int t = 0; t < 200; ++t) {
        step(fields, moments, state, scores);
        const WeightSpan<std::int64_t> targets{moments.counts};
        ASSERT_EQ(scores.targets, (PairFeatures<Indicators>{n}.score(targets, state)));
    }
}

TEST(PairFields, GoOnTheSameInWiderLanes) {
    const Moments moments = some_moments();
    PairFields<std::uint32_t> narrow{moments, n, 0};
    BitRow state(n);
    PairScores scores = start_scores(moments);
    for (int t = 0; t < 50; ++t) step(narrow, moments, state, scores);
    PairFields<std::uint64_t> wide{narrow};
    BitRow wide_state = state;
    PairScores wide_scores = scores;
    for (int t = 0; t < 200; ++t) {
        step(narrow, moments, state, scores);
        step(wide, moments, wide_state, wide_scores);
        ASSERT_EQ(state, wide_state);
        ASSERT_EQ(scores.weights, wide_scores.weights);
    }
}

}  // namespace
}  // namespace drover
