#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <drover/number/philox.hpp>

#include "substitutes.hpp"

namespace drover::cli::paper {
namespace {

enum Stream : std::uint64_t { abalone_stream = 1, bowling_stream, digits_stream, news_stream };

// Random numbers one after the other.
class Draws {
  public:
    explicit Draws(std::uint64_t seed, Stream stream) : random_{seed, stream} {}
    double normal() { return random_.normal(next_++); }
    double uniform() { return random_.uniform(next_++); }
    std::uint64_t below(std::uint64_t bound) { return random_.below(next_++, bound); }

  private:
    CounterRandom random_;
    std::uint64_t next_ = 0;
};

// sum_i b_i s_i + sum_{i<j} J_ij s_i s_j of every state, s = +-1, with b_i of standard deviation 0.3 and J_ij
// of 0.5.
std::vector<double> random_scores(std::size_t n, Draws& draws) {
    std::vector<double> scores(std::size_t{1} << n);
    const auto sign = [](std::size_t state, std::size_t i) { return ((state >> i) & 1U) != 0 ? 1.0 : -1.0; };
    for (std::size_t i = 0; i < n; ++i) {
        const double bias = 0.3 * draws.normal();
        for (std::size_t state = 0; state < scores.size(); ++state) scores[state] += bias * sign(state, i);
        for (std::size_t j = 0; j < i; ++j) {
            const double coupling = 0.5 * draws.normal();
            for (std::size_t state = 0; state < scores.size(); ++state)
                scores[state] += coupling * sign(state, i) * sign(state, j);
        }
    }
    return scores;
}

// Running sums of exp(score), the largest as 2^32, in integers: draws do not depend on the last bit of exp.
std::vector<std::uint64_t> running_shares(const std::vector<double>& scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    std::vector<std::uint64_t> sums;
    sums.reserve(scores.size());
    std::uint64_t sum = 0;
    for (const double score : scores) {
        sum += 1 + static_cast<std::uint64_t>(std::exp(score - largest) * 0x1p32);
        sums.push_back(sum);
    }
    return sums;
}

BinaryTable boltzmann_table(std::vector<std::string> names, std::size_t row_count, Draws draws) {
    const std::vector<std::uint64_t> sums = running_shares(random_scores(names.size(), draws));
    std::vector<BitRow> rows;
    rows.reserve(row_count);
    while (rows.size() < row_count) {
        const auto state = std::upper_bound(sums.begin(), sums.end(), draws.below(sums.back()));
        rows.push_back(BitRow::from_index(static_cast<std::uint64_t>(state - sums.begin()), names.size()));
    }
    return {std::move(names), std::move(rows)};
}

std::vector<std::string> numbered(const std::string& word, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back(word + std::to_string(i));
    return names;
}

DataSet boltzmann_set(const std::string& name, BinaryTable table, std::size_t train_count) {
    const std::size_t columns = table.column_count();
    return {.name = name,
            .table = std::move(table),
            .joint_count = columns,
            .label = columns - 1,
            .label_note = "the last column",
            .train_count = train_count,
            .note =
                "substitute: exact draws from a fully connected Boltzmann machine with random biases and "
                "couplings",
            .substitute = true};
}

// 16 of 64 pixels: with a tenth flipped, 30 % are ones. They differ in four.
constexpr std::array<std::string_view, 2> drawn_digits{
    "........"
    "..####.."
    "......#."
    "......#."
    "..####.."
    "......#."
    "......#."
    "..####..",
    "........"
    "..####.."
    ".#......"
    ".#......"
    "..####.."
    "......#."
    "......#."
    "..####.."};

BitRow noisy_digit(std::size_t which, Draws& draws) {
    const std::string_view digit = drawn_digits.at(which);
    BitRow row(digit.size() + 1);
    for (std::size_t i = 0; i < digit.size(); ++i) row.set(i, (digit[i] == '#') != (draws.below(10) == 0));
    row.set(digit.size(), which == 1);
    return row;
}

constexpr std::size_t word_count = 100;
constexpr std::size_t topic_count = 4;

// The probability that a document of average length and that topic has the word. Every fourth word belongs to
// a topic; within one, later words are more frequent, like 1 / (rank + 3).
double word_rate(std::size_t word, std::size_t topic) {
    const std::size_t rank = (word_count - 1 - word) / topic_count;
    return (word % topic_count == topic ? 1.125 : 0.15) / (static_cast<double>(rank) + 3.0);
}

BitRow document(Draws& draws) {
    BitRow row(word_count);
    while (row.ones() == 0) {
        const auto topic = static_cast<std::size_t>(draws.below(topic_count));
        const double length = 0.25 + 1.5 * draws.uniform();
        for (std::size_t word = 0; word < word_count; ++word)
            row.set(word, draws.uniform() < length * word_rate(word, topic));
    }
    return row;
}

}  // namespace

DataSet make_abalone(std::uint64_t seed) {
    return boltzmann_set("Abalone", boltzmann_table(numbered("a", 9), 4'177, Draws{seed, abalone_stream}),
                         2'000);
}

DataSet make_bowling(std::uint64_t seed) {
    return boltzmann_set("Bowling", boltzmann_table(numbered("pin", 10), 298, Draws{seed, bowling_stream}),
                         150);
}

DataSet make_digits(std::uint64_t seed) {
    Draws draws{seed, digits_stream};
    std::vector<BitRow> rows;
    for (std::size_t i = 0; i < 2'200; ++i) rows.push_back(noisy_digit(i / 1'100, draws));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 64; ++i) names.push_back("p" + std::to_string(i / 8) + std::to_string(i % 8));
    names.emplace_back("five");
    return {.name = "Digits",
            .table = {std::move(names), std::move(rows)},
            .joint_count = 64,
            .label = 64,
            .label_note = "the digit: 3 is 0, 5 is 1",
            .train_count = 1'600,
            .note =
                "substitute: a drawn 3 and a drawn 5 of 16 pixels, each pixel flipped with probability "
                "1/10",
            .substitute = true};
}

DataSet make_news(std::uint64_t seed) {
    Draws draws{seed, news_stream};
    std::vector<BitRow> rows;
    for (std::size_t i = 0; i < 16'242; ++i) rows.push_back(document(draws));
    return {.name = "News",
            .table = {numbered("word", word_count), std::move(rows)},
            .joint_count = word_count,
            .label = word_count - 1,
            .label_note = "the last word",
            .train_count = 10'000,
            .note =
                "substitute: words independent given one of four topics and the length of the document, "
                "none empty",
            .substitute = true};
}

}  // namespace drover::cli::paper
