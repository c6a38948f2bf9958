#pragma once

#include <cassert>
#include <optional>
#include <tuple>
#include <vector>

#include <drover/herd/maximize/maximizer.hpp>
#include <drover/herd/maximize/row_limits.hpp>

namespace drover {

/// The best of all rows that the limits allow, for columns of categories, by variable elimination on the
/// graph of the tables: cheap for trees and graphs close to trees, however many columns there are.
/// Dechter 1999, "Bucket elimination".
///
/// Ties: the columns are decided in the reverse of the min-fill order (see elimination_order), and each takes
/// the lowest of its values that lead to the best score. Real weights are compared with rounding noise.
class MaxProduct {
  public:
    static constexpr std::size_t default_max_cells = std::size_t{1} << 20U;

    /// Throws InputError if the cliques have more than max_cells cells together, for limits that do not match
    /// the model, and if they allow no row.
    explicit MaxProduct(const MarginalTables& f, const RowLimits& limits = {},
                        std::size_t max_cells = default_max_cells);
    /// The same, but nothing if the limits allow no row.
    static std::optional<MaxProduct> if_possible(const MarginalTables& f, const RowLimits& limits,
                                                 std::size_t max_cells = default_max_cells);

    /// O(cells * tables of a clique + features). Allocates nothing after the first call with weights of one
    /// type. `f` is the model given to the constructor.
    template <Weights W>
    typename W::Value maximize(const MarginalTables& f, const W& w, CategoryRow& row) {
        assert(f.feature_count() == feature_count_);
        eliminate_all(w);
        decide(row);
        return f.score(w, row);
    }

  private:
    static constexpr std::uint32_t impossible = free_value;

    MaxProduct() = default;

    // Scores of all joint values of some columns: a table, or the result of a step.
    struct Block {
        std::size_t first = 0;
        std::vector<std::size_t> columns = {};
        std::vector<std::size_t> strides = {};

        std::size_t stride(std::size_t column) const;  // 0 if the block lacks it
    };
    // A block as a step sees it.
    struct Factor {
        std::size_t first = 0;
        std::size_t stride = 0;  // of the step's column
        std::vector<std::size_t> other_strides = {};
    };
    // Produces, for each joint value of the others, the best score over the values of the column.
    struct Step {
        std::size_t column = 0;
        std::uint32_t value_count = 0;
        std::vector<std::size_t> sizes = {};  // value counts of the others
        std::vector<Factor> factors = {};
        Block left = {};
        std::size_t left_cells = 1;
    };

    Block table_block(const MarginalTables& f, std::size_t table) const;
    void add_step(const MarginalTables& f, std::size_t column, const std::vector<std::size_t>& others,
                  std::vector<Block>& blocks);
    bool is_possible(const std::vector<Block>& blocks);
    void place_first(const Step& step);
    void place_next(const Step& step);
    void decide(CategoryRow& row) const;

    template <Weights W>
    void eliminate_all(const W& w) {
        auto& values = std::get<std::vector<typename W::Value>>(values_);
        values.resize(choices_.size());
        for (std::size_t a = 0; a < feature_count_; ++a) values[a] = w[a];
        for (const Step& step : steps_) eliminate(step, values);
    }

    template <class V>
    void eliminate(const Step& step, std::vector<V>& values) {
        place_first(step);
        for (std::size_t cell = step.left.first; cell < step.left.first + step.left_cells; ++cell) {
            std::uint32_t best = impossible;
            for (std::uint32_t value = 0; value < step.value_count; ++value) {
                V sum{};
                if (!add_factors(step, value, values, sum)) continue;
                if (best != impossible && !(sum > values[cell])) continue;
                best = value;
                values[cell] = sum;
            }
            choices_[cell] = best;
            place_next(step);
        }
    }

    // False if one of them is impossible.
    template <class V>
    bool add_factors(const Step& step, std::uint32_t value, const std::vector<V>& values, V& sum) const {
        for (std::size_t k = 0; k < step.factors.size(); ++k) {
            const std::size_t cell = places_[k] + value * step.factors[k].stride;
            if (choices_[cell] == impossible) return false;
            sum += values[cell];
        }
        return true;
    }

    std::size_t feature_count_ = 0;
    CategoryRow fixed_;  // free_value where it is free
    std::vector<Step> steps_;
    // The blocks, one after the other. A score is valid if the choice is not `impossible`, so that no score
    // has to mean minus infinity.
    std::vector<std::uint32_t> choices_;
    std::tuple<std::vector<std::int64_t>, std::vector<Int128>, std::vector<double>> values_;
    std::vector<std::size_t> places_;  // of each factor, at the joint value of the others
    std::vector<std::size_t> digits_;  // that joint value
};

}  // namespace drover
