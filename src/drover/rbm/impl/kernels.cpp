// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include <drover/rbm/impl/kernels.hpp>

// Counts of ones in a vector are an instruction there.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/rbm/impl/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::rbm::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<std::int32_t, 16>;

// ---- pairs ----------------------------------------------------------------------------------------------

using Words = hn::CappedTag<std::uint64_t, 8>;

template <std::size_t rows>
HWY_INLINE void count_rows(const PairCounts& p, std::size_t j) {
    const Words d;
    const std::size_t width = hn::Lanes(d);
    std::array<std::uint64_t, 8> lanes;
    const std::uint64_t* x = p.x + j * p.word_count;
    std::int32_t* counts = p.counts + j * p.stride;
    for (std::size_t k = 0; k < p.stride; k += width) {
        auto a = hn::Zero(d);
        auto b = hn::Zero(d);
        auto c = hn::Zero(d);
        auto e = hn::Zero(d);
        const auto ones = [&](hn::Vec<Words> z, std::size_t row, std::size_t w) HWY_ATTR {
            const auto word = hn::Set(d, x[row * p.word_count + w]);
            return hn::PopulationCount(p.differing ? hn::Xor(z, word) : hn::And(z, word));
        };
        for (std::size_t w = 0; w < p.word_count; ++w) {
            const auto z = hn::LoadU(d, p.z + w * p.stride + k);
            a = hn::Add(a, ones(z, 0, w));
            if constexpr (rows == 4) {
                b = hn::Add(b, ones(z, 1, w));
                c = hn::Add(c, ones(z, 2, w));
                e = hn::Add(e, ones(z, 3, w));
            }
        }
        const auto put = [&](hn::Vec<Words> v, std::size_t row) HWY_ATTR {
            hn::StoreU(v, d, lanes.data());
            for (std::size_t l = 0; l < width; ++l)
                counts[row * p.stride + k + l] = static_cast<std::int32_t>(lanes[l]);
        };
        put(a, 0);
        if constexpr (rows == 4) {
            put(b, 1);
            put(c, 2);
            put(e, 3);
        }
    }
}

void count_all(const PairCounts& pairs) {
    std::size_t j = 0;
    for (; j + 4 <= pairs.row_count; j += 4) count_rows<4>(pairs, j);
    for (; j < pairs.row_count; ++j) count_rows<1>(pairs, j);
}

// ---- rows -----------------------------------------------------------------------------------------------

std::int64_t move_one(const WeightRow& row) {
    const Wide d;
    const auto base = hn::Set(d, row.base);
    const auto step = hn::Set(d, row.step);
    const auto limit = hn::Set(d, 1 << 23);
    auto largest = hn::Zero(d);
    for (std::size_t k = 0; k < row.count; k += hn::Lanes(d)) {
        auto counts = hn::LoadU(d, row.counts + k);
        if (row.fantasy_counts != nullptr) counts = hn::Sub(counts, hn::LoadU(d, row.fantasy_counts + k));
        auto weight = hn::Add(hn::LoadU(d, row.weights + k), hn::Sub(base, hn::Mul(step, counts)));
        if (row.taken != nullptr) weight = hn::Sub(weight, hn::LoadU(d, row.taken + k));
        hn::StoreU(weight, d, row.weights + k);
        const auto magnitude = hn::Abs(weight);
        largest = hn::Max(largest, magnitude);
        hn::StoreU(hn::Add(hn::LoadU(d, row.magnitudes + k), hn::Min(magnitude, limit)), d,
                   row.magnitudes + k);
    }
    return hn::GetLane(hn::MaxOfLanes(d, largest));
}

}  // namespace drover::rbm::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::rbm::impl {

HWY_EXPORT(count_all);
HWY_EXPORT(move_one);

void count_pairs(const PairCounts& pairs) { HWY_DYNAMIC_DISPATCH(count_all)(pairs); }

void count_pairs_plainly(const PairCounts& pairs) {
    for (std::size_t j = 0; j < pairs.row_count; ++j) {
        for (std::size_t k = 0; k < pairs.stride; ++k) {
            std::int32_t count = 0;
            for (std::size_t w = 0; w < pairs.word_count; ++w) {
                const std::uint64_t x = pairs.x[j * pairs.word_count + w];
                const std::uint64_t z = pairs.z[w * pairs.stride + k];
                count += std::popcount(pairs.differing ? x ^ z : x & z);
            }
            pairs.counts[j * pairs.stride + k] = count;
        }
    }
}

std::int64_t move_row(const WeightRow& row) { return HWY_DYNAMIC_DISPATCH(move_one)(row); }

std::int64_t move_row_plainly(const WeightRow& row) {
    std::int64_t largest = 0;
    for (std::size_t k = 0; k < row.count; ++k) {
        std::int32_t count = row.counts[k];
        if (row.fantasy_counts != nullptr) count -= row.fantasy_counts[k];
        row.weights[k] += row.base - row.step * count - (row.taken != nullptr ? row.taken[k] : 0);
        const std::int32_t magnitude = std::abs(row.weights[k]);
        row.magnitudes[k] += std::min(magnitude, 1 << 23);
        largest = std::max<std::int64_t>(largest, magnitude);
    }
    return largest;
}

}  // namespace drover::rbm::impl
#endif
