#pragma once

#include <algorithm>

#include <drover/herd/maximize/row_limits.hpp>

#include "random_models.hpp"

namespace drover::testing {

/// A small model of category columns with tables of one to three columns, its weights, and limits on its
/// rows. Some columns may be in no table, and few different weights make many ties.
struct TablesCase {
    MarginalTables tables;
    std::vector<std::int64_t> weights;
    RowLimits limits;
};

inline MarginalTables random_tables(Dice& dice) {
    const std::int64_t n = dice.roll(1, 6);
    std::vector<std::size_t> sizes;
    for (std::int64_t i = 0; i < n; ++i) sizes.push_back(static_cast<std::size_t>(dice.roll(1, 4)));
    std::vector<std::vector<std::size_t>> tables;
    for (std::int64_t k = dice.roll(1, 6); k > 0; --k) {
        std::vector<std::size_t> columns;
        for (std::int64_t order = dice.roll(1, 3); order > 0; --order) {
            const auto column = static_cast<std::size_t>(dice.roll(0, n - 1));
            if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
        }
        tables.push_back(columns);
    }
    return {sizes, tables};
}

inline RowLimits random_limits(Dice& dice, const MarginalTables& f) {
    RowLimits limits;
    if (dice.roll(0, 2) > 0) {
        const std::int64_t rarity = dice.roll(1, 8);
        for (std::size_t a = 0; a < f.feature_count(); ++a)
            limits.forbidden.push_back(dice.roll(0, rarity) == 0);
    }
    if (dice.roll(0, 1) == 0) return limits;
    for (std::size_t i = 0; i < f.column_count(); ++i) {
        const auto last = static_cast<std::int64_t>(f.value_count(i)) - 1;
        limits.fixed.push_back(dice.roll(0, 2) > 0 ? free_value
                                                   : static_cast<std::uint32_t>(dice.roll(0, last)));
    }
    return limits;
}

inline TablesCase random_tables_case(std::uint64_t seed) {
    Dice dice{seed};
    TablesCase made{.tables = random_tables(dice), .weights = {}, .limits = {}};
    const std::int64_t range = dice.roll(0, 1) == 0 ? 1 : 1'000;
    for (std::size_t a = 0; a < made.tables.feature_count(); ++a)
        made.weights.push_back(dice.roll(-range, range));
    made.limits = random_limits(dice, made.tables);
    return made;
}

inline bool allows(const MarginalTables& f, const RowLimits& limits, const CategoryRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!limits.is_free(i) && row[i] != limits.fixed[i]) return false;
    }
    for (std::size_t table = 0; table < f.table_count(); ++table) {
        if (limits.is_forbidden(f.feature(table, row))) return false;
    }
    return true;
}

/// The lowest allowed row of the highest score by trying all, forbidden or not; empty if none is allowed.
inline CategoryRow brute_force(const TablesCase& c) {
    const WeightSpan<std::int64_t> w{c.weights};
    CategoryRow best;
    CategoryRow row(c.tables.column_count());
    while (true) {
        if (allows(c.tables, c.limits, row) &&
            (best.empty() || c.tables.score(w, row) > c.tables.score(w, best)))
            best = row;
        std::size_t i = row.size();
        while (i > 0 && row[i - 1] + 1 == c.tables.value_count(i - 1)) row[--i] = 0;
        if (i == 0) return best;
        ++row[i - 1];
    }
}

}  // namespace drover::testing
