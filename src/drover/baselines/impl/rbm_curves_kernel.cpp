// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <array>
#include <cmath>

#include <drover/baselines/impl/rbm_curves.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/normal.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/baselines/impl/rbm_curves_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::baselines::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<std::int32_t, 16>;
using Values = hn::Vec<Lanes>;

// RbmCurves::index of a vector of fields.
HWY_INLINE Values indices(Values fields) {
    const hn::RebindToUnsigned<Lanes> d;
    const auto magnitudes = hn::BitCast(d, hn::Abs(fields));
    const auto nearest =
        hn::ShiftRight<RbmCurves::shift>(hn::Add(magnitudes, hn::Set(d, 1U << (RbmCurves::shift - 1))));
    return hn::BitCast(Lanes{}, hn::Min(nearest, hn::Set(d, RbmCurves::last)));
}

HWY_INLINE Values means_of(const std::int32_t* HWY_RESTRICT table, Values fields) {
    const Values sizes = hn::GatherIndex(Lanes{}, table, indices(fields));
    return hn::IfThenElse(hn::Lt(fields, hn::Zero(Lanes{})), hn::Neg(sizes), sizes);
}

// The means of full vectors; returns how many.
std::size_t means_in_vectors(const std::int32_t* table, const std::int32_t* fields, std::size_t count,
                             std::int32_t* means) {
    const Lanes d;
    std::size_t k = 0;
    for (; k + hn::Lanes(d) <= count; k += hn::Lanes(d))
        hn::StoreU(means_of(table, hn::LoadU(d, fields + k)), d, means + k);
    return k;
}

// Adds the softness of full vectors; returns how many. An entry is below 2^20: 1024 of them fit a lane.
std::size_t softness_in_vectors(const std::int32_t* table, const std::int32_t* fields, std::size_t count,
                                std::int64_t* sum) {
    const Lanes d;
    const std::size_t width = hn::Lanes(d);
    std::size_t k = 0;
    while (k + width <= count) {
        auto part = hn::Zero(d);
        for (int n = 0; n < 64 && k + width <= count; ++n, k += width)
            part = hn::Add(part, hn::GatherIndex(d, table, indices(hn::LoadU(d, fields + k))));
        *sum += hn::GetLane(hn::SumOfLanes(d, part));
    }
    return k;
}

std::uint64_t draw_64(const std::int32_t* table, const std::int32_t* fields, const std::uint32_t* words) {
    const Lanes d;
    const hn::RebindToUnsigned<Lanes> unsigned_lanes;
    std::uint64_t drawn = 0;
    for (std::size_t k = 0; k < 64; k += hn::Lanes(d)) {
        const auto parts = hn::Add(means_of(table, hn::LoadU(d, fields + k)), hn::Set(d, mean_one));
        const auto halves = hn::BitCast(d, hn::ShiftRight<16>(hn::LoadU(unsigned_lanes, words + k)));
        std::array<std::uint8_t, 8> bits{};
        hn::StoreMaskBits(d, hn::Lt(halves, parts), bits.data());
        drawn |= (bits[0] | std::uint64_t{bits[1]} << 8U) << k;
    }
    return drawn;
}

}  // namespace drover::baselines::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::baselines::impl {

HWY_EXPORT(means_in_vectors);
HWY_EXPORT(softness_in_vectors);
HWY_EXPORT(draw_64);

const RbmCurves& RbmCurves::get() {
    static const RbmCurves curves;
    return curves;
}

RbmCurves::RbmCurves() {
    constexpr double unit = 1.0 / (1 << (field_bits - shift));
    for (std::uint32_t i = 0; i <= last; ++i) {
        const double decayed = portable_exp(-2 * static_cast<double>(i) * unit);
        means_[i] = static_cast<std::int32_t>(std::floor((1 - decayed) / (1 + decayed) * mean_one + 0.5));
        soft_[i] = static_cast<std::int32_t>(std::floor(portable_log(1 + decayed) * (1 << soft_bits) + 0.5));
    }
}

void find_means(const std::int32_t* fields, std::size_t count, std::int32_t* means) {
    const RbmCurves& curves = RbmCurves::get();
    std::size_t k = HWY_DYNAMIC_DISPATCH(means_in_vectors)(curves.means(), fields, count, means);
    for (; k < count; ++k) means[k] = curves.mean(fields[k]);
}

std::int64_t sum_softness(const std::int32_t* fields, std::size_t count) {
    const RbmCurves& curves = RbmCurves::get();
    std::int64_t sum = 0;
    std::size_t k = HWY_DYNAMIC_DISPATCH(softness_in_vectors)(curves.soft(), fields, count, &sum);
    for (; k < count; ++k) sum += curves.softness(fields[k]);
    return sum;
}

std::uint64_t draw_units(const std::int32_t* fields, const std::uint32_t* words) {
    return HWY_DYNAMIC_DISPATCH(draw_64)(RbmCurves::get().means(), fields, words);
}

}  // namespace drover::baselines::impl
#endif
