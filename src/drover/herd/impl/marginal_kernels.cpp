// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <array>
#include <limits>
#include <type_traits>

#include <drover/herd/impl/marginal_kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/herd/impl/marginal_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Lane>
void add_lanes(Lane* HWY_RESTRICT sums, const Lane* HWY_RESTRICT row, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    const auto add = [&](std::size_t l) HWY_ATTR {
        hn::StoreU(hn::Add(hn::LoadU(d, sums + l), hn::LoadU(d, row + l)), d, sums + l);
    };
    std::size_t l = 0;
    for (; l + 4 * width <= count; l += 4 * width) {
        add(l);
        add(l + width);
        add(l + 2 * width);
        add(l + 3 * width);
    }
    for (; l + width <= count; l += width) add(l);
    for (; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + row[l]);
}

// One pass: the sums are read and written once.
template <class Lane>
void add_four(Lane* HWY_RESTRICT sums, const FourRows<Lane>& rows, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const auto [a, b, e, f] = rows;
    const std::size_t width = hn::Lanes(d);
    std::size_t l = 0;
    for (; l + width <= count; l += width) {
        const auto first = hn::Add(hn::LoadU(d, a + l), hn::LoadU(d, b + l));
        const auto second = hn::Add(hn::LoadU(d, e + l), hn::LoadU(d, f + l));
        hn::StoreU(hn::Add(hn::LoadU(d, sums + l), hn::Add(first, second)), d, sums + l);
    }
    for (; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + a[l] + b[l] + e[l] + f[l]);
}

template <class Lane>
void swap_lanes(Lane* HWY_RESTRICT sums, const Lane* in, const Lane* out, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    const auto swap = [&](std::size_t l) HWY_ATTR {
        const auto change = hn::Sub(hn::LoadU(d, in + l), hn::LoadU(d, out + l));
        hn::StoreU(hn::Add(hn::LoadU(d, sums + l), change), d, sums + l);
    };
    std::size_t l = 0;
    for (; l + 2 * width <= count; l += 2 * width) {
        swap(l);
        swap(l + width);
    }
    for (; l + width <= count; l += width) swap(l);
    for (; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + in[l] - out[l]);
}

template <class Lane>
void turn_lanes(Lane* HWY_RESTRICT lags, const Lane* HWY_RESTRICT sums, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    std::size_t l = 0;
    for (; l + width <= count; l += width) {
        const auto turned = hn::Sub(hn::Zero(d), hn::Add(hn::LoadU(d, lags + l), hn::LoadU(d, sums + l)));
        hn::StoreU(turned, d, lags + l);
    }
    plain_turn_binary(lags, sums, l, count);
}

#if HWY_TARGET == HWY_SCALAR
template <class Lane>
void flip_lanes(const BinaryLanes<Lane>& lanes, const BinaryChange<Lane>& change) {
    plain_flip_binary(lanes, change);
}
template <class Lane>
void mark_lanes(const BinaryLanes<Lane>& lanes) {
    plain_mark_binary(lanes);
}
template <class Lane>
void hit_lanes(const BinaryLanes<Lane>& lanes, const BinaryHit<Lane>& hit) {
    plain_hit_binary(lanes, hit);
}
template <class Lane>
std::size_t find_best(const LaneFields<Lane>& fields, std::size_t now) {
    return plain_best_lane(fields, now);
}
template <class Lane>
std::size_t find_flip(const LaneFields<Lane>& fields, const Lane* in_row) {
    return plain_flip_lane(fields, in_row);
}
#else
// Product with a factor below 2^32, modulo the lane.
template <class D, class V>
V times(D /*d*/, V v, hn::Vec<hn::Repartition<std::uint32_t, D> > factor, hwy::SizeTag<4> /*size*/) {
    return hn::Mul(v, hn::BitCast(D{}, factor));
}
template <class D, class V>
V times(D d, V v, hn::Vec<hn::Repartition<std::uint32_t, D> > factor, hwy::SizeTag<8> /*size*/) {
    const hn::Repartition<std::uint32_t, D> d32;
    const auto low = hn::MulEven(hn::BitCast(d32, v), factor);
    const auto high =
        hn::MulEven(hn::BitCast(d32, hn::ShiftRight<32>(hn::BitCast(hn::RebindToUnsigned<D>{}, v))), factor);
    return hn::BitCast(d, hn::Add(low, hn::ShiftLeft<32>(high)));
}

// The fields of a vector of lanes; banned lanes have the lowest number.
template <class D, class Lane>
class FieldVectors {
  public:
    using Vector = hn::Vec<D>;

    explicit FieldVectors(const LaneFields<Lane>& fields)
        : sums_{fields.sums},
          hits_{fields.hits},
          time_{hn::Set(D32{}, static_cast<std::uint32_t>(fields.time))},
          total_{hn::Set(D32{}, static_cast<std::uint32_t>(fields.total))},
          lowest_{hn::Set(D{}, std::numeric_limits<Signed>::min())},
          least_{hn::Set(D{}, fields.least_sum())},
          most_{hn::Set(D{}, fields.most_sum())} {}

    Vector at(std::size_t l) const {
        const D d;
        const hn::RebindToUnsigned<D> du;
        const auto sums = hn::BitCast(d, hn::LoadU(du, sums_ + l));
        const auto hits = hn::BitCast(d, hn::LoadU(du, hits_ + l));
        const auto field = hn::Sub(times(d, sums, time_, hwy::SizeTag<sizeof(Lane)>{}),
                                   times(d, hits, total_, hwy::SizeTag<sizeof(Lane)>{}));
        return hn::IfThenElse(hn::Or(hn::Gt(sums, most_), hn::Lt(sums, least_)), lowest_, field);
    }

  private:
    using Signed = std::make_signed_t<Lane>;
    using D32 = hn::Repartition<std::uint32_t, D>;

    const Lane* sums_;
    const Lane* hits_;
    hn::Vec<D32> time_;
    hn::Vec<D32> total_;
    Vector lowest_;
    Vector least_;
    Vector most_;
};

// For at least as many lanes as a vector has. The last vector overlaps the one before it.
template <class D, class Lane>
std::size_t find_best_by(D d, const LaneFields<Lane>& fields, std::size_t now) {
    using Signed = std::make_signed_t<Lane>;
    const FieldVectors<D, Lane> vectors{fields};
    const std::size_t width = hn::Lanes(d);
    const std::size_t last = fields.count - width;
    const auto held = hn::Set(d, now < fields.count ? fields.field(now) : std::numeric_limits<Signed>::min());
    auto highest = held;
    auto where = hn::Zero(d);  // the first lane of the vector that each came from
    const auto look = [&](std::size_t l) HWY_ATTR {
        const auto field = vectors.at(l);
        where = hn::IfThenElse(hn::Gt(field, highest), hn::Set(d, static_cast<Signed>(l)), where);
        highest = hn::Max(highest, field);
    };
    for (std::size_t l = 0; l < last; l += width) look(l);
    look(last);
    if (hn::AllFalse(d, hn::Gt(highest, held))) return now;
    const auto is_best = hn::Eq(highest, hn::MaxOfLanes(d, highest));
    const auto lanes = hn::Add(where, hn::Iota(d, Signed{0}));
    const auto none = hn::Set(d, std::numeric_limits<Signed>::max());
    return static_cast<std::size_t>(hn::GetLane(hn::MinOfLanes(d, hn::IfThenElse(is_best, lanes, none))));
}

template <class Lane>
std::size_t find_best(const LaneFields<Lane>& fields, std::size_t now) {
    using Signed = std::make_signed_t<Lane>;
    const hn::ScalableTag<Signed> wide;
    const hn::CappedTag<Signed, 4> narrow;
    if (fields.count >= hn::Lanes(wide)) return find_best_by(wide, fields, now);
    if (fields.count >= hn::Lanes(narrow)) return find_best_by(narrow, fields, now);
    return plain_best_lane(fields, now);
}

template <class Lane>
std::size_t find_flip(const LaneFields<Lane>& fields, const Lane* in_row) {
    const hn::ScalableTag<std::make_signed_t<Lane> > d;
    const hn::ScalableTag<Lane> du;
    const std::size_t width = hn::Lanes(d);
    if (fields.count < width || width < 2) return plain_flip_lane(fields, in_row);
    const FieldVectors<decltype(d), Lane> vectors{fields};
    for (std::size_t l = 0; l < fields.count; l += width) {
        l = l + width <= fields.count ? l : fields.count - width;
        const auto field = vectors.at(l);
        const auto is_in = hn::BitCast(d, hn::LoadU(du, in_row + l));
        const auto better = hn::And(hn::Gt(hn::Reverse2(d, field), field), hn::Gt(is_in, hn::Zero(d)));
        const auto found = hn::FindFirstTrue(d, better);
        if (found >= 0) return l + static_cast<std::size_t>(found);
    }
    return fields.count;
}

// Where the field has the sign opposite to s.
template <class D, class Lane>
class OpposedVectors {
  public:
    explicit OpposedVectors(const BinaryLanes<Lane>& lanes)
        : time_{hn::Set(D32{}, static_cast<std::uint32_t>(lanes.time))},
          total_{hn::Set(D32{}, static_cast<std::uint32_t>(lanes.total))} {}

    template <class V>
    hn::Mask<D> find(V targets, V hits, V negative) const {
        const D d;
        const auto field = hn::BitCast(d, hn::Sub(times(DU{}, targets, time_, hwy::SizeTag<sizeof(Lane)>{}),
                                                  times(DU{}, hits, total_, hwy::SizeTag<sizeof(Lane)>{})));
        const auto mask = hn::BitCast(d, negative);
        return hn::Lt(hn::Sub(hn::Xor(field, mask), mask), hn::Zero(d));
    }

  private:
    using DU = hn::RebindToUnsigned<D>;
    using D32 = hn::Repartition<std::uint32_t, D>;
    hn::Vec<D32> time_;
    hn::Vec<D32> total_;
};

template <class D>
std::uint64_t bits_of(D d, hn::Mask<D> mask) {
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(d, mask, bytes.data());
    return std::uint64_t{bytes[0]} | std::uint64_t{bytes[1]} << 8U;
}

// Calls mask(l) for the lanes from l on, and combines the bits of the results.
template <class D, class Lane, class Mask>
HWY_INLINE void mark_all(D d, const BinaryLanes<Lane>& lanes, const Mask& mask) {
    const std::size_t width = hn::Lanes(d);
    const std::size_t count = lanes.count;
    std::uint64_t* HWY_RESTRICT opposed = lanes.opposed;
    for (std::size_t first = 0; first < count; first += 64) {
        const std::size_t end = count - first < 64 ? count : first + 64;
        std::uint64_t word = 0;
        for (std::size_t l = first; l < end; l += width) word |= bits_of(d, mask(l)) << (l - first);
        opposed[first / 64] = word;
    }
}

template <class Lane>
void mark_lanes(const BinaryLanes<Lane>& lanes) {
    const hn::CappedTag<std::make_signed_t<Lane>, 16> d;
    const hn::CappedTag<Lane, 16> du;
    const OpposedVectors<decltype(d), Lane> opposed{lanes};
    mark_all(d, lanes, [&](std::size_t l) HWY_ATTR {
        return opposed.find(hn::LoadU(du, lanes.targets + l), hn::LoadU(du, lanes.hits + l),
                            hn::LoadU(du, lanes.negative + l));
    });
}

template <class Lane>
void hit_lanes(const BinaryLanes<Lane>& lanes, const BinaryHit<Lane>& hit) {
    const hn::CappedTag<std::make_signed_t<Lane>, 16> d;
    const hn::CappedTag<Lane, 16> du;
    const OpposedVectors<decltype(d), Lane> opposed{lanes};
    const auto one = hn::Set(du, Lane{1});
    Lane* HWY_RESTRICT hits = lanes.hits;
    Lane* HWY_RESTRICT first_hits = hit.first_hits;
    Lane* HWY_RESTRICT sums = hit.sums;
    const Lane* HWY_RESTRICT targets = lanes.targets;
    const Lane* HWY_RESTRICT multiples = hit.multiples;
    const Lane* HWY_RESTRICT signs = lanes.negative;
    mark_all(d, lanes, [=](std::size_t l) HWY_ATTR {
        const auto negative = hn::LoadU(du, signs + l);
        const auto multiple = hn::LoadU(du, multiples + l);
        const auto move = hn::Sub(hn::Xor(multiple, negative), negative);
        const auto sign = hn::Sub(hn::Xor(hn::Min(multiple, one), negative), negative);
        const auto moved = hn::Add(hn::LoadU(du, hits + l), move);
        hn::StoreU(hn::Add(hn::LoadU(du, sums + l), sign), du, sums + l);
        hn::StoreU(hn::Add(hn::LoadU(du, first_hits + l), move), du, first_hits + l);
        hn::StoreU(moved, du, hits + l);
        return opposed.find(hn::LoadU(du, targets + l), moved, negative);
    });
}

// All in full vectors, including the lane of the column itself: a load right after a store of another width
// stalls.
template <class Lane>
void flip_lanes(const BinaryLanes<Lane>& lanes, const BinaryChange<Lane>& change) {
    const hn::CappedTag<std::make_signed_t<Lane>, 16> d;
    const hn::CappedTag<Lane, 16> du;
    const OpposedVectors<decltype(d), Lane> opposed{lanes};
    const auto lane = hn::Iota(du, Lane{0});
    const auto all = hn::Set(du, static_cast<Lane>(-1));
    const auto to_zero = hn::Set(du, static_cast<Lane>(~lanes.negative[change.own]));
    Lane* HWY_RESTRICT targets = lanes.targets;
    Lane* HWY_RESTRICT hits = lanes.hits;
    Lane* HWY_RESTRICT negative = lanes.negative;
    Lane* HWY_RESTRICT lags = change.lags;
    const Lane* HWY_RESTRICT couplings = change.couplings;
    const Lane* HWY_RESTRICT sums = change.sums;
    const std::size_t own = change.own;
    mark_all(d, lanes, [=](std::size_t l) HWY_ATTR {
        const auto is_own = hn::Eq(lane, hn::Set(du, static_cast<Lane>(own - l)));
        const auto lag = hn::LoadU(du, lags + l);
        const auto turned =
            hn::IfThenZeroElse(is_own, hn::Sub(hn::Zero(du), hn::Add(lag, hn::LoadU(du, sums + l))));
        const auto coupling = hn::Sub(hn::Xor(hn::LoadU(du, couplings + l), to_zero), to_zero);
        const auto target = hn::Add(hn::LoadU(du, targets + l), coupling);
        const auto hit = hn::Add(hn::LoadU(du, hits + l), hn::Sub(turned, lag));
        const auto sign = hn::Xor(hn::LoadU(du, negative + l), hn::IfThenElseZero(is_own, all));
        hn::StoreU(target, du, targets + l);
        hn::StoreU(hit, du, hits + l);
        hn::StoreU(turned, du, lags + l);
        hn::StoreU(sign, du, negative + l);
        return hn::AndNot(hn::RebindMask(d, is_own), opposed.find(target, hit, sign));
    });
}
#endif

template <class Lane>
MarginalKernels<Lane> make_kernels() {
    return {add_lanes<Lane>,  add_four<Lane>,   swap_lanes<Lane>, find_best<Lane>, find_flip<Lane>,
            flip_lanes<Lane>, mark_lanes<Lane>, turn_lanes<Lane>, hit_lanes<Lane>};
}
MarginalKernels<std::uint32_t> kernels32() { return make_kernels<std::uint32_t>(); }
MarginalKernels<std::uint64_t> kernels64() { return make_kernels<std::uint64_t>(); }

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::impl {

HWY_EXPORT(kernels32);
HWY_EXPORT(kernels64);

// Chosen once: the look-up would cost as much as a short row.
template <class Lane>
const MarginalKernels<Lane>& marginal_kernels() {
    static const MarginalKernels<Lane> chosen = [] {
        if constexpr (sizeof(Lane) == sizeof(std::uint32_t)) {
            return HWY_DYNAMIC_DISPATCH(kernels32)();
        } else {
            return HWY_DYNAMIC_DISPATCH(kernels64)();
        }
    }();
    return chosen;
}

namespace {

// What the kernels can multiply by.
template <class Lane>
bool has_small_factors(const LaneFields<Lane>& fields) {
    return ((std::uint64_t{fields.time} | std::uint64_t{fields.total}) >> 32U) == 0;
}

}  // namespace

template <class Lane>
void add_row(Lane* sums, const Lane* row, std::size_t count) {
    marginal_kernels<Lane>().add_row(sums, row, count);
}
template <class Lane>
void add_rows(Lane* sums, const FourRows<Lane>& rows, std::size_t count) {
    marginal_kernels<Lane>().add_rows(sums, rows, count);
}
template <class Lane>
void swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count) {
    marginal_kernels<Lane>().swap_row(sums, in, out, count);
}
template <class Lane>
std::size_t best_lane(const LaneFields<Lane>& fields, std::size_t now) {
    return has_small_factors(fields) ? marginal_kernels<Lane>().best_lane(fields, now)
                                     : plain_best_lane(fields, now);
}
template <class Lane>
std::size_t flip_lane(const LaneFields<Lane>& fields, const Lane* in_row) {
    return has_small_factors(fields) ? marginal_kernels<Lane>().flip_lane(fields, in_row)
                                     : plain_flip_lane(fields, in_row);
}

template <class Lane>
void plain_add_row(Lane* sums, const Lane* row, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + row[l]);
}

template <class Lane>
void plain_swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + in[l] - out[l]);
}

template <class Lane>
std::size_t plain_flip_lane(const LaneFields<Lane>& fields, const Lane* in_row) {
    std::size_t l = 0;
    while (l < fields.count && (in_row[l] == 0 || fields.field(l ^ 1U) <= fields.field(l))) ++l;
    return l;
}

template const MarginalKernels<std::uint32_t>& marginal_kernels();
template const MarginalKernels<std::uint64_t>& marginal_kernels();
template void add_row(std::uint32_t*, const std::uint32_t*, std::size_t);
template void add_rows(std::uint32_t*, const FourRows<std::uint32_t>&, std::size_t);
template void swap_row(std::uint32_t*, const std::uint32_t*, const std::uint32_t*, std::size_t);
template std::size_t best_lane(const LaneFields<std::uint32_t>&, std::size_t);
template std::size_t flip_lane(const LaneFields<std::uint32_t>&, const std::uint32_t*);
template void add_row(std::uint64_t*, const std::uint64_t*, std::size_t);
template void add_rows(std::uint64_t*, const FourRows<std::uint64_t>&, std::size_t);
template void swap_row(std::uint64_t*, const std::uint64_t*, const std::uint64_t*, std::size_t);
template std::size_t best_lane(const LaneFields<std::uint64_t>&, std::size_t);
template std::size_t flip_lane(const LaneFields<std::uint64_t>&, const std::uint64_t*);
template void plain_add_row(std::uint32_t*, const std::uint32_t*, std::size_t);
template void plain_add_row(std::uint64_t*, const std::uint64_t*, std::size_t);
template void plain_swap_row(std::uint32_t*, const std::uint32_t*, const std::uint32_t*, std::size_t);
template void plain_swap_row(std::uint64_t*, const std::uint64_t*, const std::uint64_t*, std::size_t);
template std::size_t plain_flip_lane(const LaneFields<std::uint32_t>&, const std::uint32_t*);
template std::size_t plain_flip_lane(const LaneFields<std::uint64_t>&, const std::uint64_t*);

}  // namespace drover::impl
#endif
