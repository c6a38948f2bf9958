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

    /// How far a pass of the repair is. Zones come in blocks of 64, and the parts of a block side by side.
    struct RepairPosition {
        std::size_t block = 0;
        std::int64_t depth = 0;  ///< households of the block that each part has examined, if it has as many
        friend bool operator==(const RepairPosition&, const RepairPosition&) = default;
    };
    struct Repaired {
        std::int64_t examined = 0;
        std::int64_t replaced = 0;
    };
    /// Zones in the order in which they are repaired.
    const std::vector<std::uint32_t>& repair_order() const { return order_; }
    std::size_t repair_block_count() const;
    /// Examines about that many more households of the position's block, at least one of each part, and moves
    /// the position. A household is replaced by the one that lowers most the sum over controls alone, at full
    /// shares; what units above branches lack is divided anew in every block. Only once all are placed. The
    /// result depends neither on the pool nor on how the households are divided among calls.
    Repaired repair(RepairPosition& at, std::int64_t households, ThreadPool* pool = nullptr);
    /// Households that a pass has examined before that position.
    std::int64_t examined_before(const RepairPosition& at) const;
    /// Whether a repair in calls of one household comes to that position.
    bool is_reached(const RepairPosition& at) const;

    /// The signatures of a zone's households so far, in the order of their steps.
    std::span<const std::uint32_t> placed(std::uint32_t zone) const;
    /// What branches are to have in the current block of the repair; empty without branches.
    std::vector<std::int64_t> branch_totals() const;
    /// Places these households as if they had been chosen, up to this number of steps. The totals are needed
    /// within a block of the repair only. Throws InputError for what such a herder cannot place.
    void restore(std::int64_t steps, std::span<const std::uint32_t> signatures,
                 std::span<const std::int64_t> branch_totals = {});
    /// All households' signatures, zone after zone.
    const std::vector<std::uint32_t>& signatures() const { return placed_; }

    /// Sum over units and controls of a level of |asked * share placed - placed|, in units of 2^-16.
    Int128 error(std::size_t level) const;

  private:
    void interleave();
    void settle_if_due();
    void advance_block(std::int64_t steps, ThreadPool* pool);
    // The zones of a block that are in one part, in their order, and their households.
    struct BlockPart {
        std::vector<std::uint32_t> zones;
        std::int64_t households = 0;
    };
    std::vector<BlockPart> parts_of_block(std::size_t block) const;
    Repaired repair_part(const BlockPart& part, std::int64_t first, std::int64_t last);
    bool may_have(std::uint32_t zone, std::uint32_t signature) const;

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
