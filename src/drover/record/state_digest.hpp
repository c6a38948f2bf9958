#pragma once

#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/core/digest.hpp>

namespace drover {

/// Running 128-bit hash of the states: two runs with the same digest took the same steps.
/// A listed state is one word, a binary state its packed words, a batch its states in order.
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
    template <class State>
    void add(const std::vector<State>& states) {
        for (const State& state : states) add(state);
    }

    Digest digest_;
};

}  // namespace drover
