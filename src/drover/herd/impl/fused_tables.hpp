#pragma once

#include <optional>
#include <vector>

#include <drover/herd/impl/binary_fields.hpp>
#include <drover/herd/impl/fused_herder.hpp>
#include <drover/herd/impl/marginal_fields.hpp>
#include <drover/herd/marginal_herder.hpp>
#include <drover/herd/maximize/max_product.hpp>

namespace drover::impl {

/// The parts of MarginalHerder: the search of CategoryAscent on fields, with trust, further starts, and exact
/// searches.
class FusedTables : public FusedBase<MarginalFields<std::uint32_t>, MarginalFields<std::uint64_t>,
                                     BinaryFields<std::uint32_t>, BinaryFields<std::uint64_t>> {
  public:
    static constexpr const char* name = "MarginalHerder";

    FusedTables(MarginalTables tables, const Moments& moments, const CategoryAscentOptions& search,
                const MarginalHerderOptions& options);

    const MarginalTables& features() const { return tables_; }
    std::int64_t start_weight(std::size_t a) const {
        return targets_.trust_of(a) * static_cast<std::int64_t>(start_error(a));
    }
    std::int64_t weight_scale() const { return targets_.moments.total; }
    template <class Fields>
    Int128 ascend(Fields& fields, CategoryRow& row);
    template <class Fields>
    Int128 hit(Fields& fields, const CategoryRow& row, Int128 margin);
    template <class Fields>
    std::int64_t weight(const Fields& fields, std::size_t a, std::int64_t t) const;
    bool fits_narrow(std::int64_t t) const;
    void widen(const CategoryRow& row, std::int64_t t);

    std::int64_t broken_rows() const { return broken_rows_; }
    std::uint64_t starts() const { return starts_; }
    bool fix(CategoryRow values);
    std::vector<std::int64_t> hits() const;
    void restore(const MarginalState& state);

  private:
    template <class Fields>
    Int128 try_again(Fields& fields, CategoryRow& row, Int128 highest);
    template <class Fields>
    void search(Fields& fields, CategoryRow& row, SearchStart start);
    template <class Fields>
    void put_possible(Fields& fields, CategoryRow& row);
    template <class Fields>
    std::size_t sweep(Fields& fields, CategoryRow& row, std::size_t settled);
    template <class Fields>
    bool move_block(Fields& fields, CategoryRow& row);
    bool keeps_fixed(const ColumnBlock& block, std::span<const std::uint32_t> values) const;
    template <class Fields>
    std::uint32_t better_value(Fields& fields, const CategoryRow& row, std::size_t column);
    template <class Fields>
    void build(Fields& fields, CategoryRow& row);
    template <class Fields>
    bool try_build(Fields& fields, CategoryRow& row, SplitMix random);
    template <class Fields>
    void put_row(Fields& fields, const CategoryRow& row);
    template <class Fields>
    void search_exactly(Fields& fields, CategoryRow& row);
    template <class Fields>
    std::int64_t hits_of(const Fields& fields, std::size_t table, std::size_t cell) const;
    void move_dense(const CategoryRow& row);
    const RowLimits& limits() const { return search_.limits; }
    Int128 start_error(std::size_t cell) const;
    bool holds_binary() const;
    // What a field of narrow lanes adds up, in weights.
    Int128 field_trust() const { return is_binary_ ? 2 * column_trust_ : column_trust_; }
    struct Past {
        const CategoryRow& row;
        std::span<const std::int64_t> hits = {};
        std::int64_t t = 0;
    };
    void rebuild_fields(bool is_narrow, const Past& past);
    template <class Fields>
    void rebuild_fields(Fields fields, const Past& past);

    MarginalTables tables_;
    MarginalTargets targets_;
    CategoryAscentOptions search_;  // those without a banned cell are dropped
    std::size_t retries_;
    Int128 column_trust_;  // the largest total trust of the tables of one column
    bool is_binary_;       // fields of two values in one lane
    BuildOrder order_;
    std::optional<MaxProduct> exact_;
    std::vector<std::int64_t> dense_;  // the weights, for an exact search
    bool row_is_clean_ = true;
    std::int64_t broken_rows_ = 0;
    std::uint64_t starts_ = 0;
    // <w, w> before the rates: sum of trust * (t * count - total * hits)^2. Followed in narrow lanes.
    Int128 norm_square_ = 0;
};

}  // namespace drover::impl
