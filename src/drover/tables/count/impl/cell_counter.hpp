#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/herd/features/marginal_tables.hpp>

namespace drover::impl {

/// Throws InputError for tables of more than 2^28 cells in all.
void check_cell_count(const MarginalTables& tables);

/// Counts rows into the cells of all tables, a few hundred rows at a time, so that their values stay in the
/// cache: the values of a column in such a block are contiguous. The tables have all their cells, fewer than
/// 2^32.
template <class Count>
class CellCounter {
  public:
    /// Adds to the counts, one per cell.
    CellCounter(const MarginalTables& tables, std::vector<Count>& counts)
        : tables_{tables}, counts_{counts}, values_(tables.column_count() * block_size) {}

    /// Rows of numbers, one after the other. Without weights each counts 1.
    void count(std::span<const std::uint32_t> cells, std::span<const Count> weights,
               const RunControl& control = {}) {
        const std::size_t columns = tables_.column_count();
        for (std::size_t row = 0; row * columns < cells.size(); row += block_size) {
            throw_if_stopped(control);
            const std::size_t rows = std::min(block_size, cells.size() / columns - row);
            count_block(cells.subspan(row * columns, rows * columns),
                        weights.empty() ? weights : weights.subspan(row, rows));
        }
    }

  private:
    static constexpr std::size_t block_size = 512;

    void count_block(std::span<const std::uint32_t> cells, std::span<const Count> weights) {
        const std::size_t columns = tables_.column_count();
        const std::size_t rows = cells.size() / columns;
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t r = 0; r < rows; ++r) values_[j * block_size + r] = cells[r * columns + j];
        }
        for (std::size_t table = 0; table < tables_.table_count(); ++table) count_table(table, rows, weights);
    }

    void count_table(std::size_t table, std::size_t rows, std::span<const Count> weights) {
        std::array<std::uint32_t, block_size> features;  // NOLINT(*-member-init): filled next
        std::fill_n(features.begin(), rows, static_cast<std::uint32_t>(tables_.first_feature(table)));
        for (const std::size_t column : tables_.table_columns(table)) {
            const auto stride = static_cast<std::uint32_t>(tables_.stride(table, column));
            const std::uint32_t* const values = &values_[column * block_size];
            for (std::size_t r = 0; r < rows; ++r) features[r] += stride * values[r];
        }
        if (weights.empty()) {
            for (std::size_t r = 0; r < rows; ++r) ++counts_[features[r]];
        } else {
            for (std::size_t r = 0; r < rows; ++r) counts_[features[r]] += weights[r];
        }
    }

    const MarginalTables& tables_;
    std::vector<Count>& counts_;
    std::vector<std::uint32_t> values_;
};

}  // namespace drover::impl
