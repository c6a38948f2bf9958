#pragma once

#include <vector>

#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// Columns that a search changes together, and the combinations of values that it tries: stored one after the
/// other, columns.size() values each.
struct ColumnBlock {
    std::vector<std::size_t> columns;
    std::vector<std::uint32_t> combinations;

    std::size_t combination_count() const { return combinations.size() / columns.size(); }
    std::span<const std::uint32_t> combination(std::size_t k) const {
        return std::span{combinations}.subspan(k * columns.size(), columns.size());
    }
};

struct BlockOptions {
    std::int64_t percent =
        90;  ///< share of the errors in guessing one column that knowing the other must save
    std::int64_t table_percent = 50;      ///< the same for a column and the others of a larger table
    std::size_t max_combinations = 4096;  ///< of one block
};

/// Blocks of columns of which one nearly determines another (a city determines its region): changing only one
/// is forbidden or costs too much, so single changes get stuck. Kruskal's spanning forest over the two-way
/// tables, strongest first, by Goodman and Kruskal's lambda, in integers; two trees are joined while the
/// combinations that all tables inside the block have counts for are few enough.
///
/// Tables of three or more columns are also blocks if one of their columns is half determined by the others
/// (the same lambda) and their cells with a count are few enough: there, single changes hardly ever lead from
/// one such cell to the next. Elsewhere they do, and trying all cells costs far more than it gains.
std::vector<ColumnBlock> find_blocks(const MarginalTables& tables, const Moments& moments,
                                     BlockOptions options = {});

}  // namespace drover
