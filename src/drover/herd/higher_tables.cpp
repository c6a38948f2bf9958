#include <algorithm>
#include <utility>

#include <drover/herd/higher_tables_detail.hpp>

namespace drover::detail {

HigherTables::HigherTables(const MarginalTables& tables, std::int64_t start_time)
    : of_column_(tables.column_count()), time_{start_time} {
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        if (tables.table_columns(table).size() < 3) continue;
        tables_.push_back(table);
        for (const std::size_t column : tables.table_columns(table)) of_column_[column].push_back(table);
    }
    if (tables_.empty()) return;
    first_cell_ = tables.first_feature(tables_.front());
    hits_.resize(tables.first_feature(tables_.back() + 1) - first_cell_);
}

void HigherTables::add_fields(const MarginalTables& tables, const MarginalTargets& targets, CategoryRow& row,
                              std::size_t column, const std::vector<bool>& present,
                              std::vector<std::int64_t>& fields, std::vector<bool>& banned) const {
    const std::uint32_t before = std::exchange(row[column], 0U);
    for (const std::size_t table : of_column_[column]) {
        const auto columns = tables.table_columns(table);
        if (!std::all_of(columns.begin(), columns.end(),
                         [&](std::size_t c) { return c == column || present[c]; }))
            continue;
        std::size_t cell = tables.feature(table, row);
        for (std::size_t v = 0; v < fields.size(); ++v, cell += tables.stride(table, column)) {
            fields[v] += weight(targets, cell);
            if (targets.is_forbidden(cell)) banned[v] = true;
        }
    }
    row[column] = before;
}

HigherTables::RowSum HigherTables::sum(const MarginalTables& tables, const MarginalTargets& targets,
                                       const CategoryRow& row) const {
    RowSum sum;
    for (const std::size_t table : tables_) {
        const std::size_t cell = tables.feature(table, row);
        sum.weight += weight(targets, cell);
        sum.targets += static_cast<Int128>(targets.trust_of(cell)) * targets.moments.counts[cell];
        sum.trust += targets.trust_of(cell);
        sum.banned = sum.banned || targets.is_forbidden(cell);
    }
    return sum;
}

void HigherTables::hit(const MarginalTables& tables, const CategoryRow& row) {
    for (const std::size_t table : tables_) ++hits_[tables.feature(table, row) - first_cell_];
    ++time_;
}

void HigherTables::restore(const MarginalTables& tables, std::span<const std::int64_t> hits,
                           std::int64_t time) {
    time_ = time;
    for (const std::size_t table : tables_) {
        for (std::size_t cell = tables.first_feature(table); cell < tables.first_feature(table + 1); ++cell) {
            hits_[cell - first_cell_] = hits[cell];
        }
    }
}

}  // namespace drover::detail
