#pragma once

#include <cstddef>

#include <drover/herd/maximize/maximizer.hpp>

namespace drover {

/// Local search among listed states: the neighbours of a state are those whose number differs in one bit.
/// From the given state it moves to a better neighbour, bits from the lowest up, until a full round finds
/// none: a local maximum. Ties keep the state, so it always stops. O(features * log(states)) per round.
class NeighbourAscent {
  public:
    template <class F, Weights W>
    requires ListedStates<F>
    typename W::Value maximize(const F& f, const W& w, typename F::State& s) const {
        typename W::Value score = f.score(w, s);
        bool changed = true;
        while (changed) {
            changed = false;
            for (std::size_t bit = 1; bit < f.state_count(); bit *= 2) {
                const std::size_t neighbour = s ^ bit;
                if (neighbour >= f.state_count()) continue;
                const typename W::Value other = f.score(w, neighbour);
                if (!(other > score)) continue;
                s = neighbour;
                score = other;
                changed = true;
            }
        }
        return score;
    }
};

}  // namespace drover
