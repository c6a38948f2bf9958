// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <limits>
#include <type_traits>
#include <utility>

#include <drover/finite/impl/dual_kernel.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/finite/impl/dual_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

bool take_steps(const DualBlock& /*block*/, std::size_t /*steps*/) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::int32_t, dual_lanes / 2>;
using Vector = hn::Vec<Tag>;

// The entries of a table by tag.
HWY_INLINE Vector look_up(const DualBlock::Table& table, Vector tag) {
    const Tag d;
    if constexpr (hn::MaxLanes(Tag{}) >= dual_kernel_states) {
        return hn::TableLookupLanes(hn::LoadU(d, table.data()), hn::IndicesFromVec(d, tag));
    } else {
        const auto indices = hn::IndicesFromVec(d, hn::And(tag, hn::Set(d, 3)));
        const Vector low = hn::TableLookupLanes(hn::LoadU(d, table.data()), indices);
        const Vector high = hn::TableLookupLanes(hn::LoadU(d, table.data() + 4), indices);
        return hn::IfThenElse(hn::Gt(tag, hn::Set(d, 3)), high, low);
    }
}

// One vector of orbits. `count` states, with the score of the lowest being 0 throughout.
template <std::size_t count>
class Orbits {
  public:
    HWY_INLINE Orbits(const DualBlock& block, std::size_t lane) {
        const Tag d;
        load(block, lane, std::make_index_sequence<count - 1>{});
        lead_ = hn::Set(d, std::numeric_limits<std::int32_t>::max());
        extent_ = hn::Zero(d);
        low_hits_ = hn::Zero(d);
        high_hits_ = hn::Zero(d);
    }

    // The tags of the best; then the scores move.
    HWY_INLINE Vector step(const DualBlock& block, Vector wanted) {
        return step(block, wanted, std::make_index_sequence<count - 1>{});
    }
    HWY_INLINE void measure() {
        for (const Vector score : scores_) extent_ = hn::Max(extent_, hn::Abs(score));
    }

    HWY_INLINE void store(const DualBlock& block, std::size_t lane) const {
        const Tag d;
        const hn::RebindToUnsigned<Tag> bits;
        hn::Store(lead_, d, block.leads + lane);
        hn::Store(extent_, d, block.extents + lane);
        hn::Store(hn::BitCast(bits, low_hits_), bits, block.hits + lane);
        hn::Store(hn::BitCast(bits, high_hits_), bits, block.hits + dual_lanes + lane);
    }

  private:
    template <std::size_t... k>
    HWY_INLINE void load(const DualBlock& block, std::size_t lane, std::index_sequence<k...> /*scores*/) {
        ((scores_[k] = hn::Load(Tag{}, block.scores + k * dual_lanes + lane)), ...);
    }

    template <std::size_t... k>
    HWY_INLINE Vector step(const DualBlock& block, Vector wanted, std::index_sequence<k...> /*scores*/) {
        const Tag d;
        Vector best = hn::Set(d, dual_tags - 1);
        Vector second = hn::Set(d, std::numeric_limits<std::int32_t>::min() / 2);
        const auto compare = [&](Vector score) HWY_ATTR {
            second = hn::Max(second, hn::Min(best, score));
            best = hn::Max(best, score);
        };
        (compare(scores_[k]), ...);
        lead_ = hn::Min(lead_, hn::Sub(hn::Sub(best, second), wanted));
        const Vector tag = hn::And(best, hn::Set(d, dual_tags - 1));
        ((scores_[k] = hn::Add(scores_[k], look_up(block.moves[k], tag))), ...);
        low_hits_ = hn::Add(low_hits_, look_up(block.hits_of[0], tag));
        if constexpr (count > 5) high_hits_ = hn::Add(high_hits_, look_up(block.hits_of[1], tag));
        return tag;
    }

    Vector scores_[count - 1];  // NOLINT(modernize-avoid-c-arrays): of vectors, kept in registers
    Vector lead_;
    Vector extent_;
    Vector low_hits_;
    Vector high_hits_;
};

// Tags, four per 32 bits, to the names of their states.
HWY_INLINE void store_states(Vector tags, const std::uint8_t* names, std::uint32_t* to) {
    const hn::Repartition<std::uint8_t, Tag> bytes;
    const hn::RebindToUnsigned<Tag> words;
    const auto named = hn::TableLookupBytes(hn::LoadDup128(bytes, names), hn::BitCast(bytes, tags));
    hn::Store(hn::BitCast(words, named), words, to);
}

template <int bit>
using Place = std::integral_constant<int, bit>;

// Two vectors side by side: each waits for its own results, not for the other's.
template <std::size_t count>
bool take(const DualBlock& block, std::size_t steps) {
    const Tag d;
    const std::size_t width = hn::Lanes(d);
    const Vector growth = hn::Set(d, block.lead_growth);
    for (std::size_t lane = 0; lane < dual_lanes; lane += 2 * width) {
        Orbits<count> first{block, lane};
        Orbits<count> second{block, lane + width};
        Vector wanted = hn::Set(d, block.lead_wanted);
        const auto step_by = [&](auto place, Vector& a, Vector& b) HWY_ATTR {
            a = hn::Or(a, hn::ShiftLeft<place()>(first.step(block, wanted)));
            b = hn::Or(b, hn::ShiftLeft<place()>(second.step(block, wanted)));
            wanted = hn::Add(wanted, growth);
        };
        for (std::size_t row = 0; row < steps / 4; ++row) {
            Vector a = hn::Zero(d);
            Vector b = hn::Zero(d);
            first.measure();
            second.measure();
            step_by(Place<0>{}, a, b);
            step_by(Place<8>{}, a, b);
            step_by(Place<16>{}, a, b);
            step_by(Place<24>{}, a, b);
            store_states(a, block.names, block.states + row * dual_lanes + lane);
            store_states(b, block.names, block.states + row * dual_lanes + lane + width);
        }
        first.store(block, lane);
        second.store(block, lane + width);
    }
    return true;
}

bool take_steps(const DualBlock& block, std::size_t steps) {
    switch (block.state_count) {
        case 2:
            return take<2>(block, steps);
        case 3:
            return take<3>(block, steps);
        case 4:
            return take<4>(block, steps);
        case 5:
            return take<5>(block, steps);
        case 6:
            return take<6>(block, steps);
        case 7:
            return take<7>(block, steps);
        case 8:
            return take<8>(block, steps);
        default:
            return false;
    }
}

#endif

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::impl {

HWY_EXPORT(take_steps);

bool take_block(const DualBlock& block, std::size_t steps) {
    return HWY_DYNAMIC_DISPATCH(take_steps)(block, steps);
}

}  // namespace drover::impl
#endif
