#include <gtest/gtest.h>

#include <vector>

#include <drover/core/equal_bytes.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

std::vector<std::int8_t> random_bytes(std::size_t count, std::uint64_t seed) {
    const CounterRandom random{seed};
    std::vector<std::int8_t> bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::int8_t>(random.below(i, 3));
    return bytes;
}

TEST(EqualBytes, AreMarkedOneByOne) {
    const auto a = random_bytes(640, 1);
    const auto b = random_bytes(640, 2);
    std::vector<std::uint64_t> masks(10, 77);
    mark_equal(a.data(), b.data(), masks);
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ((masks[i / 64] >> (i % 64)) & 1U, a[i] == b[i] ? 1U : 0U) << i;
}

TEST(EqualBytes, AreCounted) {
    for (const std::size_t count : {0U, 1U, 15U, 16U, 33U, 64U, 1000U, 20'000U}) {
        const auto a = random_bytes(count, 1);
        const auto b = random_bytes(count, 2);
        std::size_t expected = 0;
        for (std::size_t i = 0; i < count; ++i) expected += a[i] == b[i] ? 1 : 0;
        EXPECT_EQ(count_equal(a.data(), b.data(), count), expected);
        EXPECT_EQ(count_equal(a.data(), a.data(), count), count);
    }
}

}  // namespace
}  // namespace drover
