#pragma once

#include <cassert>
#include <span>
#include <vector>

#include <drover/core/choice.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>

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

    void count(std::size_t state, std::int64_t times = 1) {
        counts_[state] += times;
        t_ += times;
    }

  private:
    StateTable features_;
    LazyWeightsParts<V> parts_;
    std::vector<std::int64_t> counts_;
    std::int64_t t_ = 0;
};

/// The margins of consecutive steps.
template <class Margin>
struct MarginBlock {
    Margin worst{};                    ///< the largest
    std::int64_t positive = 0;         ///< how many are above zero
    std::int64_t first_positive = -1;  ///< the first of these, counted from 0
};

/// Which state comes next.
enum class HerdRule {
    herding,  ///< argmax <w, phi(x)>: the same steps as the Herder, state for state
    greedy,   ///< the state that makes the error of the average smallest; equals herding from w_0 = moments
              ///< when all ||phi(x)|| are equal, and is another algorithm when they are not. Rates weigh the
              ///< squared errors; the start is not used
};
inline constexpr Choice<HerdRule> herd_rules[]{{"herding", HerdRule::herding}, {"greedy", HerdRule::greedy}};

/// Herding on states instead of weights: keeps u[x] = <w, phi(x)> for every state and adds a row of the Gram
/// matrix each step. O(states) per step, memory O(states^2). Ties go to the lowest state. An Orbit.
/// Of up to 16 states it follows only those that herding can choose.
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
                    HerdRule rule = HerdRule::herding);

    Step step() {
        assert(t_ < max_steps_);
        last_ = next_;
        state_ = followed_[last_];
        weights_.count(state_);
        next_ = move_scores(moves_.data() + last_ * followed_.size());
        ++t_;
        return current();
    }
    Step current() const { return {t_, state_, weights_, margin()}; }
    StepRange<BasicDualHerder> steps(std::int64_t count) {
        check_steps_left("DualHerder", count, t_, max_steps_);
        return {*this, count};
    }
    std::int64_t max_steps() const { return max_steps_; }
    /// Takes a step for each element and writes its state there. Where only the states are wanted this is the
    /// fast way: up to 8 followed states keep their scores in registers.
    void take(std::span<State> states);
    /// The same, and what a MarginWatch would see.
    MarginBlock<Margin> take_watched(std::span<State> states);

  private:
    // Positions in followed_ of the next states, and their scores before the step where `scores` is given.
    void take_positions(std::span<State> positions, V* scores);
    // Counts the positions and puts their states there.
    void count_positions(std::span<State> positions);
    // Of the positions and scores of steps in a row, the first from <w, target> = product. Sum holds what is
    // computed.
    template <class Sum>
    MarginBlock<Margin> margins_of(std::span<const State> positions, std::span<const V> scores,
                                   const Margin& product) const;
    // Whether all that margins of these scores are computed from fits 128 bits.
    bool fits_int128(const Margin& product, std::span<const V> scores) const;
    // <w, target> times the scale and the total.
    Margin target_product() const {
        Margin hits{};
        for (std::size_t k = 0; k < followed_.size(); ++k) {
            hits += Margin{static_cast<V>(weights_.state_count(followed_[k]))} * Margin{pull_[k]};
        }
        return start_dot_ + Margin{static_cast<V>(t_)} * target_dot_ - Margin{total_} * hits;
    }
    // Adds a row of moves to the scores; returns the position of the best.
    std::size_t move_scores(const V* row) {
        V* const u = scores_.data();
        std::size_t best = 0;
        V best_score = u[0] += row[0];
        for (std::size_t k = 1; k < scores_.size(); ++k) {
            const V score = u[k] += row[k];
            if (score > best_score) {
                best_score = score;
                best = k;
            }
        }
        return best;
    }

    // Inline, so that a caller that ignores the margin does not pay for it.
    // <w, v_s> before the step = <w', target> - total * <w', phi(s)> - sum_a rate_a v_a^2 with w' after it:
    // O(states).
    Margin margin() const {
        if (t_ == 0) return Margin{};
        const V score = (scores_[last_] + shift_[last_]) / factor_;
        return target_product() - Margin{total_} * Margin{score} - square_[last_];
    }

    Weights weights_;
    std::vector<State> followed_;  // in ascending order; what follows has one entry per followed state x
    std::int64_t max_steps_;
    // scores_ = factor_ * <w, phi(x)> - shift_; herding: 1 and 0, greedy: 2 and total * |phi|^2
    V factor_ = 1;
    std::vector<V> shift_;
    std::vector<V> scores_;
    std::vector<V> moves_;        // row s: what a step to s adds to every score
    std::vector<V> pull_;         // sum_a rate_a target_a phi_a(x)
    std::vector<Margin> gains_;   // what a step to x adds to <w, target>
    std::vector<Margin> square_;  // sum_a rate_a v_a^2 of the move to x
    Margin start_dot_{};          // sum_a start_a target_a
    Margin target_dot_{};         // sum_a rate_a target_a^2
    V total_;
    std::size_t next_ = 0;  // position in followed_
    std::size_t last_ = 0;
    State state_ = 0;
    std::int64_t t_ = 0;
};

using DualHerder = BasicDualHerder<std::int64_t>;
using WideDualHerder = BasicDualHerder<Int128>;

extern template class BasicDualHerder<std::int64_t>;
extern template class BasicDualHerder<Int128>;

}  // namespace drover
