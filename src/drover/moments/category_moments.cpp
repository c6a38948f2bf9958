#include <algorithm>
#include <array>

#include <drover/core/check.hpp>
#include <drover/core/grid.hpp>
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
template <class Count>
class BlockCounter {
  public:
    BlockCounter(const MarginalTables& tables, std::vector<Count>& counts)
        : tables_{tables}, counts_{counts}, values_(tables.column_count() * block_size) {}

    // Without weights each row counts 1.
    void count(std::span<const std::uint32_t> cells, std::span<const Count> weights) {
        const std::size_t columns = tables_.column_count();
        const std::size_t rows = cells.size() / columns;
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t r = 0; r < rows; ++r) values_[j * block_size + r] = cells[r * columns + j];
        }
        for (std::size_t table = 0; table < tables_.table_count(); ++table) count_table(table, rows, weights);
    }

  private:
    // The number of cells is below 2^32, so is every stride.
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

template <class Count>
std::vector<Count> cell_counts(const MarginalTables& tables, const CategoryTable& rows,
                               std::span<const Count> weights) {
    std::vector<Count> counts(tables.feature_count());
    BlockCounter<Count> counter{tables, counts};
    const std::span<const std::uint32_t> cells{rows.cells};
    const std::size_t columns = tables.column_count();
    for (std::size_t row = 0; row < rows.row_count(); row += block_size) {
        const std::size_t size = std::min(block_size, rows.row_count() - row);
        counter.count(cells.subspan(row * columns, size * columns),
                      weights.empty() ? weights : weights.subspan(row, size));
    }
    return counts;
}

// The weights as multiples of 1/denominator, and their sum: all sums of some of them fit, too.
struct WholeWeights {
    std::vector<Int128> multiples;
    Int128 denominator = 1;
    Int128 total = 0;
};

WholeWeights whole_weights(std::span<const Rational> weights) {
    constexpr Int128 limit = Int128{1} << 126;
    const auto check_fit = [](bool fits) {
        check_input(fits, [] {
            return std::string{
                "weights: expected numbers that sum to less than 2^126 over their common denominator, got "
                "longer ones"};
        });
    };
    const std::optional<Int128> denominator = common_denominator(weights, limit);
    check_fit(denominator.has_value());
    WholeWeights whole{.multiples = {}, .denominator = *denominator};
    for (const Rational& weight : weights) {
        check_input(weight.numerator() >= 0,
                    [&] { return "weights: expected at least 0, got " + to_string(weight); });
        Int128 multiple = 0;
        check_fit(multiply(weight.numerator(), *denominator / weight.denominator(), multiple) &&
                  add(whole.total, multiple, whole.total) && whole.total < limit);
        whole.multiples.push_back(multiple);
    }
    check_input(whole.total > 0, [] { return std::string{"weights: expected some above 0, got none"}; });
    return whole;
}

}  // namespace

Moments measure(const MarginalTables& tables, const CategoryTable& rows) {
    check_sizes(tables, rows);
    return {.names = {},
            .counts = cell_counts<std::int64_t>(tables, rows, {}),
            .total = static_cast<std::int64_t>(rows.row_count())};
}

WeightedMoments measure_weighted(const MarginalTables& tables, const CategoryTable& rows) {
    check_sizes(tables, rows);
    if (rows.weights.empty()) {
        const auto total = static_cast<std::int64_t>(rows.row_count());
        return {{.names = {}, .counts = cell_counts<Int128>(tables, rows, {}), .total = total}, 1};
    }
    check_input(rows.weights.size() == rows.row_count(), [&] {
        return "weights: expected one for each of " + std::to_string(rows.row_count()) + " rows, got " +
               std::to_string(rows.weights.size());
    });
    const WholeWeights weights = whole_weights(rows.weights);
    return {
        {.names = {}, .counts = cell_counts<Int128>(tables, rows, weights.multiples), .total = weights.total},
        weights.denominator};
}

}  // namespace drover
