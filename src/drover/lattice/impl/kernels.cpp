// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <algorithm>
#include <array>
#include <type_traits>

#include <drover/lattice/impl/kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/lattice/impl/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::lattice::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Lane>
using Tag = hn::CappedTag<Lane, lane_block>;

// All bits of the lanes that are below zero.
template <class V>
HWY_INLINE V sign_mask(V v) {
    return hn::BroadcastSignBit(v);
}

// v or -v.
template <class V>
HWY_INLINE V negated_where(V mask, V v) {
    return hn::Sub(hn::Xor(v, mask), mask);
}

template <class Lane>
void hit(const HitRow<Lane>& row, Tally& tally) {
    const Tag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    auto products = hn::Zero(d);
    auto largest = hn::Zero(d);
    for (std::size_t c = 0; c < row.columns; c += width) {
        const auto mask = sign_mask(hn::Xor(hn::LoadU(d, row.first + c), hn::LoadU(d, row.second + c)));
        const auto target = hn::LoadU(d, row.targets + c);
        const auto move = hn::Sub(target, negated_where(mask, hn::LoadU(d, row.units + c)));
        const auto weight = hn::Add(hn::LoadU(d, row.weights + c), move);
        hn::StoreU(weight, d, row.weights + c);
        products = hn::Add(products, negated_where(mask, target));
        largest = hn::Max(largest, hn::Abs(weight));
    }
    std::array<Lane, lane_block> lanes;
    hn::StoreU(products, d, lanes.data());
    for (std::size_t l = 0; l < width; ++l) tally.target_products += lanes[l];
    hn::StoreU(largest, d, lanes.data());
    for (std::size_t l = 0; l < width; ++l) tally.largest = std::max<std::int64_t>(tally.largest, lanes[l]);
}

template <class Lane>
void find_fields(const FieldInputs<Lane>& row) {
    const Tag<Lane> d;
    const auto term = [&](const Lane* weights, const Lane* signs) HWY_ATTR {
        return negated_where(sign_mask(hn::LoadU(d, signs)), hn::LoadU(d, weights));
    };
    const Lane* left = row.right - row.distance;
    const Lane* signs_left = row.signs - row.distance;
    const Lane* signs_right = row.signs + row.distance;
    for (std::size_t c = 0; c < row.columns; c += hn::Lanes(d)) {
        const auto sides = hn::Add(term(row.right + c, signs_right + c), term(left + c, signs_left + c));
        const auto ends = hn::Add(term(row.down + c, row.signs_below + c),
                                  term(row.down_from_above + c, row.signs_above + c));
        hn::StoreU(hn::Add(hn::LoadU(d, row.node + c), hn::Add(sides, ends)), d, row.fields + c);
    }
}

template <class Lane>
void mark_opposed(const Lane* fields, const Lane* signs, std::size_t columns, std::uint64_t* words) {
    const Tag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    for (std::size_t first = 0; first < columns; first += 64) {
        const std::size_t count = std::min<std::size_t>(64, columns - first);
        std::uint64_t word = 0;
        for (std::size_t c = 0; c < count; c += width) {
            const auto mask = sign_mask(hn::LoadU(d, signs + first + c));
            const auto opposed = hn::Lt(negated_where(mask, hn::LoadU(d, fields + first + c)), hn::Zero(d));
            std::array<std::uint8_t, 8> bytes{};
            hn::StoreMaskBits(d, opposed, bytes.data());
            word |= (std::uint64_t{bytes[0]} | std::uint64_t{bytes[1]} << 8U) << c;
        }
        *words++ = count == 64 ? word : word & ((std::uint64_t{1} << count) - 1);
    }
}

template <class Lane>
Kernels<Lane> make_kernels() {
    return {hit<Lane>, find_fields<Lane>, mark_opposed<Lane>};
}
Kernels<std::int32_t> lattice_kernels32() { return make_kernels<std::int32_t>(); }
Kernels<std::int64_t> lattice_kernels64() { return make_kernels<std::int64_t>(); }

}  // namespace drover::lattice::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::lattice::impl {

HWY_EXPORT(lattice_kernels32);
HWY_EXPORT(lattice_kernels64);

namespace {

template <class Lane>
void plain_hit(const HitRow<Lane>& row, Tally& tally) {
    for (std::size_t c = 0; c < row.columns; ++c) {
        const Lane sign = row.first[c] * row.second[c];
        row.weights[c] += row.targets[c] - row.units[c] * sign;
        tally.target_products += row.targets[c] * sign;
        const std::int64_t weight = row.weights[c];
        tally.largest = std::max(tally.largest, weight < 0 ? -weight : weight);
    }
}

template <class Lane>
void plain_find_fields(const FieldInputs<Lane>& row) {
    const Lane* left = row.right - row.distance;
    const Lane* signs_left = row.signs - row.distance;
    const Lane* signs_right = row.signs + row.distance;
    for (std::size_t c = 0; c < row.columns; ++c) {
        row.fields[c] = row.node[c] + row.right[c] * signs_right[c] + left[c] * signs_left[c] +
                        row.down[c] * row.signs_below[c] + row.down_from_above[c] * row.signs_above[c];
    }
}

template <class Lane>
void plain_mark_opposed(const Lane* fields, const Lane* signs, std::size_t columns, std::uint64_t* words) {
    std::fill_n(words, (columns + 63) / 64, std::uint64_t{0});
    for (std::size_t c = 0; c < columns; ++c) {
        if (fields[c] * signs[c] < 0) words[c / 64] |= std::uint64_t{1} << (c % 64);
    }
}

}  // namespace

template <class Lane>
const Kernels<Lane>& best_kernels() {
    static const Kernels<Lane> chosen = [] {
        if constexpr (std::is_same_v<Lane, std::int32_t>) {
            return HWY_DYNAMIC_DISPATCH(lattice_kernels32)();
        } else {
            return HWY_DYNAMIC_DISPATCH(lattice_kernels64)();
        }
    }();
    return chosen;
}

template <class Lane>
const Kernels<Lane>& plain_kernels() {
    static constexpr Kernels<Lane> plain{plain_hit<Lane>, plain_find_fields<Lane>, plain_mark_opposed<Lane>};
    return plain;
}

template const Kernels<std::int32_t>& best_kernels();
template const Kernels<std::int64_t>& best_kernels();
template const Kernels<std::int32_t>& plain_kernels();
template const Kernels<std::int64_t>& plain_kernels();

}  // namespace drover::lattice::impl
#endif
