#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <drover/herd/maximize/column_blocks.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/row_limits.hpp>
#include <drover/number/philox.hpp>
#include <drover/number/split_mix.hpp>

namespace drover {

struct CategoryAscentOptions {
    SearchStart start = SearchStart::fresh;
    CategoryRow given = {};  ///< for SearchStart::given
    std::uint64_t seed = 0;  ///< for SearchStart::fresh
    RowLimits limits = {};
    std::size_t max_starts = 1000;         ///< fresh starts tried to find one that violates no ban
    std::vector<ColumnBlock> blocks = {};  ///< columns that are also moved together
};

/// The order in which a fresh start is built: the fixed columns, those of a pseudo-random combination of a
/// pseudo-random block, then the others in pseudo-random order. `first_free` is where those begin; the values
/// of those before it are in `values`.
struct BuildOrder {
    std::vector<std::size_t> columns;
    std::size_t first_free = 0;
    CategoryRow values = {};
};
void draw_order(const CategoryAscentOptions& options, SplitMix& random, BuildOrder& order);

/// Gives one column at a time the value of the highest score, in raster order, until a sweep changes nothing;
/// then tries the blocks in order and goes on from the first that gains. Ties keep the current value,
/// otherwise the lowest (the first combination) wins. Values that would violate a ban are skipped, so a row
/// without violations stays so; a previous row with one is replaced by a fresh start.
///
/// A fresh start is built column by column in a pseudo-random order (BuildOrder): the first takes a
/// pseudo-random value, each of the others the best one under the tables whose columns are all placed. Such a
/// start is good already, and distant starts give different rows: a persistent chain gets stuck behind
/// structural zeros.
class CategoryAscent {
  public:
    CategoryAscent() = default;
    explicit CategoryAscent(CategoryAscentOptions options) : options_{std::move(options)} {}

    template <Weights W>
    typename W::Value maximize(const MarginalTables& f, const W& w, CategoryRow& row) {
        if (options_.start == SearchStart::fresh) build(f, w, row);
        if (options_.start == SearchStart::given) row = options_.given;
        check_input(row.size() == f.column_count(), [&] {
            return Problem{Fault::unknown,
                           {.function = "CategoryAscent"},
                           "a start of " + std::to_string(f.column_count()) + " columns",
                           std::to_string(row.size())};
        });
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!limits().is_free(i)) row[i] = limits().fixed[i];
        }
        if (options_.start == SearchStart::previous && !allows(f, row)) build(f, w, row);
        do {
            while (sweep(f, w, row)) {
            }
        } while (move_block(f, w, row));
        return f.score(w, row);
    }

    /// True if no cell of the row is forbidden.
    bool allows(const MarginalTables& f, const CategoryRow& row) const {
        for (std::size_t table = 0; table < f.table_count(); ++table) {
            if (limits().is_forbidden(f.feature(table, row))) return false;
        }
        return true;
    }

  private:
    const RowLimits& limits() const { return options_.limits; }

    template <Weights W>
    bool sweep(const MarginalTables& f, const W& w, CategoryRow& row) const {
        bool changed = false;
        for (std::size_t i = 0; i < f.column_count(); ++i) {
            if (limits().is_free(i)) changed = improve(f, w, row, i) || changed;
        }
        return changed;
    }

    template <Weights W>
    bool improve(const MarginalTables& f, const W& w, CategoryRow& row, std::size_t column) const {
        const std::uint32_t before = row[column];
        std::uint32_t best = before;
        typename W::Value best_gain{};
        for (std::uint32_t value = 0; value < f.value_count(column); ++value) {
            const typename W::Value gain = f.change_gain(w, row, column, value);
            if (gain > best_gain && is_allowed(f, row, column, value)) {
                best = value;
                best_gain = gain;
            }
        }
        row[column] = best;
        return best != before;
    }

    // The first block that gains takes its best combination.
    template <Weights W>
    bool move_block(const MarginalTables& f, const W& w, CategoryRow& row) const {
        for (const ColumnBlock& block : options_.blocks) {
            CategoryRow best = row;
            typename W::Value best_score = f.score(w, row);
            for (std::size_t k = 0; k < block.combination_count(); ++k) {
                CategoryRow other = row;
                bool fits = true;
                for (std::size_t c = 0; c < block.columns.size(); ++c) {
                    other[block.columns[c]] = block.combination(k)[c];
                    fits = fits && (limits().is_free(block.columns[c]) ||
                                    limits().fixed[block.columns[c]] == block.combination(k)[c]);
                }
                if (!fits || !allows(f, other) || !(f.score(w, other) > best_score)) continue;
                best_score = f.score(w, other);
                best = other;
            }
            if (best == row) continue;
            row = best;
            return true;
        }
        return false;
    }

    bool is_allowed(const MarginalTables& f, CategoryRow& row, std::size_t column,
                    std::uint32_t value) const {
        if (limits().forbidden.empty()) return true;
        const std::uint32_t before = std::exchange(row[column], value);
        const auto tables = f.tables_of(column);
        const bool allowed = std::none_of(tables.begin(), tables.end(), [&](std::size_t table) {
            return limits().is_forbidden(f.feature(table, row));
        });
        row[column] = before;
        return allowed;
    }

    // Builds rows until one violates no ban; after the last attempt takes the row as it is.
    template <Weights W>
    void build(const MarginalTables& f, const W& w, CategoryRow& row) {
        for (std::size_t start = 0; start < options_.max_starts; ++start) {
            if (try_build(f, w, row, SplitMix{CounterRandom{options_.seed, call_++}.bits(0)})) return;
        }
    }

    template <Weights W>
    bool try_build(const MarginalTables& f, const W& w, CategoryRow& row, SplitMix random) {
        const std::size_t n = f.column_count();
        BuildOrder order{.columns = std::vector<std::size_t>(n)};
        draw_order(options_, random, order);
        std::vector<bool> present(n);
        row.assign(n, 0);
        bool clean = true;
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t column = order.columns[k];
            present[column] = true;
            if (k < order.first_free) {
                row[column] = order.values[column];
            } else if (k == 0) {
                row[column] = static_cast<std::uint32_t>(random.below(f.value_count(column)));
            } else {
                clean = place(f, w, row, column, present) && clean;
            }
        }
        return clean && allows(f, row);
    }

    // Gives the column its best allowed value under the tables that it completes; false if all are forbidden.
    template <Weights W>
    bool place(const MarginalTables& f, const W& w, CategoryRow& row, std::size_t column,
               const std::vector<bool>& present) const {
        std::vector<std::size_t> complete;
        for (const std::size_t table : f.tables_of(column)) {
            const auto columns = f.table_columns(table);
            if (std::all_of(columns.begin(), columns.end(), [&](std::size_t c) { return present[c]; })) {
                complete.push_back(table);
            }
        }
        bool found = false;
        std::uint32_t best = 0;
        typename W::Value best_score{};
        for (std::uint32_t value = 0; value < f.value_count(column); ++value) {
            row[column] = value;
            typename W::Value score{};
            bool allowed = true;
            for (const std::size_t table : complete) {
                const std::size_t cell = f.feature(table, row);
                allowed = allowed && !limits().is_forbidden(cell);
                score += w[cell];
            }
            if (allowed && (!found || score > best_score)) {
                found = true;
                best = value;
                best_score = score;
            }
        }
        row[column] = best;
        return found;
    }

    CategoryAscentOptions options_;
    std::uint64_t call_ = 0;
};

}  // namespace drover
