#pragma once

#include <optional>
#include <span>
#include <vector>

#include <drover/tables/count_table.hpp>

namespace drover::synth::impl {

/// Tables in canonical order: by the bytes of their files' names, without folder and .gz. Columns are
/// then in order of appearance, unless a schema orders them. Thus rows do not depend on the order in which
/// tables are given.
struct CanonicalTables {
    std::optional<TableSet> set;       ///< nothing: they are in that order already
    std::vector<std::size_t> columns;  ///< of the set, for each column of the tables as given
};

CanonicalTables canonical_tables(const TableSet& tables);

}  // namespace drover::synth::impl
