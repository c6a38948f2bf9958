#pragma once

#include <drover/synth/synthesizer.hpp>

namespace drover::synth::impl {

/// What the numbers of a state are compared with.
struct StateLimits {
    const MarginalTables& features;  ///< of the rows given out
    std::int64_t max_steps = 0;
    std::int64_t burn_in = 0;
    bool gives_all = true;    ///< each step after the burn-in is a row
    bool counts_rows = true;  ///< the hits of the rows are kept beside the run's
};

/// Throws InputError, naming the number, for a state that no run of these tables and options can come to.
void check_rows_state(const SynthesisState& state, const StateLimits& limits);
/// Of the herder of all columns.
void check_run_state(const RunState& run, const MarginalTables& features);
/// Of the herder around a hub: rows of the zones, then hits of the cells.
void check_hub_state(const RunState& run, std::size_t zone_count, std::size_t cell_count);

}  // namespace drover::synth::impl
