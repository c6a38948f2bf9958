#include <algorithm>
#include <array>

#include <drover/baselines/perceptron_weights.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines {
namespace {

using Vector = std::array<std::int64_t, 3>;

SparseRows rows_of(const std::vector<std::vector<std::int32_t>>& table) {
    SparseRows rows{table.front().size()};
    for (const auto& row : table) {
        for (std::size_t j = 0; j < row.size(); ++j) rows.add(j, row[j]);
        rows.end_row();
    }
    return rows;
}

const std::vector<std::vector<std::int32_t>> xor_rows{{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1}};
const std::vector<std::uint32_t> xor_labels{0, 1, 1, 0};

std::vector<Vector> xor_orbit(ZeroSign zero, std::size_t steps) {
    const SparseRows rows = rows_of(xor_rows);
    PerceptronWeights weights{3, 2, zero};
    std::vector<Vector> orbit;
    for (std::size_t t = 0; t < steps; ++t) {
        weights.learn(rows[t % 4], xor_labels[t % 4], weights.predict(rows[t % 4]));
        orbit.push_back({weights.weight(0), weights.weight(1), weights.weight(2)});
    }
    return orbit;
}

void expect_cycle(const std::vector<Vector>& orbit, const std::vector<Vector>& cycle, std::size_t from) {
    for (std::size_t t = from; t < orbit.size(); ++t) {
        EXPECT_EQ(orbit[t], cycle[(t - from) % cycle.size()]) << "step " << t + 1;
    }
}

TEST(PerceptronWeights, OnXorGoRoundAPeriodOfFour) {
    expect_cycle(xor_orbit(ZeroSign::minus, 40), {{0, 0, 0}, {2, -2, 2}, {0, 0, 4}, {2, 2, 2}}, 0);
}

TEST(PerceptronWeights, OnXorGoRoundAnotherPeriodOfFourIfZeroCountsAsPlus) {
    expect_cycle(xor_orbit(ZeroSign::plus, 40), {{-2, -2, -2}, {0, -4, 0}, {-2, -2, 2}, {0, 0, 0}}, 0);
}

SparseRows random_rows(std::uint64_t seed, std::size_t count, std::size_t columns) {
    const CounterRandom random{seed};
    SparseRows rows{columns};
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const auto value = static_cast<std::int32_t>(random.below(i * columns + j, 7)) - 3;
            rows.add(j, value > 0 || j % 2 == 0 ? value : 0);
        }
        rows.end_row();
    }
    return rows;
}

// The slow obvious form, with a vector for each class whatever their number.
struct Kesler {
    std::vector<std::vector<std::int64_t>> weights;

    std::int64_t score(std::size_t k, SparseRow row) const {
        std::int64_t sum = 0;
        for (std::size_t e = 0; e < row.size(); ++e) sum += weights[k][row.columns[e]] * row.values[e];
        return sum;
    }
    std::uint32_t predict(SparseRow row) const {
        std::uint32_t best = 0;
        for (std::uint32_t k = 1; k < weights.size(); ++k) {
            if (score(k, row) > score(best, row)) best = k;
        }
        return best;
    }
    void learn(SparseRow row, std::size_t label, std::size_t predicted) {
        for (std::size_t e = 0; e < row.size(); ++e) {
            weights[label][row.columns[e]] += 2 * std::int64_t{row.values[e]};
            weights[predicted][row.columns[e]] -= 2 * std::int64_t{row.values[e]};
        }
    }
};

void expect_as_kesler(std::uint32_t classes) {
    const std::size_t columns = 5;
    const SparseRows rows = random_rows(classes, 60, columns);
    PerceptronWeights fast{columns, classes};
    Kesler slow{std::vector(classes, std::vector<std::int64_t>(columns))};
    for (std::size_t t = 0; t < 600; ++t) {
        const auto label = static_cast<std::uint32_t>(CounterRandom{99}.below(t % 60, classes));
        const std::uint32_t predicted = fast.predict(rows[t % 60]);
        ASSERT_EQ(predicted, slow.predict(rows[t % 60])) << classes << " classes, step " << t;
        fast.learn(rows[t % 60], label, predicted);
        slow.learn(rows[t % 60], label, predicted);
    }
    const std::size_t first = classes == 2 ? 1 : 0;  // of two classes, the vector is that of class 1
    for (std::size_t v = 0; v < fast.vector_count(); ++v) {
        for (std::size_t j = 0; j < columns; ++j) EXPECT_EQ(fast.weight(j, v), slow.weights[first + v][j]);
    }
}

TEST(PerceptronWeights, TakeTheStepsOfAVectorForEachClass) {
    for (const std::uint32_t classes : {1U, 2U, 3U, 10U, 16U, 17U, 40U}) expect_as_kesler(classes);
}

// The update of textbooks, w += y x on a mistake, from 0: half the weights, the same predictions.
TEST(PerceptronWeights, AreTwiceThoseOfTheTextbooks) {
    const SparseRows rows = random_rows(6, 40, 4);
    PerceptronWeights weights{4, 2};
    std::array<std::int64_t, 4> half{};
    for (std::size_t t = 0; t < 2'000; ++t) {
        const SparseRow row = rows[t % 40];
        const std::uint32_t label = t % 40 % 3 == 0 ? 1 : 0;
        std::int64_t along = 0;
        for (std::size_t e = 0; e < row.size(); ++e) along += half[row.columns[e]] * row.values[e];
        const std::uint32_t predicted = weights.predict(row);
        ASSERT_EQ(predicted, along > 0 ? 1U : 0U) << "step " << t;
        for (std::size_t e = 0; predicted != label && e < row.size(); ++e)
            half[row.columns[e]] += (label == 1 ? 1 : -1) * row.values[e];
        weights.learn(row, label, predicted);
        for (std::size_t j = 0; j < 4; ++j) ASSERT_EQ(weights.weight(j), 2 * half[j]);
    }
}

// w.v = |w.x| (sign(w.x) y - 1) <= 0: the condition of the cycling theorem.
TEST(PerceptronWeights, NeverMoveUphill) {
    const SparseRows rows = random_rows(3, 50, 4);
    PerceptronWeights weights{4, 2};
    for (std::size_t t = 0; t < 5'000; ++t) {
        const SparseRow row = rows[t % 50];
        const std::uint32_t label = t % 50 % 3 == 0 ? 1 : 0;
        const std::uint32_t predicted = weights.predict(row);
        std::int64_t along = 0;
        for (std::size_t e = 0; e < row.size(); ++e) along += weights.weight(row.columns[e]) * row.values[e];
        ASSERT_LE(along * (int{label == 1} - int{predicted == 1}), 0);
        weights.learn(row, label, predicted);
    }
}

// Labels by a coin are not separable; the weights stay in a box of whole numbers, so that they recur.
TEST(PerceptronWeights, OnRowsThatNothingSeparatesAreBoundedAndPeriodic) {
    const SparseRows rows = random_rows(4, 12, 2);
    PerceptronWeights weights{2, 2};
    std::vector<PerceptronWeights> after_pass;
    std::size_t period = 0;
    std::int64_t largest = 0;
    for (std::size_t pass = 0; pass < 3'000 && period == 0; ++pass) {
        for (std::size_t i = 0; i < 12; ++i) {
            const std::uint32_t label = CounterRandom{5}.uniform(i) < 0.5 ? 1 : 0;
            weights.learn(rows[i], label, weights.predict(rows[i]));
            largest = std::max({largest, std::abs(weights.weight(0)), std::abs(weights.weight(1))});
        }
        const auto seen = std::find(after_pass.begin(), after_pass.end(), weights);
        if (seen != after_pass.end()) period = static_cast<std::size_t>(after_pass.end() - seen);
        after_pass.push_back(weights);
    }
    EXPECT_GT(period, 0U);
    EXPECT_GT(largest, 0);
    EXPECT_LE(largest, 100);
}

TEST(PerceptronWeights, TiesGoToTheLowestClassAndLeadsSayByHowMuch) {
    const SparseRows rows = rows_of({{1, 0}, {0, 1}, {0, 0}});
    PerceptronWeights weights{2, 3};
    EXPECT_EQ(weights.judge(rows[0]).label, 0U);
    EXPECT_EQ(weights.judge(rows[0]).lead, 0);
    weights.learn(rows[0], 2, 0);
    EXPECT_EQ(weights.judge(rows[0]).label, 2U);
    EXPECT_EQ(weights.judge(rows[0]).lead, 2);
    EXPECT_EQ(weights.predict(rows[1]), 0U);
    EXPECT_EQ(weights.predict(rows[2]), 0U);
}

}  // namespace
}  // namespace drover::baselines
