#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/moments/subspace.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

using Vector = std::vector<Rational>;

template <class W>
Vector real_weights(const W& w) {
    Vector result;
    for (std::size_t a = 0; a < w.size(); ++a) result.emplace_back(w[a], w.scale());
    return result;
}

Vector sum(Vector a, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

Vector random_start(testing::Dice& dice, std::size_t size) {
    Vector start;
    for (std::size_t a = 0; a < size; ++a) start.emplace_back(dice.roll(-30, 30), dice.roll(1, 4));
    return start;
}

// Both orbits side by side: the same states, and w_T = lift(u_T) + the orthogonal part of w_0 at each step.
void expect_same_orbit(const StateTable& table, const Moments& moments, const Vector& start,
                       std::int64_t steps) {
    const Subspace subspace = reduce_to_subspace(table, moments, start);
    const HerderOptions limit{.max_steps = steps};
    Herder original{table, ExactMoments{moments, {.start = start}}, Exhaustive{}, limit};
    Herder reduced{subspace.features,
                   ExactMoments{subspace.moments, {.rates = subspace.rates, .start = subspace.start}},
                   Exhaustive{}, limit};
    for (std::int64_t t = 1; t <= steps; ++t) {
        const auto a = original.step();
        const auto b = reduced.step();
        ASSERT_EQ(a.state, b.state) << "step " << t;
        if (t > 100 && t < steps) continue;
        ASSERT_EQ(real_weights(a.weights),
                  sum(subspace.lift(real_weights(b.weights)), subspace.orthogonal_start))
            << "step " << t;
    }
}

// Left multiplication by the quaternion q: four orthogonal columns of length |q|.
std::vector<std::vector<std::int64_t>> quaternion_columns(const std::vector<std::int64_t>& q) {
    return {{q[0], q[1], q[2], q[3]},
            {-q[1], q[0], q[3], -q[2]},
            {-q[2], -q[3], q[0], q[1]},
            {-q[3], q[2], -q[1], q[0]}};
}

// Features sum_k phi_k * column_k, a rotation with a stretch, then a constant, a zero and a copied feature.
StateTable rotated_and_padded(const StateTable& table, const std::vector<std::int64_t>& q) {
    const auto columns = quaternion_columns(q);
    std::vector<std::int64_t> values;
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const auto phi = table.row(s);
        for (std::size_t i = 0; i < 4; ++i) {
            std::int64_t value = 0;
            for (std::size_t k = 0; k < phi.size(); ++k) value += phi[k] * columns[k][i];
            values.push_back(value);
        }
        values.insert(values.end(), {11, 0, values[values.size() - 4]});
    }
    return {values, 7};
}

TEST(Subspace, OfARotatedAndPaddedTableHerdsTheSameStates) {
    testing::Dice dice{1};
    for (int round = 0; round < 40; ++round) {
        const auto rank = static_cast<std::size_t>(1 + round % 3);
        const StateTable narrow = testing::random_table(dice, 6, rank, 9);
        const StateTable table = rotated_and_padded(
            narrow, {dice.roll(1, 3), dice.roll(-2, 2), dice.roll(-2, 2), dice.roll(0, 2)});
        const Moments moments = testing::random_moments(dice, table);
        ASSERT_EQ(reduce_to_subspace(table, moments).dimension, rank);
        ASSERT_NO_FATAL_FAILURE(
            expect_same_orbit(table, moments, random_start(dice, table.feature_count()), 5'000))
            << "round " << round;
    }
}

TEST(Subspace, OfFewStatesHerdsTheSameStates) {
    testing::Dice dice{2};
    for (int round = 0; round < 40; ++round) {
        const auto states = static_cast<std::size_t>(2 + round % 2);
        const StateTable table = testing::random_table(dice, states, 5, 6);
        const Moments moments = testing::random_moments(dice, table);
        ASSERT_LE(reduce_to_subspace(table, moments).dimension, states - 1);
        ASSERT_NO_FATAL_FAILURE(expect_same_orbit(table, moments, random_start(dice, 5), 5'000))
            << "round " << round;
    }
}

TEST(Subspace, OfFullRankKeepsTheAxes) {
    testing::Dice dice{3};
    const StateTable table = testing::random_table(dice, 12, 6, 100'000);
    const Moments moments = testing::random_moments(dice, table);
    const Subspace subspace = reduce_to_subspace(table, moments);
    EXPECT_EQ(subspace.dimension, 6U);
    EXPECT_EQ(subspace.rates, Vector(6, 1));
    EXPECT_EQ(subspace.orthogonal_start, Vector(6));
    for (std::size_t s = 0; s < 12; ++s) {
        for (std::size_t a = 0; a < 6; ++a) {
            EXPECT_EQ(subspace.features.row(s)[a], table.row(s)[a] - table.row(0)[a]);
        }
    }
    expect_same_orbit(table, moments, random_start(dice, 6), 5'000);
}

// 1-of-D lives on the plane of constant sum.
TEST(Subspace, OfOneOfDHasOneDimensionLess) {
    const StateTable table{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Moments moments{.names = {}, .counts = {1, 2, 3, 4}, .total = 10};
    const Vector start{{1, 10}, {2, 10}, {3, 10}, {4, 10}};
    const Subspace subspace = reduce_to_subspace(table, moments, start);
    EXPECT_EQ(subspace.dimension, 3U);
    EXPECT_EQ(subspace.orthogonal_start, Vector(4, {1, 4}));  // the mean of w_0, in each
    expect_same_orbit(table, moments, start, 5'000);
}

TEST(Subspace, DependsOnlyOnTheSpanOfTheStates) {
    const StateTable table{{1, 2, 0}, {3, 3, 4}, {0, 5, 9}};
    const StateTable reordered{{1, 2, 0}, {0, 5, 9}, {2, 6, 13}, {3, 3, 4}};
    const Moments moments{.names = {}, .counts = {4, 10, 13}, .total = 3};
    const Subspace a = reduce_to_subspace(table, moments);
    const Subspace b = reduce_to_subspace(reordered, moments);
    EXPECT_EQ(a.dimension, 2U);
    EXPECT_EQ(a.lifting, b.lifting);
}

TEST(Subspace, OfEqualStatesIsAPoint) {
    const StateTable table{{4, -1}, {4, -1}, {4, -1}};
    const Moments moments{.names = {}, .counts = {8, -2}, .total = 2};
    const Vector start{3, {1, 2}};
    const Subspace subspace = reduce_to_subspace(table, moments, start);
    EXPECT_EQ(subspace.dimension, 0U);
    EXPECT_EQ(subspace.features.feature_count(), 1U);
    EXPECT_EQ(subspace.orthogonal_start, start);
    expect_same_orbit(table, moments, start, 100);
    EXPECT_EQ(reduce_to_subspace(StateTable{{7}}, {.names = {}, .counts = {7}, .total = 1}).dimension, 0U);
}

// Moments beside the line of the states: the weights drift off, but not along it.
TEST(Subspace, ProjectsMomentsThatAreOffIt) {
    const StateTable table{{0, 0}, {1, 1}};
    const Moments moments{.names = {}, .counts = {2, 5}, .total = 9};
    const Subspace subspace = reduce_to_subspace(table, moments);
    EXPECT_EQ(subspace.dimension, 1U);
    Herder original{table, ExactMoments{moments}, Exhaustive{}};
    Herder reduced{subspace.features, ExactMoments{subspace.moments, {.rates = subspace.rates}},
                   Exhaustive{}};
    for (int t = 0; t < 5'000; ++t) ASSERT_EQ(original.step().state, reduced.step().state) << "step " << t;
}

TEST(Subspace, RefusesWhatDoesNotFit) {
    const Moments two{.names = {}, .counts = {0, 0}, .total = 1};
    EXPECT_INPUT_ERROR(reduce_to_subspace(StateTable{{1}, {2}}, two),
                       "reduce_to_subspace: moments (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(reduce_to_subspace(StateTable{{1, 2}}, two, {1, 2, 3}),
                       "reduce_to_subspace: start weights (3) and features (2) must have the same size");
    EXPECT_INPUT_ERROR(reduce_to_subspace(StateTable{{1}}, {.names = {}, .counts = {0}, .total = 0}),
                       "reduce_to_subspace: expected a total above 0");
    EXPECT_INPUT_ERROR(reduce_to_subspace(StateTable{{INT64_MIN, 0}, {INT64_MAX, 0}, {0, 1}}, two),
                       "reduce_to_subspace: reduced feature 18446744073709551615 leaves 64 bits");
    testing::Dice dice{4};
    const StateTable wild = testing::random_table(dice, 4, 9, std::int64_t{1} << 40U);
    const Moments nine{.names = {}, .counts = std::vector<std::int64_t>(9), .total = 1};
    EXPECT_INPUT_ERROR(
        reduce_to_subspace(wild, nine),
        "reduce_to_subspace: number too large or too long: expected at most 127 bits (38 digits) "
        "above and below the line");
}

TEST(Subspace, LiftsOnlyItsOwnWeights) {
    const Subspace subspace =
        reduce_to_subspace(StateTable{{0, 0}, {1, 2}}, {.names = {}, .counts = {1, 2}, .total = 2});
    EXPECT_EQ(subspace.lift(Vector{3}), (Vector{{3, 5}, {6, 5}}));
    EXPECT_INPUT_ERROR(subspace.lift(Vector{1, 2}), "Subspace: expected 1 weights, got 2");
}

}  // namespace
}  // namespace drover
