#pragma once

#include <variant>
#include <vector>

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
    std::vector<std::int32_t> trust =
        {};                       ///< the rate of each cell, 0 for one that pulls nothing; empty: all 1
    std::size_t retries = 0;      ///< further fresh starts of a step while its margin is positive
    std::int64_t zero_start = 0;  ///< hits that a cell with the target 0 is taken to have had at the start
    bool exact = false;           ///< the best of all rows by MaxProduct instead of a local search
};

/// All that the steps to come depend on.
struct MarginalState {
    std::int64_t t = 0;
    std::uint64_t starts = 0;             ///< fresh starts tried so far
    CategoryRow row = {};                 ///< the last one
    std::vector<std::int64_t> hits = {};  ///< one per cell; 0 for a cell that pulls nothing
};

/// Herding columns of categories on tables of any order, with weights w = trust * (t * count - total * hits),
/// where a zero_start counts among the hits.
/// The fused form of Herder{tables, ExactMoments{moments}, CategoryAscent{options}}: the same rows, margins
/// and weights, at one pass over the lanes (the sum of all numbers of values) for each change of a column. An
/// Orbit.
///
/// Where all columns are binary, each pair of them has one table and all cells count alike without bans, a
/// change and a step cost O(n).
///
/// Works in 32-bit lanes as long as ||w||, which is followed exactly, proves that every field fits; from then
/// on in 64-bit ones. With options.exact the rows are those of Herder{..., MaxProduct}. Memory: 16 to 32
/// bytes for each pair of lanes in a two-way table, 8 to 16 for each cell and column of a larger one; for all
/// pairs of binary columns 32.
class MarginalHerder : public FusedHerder<impl::FusedTables, MarginalTables> {
  public:
    /// Throws InputError for starts other than fresh or previous, and for numbers that could outgrow 64 bits
    /// within options.max_steps.
    MarginalHerder(const MarginalTables& tables, const Moments& moments,
                   const CategoryAscentOptions& search = {}, const MarginalHerderOptions& options = {});

    /// Rows that break a ban because no start without one was found.
    std::int64_t broken_rows() const;

    /// The values that columns keep from the next step on, or free_value; empty: all are free. False, and
    /// nothing changes, if an exact search sees that they leave no row; a local one sees it at its next step.
    bool fix(CategoryRow values);

    /// Rows that fell into each cell; 0 for a cell that pulls nothing. O(cells).
    std::vector<std::int64_t> hits() const;
    MarginalState state() const;
    /// Goes on from there: the steps to come are those of the herder that the state was taken from.
    void restore(const MarginalState& state);
};

extern template class FusedHerder<impl::FusedTables, MarginalTables>;

}  // namespace drover
