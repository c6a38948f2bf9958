#include <algorithm>
#include <array>

#include <drover/core/check.hpp>
#include <drover/moments/category_moments.hpp>

namespace drover {
namespace {

constexpr std::size_t max_cells = std::size_t{1} << 28U;
constexpr std::size_t block_size = 512;

void check_sizes(const MarginalTables& tables, const CategoryTable& rows) {
    check_input(!rows.cells.empty(),
                [] { return std::string{"measure: expected at least one row, got none"}; });
    check_input(tables.column_count() == rows.column_count(), [&] {
        return "measure: tables (" + std::to_string(tables.column_count()) + ") and rows (" +
               std::to_string(rows.column_count()) + ") must have the same number of columns";
    });
    for (std::size_t j = 0; j < tables.column_count(); ++j) {
        const Column& column = rows.schema.columns[j];
        check_input(tables.value_count(j) == column.values.size(), [&] {
            return "measure: column " + quoted(column.name) + ": expected " +
                   std::to_string(column.values.size()) + " values in the tables, got " +
                   std::to_string(tables.value_count(j));
        });
    }
    check_input(tables.feature_count() <= max_cells, [&] {
        return "measure: expected tables of at most 2^28 cells in all, got " +
               std::to_string(tables.feature_count());
    });
}

// Counts some rows into every table while their values are near: a column of the block lies in one piece.
class BlockCounter {
  public:
    BlockCounter(const MarginalTables& tables, std::vector<std::int64_t>& counts)
        : tables_{tables}, counts_{counts}, values_(tables.column_count() * block_size) {}

    void count(std::span<const std::uint32_t> cells) {
        const std::size_t columns = tables_.column_count();
        const std::size_t rows = cells.size() / columns;
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t r = 0; r < rows; ++r) values_[j * block_size + r] = cells[r * columns + j];
        }
        for (std::size_t table = 0; table < tables_.table_count(); ++table) count_table(table, rows);
    }

  private:
    // The number of cells is below 2^32, so is every stride.
    void count_table(std::size_t table, std::size_t rows) {
        std::array<std::uint32_t, block_size> features;  // NOLINT(*-member-init): filled next
        std::fill_n(features.begin(), rows, static_cast<std::uint32_t>(tables_.first_feature(table)));
        for (const std::size_t column : tables_.table_columns(table)) {
            const auto stride = static_cast<std::uint32_t>(tables_.stride(table, column));
            const std::uint32_t* const values = &values_[column * block_size];
            for (std::size_t r = 0; r < rows; ++r) features[r] += stride * values[r];
        }
        for (std::size_t r = 0; r < rows; ++r) ++counts_[features[r]];
    }

    const MarginalTables& tables_;
    std::vector<std::int64_t>& counts_;
    std::vector<std::uint32_t> values_;
};

}  // namespace

Moments measure(const MarginalTables& tables, const CategoryTable& rows) {
    check_sizes(tables, rows);
    Moments moments{.names = {},
                    .counts = std::vector<std::int64_t>(tables.feature_count()),
                    .total = static_cast<std::int64_t>(rows.row_count())};
    BlockCounter counter{tables, moments.counts};
    const std::span<const std::uint32_t> cells{rows.cells};
    const std::size_t step = block_size * tables.column_count();
    for (std::size_t at = 0; at < cells.size(); at += step)
        counter.count(cells.subspan(at, std::min(step, cells.size() - at)));
    return moments;
}

}  // namespace drover
