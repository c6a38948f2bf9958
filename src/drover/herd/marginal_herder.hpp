#pragma once

#include <vector>

#include <drover/herd/fused_weights.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/higher_tables.hpp>
#include <drover/herd/marginal_fields.hpp>
#include <drover/maximize/category_ascent.hpp>
#include <drover/maximize/max_product.hpp>

namespace drover {

struct MarginalHerderOptions {
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
    std::vector<std::int64_t> hits = {};  ///< one a cell; 0 for a cell that pulls nothing
};

/// Herding columns of categories on tables of any order, with weights w = trust * (t * count - total * hits),
/// where a zero_start counts among the hits.
/// The fused form of Herder{tables, ExactMoments{moments}, CategoryAscent{options}}: the same rows, margins
/// and weights, at one pass over the lanes (the sum of all numbers of values) for each change of a column. An
/// Orbit.
///
/// Works in 32-bit lanes as long as ||w||, which is followed exactly, proves that every field fits; from then
/// on in 64-bit ones. With options.exact the rows are those of Herder{..., MaxProduct}. Memory: 16 to 32
/// bytes for each pair of lanes in a two-way table.
class MarginalHerder {
  public:
    using State = CategoryRow;
    using Weights = FusedWeights<MarginalHerder>;
    using Margin = Int128;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };

    /// Throws InputError for starts other than fresh or previous, and for numbers that could outgrow 64 bits
    /// within options.max_steps.
    MarginalHerder(MarginalTables tables, Moments moments, CategoryAscentOptions search = {},
                   MarginalHerderOptions options = {});

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, all columns 0, margin 0.
    Step current() const { return {t_, row_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<MarginalHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const MarginalTables& features() const { return tables_; }
    std::int64_t weight(std::size_t a) const;
    static std::int64_t start_weight(std::size_t /*a*/) { return 0; }
    std::int64_t weight_scale() const { return targets_.moments.total; }
    /// 32 or 64: what the fields are kept in now.
    int lane_bits() const { return is_wide_ ? 64 : 32; }
    /// Rows that break a ban because no start without one was found.
    std::int64_t broken_rows() const { return broken_rows_; }

    /// The values that columns keep from the next step on, or free_value; empty: all are free. False, and
    /// nothing changes, if an exact search sees that they leave no row; a local one sees it at its next step.
    bool fix(CategoryRow values);

    /// Rows that fell into each cell; 0 for a cell that pulls nothing. O(cells).
    std::vector<std::int64_t> hits() const;
    MarginalState state() const { return {t_, starts_, row_, hits()}; }
    /// Goes on from there: the steps to come are those of the herder that the state was taken from.
    void restore(const MarginalState& state);

  private:
    template <class Fields>
    void take_step(Fields& fields);
    template <class Fields>
    void search(Fields& fields, SearchStart start);
    template <class Fields>
    void put_fixed(Fields& fields);
    template <class Fields>
    std::size_t sweep(Fields& fields, std::size_t settled);
    template <class Fields>
    bool move_block(Fields& fields);
    template <class Fields>
    std::uint32_t best_value(const Fields& fields, std::size_t column, std::uint32_t now);
    template <class Fields>
    void build(Fields& fields);
    template <class Fields>
    bool try_build(Fields& fields, SplitMix random);
    template <class Fields>
    std::uint32_t best_start(Fields& fields, std::size_t column);
    template <class Fields>
    void put_row(Fields& fields);
    template <class Fields>
    Margin margin(const Fields& fields) const;
    template <class Fields>
    void move(Fields& fields);
    template <class Fields>
    void search_exactly(Fields& fields);
    const std::vector<std::int64_t>& dithered_weights();
    void move_dense();
    Int128 drawn_hits() const;
    bool is_fixed(std::size_t column) const {
        return !search_.fixed.empty() && search_.fixed[column] != free_value;
    }
    bool fields_fit_narrow() const;
    Int128 start_error(std::size_t cell) const;
    void widen();
    std::int64_t hits(std::size_t table, std::size_t cell) const;

    MarginalTables tables_;
    MarginalTargets targets_;
    CategoryAscentOptions search_;
    std::size_t retries_;
    std::int64_t max_steps_;
    Int128 column_trust_;  // the most that the tables of one column pull together
    CategoryRow row_;
    std::vector<bool> present_;
    BuildOrder order_;
    std::vector<std::int64_t> scratch_fields_;
    std::vector<bool> scratch_bans_;
    std::vector<std::size_t> first_lane_;  // of a column
    std::vector<std::uint32_t> draws_;     // of the dither, one a lane; empty without
    HigherTables higher_;
    std::optional<MaxProduct> exact_;
    std::vector<std::int64_t> dense_;  // the weights, for an exact search
    std::vector<std::int64_t> dithered_;
    MarginalFields<std::uint32_t> narrow_;  // until is_wide_
    MarginalFields<std::uint64_t> wide_;    // from then on
    bool is_wide_ = false;
    bool row_is_clean_ = true;
    std::int64_t broken_rows_ = 0;
    std::uint64_t starts_ = 0;
    Int128 target_square_ = 0;   // <target, target>
    Int128 target_product_ = 0;  // <w, target>
    Int128 norm_square_ = 0;     // <w, w> before the rates: sum of trust * (t * count - total * hits)^2
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
