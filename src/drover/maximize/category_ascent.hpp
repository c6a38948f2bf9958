#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <drover/core/philox.hpp>
#include <drover/maximize/coordinate_ascent.hpp>
#include <drover/model/marginal_tables.hpp>

namespace drover {

struct CategoryAscentOptions {
    SearchStart start = SearchStart::fresh;
    CategoryRow given = {};            ///< for SearchStart::given
    std::uint64_t seed = 0;            ///< for SearchStart::fresh
    std::vector<bool> forbidden = {};  ///< one a cell; no row may fall into one. Empty: none is
    std::size_t max_starts = 1000;     ///< fresh starts tried in search of one that breaks no ban
};

/// Gives one column at a time the value of the highest score, in raster order, until a sweep changes nothing.
/// Ties keep the current value, otherwise the lowest wins. Values that would break a ban are passed over, so
/// a row that breaks none stays so.
///
/// A fresh start is built column by column in a pseudo-random order: the first takes a pseudo-random value,
/// each next one the best under the tables whose columns are all there already. It is already good, and
/// starts far apart keep the rows apart: a persistent chain gets stuck behind structural zeros.
class CategoryAscent {
  public:
    CategoryAscent() = default;
    explicit CategoryAscent(CategoryAscentOptions options) : options_{std::move(options)} {}

    template <Weights W>
    typename W::Value maximize(const MarginalTables& f, const W& w, CategoryRow& row) {
        if (options_.start == SearchStart::fresh) build(f, w, row);
        if (options_.start == SearchStart::given) row = options_.given;
        check_input(row.size() == f.column_count(), [&] {
            return "CategoryAscent: expected a start of " + std::to_string(f.column_count()) +
                   " columns, got " + std::to_string(row.size());
        });
        bool changed = true;
        while (changed) {
            changed = false;
            for (std::size_t i = 0; i < f.column_count(); ++i) changed = improve(f, w, row, i) || changed;
        }
        return f.score(w, row);
    }

    /// True if no cell of the row is forbidden.
    bool allows(const MarginalTables& f, const CategoryRow& row) const {
        for (std::size_t table = 0; table < f.table_count(); ++table) {
            if (is_forbidden(f.feature(table, row))) return false;
        }
        return true;
    }

  private:
    bool is_forbidden(std::size_t cell) const {
        return !options_.forbidden.empty() && options_.forbidden[cell];
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

    bool is_allowed(const MarginalTables& f, CategoryRow& row, std::size_t column,
                    std::uint32_t value) const {
        if (options_.forbidden.empty()) return true;
        const std::uint32_t before = std::exchange(row[column], value);
        const auto tables = f.tables_of(column);
        const bool allowed = std::none_of(tables.begin(), tables.end(), [&](std::size_t table) {
            return is_forbidden(f.feature(table, row));
        });
        row[column] = before;
        return allowed;
    }

    // Builds a row until one breaks no ban; then, as it is, the last one tried.
    template <Weights W>
    void build(const MarginalTables& f, const W& w, CategoryRow& row) {
        for (std::size_t start = 0; start < options_.max_starts; ++start) {
            if (try_build(f, w, row, CounterRandom{options_.seed, call_++})) return;
        }
    }

    template <Weights W>
    bool try_build(const MarginalTables& f, const W& w, CategoryRow& row, const CounterRandom& random) const {
        const std::size_t n = f.column_count();
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t k = n - 1; k > 0; --k) std::swap(order[k], order[random.below(k, k + 1)]);
        std::vector<bool> present(n);
        row.assign(n, 0);
        row[order[0]] = static_cast<std::uint32_t>(random.below(n, f.value_count(order[0])));
        present[order[0]] = true;
        bool clean = true;
        for (std::size_t k = 1; k < n; ++k) clean = place(f, w, row, order[k], present) && clean;
        return clean && allows(f, row);
    }

    // Gives the column its best allowed value under the tables complete with it; false if all are forbidden.
    template <Weights W>
    bool place(const MarginalTables& f, const W& w, CategoryRow& row, std::size_t column,
               std::vector<bool>& present) const {
        present[column] = true;
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
                allowed = allowed && !is_forbidden(cell);
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
