#include <array>
#include <cmath>

#include <drover/classify/impl/vote_kernels.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify {
namespace {

using impl::row_block;

TEST(VoteKernels, ProductsOfPairsAreThoseOfPlainLoops) {
    for (const std::size_t stride : {std::size_t{16}, std::size_t{48}, std::size_t{128}}) {
        const std::vector<std::int64_t> drawn = random_weights(2 * 20 * stride, 32767, 1);
        const std::vector<std::int16_t> inputs(drawn.begin(), drawn.end());
        for (std::size_t count = 0; count < 12; ++count) {
            std::vector<std::uint32_t> pairs;
            std::vector<std::uint32_t> entries;
            const std::vector<std::int64_t> numbers = random_weights(2 * count, 2000, count);
            for (std::size_t e = 0; e < count; ++e) {
                pairs.push_back(static_cast<std::uint32_t>((7 * e) % 20));
                entries.push_back(std::uint32_t{static_cast<std::uint16_t>(numbers[2 * e])} |
                                  std::uint32_t{static_cast<std::uint16_t>(numbers[2 * e + 1])} << 16U);
            }
            std::vector<std::int32_t> found(stride, 1);
            std::vector<std::int32_t> plain(stride, 2);
            impl::find_pair_products({pairs, entries, inputs.data(), stride, found.data()});
            impl::find_pair_products_plainly({pairs, entries, inputs.data(), stride, plain.data()});
            ASSERT_EQ(found, plain);
        }
    }
}

std::vector<double> real_numbers(std::size_t count, std::uint64_t seed) {
    const std::vector<std::int64_t> drawn = random_weights(count, std::int64_t{1} << 40U, seed);
    return {drawn.begin(), drawn.end()};
}

TEST(VoteKernels, ColumnsMoveAsInPlainLoops) {
    const std::vector<std::uint32_t> up{0, 3, 4};
    const std::vector<std::uint32_t> down{1, 6};
    const std::vector<double> amounts = real_numbers(row_block, 1);
    std::vector<double> fields = real_numbers(7 * row_block, 2);
    std::vector<double> plain = fields;
    std::vector<float> quick(fields.begin(), fields.end());
    std::vector<float> plain_quick = quick;
    impl::move_block({up, down, amounts.data(), fields.data(), quick.data()});
    impl::move_block_plainly({up, down, amounts.data(), plain.data(), plain_quick.data()});
    EXPECT_EQ(fields, plain);
    EXPECT_EQ(quick, plain_quick);
}

// Scores of floats are never further off than is said, and so are margins.
TEST(VoteKernels, BlocksAreJudgedWithinTheErrorOfFloats) {
    for (const std::size_t labels : {std::size_t{2}, std::size_t{3}, std::size_t{10}}) {
        for (const std::size_t columns : {std::size_t{1}, std::size_t{70}}) {
            const std::size_t stride = columns + 5;
            const std::vector<double> fields = real_numbers(columns * row_block, 3);
            const std::vector<double> offsets = real_numbers(labels * stride, 4);
            const std::vector<double> biases = real_numbers(labels, 5);
            const std::vector<float> quick(fields.begin(), fields.end());
            const std::vector<float> quick_offsets(offsets.begin(), offsets.end());
            const std::vector<float> quick_biases(biases.begin(), biases.end());
            std::array<float, row_block> best{};
            std::array<float, row_block> next{};
            std::array<std::uint32_t, row_block> found{};
            impl::judge_block({quick.data(), columns, quick_offsets.data(), stride, quick_biases, best.data(),
                               next.data(), found.data()});
            double largest = 0;
            for (std::size_t k = 0; k < labels; ++k) {
                double sum = std::abs(biases[k]);
                for (std::size_t j = 0; j < columns; ++j) sum += std::abs(offsets[k * stride + j]);
                largest = std::max(largest, sum);
            }
            for (std::size_t r = 0; r < row_block; ++r) {
                std::vector<double> scores = biases;
                for (std::size_t k = 0; k < labels; ++k) {
                    for (std::size_t j = 0; j < columns; ++j)
                        scores[k] += std::abs(fields[j * row_block + r] + offsets[k * stride + j]);
                }
                const LabelJudgement exact = best_of(scores);
                const double error = impl::block_error(columns, best[r], largest);
                EXPECT_LT(error, largest * 1e-4);
                EXPECT_NEAR(best[r], scores[exact.label], error);
                EXPECT_NEAR(next[r], scores[exact.label] - exact.margin, error);
                EXPECT_TRUE(found[r] == exact.label || exact.margin <= 2 * error);
            }
        }
    }
}

TEST(VoteKernels, TheFirstOfEqualsIsTheBest) {
    const std::vector<float> quick(row_block, 2);
    const std::vector<float> offsets{1, 1, -1, 1};
    const std::vector<float> biases{0, 5, 5, 5};
    std::array<float, row_block> best{};
    std::array<float, row_block> next{};
    std::array<std::uint32_t, row_block> found{};
    impl::judge_block({quick.data(), 1, offsets.data(), 1, biases, best.data(), next.data(), found.data()});
    EXPECT_EQ(best[3], 8);
    EXPECT_EQ(next[3], 8);
    EXPECT_EQ(found[3], 1U);
}

}  // namespace
}  // namespace drover::classify
