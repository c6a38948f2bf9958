#pragma once

#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/marginal_fields.hpp>
#include <drover/maximize/category_ascent.hpp>

namespace drover {

class MarginalHerder;

/// The weights of a marginal herder, a view read off its hits.
class MarginalWeights {
  public:
    using Value = std::int64_t;

    explicit MarginalWeights(const MarginalHerder& herder) : herder_{&herder} {}

    Value operator[](std::size_t a) const;
    std::size_t size() const;
    static Value start(std::size_t /*feature*/) { return 0; }
    Value scale() const;
    /// A margin times this is <w, v> in real units.
    double margin_unit() const { return 1 / (static_cast<double>(scale()) * static_cast<double>(scale())); }

  private:
    const MarginalHerder* herder_;
};

/// Herding columns of categories on one- and two-way tables. The fused form of
/// Herder{tables, ExactMoments{moments}, CategoryAscent{options}}: the same rows, margins and weights, at one
/// pass over the lanes (the sum of all numbers of values) for each change of a column. An Orbit.
///
/// Works in 32-bit lanes as long as ||w||, which is followed exactly, proves that every field fits; from then
/// on in 64-bit ones. Memory: 8 to 18 bytes for each pair of lanes.
class MarginalHerder {
  public:
    using State = CategoryRow;
    using Weights = MarginalWeights;
    using Margin = Int128;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };

    /// Throws InputError for a table of more than two columns, two tables over the same columns, and starts
    /// other than fresh or previous.
    MarginalHerder(MarginalTables tables, Moments moments, CategoryAscentOptions search = {},
                   HerderOptions options = {});

    /// Applies the map once. At most options.max_steps times.
    Step step();
    /// The last step taken; before the first: t = 0, all columns 0, margin 0.
    Step current() const { return {t_, row_, Weights{*this}, margin_}; }
    /// The next `count` steps. Throws InputError if they go past options.max_steps.
    StepRange<MarginalHerder> steps(std::int64_t count);
    std::int64_t max_steps() const { return max_steps_; }
    const MarginalTables& features() const { return tables_; }
    /// 32 or 64: what the fields are kept in now.
    int lane_bits() const { return is_wide_ ? 64 : 32; }

  private:
    friend class MarginalWeights;
    template <class Fields>
    void search(Fields& fields);
    template <class Fields>
    void build(Fields& fields);
    template <class Fields>
    bool try_build(Fields& fields, const CounterRandom& random);
    template <class Fields>
    void move(Fields& fields);
    bool fields_fit_narrow() const;
    std::int64_t hits(std::size_t table, std::size_t cell) const;

    MarginalTables tables_;
    Moments moments_;
    CategoryAscentOptions options_;
    std::int64_t max_steps_;
    CategoryRow row_;
    std::vector<std::size_t> order_;
    MarginalFields<std::uint32_t> narrow_;  // until is_wide_
    MarginalFields<std::uint64_t> wide_;    // from then on
    bool is_wide_ = false;
    std::uint64_t call_ = 0;     // fresh starts tried
    Int128 target_square_ = 0;   // <target, target>
    Int128 target_product_ = 0;  // <w, target>
    Int128 norm_square_ = 0;     // <w, w>
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover
