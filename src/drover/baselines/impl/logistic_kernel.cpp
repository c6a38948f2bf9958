// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/baselines/impl/logistic_kernel.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/baselines/impl/logistic_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::baselines::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, logistic_lanes>;

// sum_k r^k / k! up to k = 12: below the last bit for |r| <= ln 2 / 2.
template <class V>
HWY_INLINE V exponential_series(Tag d, V r) {
    V sum = hn::Set(d, 1.0 / 479001600);
    const auto next = [&](double coefficient)
                          HWY_ATTR { sum = hn::Add(hn::Mul(sum, r), hn::Set(d, coefficient)); };
    next(1.0 / 39916800);
    next(1.0 / 3628800);
    next(1.0 / 362880);
    next(1.0 / 40320);
    next(1.0 / 5040);
    next(1.0 / 720);
    next(1.0 / 120);
    next(1.0 / 24);
    next(1.0 / 6);
    next(1.0 / 2);
    next(1);
    next(1);
    return sum;
}

// exp(x) for x <= 0; x below -700 counts as -700. x = k ln 2 + r, and k goes to the exponent. Multiplications
// and additions are never fused, so that every instruction set rounds alike.
template <class V>
HWY_INLINE V exponential_of_negative(Tag d, V x) {
    const hn::RebindToUnsigned<Tag> bits;
    const auto shift = hn::Set(d, 0x1.8p52);  // leaves k in the low bits
    const auto clamped = hn::Max(x, hn::Set(d, -700));
    const auto shifted = hn::Add(hn::Mul(clamped, hn::Set(d, 0x1.71547652b82fep+0)), shift);
    const auto k = hn::Sub(shifted, shift);
    const auto ln2_high = hn::Set(d, 0x1.62e42fefp-1);  // few bits: k * ln2_high is exact
    const auto ln2_low = hn::Set(d, 0x1.473de6af278edp-34);
    const auto r = hn::Sub(hn::Sub(clamped, hn::Mul(k, ln2_high)), hn::Mul(k, ln2_low));
    const auto exponent = hn::ShiftLeft<52>(hn::BitCast(bits, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, exponential_series(d, r)), exponent));
}

void add(double* HWY_RESTRICT target, const double* HWY_RESTRICT source, std::size_t count) {
    const Tag d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        hn::StoreU(hn::Add(hn::LoadU(d, target + i), hn::LoadU(d, source + i)), d, target + i);
    }
}

// sigmoid(f) = 1/2 + sign(f) (1 / (1 + exp(-|f|)) - 1/2).
void replace(double* HWY_RESTRICT fields, double factor, std::size_t count, LogisticSums* HWY_RESTRICT sums) {
    const Tag d;
    const auto one = hn::Set(d, 1);
    const auto half = hn::Set(d, 0.5);
    const auto scale = hn::Set(d, factor);
    const std::size_t width = hn::Lanes(d);
    for (std::size_t lane = 0; lane < logistic_lanes; lane += width) {
        auto positives = hn::Zero(d);
        auto products = one;
        for (std::size_t i = lane; i < count; i += logistic_lanes) {
            const auto f = hn::LoadU(d, fields + i);
            const auto e = hn::Add(one, exponential_of_negative(d, hn::Neg(hn::Abs(f))));
            positives = hn::Add(positives, hn::Max(f, hn::Zero(d)));
            products = hn::Mul(products, e);
            const auto from_half = hn::CopySign(hn::Sub(hn::Div(one, e), half), f);
            hn::StoreU(hn::Mul(scale, hn::Add(half, from_half)), d, fields + i);
        }
        hn::StoreU(positives, d, sums->positives.data() + lane);
        hn::StoreU(products, d, sums->products.data() + lane);
    }
}

}  // namespace drover::baselines::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::baselines::impl {

HWY_EXPORT(add);
HWY_EXPORT(replace);

void add_doubles(double* target, const double* source, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(add)(target, source, count);
}

LogisticSums replace_by_sigmoids(double* fields, double factor, std::size_t count) {
    LogisticSums sums{};
    HWY_DYNAMIC_DISPATCH(replace)(fields, factor, count, &sums);
    return sums;
}

}  // namespace drover::baselines::impl
#endif
