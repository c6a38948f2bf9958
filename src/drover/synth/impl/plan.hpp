#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <drover/synth/impl/table_model.hpp>

namespace drover::synth::impl {

/// What an engine is made from: tables around a hub, or all tables at once.
using EngineModel = std::variant<zones::HubTables, TableModel>;

/// All that is decided before the first row.
struct Plan {
    EngineOptions options;
    TableSet tables;  ///< that rows are compared with: those used, under `where` the parts that hold it
    Targets targets;  ///< of these
    EngineModel model = {};
    std::string search = {};              ///< how rows are searched for
    std::vector<std::string> notes = {};  ///< what a reader of the rows should know
    std::optional<std::size_t> hub_column = {};
    std::vector<bool> fixed_columns = {};  ///< by column: whether it is the hub or decided by it
    std::size_t implied_count = 0;         ///< tables that are asked for beside the published ones
    /// Whether rows may end in cells that have theirs already, though the tables agree and no table is
    /// exempt.
    bool may_miss = true;

    // Of a run:
    std::string input = {};  ///< how the input was understood
    ZeroRule zeros = {};
    std::string noise = {};                     ///< what was assumed about the noise; empty: there was none
    std::int64_t row_count = 0;                 ///< rows to make
    bool allows_repair = false;                 ///< rows could meet all cells
    std::vector<std::string> table_names = {};  ///< in the order in which they were given
    std::vector<std::size_t> columns = {};      ///< of the tables, for each column of those given
};

/// What rows of these tables are made from. Throws InputError where the numbers or the options cannot work.
Plan make_plan(const TableSet& tables, EngineOptions options);

/// The same for a run. It uses the tables in canonical order and without the values that no table counts:
/// rows depend on neither. All values stay where rows are completed, which may have such values, and with
/// noise, which may have hidden people.
Plan make_plan(const TableSet& given, const Options& options, Task task);

}  // namespace drover::synth::impl
