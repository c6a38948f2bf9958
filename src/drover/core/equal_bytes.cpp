// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <algorithm>
#include <array>

#include <drover/core/equal_bytes.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/core/equal_bytes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void mark_bytes(const std::int8_t* a, const std::int8_t* b, std::size_t mask_count, std::uint64_t* masks) {
    std::fill(masks, masks + mask_count, 0);
    for (std::size_t i = 0; i < 64 * mask_count; ++i)
        masks[i / 64] |= std::uint64_t{a[i] == b[i]} << (i % 64);
}

std::size_t count_bytes(const std::int8_t* a, const std::int8_t* b, std::size_t size) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += a[i] == b[i] ? 1 : 0;
    return sum;
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::CappedTag<std::int8_t, 64>;

void mark_bytes(const std::int8_t* a, const std::int8_t* b, std::size_t mask_count, std::uint64_t* masks) {
    const Bytes d;
    const std::size_t width = hn::Lanes(d);
    for (std::size_t g = 0; g < mask_count; ++g, a += 64, b += 64) {
        std::array<std::uint8_t, 64 / 8 + 8> bytes{};
        for (std::size_t k = 0; k < 64; k += width)
            hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, a + k), hn::LoadU(d, b + k)), bytes.data() + k / 8);
        masks[g] = 0;
        for (unsigned k = 0; k < 8; ++k) masks[g] |= std::uint64_t{bytes[k]} << (8 * k);
    }
}

// Full vectors, at most 255 of them: a byte lane counts no further.
HWY_INLINE std::size_t count_short(const std::int8_t* a, const std::int8_t* b, std::size_t vector_count) {
    const Bytes d;
    const hn::Repartition<std::uint8_t, Bytes> d8;
    const hn::Repartition<std::uint64_t, Bytes> d64;
    const std::size_t width = hn::Lanes(d);
    auto counts = hn::Zero(d);
    for (std::size_t k = 0; k < vector_count * width; k += width) {
        const auto equal = hn::VecFromMask(d, hn::Eq(hn::LoadU(d, a + k), hn::LoadU(d, b + k)));
        counts = hn::Sub(counts, equal);
    }
    return static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(hn::BitCast(d8, counts)))));
}

std::size_t count_bytes(const std::int8_t* a, const std::int8_t* b, std::size_t size) {
    const std::size_t width = hn::Lanes(Bytes{});
    std::size_t sum = 0;
    std::size_t k = 0;
    while (size - k >= width) {
        const std::size_t vectors = std::min<std::size_t>((size - k) / width, 255);
        sum += count_short(a + k, b + k, vectors);
        k += vectors * width;
    }
    for (; k < size; ++k) sum += a[k] == b[k] ? 1 : 0;
    return sum;
}

#endif

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover {
namespace impl {

HWY_EXPORT(mark_bytes);
HWY_EXPORT(count_bytes);

}  // namespace impl

void mark_equal(const std::int8_t* a, const std::int8_t* b, std::span<std::uint64_t> masks) {
    using namespace impl;
    HWY_DYNAMIC_DISPATCH(mark_bytes)(a, b, masks.size(), masks.data());
}

std::size_t count_equal(const std::int8_t* a, const std::int8_t* b, std::size_t count_of_bytes) {
    using namespace impl;
    return HWY_DYNAMIC_DISPATCH(count_bytes)(a, b, count_of_bytes);
}

}  // namespace drover
#endif
