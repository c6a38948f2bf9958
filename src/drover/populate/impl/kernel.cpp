// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <array>
#include <limits>

#include <drover/populate/impl/kernel.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/populate/impl/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::populate::impl::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::uint32_t find_best(const SignatureScores& scores, std::uint32_t first, std::uint32_t last) {
    return best_signature_plain(scores, first, last);
}

#else

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t most_lanes = 8;
using Wide = hn::CappedTag<std::int64_t, most_lanes>;
using Half = hn::Rebind<std::int32_t, Wide>;
using Vector = hn::Vec<Wide>;

HWY_INLINE Vector widened(const std::int32_t* from) { return hn::PromoteTo(Wide{}, hn::LoadU(Half{}, from)); }

// Indices are below 2^31.
HWY_INLINE Vector widened(const std::uint32_t* from) {
    const hn::RebindToUnsigned<Half> half;
    return hn::PromoteTo(Wide{}, hn::BitCast(Half{}, hn::LoadU(half, from)));
}

// (a * b) >> 16 of lanes that hold numbers of 31 bits.
HWY_INLINE Vector scaled(Vector a, Vector b) {
    const hn::Repartition<std::int32_t, Wide> narrow;
    const hn::RebindToUnsigned<Wide> bits;
    const Vector product = hn::MulEven(hn::BitCast(narrow, a), hn::BitCast(narrow, b));
    return hn::BitCast(Wide{}, hn::ShiftRight<16>(hn::BitCast(bits, product)));
}

HWY_INLINE Vector score(const SignatureScores& scores, std::size_t at) {
    const Wide d;
    Vector sum = hn::Zero(d);
    for (const SignatureScores::Level& level : scores.levels)
        sum = hn::Add(sum, hn::GatherIndex(d, level.table, widened(level.kind_of + at)));
    for (const SignatureScores::Pull& pull : scores.pulls) {
        const Vector expected = scaled(widened(pull.slopes + at), hn::Set(d, pull.progress));
        sum = hn::Add(sum, hn::Add(expected, hn::LoadU(d, pull.offsets + at)));
    }
    return sum;
}

std::uint32_t find_best(const SignatureScores& scores, std::uint32_t first, std::uint32_t last) {
    const Wide d;
    const std::size_t width = hn::Lanes(d);
    Vector best = hn::Set(d, std::numeric_limits<std::int64_t>::min());
    Vector where = hn::Set(d, static_cast<std::int64_t>(first));
    std::size_t at = first;
    for (; at + width <= last; at += width) {
        const Vector here = score(scores, at);
        const auto is_better = hn::Gt(here, best);
        best = hn::IfThenElse(is_better, here, best);
        where = hn::IfThenElse(is_better, hn::Set(d, static_cast<std::int64_t>(at)), where);
    }
    std::array<std::int64_t, most_lanes> values{};
    std::array<std::int64_t, most_lanes> places{};
    hn::StoreU(best, d, values.data());
    hn::StoreU(where, d, places.data());
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    std::size_t found = first;
    for (std::size_t lane = 0; at > first && lane < width; ++lane) {
        const std::size_t place = static_cast<std::size_t>(places[lane]) + lane;
        if (values[lane] < highest || (values[lane] == highest && place > found)) continue;
        highest = values[lane];
        found = place;
    }
    for (; at < last; ++at) {
        const std::int64_t value = scores(at);
        if (value <= highest && at != first) continue;
        highest = value;
        found = at;
    }
    return static_cast<std::uint32_t>(found);
}

#endif

}  // namespace drover::populate::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::populate::impl {

HWY_EXPORT(find_best);

std::uint32_t best_signature(const SignatureScores& scores, std::uint32_t first, std::uint32_t last) {
    return HWY_DYNAMIC_DISPATCH(find_best)(scores, first, last);
}

}  // namespace drover::populate::impl
#endif
