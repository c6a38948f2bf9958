#include <drover/number/philox.hpp>
#include <drover/rbm/impl/kernels.hpp>

#include <gtest/gtest.h>

namespace drover::rbm::impl {
namespace {

class Draws {
  public:
    explicit Draws(std::uint64_t seed) : random_{seed} {}
    std::uint64_t bits() { return random_.bits(next_++); }
    std::int32_t within(std::int32_t largest) {
        return static_cast<std::int32_t>(
                   random_.below(next_++, static_cast<std::uint64_t>(2 * largest + 1))) -
               largest;
    }

  private:
    CounterRandom random_;
    std::uint64_t next_ = 0;
};

TEST(RbmKernels, CountsOfPairsAreThePlainOnes) {
    Draws draws{1};
    for (const std::size_t rows : {1U, 4U, 7U}) {
        for (const std::size_t words : {1U, 3U, 11U}) {
            std::vector<std::uint64_t> x(rows * words);
            std::vector<std::uint64_t> z(words * 64);
            for (auto& word : x) word = draws.bits();
            for (auto& word : z) word = draws.bits();
            for (const bool differing : {true, false}) {
                std::vector<std::int32_t> plain(rows * 64);
                std::vector<std::int32_t> fast(rows * 64);
                count_pairs_plainly({x.data(), z.data(), rows, 64, words, differing, plain.data()});
                count_pairs({x.data(), z.data(), rows, 64, words, differing, fast.data()});
                EXPECT_EQ(plain, fast);
            }
        }
    }
}

TEST(RbmKernels, RowsMoveAsThePlainOnesDo) {
    Draws draws{2};
    const auto drawn = [&](std::int32_t largest) {
        std::vector<std::int32_t> numbers(64);
        for (auto& number : numbers) number = draws.within(largest);
        return numbers;
    };
    const std::vector<std::int32_t> counts = drawn(500);
    const std::vector<std::int32_t> dreamt = drawn(500);
    const std::vector<std::int32_t> taken = drawn(500);
    for (const bool has_dream : {true, false}) {
        for (const bool has_taken : {true, false}) {
            for (const std::int32_t largest : {3'000, 100'000'000}) {
                std::vector<std::int32_t> plain = drawn(largest);
                std::vector<std::int32_t> fast = plain;
                std::vector<std::int32_t> plain_sums(64, 5);
                std::vector<std::int32_t> fast_sums(64, 5);
                WeightRow row{plain.data(),
                              counts.data(),
                              has_dream ? dreamt.data() : nullptr,
                              has_taken ? taken.data() : nullptr,
                              350,
                              2,
                              64,
                              plain_sums.data()};
                const std::int64_t most = move_row_plainly(row);
                row.weights = fast.data();
                row.magnitudes = fast_sums.data();
                EXPECT_EQ(move_row(row), most);
                EXPECT_EQ(fast, plain);
                EXPECT_EQ(fast_sums, plain_sums);
            }
        }
    }
}

}  // namespace
}  // namespace drover::rbm::impl
