#include <algorithm>
#include <limits>

#include <drover/herd/features/marginal_tables.hpp>

namespace drover {
namespace {

constexpr std::uint64_t max_cells =
    std::min<std::uint64_t>(std::uint64_t{1} << 40U, std::numeric_limits<std::size_t>::max());

void check_columns(const std::vector<std::size_t>& columns, std::size_t column_count) {
    check_input(!columns.empty(), [] {
        return Problem{Fault::range, {.function = "MarginalTables"}, "tables of at least one column"};
    });
    for (std::size_t k = 0; k < columns.size(); ++k) {
        check_input(columns[k] < column_count, [&] {
            return Problem{Fault::range,
                           {.function = "MarginalTables"},
                           "columns below " + std::to_string(column_count),
                           std::to_string(columns[k])};
        });
        check_input(std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(k),
                              columns[k]) == columns.begin() + static_cast<std::ptrdiff_t>(k),
                    [&] {
                        return Problem{Fault::repeated,
                                       {.function = "MarginalTables"},
                                       "each column once in a table",
                                       "column " + std::to_string(columns[k]) + " twice"};
                    });
    }
}

}  // namespace

MarginalTables::MarginalTables(std::vector<std::size_t> value_counts,
                               std::vector<std::vector<std::size_t>> tables)
    : MarginalTables{std::move(value_counts), std::move(tables), {}} {}

MarginalTables::MarginalTables(std::vector<std::size_t> value_counts,
                               std::vector<std::vector<std::size_t>> tables,
                               std::vector<std::vector<std::uint64_t>> listed)
    : value_counts_{std::move(value_counts)}, tables_of_(value_counts_.size()) {
    check_input(!value_counts_.empty(), [] {
        return Problem{Fault::range, {.function = "MarginalTables"}, "at least one column"};
    });
    for (std::size_t i = 0; i < value_counts_.size(); ++i) {
        check_input(value_counts_[i] > 0 && value_counts_[i] <= std::numeric_limits<std::uint32_t>::max(),
                    [&] {
                        return Problem{Fault::range,
                                       {.function = "MarginalTables"},
                                       "column " + std::to_string(i) + " to have at least one value"};
                    });
    }
    listed.resize(tables.size());
    for (std::size_t k = 0; k < tables.size(); ++k) add_table(std::move(tables[k]), std::move(listed[k]));
}

std::size_t MarginalTables::listed_feature(const Table& table, std::span<const std::uint32_t> row) {
    std::uint64_t number = 0;
    for (const std::size_t column : table.columns)
        number += std::uint64_t{row[column]} * table.strides[column];
    const auto found = std::lower_bound(table.listed.begin(), table.listed.end(), number);
    if (found == table.listed.end() || *found != number) return no_feature;
    return table.first_feature + static_cast<std::size_t>(found - table.listed.begin());
}

void MarginalTables::add_table(std::vector<std::size_t> columns, std::vector<std::uint64_t> listed) {
    check_columns(columns, column_count());
    Table table{.columns = std::move(columns),
                .strides = std::vector<std::size_t>(column_count()),
                .listed = std::move(listed)};
    table.first_feature = feature_count_;
    std::size_t cells = 1;
    for (std::size_t k = table.columns.size(); k-- > 0;) {
        const std::size_t column = table.columns[k];
        table.strides[column] = cells;
        check_input(cells <= max_cells / value_counts_[column], [] {
            return Problem{Fault::range, {.function = "MarginalTables"}, "tables of at most 2^40 cells"};
        });
        cells *= value_counts_[column];
        tables_of_[column].push_back(tables_.size());
    }
    if (!table.listed.empty()) cells = table.listed.size();
    check_input(cells <= std::numeric_limits<std::size_t>::max() - feature_count_, [] {
        return Problem{Fault::range, {.function = "MarginalTables"}, "fewer cells than a size_t can count"};
    });
    feature_count_ += cells;
    tables_.push_back(std::move(table));
}

std::vector<std::vector<std::size_t>> all_tables(std::size_t column_count, std::size_t order) {
    check_input(order >= 1 && order <= column_count, [&] {
        return Problem{Fault::range,
                       {.function = "all_tables"},
                       "an order from 1 to " + std::to_string(column_count),
                       std::to_string(order)};
    });
    std::vector<std::vector<std::size_t>> tables;
    std::vector<std::size_t> columns(order);
    for (std::size_t k = 0; k < order; ++k) columns[k] = k;
    while (true) {
        tables.push_back(columns);
        std::size_t k = order;
        while (k > 0 && columns[k - 1] == column_count - order + k - 1) --k;
        if (k == 0) return tables;
        ++columns[k - 1];
        for (; k < order; ++k) columns[k] = columns[k - 1] + 1;
    }
}

}  // namespace drover
