#pragma once

#include <cassert>
#include <span>
#include <vector>

#include <drover/classify/weights.hpp>
#include <drover/core/check.hpp>
#include <drover/herd/dense_weights.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover::classify {

/// A model of labels given inputs, with or without hidden variables.
/// - complete(w, x, label): the best state with this input and label.
/// - predict(w, x): the best state with this input.
/// Both are exact and break ties alike: where the true label is best, both give the same state.
template <class M>
concept ConditionalModel = FeatureMap<M, DenseWeights<std::int64_t>> &&
    requires(const M& m, const DenseWeights<std::int64_t>& w, const typename M::Input& x,
             const typename M::State& s) {
    { m.complete(w, x, std::size_t{}) } -> std::same_as<typename M::State>;
    { m.predict(w, x) } -> std::same_as<typename M::State>;
    { s.label } -> std::convertible_to<std::size_t>;
};

/// The number that all differences of a model's features are multiples of: M::feature_step, or 1.
template <class M>
constexpr std::int64_t feature_step_of() {
    if constexpr (requires { M::feature_step; }) {
        return M::feature_step;
    } else {
        return 1;
    }
}

struct ConditionalHerderOptions {
    std::size_t batch_size = 100;          ///< cases per update, taken cyclically in their order
    std::vector<std::int64_t> start = {};  ///< weights; empty: all 0
    std::vector<std::int64_t> rates = {};  ///< of each feature, at least 0; empty: all 1
    std::vector<bool> relaxed = {};        ///< features; empty: none
    Relaxation relaxation = {.halving = 0};
};

/// Conditional herding, an Orbit: for every case of the batch the best state with its label, and the best
/// state of all; w += rate * (sum over the cases of phi(x, y, z') - phi(x, y*, z*)) / feature_step. If no
/// case of the batch is misclassified both are the same, and the weights stay (without relaxation). The
/// plain, general form, for any ConditionalModel. Chen & Welling 2016, "Herding Discriminative Models".
template <ConditionalModel M>
class ConditionalHerder {
  public:
    using State = typename M::State;
    using Input = typename M::Input;
    using Weights = DenseWeights<std::int64_t>;

    /// A view, valid until the next step. The weights are those after the step; all else is from before it.
    struct Step {
        std::int64_t t;
        std::span<const State> completed;  ///< the batch with its labels
        std::span<const State> predicted;  ///< and with the best ones
        std::size_t mistakes;              ///< cases of the batch whose labels differ
        const Weights& weights;
        Int128 margin;  ///< <w, v> with v the sum of differences: never positive
    };

    /// Throws InputError if there are no cases, or if sizes do not agree.
    ConditionalHerder(M model, std::vector<Input> inputs, std::vector<std::size_t> labels,
                      ConditionalHerderOptions options = {})
        : model_{std::move(model)},
          inputs_{std::move(inputs)},
          labels_{std::move(labels)},
          options_{std::move(options)},
          weights_{first_weights()},
          move_(model_.feature_count()) {}

    Step step() {
        judge_batch();
        move_weights();
        ++t_;
        return current();
    }
    Step current() const { return {t_, completed_, predicted_, mistakes_, weights_, margin_}; }
    const M& model() const { return model_; }

  private:
    Weights first_weights() {
        const std::size_t n = model_.feature_count();
        check_input(!inputs_.empty() && inputs_.size() == labels_.size(), [&] {
            return Problem{
                Fault::range,
                {.function = "ConditionalHerder"},
                "cases with a label each",
                std::to_string(inputs_.size()) + " inputs and " + std::to_string(labels_.size()) + " labels"};
        });
        check_input(options_.batch_size > 0, [] {
            return Problem{Fault::range, {.function = "ConditionalHerder"}, "a batch of at least 1 case"};
        });
        if (options_.start.empty()) options_.start.assign(n, 0);
        if (options_.rates.empty()) options_.rates.assign(n, 1);
        if (options_.relaxed.empty()) options_.relaxed.assign(n, false);
        check_input(options_.start.size() == n && options_.rates.size() == n && options_.relaxed.size() == n,
                    [&] {
                        return Problem{Fault::range,
                                       {.function = "ConditionalHerder"},
                                       "start, rates and relaxed of " + std::to_string(n) + " features"};
                    });
        return Weights{options_.start};
    }
    // The batches of a pass end with the cases: the last may be smaller.
    void judge_batch() {
        const std::size_t batches = (inputs_.size() + options_.batch_size - 1) / options_.batch_size;
        const std::size_t first = static_cast<std::size_t>(t_) % batches * options_.batch_size;
        const std::size_t end = std::min(first + options_.batch_size, inputs_.size());
        completed_.clear();
        predicted_.clear();
        mistakes_ = 0;
        for (std::size_t i = first; i < end; ++i) {
            completed_.push_back(model_.complete(weights_, inputs_[i], labels_[i]));
            predicted_.push_back(model_.predict(weights_, inputs_[i]));
            if (predicted_.back().label != labels_[i]) ++mistakes_;
        }
    }
    void move_weights() {
        constexpr std::int64_t step = feature_step_of<M>();
        std::vector<std::int64_t> positive(move_.size());
        std::fill(move_.begin(), move_.end(), 0);
        for (const State& s : completed_)
            model_.visit(s, [&](std::size_t a, auto value) { positive[a] += value; });
        for (const State& s : predicted_)
            model_.visit(s, [&](std::size_t a, auto value) { move_[a] -= value; });
        margin_ = 0;
        for (std::size_t a = 0; a < move_.size(); ++a) {
            move_[a] += positive[a];
            assert(move_[a] % step == 0);
            margin_ += Int128{weights_[a]} * move_[a];
            std::int64_t amount = move_[a] / step * options_.rates[a];
            if (options_.relaxed[a])
                amount -= relaxed_loss(positive[a], options_.rates[a], options_.relaxation.shift(t_), step);
            weights_.add(a, amount);
        }
    }

    M model_;
    std::vector<Input> inputs_;
    std::vector<std::size_t> labels_;
    ConditionalHerderOptions options_;
    Weights weights_;
    std::vector<State> completed_;
    std::vector<State> predicted_;
    std::vector<std::int64_t> move_;
    std::size_t mistakes_ = 0;
    std::int64_t t_ = 0;
    Int128 margin_ = 0;
};

}  // namespace drover::classify
