#pragma once

#include <string>
#include <vector>

#include <drover/plot/panels.hpp>

namespace drover::neuron {

/// What a picture of a neuron is made of.
struct Trace {
    std::string rate_name = {};  ///< as it was given
    double rate = 0;
    double start = 0;
    std::vector<double> weights = {};  ///< after each step
    std::string states = {};           ///< 0 and 1, one per step
    std::string compared = {};  ///< a sequence to show below the states, such as the rabbit's; may be empty
    std::string compared_name = {};
};

/// At most 30 steps: the map with the square that it maps to itself, the orbit on it and its start; the
/// weights; and the states as stripes, white for 1. Chen & Welling 2016, the figures of a single binary
/// variable and of the Fibonacci neuron.
Panels figure(const Trace& trace);

/// The rabbit sequence: 1 becomes 10 and 0 becomes 1, repeatedly. Its first `length` symbols.
std::string rabbit_sequence(std::size_t length);

}  // namespace drover::neuron
