#include <gtest/gtest.h>

#include <algorithm>

#include <drover/herd/record/histogram.hpp>

#include "random_models.hpp"

namespace drover::histogram_test {
namespace {

template <class State>
struct Shown {
    State state;
};

TEST(StateCounts, CountEveryListedState) {
    testing::Dice dice{1};
    std::vector<std::size_t> states;
    StateCounts counts{6};
    StateHistogram<std::size_t> histogram;
    for (int i = 0; i < 200; ++i) {
        states.push_back(static_cast<std::size_t>(dice.roll(0, 4)));
        counts.record(Shown<std::size_t>{states.back()});
        histogram.record(Shown<std::size_t>{states.back()});
    }
    ASSERT_EQ(counts.result().size(), 6U);
    for (std::size_t s = 0; s < 6; ++s) {
        const std::int64_t expected = std::count(states.begin(), states.end(), s);
        EXPECT_EQ(counts.result()[s], expected);
        EXPECT_EQ(histogram.result().count(s), expected == 0 ? 0U : 1U);
        if (expected == 0) continue;
        EXPECT_EQ(histogram.result().at(s), expected);
    }
}

TEST(StateHistogram, CountsBinaryStates) {
    testing::Dice dice{2};
    const std::vector<BitRow> rows = random_rows(dice, 100, 3);
    StateHistogram<BitRow> histogram;
    for (const BitRow& row : rows) histogram.record(Shown<const BitRow&>{row});
    std::int64_t total = 0;
    for (const auto& [row, count] : histogram.result()) {
        EXPECT_EQ(count, std::count(rows.begin(), rows.end(), row));
        total += count;
    }
    EXPECT_EQ(total, 100);
}

TEST(OnesHistogram, CountsHowManyVariablesAreOne) {
    testing::Dice dice{3};
    const std::vector<BitRow> rows = random_rows(dice, 200, 70);
    OnesHistogram histogram{70};
    std::vector<std::int64_t> expected(71);
    for (const BitRow& row : rows) {
        histogram.record(Shown<const BitRow&>{row});
        std::size_t ones = 0;
        for (std::size_t i = 0; i < 70; ++i) ones += row[i] ? 1 : 0;
        ++expected[ones];
    }
    EXPECT_EQ(histogram.result(), expected);
}

TEST(OnesHistogram, HasBothEnds) {
    OnesHistogram histogram{2};
    histogram.record(Shown<BitRow>{{0, 0}});
    histogram.record(Shown<BitRow>{{1, 1}});
    EXPECT_EQ(histogram.result(), (std::vector<std::int64_t>{1, 0, 1}));
}

}  // namespace
}  // namespace drover::histogram_test
