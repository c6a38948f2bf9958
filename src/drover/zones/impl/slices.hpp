#pragma once

#include <span>

#include <drover/core/run_control.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones::impl {

/// A cell of a slice: its share, and how many rows fell into it.
struct HubCell {
    std::uint32_t share = 0;
    std::int32_t hits = 0;
};

/// What a value of a column is worth: rows that break less come first, then those of the larger score.
struct HubScore {
    std::int64_t score = 0;
    std::int32_t broken = 0;  ///< full cells, and broken_zero for each forbidden one

    static constexpr std::int32_t broken_zero = 1 << 16;
    bool beats(const HubScore& other) const {
        return broken != other.broken ? broken < other.broken : score > other.score;
    }
};

/// The weights of all slices, trust * (visits of the unit * share - hits), and where a column stands in them.
class HubSlices {
  public:
    HubSlices(const HubTables& tables, std::int64_t max_steps, std::int64_t zero_start,
              const RunControl& control = {});

    /// The tables at one zone.
    struct View {
        HubCell* cells = nullptr;
        const std::uint16_t* trust = nullptr;
        std::int64_t visits = 0;
        std::int64_t common_trust = 1;
        std::int64_t unit_rows = 0;  // 0: not capped
        std::int64_t runs = 1;       // of the unit's rows, this one included
        bool is_plain = false;       // neither capped nor forbidden nor unknown cells, one trust
    };
    void look(std::uint32_t zone, std::vector<View>& views);

    /// Scores of all values of a column beside the other values of the row; `is_building`: only in tables
    /// whose columns stand before it in the row.
    void score(std::span<const View> views, const CategoryRow& row, std::size_t column, bool is_building,
               std::span<HubScore> scores) const;
    /// Counts the row. True if the margin <w, share - hit> is above 0.
    bool take(std::uint32_t zone, std::span<const View> views, const CategoryRow& row);

    /// Rows taken from a zone so far.
    std::int64_t zone_rows(std::uint32_t zone) const { return visits_[0][zone]; }
    /// Of the weights in scores, in units of their exact values.
    std::int64_t unit() const { return std::int64_t{1} << shift_; }
    std::size_t state_size() const { return cells_.size(); }
    std::int64_t hits(std::size_t cell) const { return cells_[cell].hits; }
    /// Hits and visits as they were.
    void restore(std::span<const std::int64_t> hits, std::span<const std::int64_t> zone_rows);

  private:
    struct Other {
        std::size_t column = 0;
        std::size_t stride = 0;
    };
    struct Place {
        std::size_t table = 0;
        std::size_t stride = 0;
        std::vector<Other> others;
    };
    struct Table {
        std::size_t first_cell = 0;
        std::size_t slice = 0;  // cells of a unit
        std::size_t first_unit = 0;
        std::size_t level = 0;
        std::vector<Other> columns;
        std::vector<std::uint16_t> trust;
        std::int64_t common_trust = 1;
        bool capped = false;
        bool is_plain = false;
    };
    struct Unit {            // of a table
        Int128 squares = 0;  // sum of trust * share^2
        Int128 pulled = 0;   // sum over the hits of trust * share
    };

    void add_table(const HubTables& tables, const HubTable& table, std::int64_t zero_start);
    void add_places(const HubTables& tables);
    void count(const Table& table, std::size_t unit, std::size_t cell, std::int64_t times);
    static std::int64_t trust_of(const Table& table, std::size_t cell) {
        return table.trust.empty() ? table.common_trust : table.trust[cell];
    }
    void add(const View& view, const HubCell* cell, std::size_t stride, std::span<HubScore> scores) const;
    void add_plain(const View& view, const HubCell* cell, std::size_t stride,
                   std::span<HubScore> scores) const;

    std::vector<Level> levels_;
    std::vector<Table> tables_;
    std::vector<HubCell> cells_;
    std::vector<Unit> units_;
    std::vector<std::vector<std::int64_t>> visits_;     // by level and unit, of the counted levels
    std::vector<std::vector<std::int64_t>> unit_rows_;  // of a run
    std::vector<std::vector<Place>> places_;            // by column
    std::vector<std::vector<Place>> building_places_;
    // Zones, and levels that have tables. Zones of different parts share no unit of these, so that parts may
    // go to threads; units of the others may be shared, and are never used.
    std::vector<std::size_t> counted_levels_;
    int shift_ = 0;  // of weights, so that scores fit
};

}  // namespace drover::zones::impl
