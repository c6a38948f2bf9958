#include <algorithm>
#include <numeric>

#include <drover/herd/maximize/column_blocks.hpp>
#include <drover/number/int128.hpp>

namespace drover {
namespace {

struct Edge {
    std::size_t table;
    std::int64_t saved;   // errors saved by knowing the other column
    std::int64_t errors;  // without it
};

// Errors in guessing a column of a table with and without the others: lambda = saved / errors.
Edge guess(const MarginalTables& tables, const Moments& moments, std::size_t table, std::size_t column) {
    const std::size_t stride = tables.stride(table, column);
    const std::size_t span = stride * tables.value_count(column);
    std::vector<std::int64_t> sums(tables.value_count(column));
    std::int64_t known = 0;
    std::int64_t total = 0;
    for (std::size_t from = tables.first_feature(table); from < tables.first_feature(table + 1);
         from += span) {
        for (std::size_t others = from; others < from + stride; ++others) {
            std::int64_t most = 0;
            for (std::size_t a = 0; a < sums.size(); ++a) {
                const std::int64_t count = std::max<std::int64_t>(0, moments.counts[others + a * stride]);
                most = std::max(most, count);
                sums[a] += count;
                total += count;
            }
            known += most;
        }
    }
    const std::int64_t blind = *std::max_element(sums.begin(), sums.end());
    return {table, known - blind, total - blind};
}

bool saves(const Edge& edge, std::int64_t percent) {
    return edge.errors > 0 &&
           static_cast<Int128>(edge.saved) * 100 >= static_cast<Int128>(edge.errors) * percent;
}

bool is_stronger(const Edge& a, const Edge& b) {
    const Int128 left = static_cast<Int128>(a.saved) * b.errors;
    const Int128 right = static_cast<Int128>(b.saved) * a.errors;
    return left != right ? left > right : a.table < b.table;
}

std::vector<Edge> strong_edges(const MarginalTables& tables, const Moments& moments, std::int64_t percent) {
    std::vector<Edge> edges;
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        if (tables.table_columns(table).size() != 2) continue;
        const Edge first = guess(tables, moments, table, tables.table_columns(table)[0]);
        const Edge second = guess(tables, moments, table, tables.table_columns(table)[1]);
        const Edge& edge =
            second.errors == 0 || (first.errors > 0 && is_stronger(first, second)) ? first : second;
        if (saves(edge, percent)) edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end(), is_stronger);
    return edges;
}

ColumnBlock single_column(const MarginalTables& tables, std::size_t column) {
    ColumnBlock block{.columns = {column},
                      .combinations = std::vector<std::uint32_t>(tables.value_count(column))};
    std::iota(block.combinations.begin(), block.combinations.end(), 0U);
    return block;
}

// Whether every table inside the block has a count for the row's values.
bool has_counts(const MarginalTables& tables, const Moments& moments, const std::vector<std::size_t>& inside,
                const CategoryRow& row) {
    return std::all_of(inside.begin(), inside.end(),
                       [&](std::size_t table) { return moments.counts[tables.feature(table, row)] > 0; });
}

std::vector<std::size_t> tables_inside(const MarginalTables& tables,
                                       const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> inside;
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto of_table = tables.table_columns(table);
        if (std::all_of(of_table.begin(), of_table.end(), [&](std::size_t column) {
                return std::find(columns.begin(), columns.end(), column) != columns.end();
            }))
            inside.push_back(table);
    }
    return inside;
}

// The two blocks joined; without combinations if there are too many.
ColumnBlock joined(const MarginalTables& tables, const Moments& moments, const ColumnBlock& a,
                   const ColumnBlock& b, std::size_t max_combinations) {
    ColumnBlock block{.columns = a.columns, .combinations = {}};
    block.columns.insert(block.columns.end(), b.columns.begin(), b.columns.end());
    const std::vector<std::size_t> inside = tables_inside(tables, block.columns);
    CategoryRow row(tables.column_count());
    for (std::size_t i = 0; i < a.combination_count(); ++i) {
        for (std::size_t k = 0; k < a.columns.size(); ++k) row[a.columns[k]] = a.combination(i)[k];
        for (std::size_t j = 0; j < b.combination_count(); ++j) {
            for (std::size_t k = 0; k < b.columns.size(); ++k) row[b.columns[k]] = b.combination(j)[k];
            if (!has_counts(tables, moments, inside, row)) continue;
            if (block.combination_count() == max_combinations)
                return {.columns = block.columns, .combinations = {}};
            for (const std::size_t column : block.columns) block.combinations.push_back(row[column]);
        }
    }
    return block;
}

// Whether the other columns largely determine one of the table's columns.
bool is_tight(const MarginalTables& tables, const Moments& moments, std::size_t table, std::int64_t percent) {
    const auto columns = tables.table_columns(table);
    return std::any_of(columns.begin(), columns.end(), [&](std::size_t column) {
        return saves(guess(tables, moments, table, column), percent);
    });
}

// The cells of a table that have a count; nothing if there are too many.
ColumnBlock table_block(const MarginalTables& tables, const Moments& moments, std::size_t table,
                        std::size_t max_combinations) {
    const auto columns = tables.table_columns(table);
    ColumnBlock block{.columns = {columns.begin(), columns.end()}, .combinations = {}};
    for (std::size_t cell = tables.first_feature(table); cell < tables.first_feature(table + 1); ++cell) {
        if (moments.counts[cell] <= 0) continue;
        if (block.combination_count() == max_combinations) return {};
        for (const std::size_t column : columns) {
            const std::size_t value = (cell - tables.first_feature(table)) / tables.stride(table, column);
            block.combinations.push_back(static_cast<std::uint32_t>(value % tables.value_count(column)));
        }
    }
    return block;
}

}  // namespace

std::vector<ColumnBlock> find_blocks(const MarginalTables& tables, const Moments& moments,
                                     BlockOptions options) {
    std::vector<ColumnBlock> blocks;
    std::vector<std::size_t> block_of(tables.column_count());
    std::iota(block_of.begin(), block_of.end(), std::size_t{0});
    for (std::size_t i = 0; i < tables.column_count(); ++i) blocks.push_back(single_column(tables, i));
    for (const Edge& edge : strong_edges(tables, moments, options.percent)) {
        const std::size_t a = block_of[tables.table_columns(edge.table)[0]];
        const std::size_t b = block_of[tables.table_columns(edge.table)[1]];
        if (a == b) continue;
        ColumnBlock block = joined(tables, moments, blocks[a], blocks[b], options.max_combinations);
        if (block.combinations.empty()) continue;
        blocks[a] = std::move(block);
        blocks[b] = {};
        for (const std::size_t column : blocks[a].columns) block_of[column] = a;
    }
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        if (tables.table_columns(table).size() > 2 && is_tight(tables, moments, table, options.table_percent))
            blocks.push_back(table_block(tables, moments, table, options.max_combinations));
    }
    std::erase_if(blocks, [](const ColumnBlock& block) {
        return block.columns.size() < 2 || block.combinations.empty();
    });
    return blocks;
}

}  // namespace drover
