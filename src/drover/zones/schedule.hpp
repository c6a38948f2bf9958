#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace drover::zones {

/// Whose row comes next: row k of a zone that has n of a run falls at (k + 1/2) / n of the run, the lowest
/// zone on ties. After each run every zone has exactly its number of rows; runs follow one another without
/// end.
class Schedule {
  public:
    /// Zones of 0 rows never come.
    explicit Schedule(std::vector<std::int64_t> zone_counts);

    std::uint32_t next();
    /// The zone whose row comes first among those that `is_allowed`; O(zones).
    template <class IsAllowed>
    std::optional<std::uint32_t> find_next(const IsAllowed& is_allowed) const {
        std::optional<Turn> first;
        for (std::uint32_t zone = 0; zone < counts_.size(); ++zone) {
            if (counts_[zone] == 0 || !is_allowed(zone)) continue;
            const Turn turn = turn_of(zone);
            if (!first || comes_later(*first, turn)) first = turn;
        }
        if (!first) return std::nullopt;
        return first->zone;
    }
    /// A row of this zone is taken out of turn. O(zones).
    void take(std::uint32_t zone);

    const std::vector<std::int64_t>& taken() const { return taken_; }
    void restore(std::vector<std::int64_t> taken);

  private:
    struct Turn {
        double at = 0;
        std::uint32_t zone = 0;
    };
    static bool comes_later(const Turn& a, const Turn& b) {
        return a.at > b.at || (a.at == b.at && a.zone > b.zone);
    }
    struct Later {
        bool operator()(const Turn& a, const Turn& b) const { return comes_later(a, b); }
    };
    Turn turn_of(std::uint32_t zone) const;
    void fill();

    std::vector<std::int64_t> counts_;
    std::vector<std::int64_t> taken_;
    std::priority_queue<Turn, std::vector<Turn>, Later> turns_;
};

}  // namespace drover::zones
