// The neuron of the golden rate, started at 2 * phi - 1, fires the rabbit word: the fixed point of 1 -> 10,
// 0 -> 1. The first F_n symbols hold F_{n-1} ones.
// Chen & Welling 2016, "Herding a Single Neuron".
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <drover/neuron/neuron.hpp>

namespace drover {
namespace {

std::string rabbit_word(std::size_t length) {
    std::string word = "1";
    while (word.size() < length) {
        std::string next;
        for (const char symbol : word) next += symbol == '1' ? "10" : "1";
        word = next;
    }
    word.resize(length);
    return word;
}

std::string fired(std::int64_t length) {
    std::string word;
    neuron::GoldenOrbit neuron;
    for (const auto& step : neuron.steps(length)) word.push_back(step.state == 1 ? '1' : '0');
    return word;
}

TEST(FibonacciNeuron, BeginsLikeThis) { EXPECT_EQ(fired(30), "101101011011010110101101101011"); }

TEST(FibonacciNeuron, IsTheRabbitWordForAMillionSymbols) {
    EXPECT_TRUE(fired(1'000'000) == rabbit_word(1'000'000));
}

TEST(FibonacciNeuron, HasAFibonacciNumberOfOnesInAFibonacciNumberOfSymbols) {
    neuron::GoldenOrbit neuron;
    std::int64_t ones = 0;
    std::int64_t before = 1;  // F_1
    std::int64_t here = 1;    // F_2
    for (const auto& step : neuron.steps(832'040)) {
        ones += step.state == 1 ? 1 : 0;
        if (step.t != here) continue;
        ASSERT_EQ(ones, before) << "in the first " << here;
        before = std::exchange(here, here + before);
    }
    EXPECT_EQ(before, 832'040);  // F_30 was reached
}

TEST(FibonacciNeuron, StaysInTheInvariantInterval) {
    neuron::GoldenOrbit neuron;
    for (const auto& step : neuron.steps(10'000)) {
        const GoldenNumber below_rate{-step.weights.a, 1 - step.weights.b};     // phi - w
        const GoldenNumber above_left{step.weights.a + 1, step.weights.b - 1};  // w - (phi - 1)
        ASSERT_GE(below_rate.sign(), 0);
        ASSERT_GT(above_left.sign(), 0);
        ASSERT_LE(step.margin, 0);
    }
}

TEST(FibonacciNeuron, TheFirstFTerms) {
    const std::vector<std::pair<std::size_t, std::int64_t>> table = {
        {1, 1}, {2, 1}, {3, 2}, {5, 3}, {8, 5}, {13, 8}, {21, 13}, {34, 21}, {55, 34}, {89, 55}};
    const std::string word = fired(89);
    for (const auto& [length, ones] : table) {
        EXPECT_EQ(std::count(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length), '1'), ones);
    }
}

}  // namespace
}  // namespace drover
