#pragma once

#include <variant>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/fused_herder.hpp>
#include <drover/herd/maximize/category_ascent.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

namespace impl {
class FusedTables;
}

struct MarginalHerderOptions {
    std::variant<ZeroStart, MomentStart> start = ZeroStart{};  ///< of the weights
    std::int64_t max_steps = 1'000'000'000;
    std::vector<std::int32_t> trust = {};  ///< the rate of each cell, 0 for one that is ignored; empty: all 1
    std::size_t retries = 0;               ///< additional fresh starts of a step while its margin is positive
    std::int64_t zero_start = 0;           ///< initial hits of a cell with the target 0
    bool exact = false;                    ///< the best of all rows by MaxProduct instead of a local search
    RunControl control = {};  ///< of the constructor, which throws Stopped where it asks for that
};

/// Everything that future steps depend on.
struct MarginalState {
    std::int64_t t = 0;
    std::uint64_t starts = 0;             ///< fresh starts tried so far
    CategoryRow row = {};                 ///< the last one
    std::vector<std::int64_t> hits = {};  ///< one per cell; 0 for an ignored cell
};

/// Herding columns of categories on tables of any order, with weights w = trust * (t * count - total * hits),
/// where zero_start is included in the hits.
/// The fused form of Herder{tables, ExactMoments{moments}, CategoryAscent{options}}: the same rows, margins
/// and weights, at one pass over the lanes (the sum of all numbers of values) for each change of a column. An
/// Orbit.
///
/// Where all columns are binary, each pair of them has one table, and all cells have equal weight and no
/// bans, a change and a step cost O(n).
///
/// Works in 32-bit lanes as long as ||w||, which is tracked exactly, proves that every field fits; then in
/// 64-bit ones. With options.exact the rows are those of Herder{..., MaxProduct}. Memory: 16 to 32 bytes per
/// pair of lanes in a two-way table, 8 to 16 per cell and column of a larger one; 32 per pair of columns for
/// all pairs of binary columns.
class MarginalHerder : public FusedHerder<impl::FusedTables, MarginalTables> {
  public:
    /// Throws InputError for starts other than fresh or previous, and for numbers that could exceed 64 bits
    /// within options.max_steps.
    MarginalHerder(const MarginalTables& tables, const Moments& moments,
                   const CategoryAscentOptions& search = {}, const MarginalHerderOptions& options = {});

    /// Rows that violate a ban because no start without a violation was found.
    std::int64_t broken_rows() const;

    /// The values that columns keep from the next step on, or free_value; empty: all are free. Returns false
    /// and changes nothing if an exact search finds that no row is left; a local search finds this at its
    /// next step.
    bool fix(CategoryRow values);

    /// The number of rows in each cell; 0 for an ignored cell. O(cells).
    std::vector<std::int64_t> hits() const;
    MarginalState state() const;
    /// Continues from a saved state, with the same steps as the herder that it was taken from.
    void restore(const MarginalState& state);
};

extern template class FusedHerder<impl::FusedTables, MarginalTables>;

}  // namespace drover
