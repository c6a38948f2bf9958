// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <limits>
#include <type_traits>

#include <drover/herd/marginal_kernels_detail.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/herd/marginal_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Lane>
void add_lanes(Lane* HWY_RESTRICT sums, const Lane* HWY_RESTRICT row, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    std::size_t l = 0;
    for (; l + width <= count; l += width) {
        hn::StoreU(hn::Add(hn::LoadU(d, sums + l), hn::LoadU(d, row + l)), d, sums + l);
    }
    for (; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + row[l]);
}

template <class Lane>
void swap_lanes(Lane* HWY_RESTRICT sums, const Lane* in, const Lane* out, std::size_t count) {
    const hn::ScalableTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    std::size_t l = 0;
    for (; l + width <= count; l += width) {
        const auto change = hn::Sub(hn::LoadU(d, in + l), hn::LoadU(d, out + l));
        hn::StoreU(hn::Add(hn::LoadU(d, sums + l), change), d, sums + l);
    }
    for (; l < count; ++l) sums[l] = static_cast<Lane>(sums[l] + in[l] - out[l]);
}

#if HWY_TARGET == HWY_SCALAR
template <class Lane>
std::size_t find_best(const LaneFields<Lane>& fields, std::size_t now) {
    return plain_best_lane(fields, now);
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

// The fields of the lanes from l on; what is banned or past the end has the lowest number.
template <class Lane>
class FieldVectors {
  public:
    using Signed = std::make_signed_t<Lane>;
    using Tag = hn::ScalableTag<Signed>;
    using Vector = hn::Vec<Tag>;

    explicit FieldVectors(const LaneFields<Lane>& fields)
        : fields_{fields},
          time_{hn::Set(hn::Repartition<std::uint32_t, Tag>{}, static_cast<std::uint32_t>(fields.time))},
          total_{hn::Set(hn::Repartition<std::uint32_t, Tag>{}, static_cast<std::uint32_t>(fields.total))},
          lowest_{hn::Set(Tag{}, std::numeric_limits<Signed>::min())} {}

    Vector at(std::size_t l) const {
        const Tag d;
        const hn::RebindToUnsigned<Tag> du;
        const std::size_t left = fields_.count - l;
        const bool whole = left >= hn::Lanes(d);
        const auto sums =
            hn::BitCast(d, whole ? hn::LoadU(du, fields_.sums + l) : part(fields_.sums + l, left));
        const auto hits =
            hn::BitCast(d, whole ? hn::LoadU(du, fields_.hits + l) : part(fields_.hits + l, left));
        const auto low = hn::ShiftRightSame(hn::ShiftLeftSame(sums, fields_.ban_bits), fields_.ban_bits);
        const auto field = hn::Sub(times(d, low, time_, hwy::SizeTag<sizeof(Lane)>{}),
                                   times(d, hits, total_, hwy::SizeTag<sizeof(Lane)>{}));
        const auto allowed = hn::IfThenElse(hn::Eq(sums, low), field, lowest_);
        return whole ? allowed : hn::IfThenElse(hn::FirstN(d, left), allowed, lowest_);
    }
    Vector lowest() const { return lowest_; }

  private:
    static hn::Vec<hn::RebindToUnsigned<Tag> > part(const Lane* from, std::size_t count) {
        const hn::RebindToUnsigned<Tag> du;
        HWY_ALIGN Lane lanes[hn::MaxLanes(hn::RebindToUnsigned<Tag>{})] = {};
        for (std::size_t l = 0; l < count; ++l) lanes[l] = from[l];
        return hn::Load(du, lanes);
    }

    const LaneFields<Lane>& fields_;
    hn::Vec<hn::Repartition<std::uint32_t, Tag> > time_;
    hn::Vec<hn::Repartition<std::uint32_t, Tag> > total_;
    Vector lowest_;
};

template <class Lane>
std::size_t find_best(const LaneFields<Lane>& fields, std::size_t now) {
    using Vectors = FieldVectors<Lane>;
    const typename Vectors::Tag d;
    const Vectors vectors{fields};
    const std::size_t width = hn::Lanes(d);
    auto highest = vectors.lowest();
    for (std::size_t l = 0; l < fields.count; l += width) highest = hn::Max(highest, vectors.at(l));
    const auto best = hn::MaxOfLanes(d, highest);
    const LaneFields<Lane> current{fields.sums + now, fields.hits + now, 1,
                                   fields.time,       fields.total,      fields.ban_bits};
    const auto held = now < fields.count ? hn::GetLane(FieldVectors<Lane>{current}.at(0))
                                         : std::numeric_limits<typename Vectors::Signed>::min();
    if (hn::GetLane(best) <= held) return now;
    for (std::size_t l = 0;; l += width) {
        const auto found = hn::FindFirstTrue(d, hn::Eq(vectors.at(l), best));
        if (found >= 0) return l + static_cast<std::size_t>(found);
    }
}
#endif

void add32(std::uint32_t* sums, const std::uint32_t* row, std::size_t count) { add_lanes(sums, row, count); }
void add64(std::uint64_t* sums, const std::uint64_t* row, std::size_t count) { add_lanes(sums, row, count); }
void swap32(std::uint32_t* sums, const std::uint32_t* in, const std::uint32_t* out, std::size_t count) {
    swap_lanes(sums, in, out, count);
}
void swap64(std::uint64_t* sums, const std::uint64_t* in, const std::uint64_t* out, std::size_t count) {
    swap_lanes(sums, in, out, count);
}
std::size_t best32(const LaneFields<std::uint32_t>& fields, std::size_t now) {
    return find_best(fields, now);
}
std::size_t best64(const LaneFields<std::uint64_t>& fields, std::size_t now) {
    return find_best(fields, now);
}

}  // namespace drover::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::detail {

HWY_EXPORT(add32);
HWY_EXPORT(add64);
HWY_EXPORT(swap32);
HWY_EXPORT(swap64);
HWY_EXPORT(best32);
HWY_EXPORT(best64);

template <>
void add_row(std::uint32_t* sums, const std::uint32_t* row, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(add32)(sums, row, count);
}
template <>
void add_row(std::uint64_t* sums, const std::uint64_t* row, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(add64)(sums, row, count);
}
template <>
void swap_row(std::uint32_t* sums, const std::uint32_t* in, const std::uint32_t* out, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(swap32)(sums, in, out, count);
}
template <>
void swap_row(std::uint64_t* sums, const std::uint64_t* in, const std::uint64_t* out, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(swap64)(sums, in, out, count);
}
template <>
std::size_t best_lane(const LaneFields<std::uint32_t>& fields, std::size_t now) {
    return HWY_DYNAMIC_DISPATCH(best32)(fields, now);
}
template <>
std::size_t best_lane(const LaneFields<std::uint64_t>& fields, std::size_t now) {
    constexpr std::uint64_t factor_limit = std::uint64_t{1} << 32U;
    if (fields.time >= factor_limit || fields.total >= factor_limit) return plain_best_lane(fields, now);
    return HWY_DYNAMIC_DISPATCH(best64)(fields, now);
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
std::size_t plain_best_lane(const LaneFields<Lane>& fields, std::size_t now) {
    using Signed = std::make_signed_t<Lane>;
    const auto field = [&](std::size_t l) {
        const auto low = static_cast<Signed>(fields.sums[l] << fields.ban_bits) >> fields.ban_bits;
        if (static_cast<Lane>(low) != fields.sums[l]) return std::numeric_limits<Signed>::min();
        return static_cast<Signed>(fields.time * static_cast<Lane>(low) - fields.total * fields.hits[l]);
    };
    std::size_t best = now;
    Signed highest = now < fields.count ? field(now) : std::numeric_limits<Signed>::min();
    for (std::size_t l = 0; l < fields.count; ++l) {
        if (field(l) <= highest) continue;
        highest = field(l);
        best = l;
    }
    return best;
}

template void plain_add_row(std::uint32_t*, const std::uint32_t*, std::size_t);
template void plain_add_row(std::uint64_t*, const std::uint64_t*, std::size_t);
template void plain_swap_row(std::uint32_t*, const std::uint32_t*, const std::uint32_t*, std::size_t);
template void plain_swap_row(std::uint64_t*, const std::uint64_t*, const std::uint64_t*, std::size_t);
template std::size_t plain_best_lane(const LaneFields<std::uint32_t>&, std::size_t);
template std::size_t plain_best_lane(const LaneFields<std::uint64_t>&, std::size_t);

}  // namespace drover::detail
#endif
