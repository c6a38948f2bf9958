#include <gtest/gtest.h>

#include <vector>

#include <drover/number/philox.hpp>
#include <drover/number/random_row.hpp>

namespace drover {
namespace {

TEST(RandomRow, TakesItsWordsFromPhiloxBlocks) {
    const RandomRow row{0x1122334455667788, 0x99AABBCCDDEEFF00, 7};
    for (const std::uint32_t i : {0U, 1U, 15U, 16U, 63U, 64U, 1000U}) {
        const auto block =
            philox({16 * (i / 64) + i % 16, 7, 0xDDEEFF00, 0x99AABBCC}, {0x55667788, 0x11223344});
        EXPECT_EQ(row[i], block[i / 16 % 4]) << i;
    }
}

TEST(RandomRow, FillsAsItAnswersOneByOne) {
    const RandomRow row{2016, 1ULL << 40U, 3};
    for (const std::size_t first : {0U, 64U, 6400U}) {
        std::vector<std::uint32_t> words(640);
        row.fill(first, words);
        for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], row[first + i]) << i;
    }
}

TEST(RandomRow, MarksTheWordsBelowALimit) {
    const RandomRow row{5, 6, 7};
    for (const std::uint64_t limit : {0ULL, 1ULL, 1ULL << 31U, 2515933592ULL, 0xFFFFFFFFULL, 1ULL << 32U}) {
        std::vector<std::uint64_t> masks(9, 0xFEDCBA9876543210);
        row.below(limit, 128, masks);
        for (std::size_t i = 0; i < 64 * masks.size(); ++i)
            EXPECT_EQ((masks[i / 64] >> (i % 64)) & 1U, row[128 + i] < limit ? 1U : 0U) << limit << ", " << i;
    }
}

TEST(WordLimit, IsTheNearestInteger) {
    EXPECT_EQ(random_limit(0), 0U);
    EXPECT_EQ(random_limit(1), 1ULL << 32U);
    EXPECT_EQ(random_limit(0.5), 1ULL << 31U);
    EXPECT_EQ(random_limit(0.3 * 0x1p-32), 0U);
    EXPECT_EQ(random_limit(1.5 * 0x1p-32), 2U);
}

}  // namespace
}  // namespace drover
