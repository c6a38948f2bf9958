#include <cstdint>

#include <gtest/gtest.h>
#include <drover/core/aligned_vector.hpp>

namespace drover {
namespace {

TEST(AlignedVector, BeginsAtACacheLine) {
    for (std::size_t size = 1; size < 100; ++size) {
        const AlignedVector<std::uint32_t> lanes(size, 7U);
        AlignedVector<std::uint32_t> copy;
        copy = lanes;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(lanes.data()) % 64, 0U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(copy.data()) % 64, 0U);
        EXPECT_EQ(copy, lanes);
    }
}

}  // namespace
}  // namespace drover
