#pragma once

#include <algorithm>
#include <optional>

#include <drover/core/heap_value.hpp>
#include <drover/core/run_control.hpp>
#include <drover/zones/hub_tables.hpp>
#include <drover/zones/parts.hpp>
#include <drover/zones/schedule.hpp>

namespace drover::zones {

namespace impl {
class HubSlices;
class SliceSearch;
}  // namespace impl

struct HubHerderOptions {
    std::int64_t max_steps = 1'000'000'000;
    std::int64_t zero_start = 0;  ///< hits that a cell with the share 0 starts with
    std::uint64_t seed = 0;       ///< of the order in which values are tried; 0: their own
    RunControl control = {};      ///< of the constructor, which throws Stopped where it asks for that
};

/// All that later steps depend on.
struct HubState {
    std::vector<std::int64_t> zone_rows = {};  ///< taken from each zone
    std::vector<std::int64_t> hits = {};       ///< of the slices' cells
};

/// Herding around a hub. The zone of each row comes from a schedule that is exact after every run of the
/// zones' rows; given it, the free columns take the values of the largest w . phi in the slice of the tables
/// at this zone, w = trust * (visits of the unit * share - hits), by coordinate ascent from a greedy row
/// (ties: the value it has, then the lowest; the first row of a zone begins with first_values). The cost of a
/// row depends on the slice and not on the number of zones.
///
/// No row is in a forbidden cell if a row without one can be found, and none in a cell of a capped table that
/// is full already, if that can be avoided: tables that agree are then met exactly after each run.
class HubHerder {
  public:
    explicit HubHerder(HubTables tables, HubHerderOptions options = {});

    /// Appends the next rows, all columns. Zones that no table ties together run in parallel on the pool; the
    /// rows do not depend on it. False if no row without a forbidden cell was found: then no row can be used.
    bool generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool = nullptr);
    /// The next row with these values, free_value where a column is free; of the zone whose turn comes first
    /// among those that have such a row. Nothing, and no change of state, if none has.
    std::optional<CategoryRow> complete(const CategoryRow& given);

    /// Rows to ask for at a time so that those of one part come together; the rows do not depend on it.
    std::size_t good_block() const { return std::min(parts_.count() * 64, std::size_t{1} << 17U); }
    std::int64_t steps() const { return steps_; }
    /// Of the weights in scores, which options.max_steps decides.
    std::int64_t unit() const;
    std::int64_t positive_margins() const { return positive_margins_; }
    /// Rows in cells of capped tables that were full already.
    std::int64_t overfull_rows() const { return overfull_rows_; }

    HubState state() const;
    void restore(const HubState& state, std::int64_t steps, std::int64_t positive_margins);

  private:
    struct Counts {
        std::int64_t positive_margins = 0;
        std::int64_t overfull_rows = 0;
        bool failed = false;
    };
    bool make_row(impl::SliceSearch& search, std::uint32_t zone, const CategoryRow& given, CategoryRow& row,
                  Counts& counts);
    void add(const Counts& counts);

    HubHerderOptions options_;
    HeapValue<impl::HubSlices> slices_;
    std::vector<std::uint32_t> first_values_;
    HubTables frame_;  // without the shares
    Schedule schedule_;
    Parts parts_;
    std::int64_t steps_ = 0;
    std::int64_t positive_margins_ = 0;
    std::int64_t overfull_rows_ = 0;
};

}  // namespace drover::zones
