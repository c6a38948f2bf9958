// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/finite/impl/tempered_kernel.hpp>
#include <drover/number/impl/exp.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/finite/impl/tempered_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, tempered_lanes / 2>;
using Vector = hn::Vec<Tag>;

// Two vectors of lanes side by side: each waits for its own results, not for the other's.
struct Pair {
    Vector first;
    Vector second;
};
HWY_INLINE Pair load(const double* from, std::size_t width) {
    const Tag d;
    return {hn::Load(d, from), hn::Load(d, from + width)};
}
HWY_INLINE void store(Pair x, double* to, std::size_t width) {
    const Tag d;
    hn::Store(x.first, d, to);
    hn::Store(x.second, d, to + width);
}
HWY_INLINE Pair both(double x) { return {hn::Set(Tag{}, x), hn::Set(Tag{}, x)}; }
HWY_INLINE Pair add(Pair x, Pair y) { return {hn::Add(x.first, y.first), hn::Add(x.second, y.second)}; }
HWY_INLINE Pair sub(Pair x, Pair y) { return {hn::Sub(x.first, y.first), hn::Sub(x.second, y.second)}; }
HWY_INLINE Pair mul(Pair x, Pair y) { return {hn::Mul(x.first, y.first), hn::Mul(x.second, y.second)}; }
HWY_INLINE Pair div(Pair x, Pair y) { return {hn::Div(x.first, y.first), hn::Div(x.second, y.second)}; }
HWY_INLINE Pair max(Pair x, Pair y) { return {hn::Max(x.first, y.first), hn::Max(x.second, y.second)}; }

HWY_INLINE Vector with_exponent(Vector e, Vector shifted) {
    const hn::RebindToUnsigned<Tag> bits;
    return hn::BitCast(Tag{}, hn::Add(hn::BitCast(bits, e), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

// safe_exp of each lane of `count` pairs, side by side: one series alone would wait for itself most of the
// time. Multiplications and additions are never fused, so that every instruction set rounds alike.
template <std::size_t count>
HWY_INLINE void safe_exp_lanes(Pair* HWY_RESTRICT x) {
    const Pair shift = both(exp_shift);
    Pair shifted[count];  // NOLINT(modernize-avoid-c-arrays): of vectors, kept in registers
    Pair q[count];        // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t i = 0; i < count; ++i) {
        shifted[i] = add(mul(x[i], both(exp_inverse_ln2)), shift);
        const Pair k = sub(shifted[i], shift);
        x[i] = sub(sub(x[i], mul(k, both(exp_ln2_high))), mul(k, both(exp_ln2_low)));
        q[i] = both(exp_series[9]);
    }
    for (std::size_t j = 9; j-- > 0;) {
        for (std::size_t i = 0; i < count; ++i) q[i] = add(mul(q[i], x[i]), both(exp_series[j]));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Pair e = add(both(1), add(x[i], mul(mul(x[i], x[i]), q[i])));
        x[i] = {with_exponent(e.first, shifted[i].first), with_exponent(e.second, shifted[i].second)};
    }
}

// The sums of a step over the states, feature by feature: in registers for a fixed number of features.
template <std::size_t fixed_count>
class Sums {
  public:
    HWY_INLINE Sums(double* /*memory*/, std::size_t /*n*/, std::size_t /*width*/) {
        for (Pair& sum : sums_) sum = both(0);
    }
    HWY_INLINE void add_to(std::size_t a, Pair x) { sums_[a] = add(sums_[a], x); }
    HWY_INLINE Pair operator[](std::size_t a) const { return sums_[a]; }

  private:
    Pair sums_[fixed_count];  // NOLINT(modernize-avoid-c-arrays)
};

template <>
class Sums<0> {
  public:
    HWY_INLINE Sums(double* memory, std::size_t n, std::size_t width) : memory_{memory}, width_{width} {
        for (std::size_t a = 0; a < n; ++a) store(both(0), memory + a * tempered_lanes, width);
    }
    HWY_INLINE void add_to(std::size_t a, Pair x) {
        store(add((*this)[a], x), memory_ + a * tempered_lanes, width_);
    }
    HWY_INLINE Pair operator[](std::size_t a) const { return load(memory_ + a * tempered_lanes, width_); }

  private:
    double* memory_;
    std::size_t width_;
};

// What a step has to know of the states besides the sums of their features: of a tangent d the sums of
// <phi, d> and phi <phi, d>.
template <std::size_t fixed_count, bool has_tangent>
struct TangentSums {
    HWY_INLINE TangentSums(double* /*memory*/, std::size_t /*n*/, std::size_t /*width*/) {}
    HWY_INLINE void add_state(const TemperedBlock& /*block*/, std::size_t /*lane*/, std::size_t /*width*/,
                              std::size_t /*s*/, Pair /*factor*/) {}
};

template <std::size_t fixed_count>
struct TangentSums<fixed_count, true> {
    // NOLINTNEXTLINE(readability-non-const-parameter): the sums are written there
    HWY_INLINE TangentSums(double* memory, std::size_t n, std::size_t width)
        : along(both(0)), products(memory, n, width) {}
    HWY_INLINE void add_state(const TemperedBlock& block, std::size_t lane, std::size_t width, std::size_t s,
                              Pair factor) {
        const std::size_t n = fixed_count == 0 ? block.feature_count : fixed_count;
        const double* phi = block.features + s * n * tempered_lanes + lane;
        const double* tangent = block.tangents + lane;
        Pair product = mul(load(tangent, width), load(phi, width));
        for (std::size_t a = 1; a < n; ++a) {
            product = add(product, mul(load(tangent + a * tempered_lanes, width),
                                       load(phi + a * tempered_lanes, width)));
        }
        product = mul(product, factor);
        along = add(along, product);
        for (std::size_t a = 0; a < n; ++a)
            products.add_to(a, mul(product, load(phi + a * tempered_lanes, width)));
    }

    Pair along;
    Sums<fixed_count> products;
};

// The factors of `count` states from s on, and what they add.
template <std::size_t count, std::size_t fixed_count, bool has_tangent>
HWY_INLINE void add_states(const TemperedBlock& block, std::size_t lane, std::size_t width, std::size_t s,
                           Pair best, Sums<fixed_count>& sums, TangentSums<fixed_count, has_tangent>& tangent,
                           Pair& total) {
    const std::size_t n = fixed_count == 0 ? block.feature_count : fixed_count;
    const Pair inverse_temperature = load(block.inverse_temperatures + lane, width);
    Pair factors[count];  // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t i = 0; i < count; ++i) {
        const Pair below = sub(load(block.scratch + lane + (s + i) * tempered_lanes, width), best);
        factors[i] = max(mul(below, inverse_temperature), both(-exp_safe));
    }
    safe_exp_lanes<count>(factors);
    for (std::size_t i = 0; i < count; ++i) {
        total = add(total, factors[i]);
        const double* phi = block.features + (s + i) * n * tempered_lanes + lane;
        for (std::size_t a = 0; a < n; ++a)
            sums.add_to(a, mul(factors[i], load(phi + a * tempered_lanes, width)));
        tangent.add_state(block, lane, width, s + i, factors[i]);
    }
}

// The tangents after the step: d - Cov d / T.
template <std::size_t fixed_count>
HWY_INLINE void move_tangents(const TemperedBlock& block, std::size_t lane, std::size_t width,
                              const Sums<fixed_count>& sums, const TangentSums<fixed_count, true>& tangent,
                              Pair inverse_total) {
    const std::size_t n = fixed_count == 0 ? block.feature_count : fixed_count;
    const Pair inverse_temperature = load(block.inverse_temperatures + lane, width);
    const Pair along = mul(tangent.along, inverse_total);
    for (std::size_t a = 0; a < n; ++a) {
        double* d = block.tangents + lane + a * tempered_lanes;
        const Pair covariance = mul(sub(tangent.products[a], mul(sums[a], along)), inverse_total);
        store(sub(load(d, width), mul(covariance, inverse_temperature)), d, width);
    }
}

// One step of the lanes from `lane` on. `fixed_count` is the number of features, or 0 for any.
template <std::size_t fixed_count, bool has_tangent>
HWY_INLINE void step(const TemperedBlock& block, std::size_t lane, std::size_t width) {
    const std::size_t n = fixed_count == 0 ? block.feature_count : fixed_count;
    double* HWY_RESTRICT w = block.weights + lane;
    double* HWY_RESTRICT scores = block.scratch + lane;
    Pair best = both(0);
    for (std::size_t s = 0; s < block.state_count; ++s) {
        const double* phi = block.features + s * n * tempered_lanes + lane;
        Pair score = mul(load(w, width), load(phi, width));
        for (std::size_t a = 1; a < n; ++a) {
            score =
                add(score, mul(load(w + a * tempered_lanes, width), load(phi + a * tempered_lanes, width)));
        }
        store(score, scores + s * tempered_lanes, width);
        best = s == 0 ? score : max(score, best);
    }
    double* more = scores + block.state_count * tempered_lanes;
    Sums<fixed_count> sums{more, n, width};
    TangentSums<fixed_count, has_tangent> tangent{more + n * tempered_lanes, n, width};
    Pair total = both(0);
    std::size_t s = 0;
    for (; s + 2 <= block.state_count; s += 2)
        add_states<2>(block, lane, width, s, best, sums, tangent, total);
    if (s < block.state_count) add_states<1>(block, lane, width, s, best, sums, tangent, total);
    const Pair inverse_total = div(both(1), total);
    if constexpr (has_tangent) move_tangents(block, lane, width, sums, tangent, inverse_total);
    for (std::size_t a = 0; a < n; ++a) {
        double* weight = w + a * tempered_lanes;
        const Pair mean = mul(sums[a], inverse_total);
        const Pair moment = load(block.moments + lane + a * tempered_lanes, width);
        store(add(load(weight, width), sub(moment, mean)), weight, width);
    }
}

template <std::size_t fixed_count, bool has_tangent>
void take_steps(const TemperedBlock& block, std::int64_t steps) {
    const std::size_t width = hn::Lanes(Tag{});
    for (std::int64_t t = 0; t < steps; ++t) {
        for (std::size_t lane = 0; lane < tempered_lanes; lane += 2 * width)
            step<fixed_count, has_tangent>(block, lane, width);
    }
}

template <std::size_t fixed_count>
void advance_by(const TemperedBlock& block, std::int64_t steps) {
    return block.tangents == nullptr ? take_steps<fixed_count, false>(block, steps)
                                     : take_steps<fixed_count, true>(block, steps);
}

void advance(const TemperedBlock& block, std::int64_t steps) {
    switch (block.feature_count) {
        case 1:
            return advance_by<1>(block, steps);
        case 2:
            return advance_by<2>(block, steps);
        case 3:
            return advance_by<3>(block, steps);
        default:
            return advance_by<0>(block, steps);
    }
}

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::impl {

HWY_EXPORT(advance);

void advance_block(const TemperedBlock& block, std::int64_t steps) {
    HWY_DYNAMIC_DISPATCH(advance)(block, steps);
}

}  // namespace drover::impl
#endif
