#pragma once

#include <drover/zones/impl/slices.hpp>

namespace drover::zones::impl {

/// Finds the row of a slice: column by column the best value, then coordinate ascent; where that breaks a
/// zero or overfills a cell, the first row of a depth-first search that does not, and ascent from there.
class SliceSearch {
  public:
    SliceSearch(const HubTables& tables, std::uint64_t seed);

    /// What the row breaks; its free columns are filled in. `given` are values that columns keep, or empty;
    /// `first` those that free columns take where nothing beats them, or empty.
    std::int32_t find(HubSlices& slices, std::uint32_t zone, const CategoryRow& given,
                      std::span<const std::uint32_t> first, CategoryRow& row);
    const std::vector<HubSlices::View>& views() const { return views_; }

  private:
    struct Choice {
        std::uint32_t value = 0;
        HubScore score = {};
    };
    void build(const HubSlices& slices, std::span<const std::uint32_t> first, CategoryRow& row);
    std::int32_t ascend(const HubSlices& slices, CategoryRow& row);
    bool descend(const HubSlices& slices, std::size_t depth, std::int32_t allowed, CategoryRow& row);
    Choice best(std::size_t column, Choice start) const;
    std::span<HubScore> scores_of(std::size_t column) {
        return std::span{scores_}.first(value_counts_[column]);
    }
    std::uint32_t first_value(std::size_t column) const { return turns_.empty() ? 0 : turns_[column]; }

    std::vector<std::size_t> value_counts_;
    std::vector<std::size_t> free_columns_;
    std::vector<std::uint32_t> turns_;  // where the values of a column begin; empty: at 0
    const CategoryRow* given_ = nullptr;
    std::vector<HubSlices::View> views_;
    std::vector<HubScore> scores_;
    std::size_t nodes_ = 0;
};

}  // namespace drover::zones::impl
