#include <algorithm>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/tables/count/impl/cell_counter.hpp>
#include <drover/tables/count/impl/joint_cover.hpp>
#include <drover/tables/count/impl/weight_scale.hpp>
#include <drover/tables/count/rows.hpp>

namespace drover {
namespace {

using TableColumns = std::vector<std::vector<std::size_t>>;
using NumberMaps = std::vector<std::vector<std::uint32_t>>;  // one per column

constexpr std::size_t most_cells = std::size_t{1} << 22U;  // counted by numbers

// More than most_cells stay most_cells + 1.
std::size_t cells_of(const TableColumns& tables, const std::vector<std::size_t>& value_counts) {
    std::size_t sum = 0;
    for (const std::vector<std::size_t>& columns : tables) {
        std::size_t cells = 1;
        for (const std::size_t column : columns) {
            if (value_counts[column] > most_cells / cells) return most_cells + 1;
            cells *= value_counts[column];
        }
        sum += cells;
        if (sum > most_cells) return sum;
    }
    return sum;
}

// Adds the counts of a table, cell by cell, to the corresponding cells of another; columns that the other
// table lacks are summed over.
template <class Part, class Count>
void add_table(const MarginalTables& from, std::size_t table, const std::vector<Part>& counts,
               const NumberMaps& maps, const MarginalTables& to, std::size_t its_table,
               std::vector<Count>& sums) {
    const auto columns = from.table_columns(table);
    for (std::size_t a = from.first_feature(table); a < from.first_feature(table + 1); ++a) {
        if (counts[a] == 0) continue;
        const std::size_t cell = a - from.first_feature(table);
        std::size_t feature = to.first_feature(its_table);
        for (const std::size_t column : columns) {
            const std::size_t number = cell / from.stride(table, column) % from.value_count(column);
            feature += maps[column][number] * to.stride(its_table, column);
        }
        sums[feature] += counts[a];
    }
}

NumberMaps same_numbers(const std::vector<std::size_t>& value_counts) {
    NumberMaps maps;
    for (const std::size_t count : value_counts) {
        std::vector<std::uint32_t>& map = maps.emplace_back(count);
        for (std::uint32_t number = 0; number < count; ++number) map[number] = number;
    }
    return maps;
}

// Rows counted into joint tables, each of which covers several tables: a row then updates about 25 cells of
// 32 bits instead of 91 of 64.
class JointCounts {
  public:
    static constexpr std::int64_t most_rows = std::int64_t{1} << 31U;

    JointCounts(const std::vector<std::size_t>& value_counts, const TableColumns& tables)
        : JointCounts{value_counts, impl::cover_by_joints(value_counts, tables, most_joint_cells)} {}

    void count(std::span<const std::uint32_t> cells) {
        impl::CellCounter<std::uint32_t>{joints_, counts_}.count(cells, {});
        row_count_ += static_cast<std::int64_t>(cells.size() / joints_.column_count());
    }
    std::int64_t row_count() const { return row_count_; }

    void add_to(std::vector<std::int64_t>& sums, const MarginalTables& tables) const {
        for (std::size_t t = 0; t < joint_of_.size(); ++t)
            add_table(joints_, joint_of_[t], counts_, same_, tables, t, sums);
    }

  private:
    static constexpr std::size_t most_joint_cells = std::size_t{1} << 13U;  // 32 KiB: fits in the cache

    JointCounts(const std::vector<std::size_t>& value_counts, impl::JointCover cover)
        : joints_{value_counts, std::move(cover.joints)},
          joint_of_{std::move(cover.joint_of)},
          same_{same_numbers(value_counts)},
          counts_(joints_.feature_count()) {}

    MarginalTables joints_;
    std::vector<std::size_t> joint_of_;
    NumberMaps same_;
    std::vector<std::uint32_t> counts_;
    std::int64_t row_count_ = 0;
};

// Tables over the numbers of values, which may grow.
template <class Count>
class NumberTables {
  public:
    NumberTables(std::size_t column_count, const TableColumns& tables)
        : room_(column_count, 1), tables_{room_, tables}, counts_(tables_.feature_count()) {}

    // Returns false and does nothing if these tables would have too many cells.
    bool make_room(const std::vector<std::size_t>& value_counts, const TableColumns& tables) {
        std::vector<std::size_t> room = room_;
        for (std::size_t j = 0; j < room.size(); ++j)
            if (value_counts[j] > room[j]) room[j] = std::max(value_counts[j], room[j] + room[j] / 2);
        if (room == room_) return true;
        if (cells_of(tables, room) > most_cells) room = value_counts;
        if (cells_of(tables, room) > most_cells) return false;
        settle();
        steady_rows_ = 0;
        MarginalTables wider{room, tables};
        std::vector<Count> counts(wider.feature_count());
        const NumberMaps maps = same_numbers(room_);
        for (std::size_t t = 0; t < tables.size(); ++t)
            add_table(tables_, t, counts_, maps, wider, t, counts);
        room_ = std::move(room);
        tables_ = std::move(wider);
        counts_ = std::move(counts);
        return true;
    }

    void scale(Int128 factor) {
        for (Count& count : counts_) count *= static_cast<Count>(factor);
    }
    void count(std::span<const std::uint32_t> cells, std::span<const Count> weights) {
        impl::CellCounter<Count>{tables_, counts_}.count(cells, weights);
    }
    // Rows of weight 1. Joint tables pay off once new values have become rare.
    void count(std::span<const std::uint32_t> cells, const TableColumns& tables) {
        const auto rows = static_cast<std::int64_t>(cells.size() / room_.size());
        steady_rows_ += rows;
        if (!joint_ && steady_rows_ > rows_before_joints && tables.size() <= most_joined_tables)
            joint_.emplace(room_, tables);
        if (!joint_) return count(cells, std::span<const Count>{});
        if (joint_->row_count() + rows > JointCounts::most_rows) settle();
        joint_->count(cells);
    }
    // Adds the counts of the joint tables to the tables.
    void settle() {
        if constexpr (std::is_same_v<Count, std::int64_t>) {
            if (joint_) joint_->add_to(counts_, tables_);
        }
        joint_.reset();
    }
    void add_to(std::vector<Count>& sums, std::size_t table, const NumberMaps& maps, const MarginalTables& to,
                std::size_t its_table) const {
        add_table(tables_, table, counts_, maps, to, its_table, sums);
    }

  private:
    static constexpr std::int64_t rows_before_joints = std::int64_t{1} << 16U;
    static constexpr std::size_t most_joined_tables = 512;

    std::vector<std::size_t> room_;
    MarginalTables tables_;
    std::vector<Count> counts_;
    std::optional<JointCounts> joint_;
    std::int64_t steady_rows_ = 0;  // since the last new value
};

}  // namespace

struct CountedRows::Counts {
    Counts(std::size_t column_count, TableColumns its_tables, bool is_weighted, ScratchStore store)
        : tables{std::move(its_tables)}, later{column_count, std::move(store)} {
        if (is_weighted) {
            weighted.emplace(column_count, tables);
        } else {
            plain.emplace(column_count, tables);
        }
    }

    std::size_t table_of(std::span<const std::size_t> columns) const {
        const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& table) {
            return std::equal(table.begin(), table.end(), columns.begin(), columns.end());
        });
        check_input(found != tables.end(), [] {
            return Problem{Fault::unknown, {.function = "measure"}, "one of the tables that were counted"};
        });
        return static_cast<std::size_t>(found - tables.begin());
    }

    template <class Count, class Multiples>
    std::vector<Count> sums(const NumberTables<Count>& counted, const MarginalTables& wanted,
                            const Multiples& multiples) const {
        std::vector<Count> sums(wanted.feature_count());
        for (std::size_t t = 0; t < wanted.table_count(); ++t)
            counted.add_to(sums, table_of(wanted.table_columns(t)), categories, wanted, t);
        impl::CellCounter<Count> counter{wanted, sums};
        std::vector<std::uint32_t> coded;
        later.for_each([&](std::span<const std::uint32_t> cells, std::span<const Rational> weights) {
            coded.assign(cells.begin(), cells.end());
            std::size_t j = 0;
            for (std::uint32_t& cell : coded) {
                cell = categories[j][cell];
                if (++j == categories.size()) j = 0;
            }
            counter.count(coded, multiples(weights));
        });
        return sums;
    }

    TableColumns tables;
    bool is_full = false;                             // then rows go to the spool
    std::optional<NumberTables<std::int64_t>> plain;  // one of the two
    std::optional<NumberTables<Int128>> weighted;
    impl::WeightScale scale;
    RowSpool later;
    NumberMaps categories;
};

CountedRows::CountedRows(std::size_t column_count, TableColumns tables, bool is_weighted, ScratchStore store)
    : counts_{std::make_unique<Counts>(column_count, std::move(tables), is_weighted, std::move(store))} {}

CountedRows::~CountedRows() = default;
CountedRows::CountedRows(CountedRows&& other) noexcept = default;
CountedRows& CountedRows::operator=(CountedRows&& other) noexcept = default;

bool CountedRows::is_weighted() const { return counts_->weighted.has_value(); }

void CountedRows::add(std::span<const std::uint32_t> cells, std::span<const Rational> weights,
                      const std::vector<std::size_t>& value_counts) {
    row_count_ += static_cast<std::int64_t>(cells.size() / value_counts.size());
    Counts& counts = *counts_;
    if (counts.weighted) {
        const Int128 factor = counts.scale.add(weights);
        if (factor != 1) counts.weighted->scale(factor);
    }
    counts.is_full =
        counts.is_full || !(counts.weighted ? counts.weighted->make_room(value_counts, counts.tables)
                                            : counts.plain->make_room(value_counts, counts.tables));
    if (counts.is_full) {
        counts.later.add(cells, weights);
    } else if (counts.weighted) {
        counts.weighted->count(cells, counts.scale.multiples(weights));
    } else {
        counts.plain->count(cells, counts.tables);
    }
}

void CountedRows::finish(Schema its_schema, NumberMaps categories) {
    schema = std::move(its_schema);
    counts_->categories = std::move(categories);
    if (counts_->plain) counts_->plain->settle();
}

Moments CountedRows::measure(const MarginalTables& tables) const {
    check_input(!is_weighted(), [] {
        return Problem{Fault::conflict, {.function = "measure"}, "rows without weights"};
    });
    impl::check_cell_count(tables);
    const auto none = [](std::span<const Rational>) { return std::span<const std::int64_t>{}; };
    return {.names = {}, .counts = counts_->sums(*counts_->plain, tables, none), .total = row_count_};
}

WeightedMoments CountedRows::measure_weighted(const MarginalTables& tables) const {
    check_input(is_weighted(), [] {
        return Problem{Fault::conflict, {.function = "measure_weighted"}, "rows with weights"};
    });
    impl::check_cell_count(tables);
    const auto multiples = [&](std::span<const Rational> weights) {
        return counts_->scale.multiples(weights);
    };
    return {{.names = {},
             .counts = counts_->sums(*counts_->weighted, tables, multiples),
             .total = counts_->scale.checked_total()},
            counts_->scale.denominator()};
}

}  // namespace drover
