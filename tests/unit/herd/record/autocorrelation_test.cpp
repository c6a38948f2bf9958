#include <gtest/gtest.h>

#include <algorithm>

#include <drover/core/bit_row.hpp>
#include <drover/herd/record/autocorrelation.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

template <class State>
struct Shown {
    State state;
};

template <class State>
std::vector<double> recorded(const std::vector<State>& states, std::size_t max_lag) {
    Autocorrelation<State> recorder{max_lag};
    for (const State& state : states) recorder.record(Shown<State>{state});
    return recorder.result();
}

// The definition, pair by pair.
template <class State>
double slow(const std::vector<State>& states, std::size_t lag) {
    const auto n = static_cast<double>(states.size());
    double q = 0;
    for (const State& s : states) {
        q += static_cast<double>(std::count(states.begin(), states.end(), s)) / (n * n);
    }
    double agreements = 0;
    for (std::size_t t = 0; t + lag < states.size(); ++t) agreements += states[t] == states[t + lag] ? 1 : 0;
    return (agreements / (n - static_cast<double>(lag)) - q) / (1 - q);
}

TEST(Autocorrelation, EqualsASlowRecomputation) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        testing::Dice dice{seed};
        std::vector<std::size_t> states(150);
        for (auto& state : states) state = static_cast<std::size_t>(dice.roll(0, 3));
        const std::vector<double> r = recorded(states, 12);
        ASSERT_EQ(r.size(), 13U);
        for (std::size_t lag = 0; lag <= 12; ++lag) EXPECT_NEAR(r[lag], slow(states, lag), 1e-12);
        EXPECT_EQ(r[0], 1);
    }
}

TEST(Autocorrelation, WorksForBinaryStates) {
    testing::Dice dice{6};
    const std::vector<BitRow> rows = random_rows(dice, 80, 2);
    const std::vector<double> r = recorded(rows, 3);
    for (std::size_t lag = 0; lag <= 3; ++lag) EXPECT_NEAR(r[lag], slow(rows, lag), 1e-12);
}

TEST(Autocorrelation, OfAlternatingStatesAlternates) {
    EXPECT_EQ(recorded(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1}, 3), (std::vector<double>{1, -1, 1, -1}));
}

TEST(Autocorrelation, IsEmptyWhenAllStatesAreEqual) {
    EXPECT_TRUE(recorded(std::vector<int>{7, 7, 7, 7}, 2).empty());
    EXPECT_TRUE(recorded(std::vector<int>{}, 2).empty());
}

TEST(Autocorrelation, GoesOnlyAsFarAsThereAreSteps) {
    EXPECT_EQ(recorded(std::vector<int>{0, 1, 0}, 10).size(), 3U);
    EXPECT_EQ(recorded(std::vector<int>{0, 1, 0}, 0), (std::vector<double>{1}));
}

}  // namespace
}  // namespace drover
