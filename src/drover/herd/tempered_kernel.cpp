// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/core/exp_detail.hpp>
#include <drover/herd/tempered_kernel_detail.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/herd/tempered_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, tempered_lanes>;
using Vector = hn::Vec<Tag>;

// safe_exp of each lane. Multiplications and additions are never fused, so that every instruction set rounds
// alike.
HWY_INLINE Vector safe_exp_lanes(Tag d, Vector x) {
    const hn::RebindToUnsigned<Tag> bits;
    const auto shift = hn::Set(d, exp_shift);
    const auto shifted = hn::Add(hn::Mul(x, hn::Set(d, exp_inverse_ln2)), shift);
    const auto k = hn::Sub(shifted, shift);
    const auto r =
        hn::Sub(hn::Sub(x, hn::Mul(k, hn::Set(d, exp_ln2_high))), hn::Mul(k, hn::Set(d, exp_ln2_low)));
    auto q = hn::Set(d, exp_series[9]);
    for (std::size_t i = 9; i-- > 0;) q = hn::Add(hn::Mul(q, r), hn::Set(d, exp_series[i]));
    const auto e = hn::Add(hn::Set(d, 1), hn::Add(r, hn::Mul(hn::Mul(r, r), q)));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, e), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

// One step of the vector of lanes that begins at `lane`, for any table.
HWY_INLINE void step_any(const TemperedBlock& block, std::size_t lane) {
    const Tag d;
    const std::size_t n = block.feature_count;
    double* HWY_RESTRICT w = block.weights + lane;
    double* HWY_RESTRICT scores = block.scratch + lane;
    double* HWY_RESTRICT sums = scores + block.state_count * tempered_lanes;
    auto best = hn::Zero(d);
    for (std::size_t s = 0; s < block.state_count; ++s) {
        const double* phi = block.features + s * n;
        auto score = hn::Mul(hn::Load(d, w), hn::Set(d, phi[0]));
        for (std::size_t a = 1; a < n; ++a)
            score = hn::Add(score, hn::Mul(hn::Load(d, w + a * tempered_lanes), hn::Set(d, phi[a])));
        hn::Store(score, d, scores + s * tempered_lanes);
        best = s == 0 ? score : hn::Max(score, best);
    }
    for (std::size_t a = 0; a < n; ++a) hn::Store(hn::Zero(d), d, sums + a * tempered_lanes);
    const auto inverse_temperature = hn::Load(d, block.inverse_temperatures + lane);
    auto total = hn::Zero(d);
    for (std::size_t s = 0; s < block.state_count; ++s) {
        const auto below = hn::Sub(hn::Load(d, scores + s * tempered_lanes), best);
        const auto factor =
            safe_exp_lanes(d, hn::Max(hn::Mul(below, inverse_temperature), hn::Set(d, -exp_safe)));
        total = hn::Add(total, factor);
        for (std::size_t a = 0; a < n; ++a) {
            double* sum = sums + a * tempered_lanes;
            hn::Store(hn::Add(hn::Load(d, sum), hn::Mul(factor, hn::Set(d, block.features[s * n + a]))), d,
                      sum);
        }
    }
    const auto inverse_total = hn::Div(hn::Set(d, 1), total);
    for (std::size_t a = 0; a < n; ++a) {
        const auto mean = hn::Mul(hn::Load(d, sums + a * tempered_lanes), inverse_total);
        double* weight = w + a * tempered_lanes;
        hn::Store(hn::Add(hn::Load(d, weight), hn::Sub(hn::Set(d, block.moments[a]), mean)), d, weight);
    }
}

void advance(const TemperedBlock& block, std::int64_t steps) {
    const Tag d;
    for (std::int64_t t = 0; t < steps; ++t) {
        for (std::size_t lane = 0; lane < tempered_lanes; lane += hn::Lanes(d)) step_any(block, lane);
    }
}

}  // namespace drover::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::detail {

HWY_EXPORT(advance);

void advance_block(const TemperedBlock& block, std::int64_t steps) {
    HWY_DYNAMIC_DISPATCH(advance)(block, steps);
}

}  // namespace drover::detail
#endif
