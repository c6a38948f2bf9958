#pragma once

#include <drover/finite/tempered.hpp>
#include <drover/number/philox.hpp>

namespace drover {

/// Four states, two features, moments of the uniform distribution: theta = 0.
inline TemperedMap golden_table() {
    return {RealStateTable{{1.0, 0.2}, {-0.6, 0.9}, {-0.8, -0.7}, {0.5, -1.1}},
            {(1 - 0.6 - 0.8 + 0.5) / 4, (0.2 + 0.9 - 0.7 - 1.1) / 4}};
}

inline TemperedMap neuron_map(double rate) { return {RealStateTable{{0.0}, {1.0}}, {rate}}; }

/// Features from N(0, 1), moments of the uniform distribution. Seed 2 of 4 states and 2 features goes
/// 1 -> 2 -> torus.
inline TemperedMap random_table(std::uint64_t seed, std::size_t states, std::size_t features) {
    const CounterRandom random{seed, 5};
    std::vector<double> values;
    std::vector<double> moments(features);
    for (std::size_t i = 0; i < states * features; ++i) {
        values.push_back(random.normal(i));
        moments[i % features] += values.back() / static_cast<double>(states);
    }
    return {RealStateTable{values, features}, moments};
}

}  // namespace drover
