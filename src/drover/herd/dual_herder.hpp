#pragma once

#include <cassert>
#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/model/state_table.hpp>

namespace drover {

/// The weights of a dual herder, read off the counts of the states: O(states) for each one asked.
template <class V>
class DualWeights {
  public:
    using Value = V;
    using Product = typename ProductOf<V>::Type;

    DualWeights(StateTable features, LazyWeightsParts<V> parts)
        : features_{std::move(features)}, parts_{std::move(parts)}, counts_(features_.state_count()) {}

    V operator[](std::size_t a) const {
        V hits{};
        for (std::size_t s = 0; s < counts_.size(); ++s)
            hits += static_cast<V>(counts_[s]) * static_cast<V>(features_.row(s)[a]);
        return parts_.start[a] +
               parts_.rate[a] * (static_cast<V>(t_) * parts_.target[a] - parts_.total * hits);
    }
    std::size_t size() const { return parts_.target.size(); }
    V start(std::size_t a) const { return parts_.start[a]; }
    V scale() const { return parts_.scale; }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const {
        return 1 / (static_cast<double>(parts_.scale) * static_cast<double>(parts_.total));
    }
    std::int64_t state_count(std::size_t s) const { return counts_[s]; }

    void count(std::size_t state) {
        ++counts_[state];
        ++t_;
    }

  private:
    StateTable features_;
    LazyWeightsParts<V> parts_;
    std::vector<std::int64_t> counts_;
    std::int64_t t_ = 0;
};

/// Which state the dual view takes next.
enum class DualRule {
    herding,  ///< argmax <w, phi(x)>: the same steps as the Herder, state for state
    greedy,   ///< the state that makes the error of the average smallest; equals herding from w_0 = moments
              ///< when all ||phi(x)|| are equal, and is another algorithm when they are not. Rates weigh the
              ///< squared errors; the start is not used
};

/// Herding on states instead of weights: keeps u[x] = <w, phi(x)> for every state and adds a row of the Gram
/// matrix each step. O(states) a step, memory O(states^2). Ties go to the lowest state. An Orbit.
/// Chen & Welling 2016, "Herding as a Greedy Moment Matching Algorithm".
template <class V>
class BasicDualHerder {
  public:
    using State = std::size_t;
    using Weights = DualWeights<V>;
    using Margin = typename Weights::Product;
    struct Step {
        std::int64_t t;
        State state;
        const Weights& weights;
        Margin margin;
    };

    BasicDualHerder(const StateTable& features, const BasicMoments<V>& moments,
                    const DriveOptions& drive = {}, HerderOptions options = {},
                    DualRule rule = DualRule::herding);

    Step step() {
        assert(t_ < max_steps_);
        state_ = next_;
        weights_.count(state_);
        const V* row = moves_.data() + state_ * state_count_;
        V* const u = scores_.data();
        State best = 0;
        V best_score = u[0] += row[0];
        for (State x = 1; x < state_count_; ++x) {
            const V score = u[x] += row[x];
            if (score > best_score) {
                best_score = score;
                best = x;
            }
        }
        next_ = best;
        ++t_;
        return current();
    }
    Step current() const { return {t_, state_, weights_, margin()}; }
    StepRange<BasicDualHerder> steps(std::int64_t count) {
        check_steps_left("DualHerder", count, t_, max_steps_);
        return {*this, count};
    }
    std::int64_t max_steps() const { return max_steps_; }

  private:
    // <w, v_s> before the step = <w', target> - total * <w', phi(s)> - sum_a rate_a v_a^2 with w' after it:
    // O(states).
    Margin margin() const;

    Weights weights_;
    std::size_t state_count_;
    std::int64_t max_steps_;
    V factor_ =
        1;  // scores_[x] = factor_ * <w, phi(x)> - shift_[x]; herding: 1 and 0, greedy: 2 and total * |phi|^2
    std::vector<V> shift_;
    std::vector<V> scores_;
    std::vector<V> moves_;        // row s: what a step to s adds to every score
    std::vector<V> pull_;         // sum_a rate_a target_a phi_a(x)
    std::vector<Margin> square_;  // sum_a rate_a v_a^2 of the move to x
    Margin start_dot_{};          // sum_a start_a target_a
    Margin target_dot_{};         // sum_a rate_a target_a^2
    V total_;
    State next_ = 0;
    State state_ = 0;
    std::int64_t t_ = 0;
};

using DualHerder = BasicDualHerder<std::int64_t>;
using WideDualHerder = BasicDualHerder<Int128>;

extern template class BasicDualHerder<std::int64_t>;
extern template class BasicDualHerder<Int128>;

}  // namespace drover
