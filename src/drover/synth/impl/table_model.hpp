#pragma once

#include <drover/core/problem.hpp>
#include <drover/herd/marginal_herder.hpp>
#include <drover/synth/impl/engine_options.hpp>
#include <drover/zones/impl/model.hpp>

namespace drover::synth::impl {

/// Of an InputError where an engine finds no row.
/// No row is left that the tables allow.
inline Problem no_row() {
    return {
        .fault = Fault::impossible,
        .text = "no row without an impossible combination was found; allow some of them, or take soft zeros"};
}

/// Hits that a cell with the count 0 is taken to have had at the start, where zeros are soft.
inline constexpr std::int64_t soft_zero_start = 24;

/// What a TableEngine is made from.
struct TableModel {
    Targets targets;  ///< with a table of no trust for each combination that needs one
    CategoryAscentOptions search = {};
    MarginalHerderOptions herder = {};
    std::string text = {};  ///< how rows are searched for
};

/// What rows are driven towards: rounded tables are brought to a common total, noise is shrunk. Nothing if
/// that is the published tables as they are.
std::optional<TableSet> driving_tables(const TableSet& published, const EngineOptions& options);

/// The targets of the published tables, and of the implied ones: these are shares of one zone, each asked for
/// a tenth as much as a published cell, in a finer unit. The search is the one that the cost model chooses.
/// Throws InputError if an exact search is too costly, or finds that no row is allowed.
TableModel make_table_model(const TableSet& published, std::span<const zones::HubTable> implied,
                            const EngineOptions& options);

}  // namespace drover::synth::impl
