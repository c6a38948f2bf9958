#pragma once

#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/core/digest.hpp>

namespace drover {

/// Running 128-bit hash of the states: two runs with the same digest took the same steps.
/// A listed state is one word, a binary state its packed words, a batch its states in order. Spins are packed
/// 64 per word, the first in the lowest bit and +1 as 1; small numbers eight per word.
class StateDigest {
  public:
    template <class Step>
    void record(const Step& step) {
        add(step.state);
    }
    std::string result() const { return digest_.hex(); }

  private:
    void add(std::size_t state) { digest_.add(state); }
    void add(const BitRow& state) {
        for (const std::uint64_t word : state.words()) digest_.add(word);
    }
    void add(const std::vector<std::int8_t>& spins) {
        add_packed(spins, 1, [](std::int8_t spin) { return spin > 0 ? std::uint64_t{1} : 0; });
    }
    void add(const std::vector<std::uint8_t>& values) {
        add_packed(values, 8, [](std::uint8_t value) { return std::uint64_t{value}; });
    }
    template <class Values, class ToBits>
    void add_packed(const Values& values, std::size_t bits, const ToBits& to_bits) {
        std::uint64_t word = 0;
        std::size_t filled = 0;
        for (const auto value : values) {
            word |= to_bits(value) << filled;
            filled += bits;
            if (filled < 64) continue;
            digest_.add(word);
            word = 0;
            filled = 0;
        }
        if (filled > 0) digest_.add(word);
    }
    template <class State>
    void add(const std::vector<State>& states) {
        for (const State& state : states) add(state);
    }

    Digest digest_;
};

}  // namespace drover
