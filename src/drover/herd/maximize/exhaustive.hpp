#pragma once

#include <bit>

#include <drover/core/check.hpp>
#include <drover/herd/maximize/maximizer.hpp>

namespace drover {

/// The best of all states. Ties go to the lowest state index; for binary models that is the index whose
/// lowest bit is variable 0.
class Exhaustive {
  public:
    static constexpr std::size_t max_variables = 24;

    /// O(states * features).
    template <class F, Weights W>
    requires ListedStates<F>
    typename W::Value maximize(const F& f, const W& w, typename F::State& s) const {
        typename W::Value best = f.score(w, 0);
        s = 0;
        for (std::size_t state = 1; state < f.state_count(); ++state) {
            const typename W::Value score = f.score(w, state);
            if (score > best) {
                best = score;
                s = state;
            }
        }
        return best;
    }

    /// All 2^n states in Gray-code order, one flip apart: O(2^n * cost of a flip). n <= 24.
    /// Real weights accumulate rounding noise from the flips; integer ones are exact.
    template <class F, Weights W>
    requires BinaryModel<F, W>
    typename W::Value maximize(const F& f, const W& w, BitRow& s) const {
        const std::size_t n = f.variable_count();
        check_variable_count(n);
        BitRow walker(n);
        typename W::Value score = f.score(w, walker);
        typename W::Value best = score;
        std::uint64_t best_index = 0;
        for (std::uint64_t step = 1; step < (std::uint64_t{1} << n); ++step) {
            const auto i = static_cast<std::size_t>(std::countr_zero(step));
            score += f.flip_gain(w, walker, i);
            walker.flip(i);
            if (score > best || (score == best && walker.index() < best_index)) {
                best = score;
                best_index = walker.index();
            }
        }
        s = BitRow::from_index(best_index, n);
        return best;
    }

    static void check_variable_count(std::size_t n) {
        check_input(n <= max_variables, [&] {
            return Problem{Fault::range,
                           {.key = "Exhaustive"},
                           "at most " + std::to_string(max_variables) + " binary variables",
                           std::to_string(n)};
        });
    }
};

}  // namespace drover
