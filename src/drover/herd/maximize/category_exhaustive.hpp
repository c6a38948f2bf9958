#pragma once

#include <cassert>
#include <utility>

#include <drover/herd/maximize/maximizer.hpp>
#include <drover/herd/maximize/row_limits.hpp>

namespace drover {

/// The best of all rows that the limits allow, for columns of categories. Ties go to the lowest row in
/// lexicographic order. Real weights are compared with rounding noise, because sums run in another order than
/// in score().
class CategoryExhaustive {
  public:
    static constexpr std::size_t max_rows = std::size_t{1} << 20U;

    /// Throws InputError for more than max_rows rows, for limits that do not match the model, and if they
    /// allow no row.
    explicit CategoryExhaustive(const MarginalTables& f, RowLimits limits = {});

    /// The last column runs fastest; the score of the columns before it is kept, and a forbidden cell among
    /// them ends the branch. O(rows * tables that hold the last column), at best. `f` is the model given to
    /// the constructor.
    template <Weights W>
    typename W::Value maximize(const MarginalTables& f, const W& w, CategoryRow& row) {
        assert(f.column_count() == walker_.size());
        Best<typename W::Value> best;
        visit(f, w, 0, {}, best);
        assert(best.found);
        row = best_row_;
        return f.score(w, row);
    }

  private:
    template <class V>
    struct Best {
        V score{};
        bool found = false;
    };

    template <Weights W>
    void visit(const MarginalTables& f, const W& w, std::size_t column, typename W::Value score,
               Best<typename W::Value>& best) {
        if (column == walker_.size()) return keep(score, best);
        const bool free = limits_.is_free(column);
        const auto values = static_cast<std::uint32_t>(f.value_count(column));
        const std::uint32_t first = free ? 0 : limits_.fixed[column];
        const std::uint32_t last = free ? values - 1 : first;
        for (std::uint32_t value = first; value <= last; ++value) {
            walker_[column] = value;
            typename W::Value sum = score;
            if (add_complete(f, w, column, sum)) visit(f, w, column + 1, sum, best);
        }
    }

    // Adds the cells of the tables whose last column this is; false if one is forbidden.
    template <Weights W>
    bool add_complete(const MarginalTables& f, const W& w, std::size_t column, typename W::Value& sum) const {
        for (const std::size_t table : complete_at_[column]) {
            const std::size_t cell = f.feature(table, walker_);
            if (limits_.is_forbidden(cell)) return false;
            sum += w[cell];
        }
        return true;
    }

    template <class V>
    void keep(V score, Best<V>& best) {
        if (best.found && !(score > best.score)) return;
        best = {score, true};
        best_row_ = walker_;
    }

    RowLimits limits_;
    std::vector<std::vector<std::size_t>> complete_at_;  // by column: the tables that hold none after it
    CategoryRow walker_;
    CategoryRow best_row_;
};

}  // namespace drover
