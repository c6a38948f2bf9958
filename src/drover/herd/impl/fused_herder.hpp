#pragma once

#include <cassert>
#include <variant>

#include <drover/herd/fused_herder.hpp>
#include <drover/herd/lazy_weights.hpp>

namespace drover::impl {

/// The exact sums of a fused herder. Products include the rate of each feature.
struct FusedSums {
    FusedSums() = default;
    explicit FusedSums(const LazyWeightsParts<std::int64_t>& weights) : total{weights.total} {
        for (std::size_t a = 0; a < weights.target.size(); ++a) {
            const Int128 target = weights.target[a];
            target_square += weights.rate[a] * target * target;
            target_product += weights.start[a] * target;
        }
    }

    std::int64_t total = 1;     // the amount that one hit subtracts from a weight
    Int128 target_square = 0;   // <target, target>
    Int128 target_product = 0;  // <w, target>

    /// <w, v> of the move to a state of that score.
    Int128 margin(Int128 score) const { return target_product - static_cast<Int128>(total) * score; }
    /// Call after an update by a state with that score under the targets.
    void move(Int128 targets) { target_product += target_square - static_cast<Int128>(total) * targets; }
};

/// Common to all parts: the kernel, one of those listed (each names its LaneType), and the sums.
template <class... Kernels>
struct FusedBase {
    std::variant<Kernels...> lanes;
    FusedSums sums;

    int lane_bits() const {
        return std::visit(
            [](const auto& kernel) {
                return static_cast<int>(8 * sizeof(typename std::decay_t<decltype(kernel)>::LaneType));
            },
            lanes);
    }
};

/// What a herder must provide for FusedHerder, in addition to a FusedBase:
/// - name, for messages; features(); start_weight(a); weight_scale();
/// - ascend(lanes, state): searches, and returns the score of the state reached;
/// - hit(lanes, state, margin): one update of the weights after that state; returns <target, phi(state)>;
/// - weight(lanes, a, t);
/// - if narrow lanes may overflow during a run: fits_narrow(t), and widen(state, t), which changes them.
template <class P>
concept FusedParts = std::copyable<P> && requires(P& parts, const P& c, std::size_t a) {
    P::name;
    c.features();
    { c.start_weight(a) } -> std::same_as<std::int64_t>;
    { c.weight_scale() } -> std::same_as<std::int64_t>;
    { parts.sums } -> std::same_as<FusedSums&>;
    std::visit([](const auto& /*lanes*/) {}, parts.lanes);
};

template <class P>
concept WideningParts = requires(const P& parts, std::int64_t t) {
    { parts.fits_narrow(t) } -> std::same_as<bool>;
};

template <class Parts, class Lanes>
bool is_outgrown(const Parts& parts, const Lanes& /*lanes*/, std::int64_t t) {
    if constexpr (WideningParts<Parts> && sizeof(typename Lanes::LaneType) == sizeof(std::int32_t)) {
        return !parts.fits_narrow(t);
    } else {
        return false;
    }
}

}  // namespace drover::impl

namespace drover {

template <class Parts, class Features>
FusedHerder<Parts, Features>::FusedHerder(Parts parts, State start, std::int64_t max_steps)
    : parts_{std::move(parts)}, state_{std::move(start)}, max_steps_{max_steps} {
    static_assert(impl::FusedParts<Parts>);
    const auto outgrown = [&](const auto& lanes) { return impl::is_outgrown(*parts_, lanes, t_); };
    if (std::visit(outgrown, parts_->lanes)) widen();
}

template <class Parts, class Features>
typename FusedHerder<Parts, Features>::Step FusedHerder<Parts, Features>::step() {
    assert(t_ < max_steps_);
    Parts& parts = *parts_;
    const bool is_outgrown = std::visit(
        [&](auto& lanes) {
            margin_ = parts.sums.margin(parts.ascend(lanes, state_));
            parts.sums.move(parts.hit(lanes, state_, margin_));
            return impl::is_outgrown(parts, lanes, ++t_);
        },
        parts.lanes);
    if (is_outgrown) widen();
    return current();
}

template <class Parts, class Features>
void FusedHerder<Parts, Features>::widen() {
    if constexpr (impl::WideningParts<Parts>) parts_->widen(state_, t_);
}

template <class Parts, class Features>
StepRange<FusedHerder<Parts, Features>> FusedHerder<Parts, Features>::steps(std::int64_t count) {
    check_steps_left(Parts::name, count, t_, max_steps_);
    return {*this, count};
}

template <class Parts, class Features>
const Features& FusedHerder<Parts, Features>::features() const {
    return parts_->features();
}

template <class Parts, class Features>
std::int64_t FusedHerder<Parts, Features>::weight(std::size_t a) const {
    return std::visit([&](const auto& lanes) { return parts_->weight(lanes, a, t_); }, parts_->lanes);
}

template <class Parts, class Features>
std::int64_t FusedHerder<Parts, Features>::start_weight(std::size_t a) const {
    return parts_->start_weight(a);
}

template <class Parts, class Features>
std::int64_t FusedHerder<Parts, Features>::weight_scale() const {
    return parts_->weight_scale();
}

template <class Parts, class Features>
std::int64_t FusedHerder<Parts, Features>::total() const {
    return parts_->sums.total;
}

template <class Parts, class Features>
int FusedHerder<Parts, Features>::lane_bits() const {
    return parts_->lane_bits();
}

template <class Parts, class Features>
void FusedHerder<Parts, Features>::resume(std::int64_t t, State state) {
    t_ = t;
    state_ = std::move(state);
}

}  // namespace drover
