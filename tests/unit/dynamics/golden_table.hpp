#pragma once

#include <drover/herd/tempered.hpp>

namespace drover {

/// Four states, two features, moments of the uniform distribution: theta = 0.
inline TemperedMap golden_table() {
    return {RealStateTable{{1.0, 0.2}, {-0.6, 0.9}, {-0.8, -0.7}, {0.5, -1.1}},
            {(1 - 0.6 - 0.8 + 0.5) / 4, (0.2 + 0.9 - 0.7 - 1.1) / 4}};
}

inline TemperedMap neuron_map(double rate) { return {RealStateTable{{0.0}, {1.0}}, {rate}}; }

}  // namespace drover
