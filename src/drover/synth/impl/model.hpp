#pragma once

#include <drover/synth/synthesizer.hpp>
#include <drover/zones/impl/model.hpp>

namespace drover::synth::impl {

/// Hits that a cell with the count 0 is taken to have had at the start, where zeros are soft.
inline constexpr std::int64_t soft_zero_start = 24;

/// What a herder is built from.
struct SynthesisModel {
    Targets targets;              ///< with a table of no trust for each combination that needs one
    std::vector<bool> forbidden;  ///< empty: none
    std::optional<std::vector<ColumnBlock>> blocks = {};  ///< nothing: those of all tables
};

/// What rows are driven towards: rounded tables are brought to a common total.
TableSet driving_tables(const TableSet& published, const EngineOptions& options);

SynthesisModel make_model(const TableSet& published, const EngineOptions& options);

/// Asks for these shares of one zone too, each a tenth as much as a published cell, in a finer unit.
void add_implied(SynthesisModel& model, std::span<const zones::HubTable> implied, std::int64_t max_steps);

/// The search that the cost model chooses, with its options filled in.
struct SynthesisPlan {
    CategoryAscentOptions search;
    MarginalHerderOptions herder;
    std::string text;
};
SynthesisPlan make_plan(const SynthesisModel& model, const EngineOptions& options);

}  // namespace drover::synth::impl
