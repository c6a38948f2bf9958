#include <algorithm>

#include <drover/herd/impl/higher_tables.hpp>
#include <drover/herd/impl/marginal_kernels.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t few_lanes = 8;  // up to this size one lane at a time is faster

bool holds(std::span<const std::size_t> columns, std::size_t column) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
}

template <class Lane>
void add_stretch(Lane* sums, const Lane* stretch, std::size_t count) {
    if (count > few_lanes) return add_row(sums, stretch, count);
    for (std::size_t l = 0; l < count; ++l) sums[l] += stretch[l];
}

}  // namespace

template <class Lane>
HigherTables<Lane>::HigherTables(const MarginalTables& tables, const MarginalTargets& targets, Lane ban)
    : zero_start_{targets.zero_start} {
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        if (columns.size() < 3) continue;
        tables_.push_back({table,
                           tables.first_feature(table),
                           tables.first_feature(table + 1),
                           {columns.begin(), columns.end()},
                           {},
                           {}});
        for (const std::size_t column : columns)
            tables_.back().strides.push_back(tables.stride(table, column));
    }
    if (tables_.empty()) return;
    std::size_t size = 0;
    first_look_.push_back(0);
    for (std::size_t column = 0; column < tables.column_count(); ++column) {
        for (Table& table : tables_) {
            if (!holds(table.columns, column)) continue;
            looks_.push_back({column, tables.value_count(column), size, others_.size(), 0});
            size += add_look(tables, table, column);
        }
        first_look_.push_back(looks_.size());
    }
    // In the order of the table's own columns.
    for (Table& table : tables_) table.looks.resize(table.columns.size());
    std::vector<std::size_t> next(first_look_.begin(), first_look_.end() - 1);
    for (Table& table : tables_) {
        for (std::size_t k = 0; k < table.columns.size(); ++k) table.looks[k] = next[table.columns[k]]++;
    }
    data_.resize(size);
    fill(tables, targets, ban);
}

// Its size in lanes.
template <class Lane>
std::size_t HigherTables<Lane>::add_look(const MarginalTables& tables, const Table& table,
                                         std::size_t column) {
    std::size_t stride = 2 * tables.value_count(column);
    for (std::size_t k = table.columns.size(); k-- > 0;) {
        if (table.columns[k] == column) continue;
        others_.push_back({table.columns[k], stride});
        stride *= tables.value_count(table.columns[k]);
    }
    looks_.back().last_other = others_.size();
    return stride;
}

template <class Lane>
template <class Visit>
void HigherTables<Lane>::for_each_cell(const Table& table, const MarginalTables& tables,
                                       Visit&& visit) const {
    CategoryRow row(tables.column_count());
    for (std::size_t cell = table.first_cell; cell < table.end_cell; ++cell) {
        for (std::size_t k = 0; k < table.columns.size(); ++k) {
            const std::size_t value = (cell - table.first_cell) / table.strides[k];
            row[table.columns[k]] = static_cast<std::uint32_t>(value % tables.value_count(table.columns[k]));
        }
        visit(cell, row);
    }
}

template <class Lane>
void HigherTables<Lane>::fill(const MarginalTables& tables, const MarginalTargets& targets, Lane ban) {
    first_cell_ = tables_.front().first_cell;
    const std::size_t cells = tables_.back().end_cell - first_cell_;
    if (!targets.trust.empty()) steps_.resize(cells);
    if (zero_start_ > 0) is_empty_.resize(cells);
    for (const Table& table : tables_) {
        throw_if_stopped(targets.control);
        for_each_cell(table, tables, [&](std::size_t cell, const CategoryRow& row) {
            auto sum = static_cast<Lane>(targets.trust_of(cell) * targets.moments.counts[cell]);
            if (targets.is_forbidden(cell)) sum += ban;
            if (!steps_.empty()) steps_[cell - first_cell_] = static_cast<Lane>(targets.trust_of(cell));
            for (const std::size_t look : table.looks)
                data_[place(looks_[look], row) + row[looks_[look].column]] = sum;
            if (is_empty_.empty()) return;
            is_empty_[cell - first_cell_] = targets.moments.counts[cell] == 0;
            add_hits(table, row, static_cast<Lane>(targets.trust_of(cell) * targets.start_hits(cell)));
        });
    }
}

template <class Lane>
void HigherTables<Lane>::add_hits(const Table& table, const CategoryRow& row, Lane added) {
    for (const std::size_t k : table.looks) {
        const Look& look = looks_[k];
        data_[place(look, row) + look.count + row[look.column]] += added;
    }
}

template <class Lane>
void HigherTables<Lane>::add(const CategoryRow& row, std::size_t column, Lane* sums) const {
    for (std::size_t k = first_look_[column]; k < first_look_[column + 1]; ++k) {
        const std::size_t at = place(looks_[k], row);
        if (at != nowhere) add_stretch(sums, data_.data() + at, 2 * looks_[k].count);
    }
}

template <class Lane>
void HigherTables<Lane>::add_outside(const CategoryRow& row, std::size_t column,
                                     std::span<const std::size_t> block, Lane* sums) const {
    for (std::size_t k = first_look_[column]; k < first_look_[column + 1]; ++k) {
        const Look& look = looks_[k];
        const bool is_outside = std::none_of(others_.begin() + static_cast<std::ptrdiff_t>(look.first_other),
                                             others_.begin() + static_cast<std::ptrdiff_t>(look.last_other),
                                             [&](const Other& other) { return holds(block, other.column); });
        if (is_outside) add_stretch(sums, data_.data() + place(look, row), 2 * look.count);
    }
}

template <class Lane>
std::vector<std::size_t> HigherTables<Lane>::inside(std::span<const std::size_t> block) const {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < tables_.size(); ++k) {
        const auto& columns = tables_[k].columns;
        if (std::count_if(columns.begin(), columns.end(),
                          [&](std::size_t column) { return holds(block, column); }) > 1)
            found.push_back(k);
    }
    return found;
}

template <class Lane>
Lane HigherTables<Lane>::row_trust(const CategoryRow& row) const {
    if (steps_.empty()) return static_cast<Lane>(tables_.size());
    Lane sum = 0;
    for (const Table& table : tables_) {
        std::size_t cell = table.first_cell;
        for (std::size_t k = 0; k < table.columns.size(); ++k)
            cell += row[table.columns[k]] * table.strides[k];
        sum += step_at(cell);
    }
    return sum;
}

template <class Lane>
void HigherTables<Lane>::hit(const CategoryRow& row) {
    for (const Table& table : tables_) {
        std::size_t cell = table.first_cell;
        for (std::size_t k = 0; k < table.columns.size(); ++k)
            cell += row[table.columns[k]] * table.strides[k];
        add_hits(table, row, step_at(cell));
    }
}

template <class Lane>
void HigherTables<Lane>::restore(const MarginalTables& tables, std::span<const std::int64_t> hits) {
    for (const Table& table : tables_) {
        for_each_cell(table, tables, [&](std::size_t cell, const CategoryRow& row) {
            add_hits(table, row, static_cast<Lane>(step_at(cell) * static_cast<Lane>(hits[cell])));
        });
    }
}

// For the last column, cells are in the order of the model.
template <class Lane>
std::int64_t HigherTables<Lane>::hits(std::size_t table, std::size_t cell) const {
    const auto found = std::lower_bound(tables_.begin(), tables_.end(), table,
                                        [](const Table& t, std::size_t number) { return t.number < number; });
    if (step_at(cell) == 0) return 0;
    const Look& look = looks_[found->looks.back()];
    const std::size_t k = cell - found->first_cell;
    const Lane added = data_[look.base + (2 * (k / look.count) + 1) * look.count + k % look.count];
    const bool has_start = !is_empty_.empty() && is_empty_[cell - first_cell_];
    return static_cast<std::int64_t>(added / step_at(cell)) - (has_start ? zero_start_ : 0);
}

template class HigherTables<std::uint32_t>;
template class HigherTables<std::uint64_t>;

}  // namespace drover::impl
