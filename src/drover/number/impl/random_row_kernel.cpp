// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/number/impl/random_row.hpp>
#include <drover/number/philox.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/number/impl/random_row_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

// On big-endian machines the halves of lanes are swapped.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__

// use(k, word) for the words k = 0 .. 3 of a block.
template <class Use>
void for_words(const PhiloxRow& row, std::size_t block, Use&& use) {
    const auto words = philox({static_cast<std::uint32_t>(block), row.use, row.row[0], row.row[1]}, row.key);
    for (std::size_t k = 0; k < 4; ++k) use(k, words[k]);
}

void fill_row(const PhiloxRow& row, std::size_t first_block, std::size_t group_count, std::uint32_t* words) {
    for (std::size_t g = 0; g < group_count; ++g) {
        for (std::size_t lane = 0; lane < 16; ++lane) {
            for_words(row, first_block + 16 * g + lane,
                      [&](std::size_t k, std::uint32_t word) { words[64 * g + 16 * k + lane] = word; });
        }
    }
}

void mark_below(const PhiloxRow& row, std::size_t first_block, std::size_t group_count, std::uint64_t limit,
                std::uint64_t* masks) {
    for (std::size_t g = 0; g < group_count; ++g) {
        masks[g] = 0;
        for (std::size_t lane = 0; lane < 16; ++lane) {
            for_words(row, first_block + 16 * g + lane, [&](std::size_t k, std::uint32_t word) {
                masks[g] |= std::uint64_t{word < limit} << (16 * k + lane);
            });
        }
    }
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using Wide = hn::CappedTag<std::uint64_t, 8>;
using Words = hn::Repartition<std::uint32_t, Wide>;
using Vector = hn::Vec<Wide>;

// One block per 64-bit lane. Only the low halves matter: the products read nothing else, and the high halves
// never reach the low ones.
struct Blocks {
    Vector c0, c1, c2, c3;
};

HWY_INLINE Blocks philox_blocks(const PhiloxRow& row, Vector counters) {
    const Wide d;
    const Words words;
    const auto product = [&](Vector c, std::uint64_t multiplier) HWY_ATTR {
        return hn::MulEven(hn::BitCast(words, c), hn::BitCast(words, hn::Set(d, multiplier)));
    };
    Blocks b{counters, hn::Set(d, row.use), hn::Set(d, row.row[0]), hn::Set(d, row.row[1])};
    std::uint32_t key0 = row.key[0];
    std::uint32_t key1 = row.key[1];
    for (int round = 0; round < 10; ++round) {
        const Vector product0 = product(b.c0, 0xD2511F53U);
        const Vector product1 = product(b.c2, 0xCD9E8D57U);
        b = {hn::Xor(hn::Xor(hn::ShiftRight<32>(product1), b.c1), hn::Set(d, key0)), product1,
             hn::Xor(hn::Xor(hn::ShiftRight<32>(product0), b.c3), hn::Set(d, key1)), product0};
        key0 += 0x9E3779B9U;
        key1 += 0xBB67AE85U;
    }
    return b;
}

HWY_INLINE hn::Vec<Words> interleaved(Vector even, Vector odd) {
    const Words words;
    return hn::OddEven(hn::BitCast(words, hn::ShiftLeft<32>(odd)), hn::BitCast(words, even));
}

// use(k, words) for the words k = 0 .. 3 of Lanes(Words) blocks in order.
template <class Use>
HWY_INLINE void for_words(const PhiloxRow& row, std::size_t first_block, Use&& use) {
    const Wide d;
    const Vector steps = hn::Iota(d, 0);
    const Vector even = hn::Add(hn::Set(d, first_block), hn::Add(steps, steps));
    const Blocks a = philox_blocks(row, even);
    const Blocks b = philox_blocks(row, hn::Add(even, hn::Set(d, 1)));
    use(0, interleaved(a.c0, b.c0));
    use(1, interleaved(a.c1, b.c1));
    use(2, interleaved(a.c2, b.c2));
    use(3, interleaved(a.c3, b.c3));
}

void fill_row(const PhiloxRow& row, std::size_t first_block, std::size_t group_count, std::uint32_t* words) {
    const Words d;
    const std::size_t width = hn::Lanes(d);
    for (std::size_t g = 0; g < group_count; ++g) {
        for (std::size_t lane = 0; lane < 16; lane += width) {
            for_words(row, first_block + 16 * g + lane, [&](std::size_t k, hn::Vec<Words> v) HWY_ATTR {
                hn::StoreU(v, d, words + 64 * g + 16 * k + lane);
            });
        }
    }
}

// The lanes of a comparison as the low bits of a number.
HWY_INLINE std::uint64_t bits_of(hn::Mask<hn::RebindToSigned<Words> > mask) {
    const hn::RebindToSigned<Words> d;
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(d, mask, bytes.data());
    const std::uint64_t bits = bytes[0] | (std::uint64_t{bytes[1]} << 8U);
    return bits & ((std::uint64_t{1} << hn::Lanes(d)) - 1);
}

void mark_below(const PhiloxRow& row, std::size_t first_block, std::size_t group_count, std::uint64_t limit,
                std::uint64_t* masks) {
    const Words d;
    const std::size_t width = hn::Lanes(d);
    // Unsigned order is signed order with the top bits flipped.
    const hn::RebindToSigned<Words> ordered;
    const auto top = hn::Set(d, 0x80000000U);
    const auto last = hn::BitCast(ordered, hn::Set(d, static_cast<std::uint32_t>(limit - 1) ^ 0x80000000U));
    for (std::size_t g = 0; g < group_count; ++g) {
        std::uint64_t above = 0;
        for (std::size_t lane = 0; lane < 16; lane += width) {
            for_words(row, first_block + 16 * g + lane, [&](std::size_t k, hn::Vec<Words> v) HWY_ATTR {
                above |= bits_of(hn::Gt(hn::BitCast(ordered, hn::Xor(v, top)), last)) << (16 * k + lane);
            });
        }
        masks[g] = ~above;
    }
}

#endif

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::impl {

HWY_EXPORT(fill_row);
HWY_EXPORT(mark_below);

void fill_words(const PhiloxRow& row, std::size_t first_block, std::size_t group_count,
                std::uint32_t* words) {
    HWY_DYNAMIC_DISPATCH(fill_row)(row, first_block, group_count, words);
}

void mark_row_below(const PhiloxRow& row, std::size_t first_block, std::size_t group_count,
                    std::uint64_t limit, std::uint64_t* masks) {
    HWY_DYNAMIC_DISPATCH(mark_below)(row, first_block, group_count, limit, masks);
}

}  // namespace drover::impl
#endif
