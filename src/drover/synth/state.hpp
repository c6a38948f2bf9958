#pragma once

#include <variant>

#include <drover/herd/marginal_herder.hpp>

namespace drover::synth {

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
};

}  // namespace drover::synth
