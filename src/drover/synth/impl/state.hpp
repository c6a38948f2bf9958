#pragma once

#include <variant>

#include <drover/core/sealed_bytes.hpp>
#include <drover/herd/marginal_herder.hpp>

namespace drover::synth::impl {

/// Of rows that are herded on all tables at once.
struct TableState {
    MarginalState herder = {};
    std::int64_t steps = 0;
    std::int64_t positive_margins = 0;
};

/// Of rows that are made zone by zone.
struct ZoneState {
    std::vector<std::int64_t> hits = {};  ///< the rows of each zone, then the hits of the slices' cells
    std::int64_t steps = 0;
    std::int64_t positive_margins = 0;
};

using EngineState = std::variant<TableState, ZoneState>;

/// All that the rows to come depend on.
struct State {
    std::int64_t row_count = 0;
    std::vector<std::int64_t> hits = {};  ///< of the rows given out; empty: those of the engine
    EngineState engine = {};
    std::int64_t unit = 0;  ///< of the weights, which may depend on how many rows were asked for
};

void write_state(SealedWriter& out, const State& state);
/// Throws InputError where there is no state; its numbers may be any.
State read_state(SealedReader& in);

}  // namespace drover::synth::impl
