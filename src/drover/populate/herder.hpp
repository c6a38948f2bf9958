#pragma once

#include <span>

#include <drover/core/heap_value.hpp>
#include <drover/number/int128.hpp>
#include <drover/populate/herder_model.hpp>
#include <drover/zones/parts.hpp>
#include <drover/zones/schedule.hpp>

namespace drover::populate {

namespace impl {
class State;
}

/// Herding over a sample of households. The zone of each step comes from a schedule that is exact at the end;
/// in it the signature is placed that lowers most
///     sum over levels and controls of weight * (asked * share of the unit's households placed - placed)^2
/// plus for each pull strength * sum over signatures of (expected * share - placed)^2 / max(expected, 1): the
/// largest of 2 w phi - weight phi^2, w = weight * (schedule - placed), in integers of unit 2^-32, ties to
/// the lowest signature. The cost of a step grows with the signatures, not with the zones.
class Herder {
  public:
    explicit Herder(Model model);

    std::int64_t household_count() const { return static_cast<std::int64_t>(placed_.size()); }
    std::int64_t steps() const { return steps_; }

    /// The next steps, fewer at the end. Zones that no control or pull ties together run in parallel on the
    /// pool. So do up to 16 branches of smaller units within a unit of at least 4,096 households in 256
    /// zones: each branch has its part of what the unit lacks, divided anew every 4,096 steps. The result
    /// depends neither on the pool nor on how the steps are divided among calls.
    void advance(std::int64_t steps, ThreadPool* pool = nullptr);

    /// Zones in the order in which they are repaired.
    const std::vector<std::uint32_t>& repair_order() const { return order_; }
    /// Replaces households of the zones from first to last - 1 of that order, one after another, by those
    /// that lower most the sum over controls alone, at full shares; what units above branches lack is divided
    /// anew every 64 zones. Only once all are placed. Returns how many were replaced.
    std::int64_t repair(std::size_t first, std::size_t last, ThreadPool* pool = nullptr);

    /// The signatures of a zone's households so far, in the order of their steps.
    std::span<const std::uint32_t> placed(std::uint32_t zone) const;
    /// Places these households as if they had been chosen, up to this number of steps.
    void restore(std::int64_t steps, std::span<const std::uint32_t> signatures);
    /// All households' signatures, zone after zone.
    const std::vector<std::uint32_t>& signatures() const { return placed_; }

    /// Sum over units and controls of a level of |asked * share placed - placed|, in units of 2^-16.
    Int128 error(std::size_t level) const;

  private:
    void interleave();
    void settle_if_due();
    void advance_block(std::int64_t steps, ThreadPool* pool);
    std::int64_t repair_block(std::span<const std::uint32_t> zones, ThreadPool* pool);

    HeapValue<impl::State> state_;
    zones::Schedule schedule_;
    zones::Parts parts_;
    std::vector<std::size_t> first_;  // of each zone in placed_
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> placed_;
    std::vector<std::int64_t> zone_counts_;
    std::int64_t steps_ = 0;
};

}  // namespace drover::populate
