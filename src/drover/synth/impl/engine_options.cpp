#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/synth/impl/engine_options.hpp>

namespace drover::synth::impl {
namespace {

// Whether a table has the column beside others: zones that no table says anything about are useless.
bool has_company(const TableSet& tables, std::size_t column) {
    return tables.schema.columns.size() == 1 ||
           std::any_of(tables.tables.begin(), tables.tables.end(), [&](const CountTable& table) {
               return table.columns.size() > 1 &&
                      std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end();
           });
}

std::optional<std::size_t> hub_column(const std::string& name, const TableSet& tables) {
    if (name.empty()) return {};
    const std::optional<std::size_t> column = tables.schema.find(name);
    check_input(column.has_value(), [&] {
        return Problem{Fault::unknown,
                       {.option = "by"},
                       "a column of the tables",
                       quoted(name),
                       did_you_mean(name, column_names(tables.schema))};
    });
    check_input(has_company(tables, *column), [&] {
        return Problem{Fault::conflict,
                       {.option = "by"},
                       "a column that some table has beside others",
                       quoted(name) + ", which is alone in its tables"};
    });
    return column;
}

}  // namespace

EngineOptions engine_options(const Options& options, const TableSet& tables, Task task) {
    EngineOptions engine;
    for (const NamedValues& values : options.forbid)
        engine.forbid.push_back(find_values("forbid", values, tables.schema));
    engine.where = find_values("where", options.where, tables.schema);
    engine.by = hub_column(options.by, tables);
    engine.imply = options.imply == Imply::automatic;
    engine.like = options.like;
    check_input(!options.like || engine.imply, [] {
        return Problem{Fault::conflict, {.option = "like"}, "no {imply=off} beside it", "both"};
    });
    engine.csv = options.csv;
    engine.burn_in = options.burn_in;
    engine.seed = options.seed;
    engine.search = options.search;
    if (task == Task::complete_rows && options.search == Search::automatic) engine.search = Search::ascent;
    engine.start = options.start;
    engine.control = options.control.without_progress();
    engine.targets = options.targets;
    engine.targets.control = engine.control;
    engine.memory = options.memory;
    engine.noise = options.noise;
    return engine;
}

}  // namespace drover::synth::impl
