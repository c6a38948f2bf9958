#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <drover/dynamics/words.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/neuron/neuron.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using Symbols = std::vector<std::uint8_t>;

// Numbers the words of each length by rank: a word of length T + 1 is a word of length T and a symbol.
std::vector<std::int64_t> refined_counts(const Symbols& symbols, std::size_t longest) {
    std::vector<std::int64_t> counts;
    std::vector<std::size_t> ranks(symbols.size());
    for (std::size_t length = 1; length <= std::min(longest, symbols.size()); ++length) {
        std::vector<std::pair<std::size_t, std::uint8_t>> words;
        for (std::size_t i = 0; i + length <= symbols.size(); ++i)
            words.emplace_back(ranks[i], symbols[i + length - 1]);
        auto sorted = words;
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto place = std::lower_bound(sorted.begin(), sorted.end(), words[i]);
            ranks[i] = static_cast<std::size_t>(place - sorted.begin());
        }
        counts.push_back(static_cast<std::int64_t>(sorted.size()));
    }
    return counts;
}

std::size_t refined_saturation(const Symbols& symbols, std::size_t longest) {
    const Symbols first(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(symbols.size() / 2));
    const auto half = refined_counts(first, longest);
    const auto all = refined_counts(symbols, longest);
    std::size_t length = 0;
    while (length < half.size() && half[length] == all[length]) ++length;
    return length;
}

Symbols random_symbols(std::uint64_t seed, std::size_t count, std::int64_t alphabet) {
    testing::Dice dice{seed};
    Symbols symbols(count);
    for (auto& symbol : symbols) symbol = static_cast<std::uint8_t>(dice.roll(0, alphabet - 1));
    return symbols;
}

DualHerder small_herder(std::uint64_t seed) {
    testing::Dice dice{seed};
    const StateTable table = random_table(dice, 5, 2, 100);
    return DualHerder{table, random_moments(dice, table)};
}

Symbols herded_symbols(std::uint64_t seed, std::size_t count) {
    Symbols symbols;
    DualHerder herder = small_herder(seed);
    for (const auto& step : herder.steps(static_cast<std::int64_t>(count)))
        symbols.push_back(static_cast<std::uint8_t>(step.state));
    return symbols;
}

void expect_refined(const Symbols& symbols) {
    const Words words = count_words(symbols, {.max_length = symbols.size()});
    EXPECT_EQ(words.counts, refined_counts(symbols, symbols.size()));
    EXPECT_EQ(words.saturated_to, refined_saturation(symbols, symbols.size()));
}

TEST(CountWords, AgreesWithRefinedRanksOnRandomSymbols) {
    for (const std::int64_t alphabet : {1, 2, 3, 7, 256}) {
        for (const std::size_t count : {1U, 2U, 5U, 30U, 200U}) {
            SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(alphabet));
            expect_refined(random_symbols(count, count, alphabet));
        }
    }
}

TEST(CountWords, AgreesWithRefinedRanksOnAllShortBinarySequences) {
    for (std::size_t length = 1; length <= 9; ++length) {
        for (std::size_t bits = 0; bits < (std::size_t{1} << length); ++bits) {
            Symbols symbols;
            for (std::size_t i = 0; i < length; ++i) symbols.push_back((bits >> i) & 1U);
            expect_refined(symbols);
        }
    }
}

TEST(CountWords, AgreesWithRefinedRanksOnHerdedSymbols) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) expect_refined(herded_symbols(seed, 400));
}

TEST(CountWords, TakesAnOrbitWithOrWithoutBurnIn) {
    const Symbols symbols = herded_symbols(3, 5'000);
    const Words all = count_words(small_herder(3), {.symbol_count = 5'000, .max_length = 60});
    EXPECT_EQ(all.counts, refined_counts(symbols, 60));
    const Words late =
        count_words(small_herder(3), {.symbol_count = 3'900, .burn_in = 1'100, .max_length = 60});
    EXPECT_EQ(late.counts, refined_counts({symbols.begin() + 1'100, symbols.end()}, 60));
    EXPECT_EQ(late.symbol_count, 3'900);
}

TEST(CountWords, CountsTheNeuronStepByStep) {
    const Words words =
        count_words(neuron::RationalOrbit{Rational{3, 8}}, {.symbol_count = 100, .max_length = 12});
    EXPECT_EQ(words.counts, (std::vector<std::int64_t>{2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8}));
}

TEST(WordCounter, CanBeAskedAtAnyTime) {
    const Symbols symbols = random_symbols(9, 120, 3);
    WordCounter counter;
    EXPECT_TRUE(counter.result().counts.empty());
    for (std::size_t count = 1; count <= symbols.size(); ++count) {
        counter.add(symbols[count - 1]);
        const Symbols begin(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(count));
        ASSERT_EQ(counter.result({.max_length = 10}).counts, refined_counts(begin, 10));
    }
}

// One symbol again and again, words again and again, and what differs only at the end.
TEST(WordCounter, CountsWhatRepeatsItself) {
    Symbols symbols(300, 7);
    for (std::size_t i = 0; i < 300; ++i) symbols.push_back(static_cast<WordCounter::Symbol>(i % 3));
    symbols.insert(symbols.end(), symbols.begin(), symbols.begin() + 450);
    for (const std::size_t count : {1U, 299U, 301U, 600U, 1'049U, 1'050U}) {
        const Symbols begin(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(count));
        EXPECT_EQ(count_words(begin, {.max_length = count}).counts, refined_counts(begin, count));
    }
}

TEST(WordCounter, NeedsLittleMoreThanTheSymbolsOfAnOrbit) {
    for (const std::int64_t alphabet : {2, 6, 256}) {
        WordCounter counter;
        for (const auto symbol : random_symbols(1, 20'000, alphabet)) counter.add(symbol);
        EXPECT_LE(counter.memory(), 44U * 20'000);
    }
    WordCounter herded;
    for (const auto symbol : herded_symbols(1, 20'000)) herded.add(symbol);
    EXPECT_LE(herded.memory(), 4U * 20'000);
}

TEST(Words, FitsTheExponentWithinTheSaturatedPart) {
    const Words words = count_words(neuron::GoldenOrbit{}, {.symbol_count = 20'000, .fit_from = 100});
    EXPECT_EQ(words.saturated_to, 1'000U);
    ASSERT_TRUE(words.growth);
    EXPECT_NEAR(words.growth->slope, 1, 0.01);  // of T + 1
    EXPECT_LE(words.growth->low, words.growth->slope);
    EXPECT_GE(words.growth->high, words.growth->slope);
    EXPECT_EQ(words.fit_lengths.front(), 100U);
    EXPECT_LE(words.fit_lengths.back(), words.saturated_to);
    EXPECT_EQ(words.growth->point_count, words.fit_lengths.size());

    const Words part =
        count_words(neuron::GoldenOrbit{}, {.symbol_count = 20'000, .fit_from = 2, .fit_to = 4});
    EXPECT_EQ(part.fit_lengths, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(Words, HasNoExponentWithoutThreeLengths) {
    const Words words = count_words(random_symbols(1, 100, 6));
    EXPECT_LT(words.saturated_to, 8U);
    EXPECT_FALSE(words.growth);
}

TEST(Words, GivesTheEntropyOfALength) {
    const Words words = count_words(Symbols{0, 1, 0, 1, 1});
    EXPECT_EQ(words.count(0), 1);
    EXPECT_EQ(words.count(2), 3);
    EXPECT_EQ(words.entropy(2), std::log(3.0) / 2);
}

// An orbit with more states than symbols.
class Counting {
  public:
    struct Step {
        std::size_t state;
    };
    Step step() { return {++state_}; }
    Step current() const { return {state_}; }

  private:
    std::size_t state_ = 0;
};

TEST(CountWords, RefusesWhatItCannotCount) {
    EXPECT_INPUT_ERROR(count_words(Counting{}), "count_words: expected states below 256, got 256");
    EXPECT_INPUT_ERROR(count_words(neuron::GoldenOrbit{}, {.symbol_count = -1}),
                       "count_words: expected symbol_count and burn_in of at least 0");
    const neuron::GoldenOrbit short_neuron{{-1, 2}, 1, {.max_steps = 99}};
    EXPECT_INPUT_ERROR(count_words(short_neuron, {.symbol_count = 90, .burn_in = 10}),
                       "count_words: 90 more steps go past the limit of 99; raise max_steps");
    EXPECT_INPUT_ERROR(count_words(Counting{}, {.symbol_count = std::int64_t{1} << 31U}),
                       "WordCounter: expected at most 2147483646 symbols, got 2147483648");
}

TEST(CountWords, OfAModelAreThoseOfItsHerder) {
    testing::Dice dice{3};
    const StateTable table = random_table(dice, 6, 2);
    const Moments moments = random_moments(dice, table);
    const WordsOptions options{.symbol_count = 5'000, .burn_in = 1'500, .max_length = 50};
    EXPECT_EQ(count_words(testing::exact_model(table, moments), options).counts,
              count_words(DualHerder{table, moments}, options).counts);
}

TEST(CountWords, OfTheStatesSoFarWhenStopped) {
    StopFlag flag;
    WordsOptions options{.symbol_count = 100'000, .burn_in = 1'000, .control = {.stop = &flag}};
    options.control.progress = [&](std::int64_t done) {
        if (done > 4'000) flag.request_stop();
    };
    const neuron::RationalOrbit neuron{Rational{1, 3}};
    EXPECT_EQ(count_words(neuron, options).symbol_count, 2 * 1024);
}

TEST(Words, EndOfGrowthIsTheFirstLengthThatTheNextRepeats) {
    const neuron::RationalOrbit neuron{Rational{2, 5}};
    const Words words = count_words(neuron, {.symbol_count = 1'000, .max_length = 20});
    EXPECT_EQ(words.counts[3], 5);
    EXPECT_EQ(words.end_of_growth(), std::optional<std::size_t>{4});
    const neuron::GoldenOrbit golden;
    EXPECT_FALSE(count_words(golden, {.symbol_count = 10'000, .max_length = 50}).end_of_growth());
}

}  // namespace
}  // namespace drover::dynamics
