#pragma once

#include <drover/synth/impl/state.hpp>

namespace drover::synth::impl {

/// What the numbers of a state are compared with.
struct StateLimits {
    const MarginalTables& features;  ///< of the rows given out
    std::int64_t max_steps = 0;
    std::int64_t burn_in = 0;
    bool gives_all = true;    ///< each step after the burn-in is a row
    bool counts_rows = true;  ///< the hits of the rows are kept beside the engine's
};

/// Throws InputError, naming the number, for a state that no run of these tables and options can come to.
void check_rows_state(const State& state, const StateLimits& limits);
/// The state of an engine of these tables, or InputError.
const TableState& checked_state(const EngineState& state, const MarginalTables& features);
/// The state of an engine of so many zones and cells of slices, or InputError.
const ZoneState& checked_state(const EngineState& state, std::size_t zone_count, std::size_t cell_count);

}  // namespace drover::synth::impl
