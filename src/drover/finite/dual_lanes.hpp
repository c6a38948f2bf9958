#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/product.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// Many orbits of herding one table from different starts: one per SIMD lane, blocks of them on the threads
/// of a pool. Each takes the states of a DualHerder, for any number of lanes, threads, and on every machine.
///
/// Up to 8 followed states go through the lanes: for 128 steps at a time their scores are rounded to 32 bits.
/// Where two scores came closer than the rounding, these steps are taken again with the exact ones; the hits
/// of the states then move the exact scores. More states are followed one orbit after the other.
template <class V>
class BasicDualLanes {
  public:
    using Start = std::vector<Rational>;

    /// Throws InputError for numbers that are too large for max_steps.
    BasicDualLanes(const StateTable& features, const BasicMoments<V>& moments,
                   const std::vector<Start>& starts, HerderOptions options = {});

    std::size_t size() const { return orbit_count_; }
    std::int64_t t() const { return t_; }
    std::int64_t max_steps() const { return max_steps_; }
    /// After the last step.
    std::vector<Rational> weights(std::size_t orbit) const;

    /// Takes `steps` steps, and writes the state of orbit i at step k (from 0) to [i * steps + k]. Throws
    /// InputError for a table of more than 256 states.
    void take(std::int64_t steps, std::span<std::uint8_t> states, ThreadPool* pool = nullptr);
    /// The same without looking at the states.
    void advance(std::int64_t steps, ThreadPool* pool = nullptr);
    /// Gives up all orbits but these, in their order.
    void keep(std::span<const std::size_t> orbits);

  private:
    struct Rounding;
    class BlockRunner;

    std::size_t block_count() const;
    std::size_t score_count() const { return followed_.size() - 1; }
    Rounding choose_rounding() const;
    void run(std::int64_t steps, std::uint8_t* states, ThreadPool* pool);
    std::size_t step(std::size_t orbit);

    StateTable features_;
    BasicMoments<V> moments_;
    std::vector<std::size_t> followed_;  // in ascending order
    std::int64_t max_steps_;
    Int128 factor_ = 1;  // weights are factor * total times the real ones
    std::vector<V>
        moves_;  // row s: what a step to s adds to the scores, of all but the lowest state less its own
    std::size_t orbit_count_;
    std::vector<Int128> starts_;      // orbit by orbit
    std::vector<V> scores_;           // orbit by orbit
    std::vector<std::int64_t> hits_;  // orbit by orbit, of the followed states
    std::int64_t t_ = 0;
};

using DualLanes = BasicDualLanes<std::int64_t>;
using WideDualLanes = BasicDualLanes<Int128>;

extern template class BasicDualLanes<std::int64_t>;
extern template class BasicDualLanes<Int128>;

}  // namespace drover
