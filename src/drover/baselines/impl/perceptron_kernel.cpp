// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/baselines/impl/perceptron_kernel.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/baselines/impl/perceptron_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::baselines::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;

// A vector of scores at a time, in four sums that do not wait for one another. All are exact.
void scores_of(const SparseRow& row, const double* HWY_RESTRICT weights, std::size_t stride,
               double* HWY_RESTRICT scores) {
    const Tag d;
    const std::size_t size = row.size();
    for (std::size_t v = 0; v < score_block; v += hn::Lanes(d)) {
        const auto product = [&](std::size_t e) HWY_ATTR {
            const auto x = hn::Set(d, static_cast<double>(row.values[e]));
            return hn::Mul(x, hn::LoadU(d, weights + row.columns[e] * stride + v));
        };
        auto a = hn::Zero(d);
        auto b = a;
        auto c = a;
        auto f = a;
        std::size_t e = 0;
        for (; e + 4 <= size; e += 4) {
            a = hn::Add(a, product(e));
            b = hn::Add(b, product(e + 1));
            c = hn::Add(c, product(e + 2));
            f = hn::Add(f, product(e + 3));
        }
        for (; e < size; ++e) a = hn::Add(a, product(e));
        hn::StoreU(hn::Add(hn::Add(a, b), hn::Add(c, f)), d, scores + v);
    }
}

}  // namespace drover::baselines::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::baselines::impl {

HWY_EXPORT(scores_of);

void find_integer_scores(SparseRow row, const double* weights, std::size_t stride, double* scores) {
    HWY_DYNAMIC_DISPATCH(scores_of)(row, weights, stride, scores);
}

}  // namespace drover::baselines::impl
#endif
