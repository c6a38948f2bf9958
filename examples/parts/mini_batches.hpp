#pragma once

#include <vector>

#include <drover/core/check.hpp>
#include <drover/herd/dense_weights.hpp>
#include <drover/herd/features/feature_map.hpp>
#include <drover/number/philox.hpp>

namespace drover {

enum class BatchOrder {
    cyclic,            ///< the cases in their order, over and over, without replacement
    with_replacement,  ///< each case drawn anew by a counter-based generator
};

struct MiniBatchOptions {
    std::size_t batch_size = 1;
    BatchOrder order = BatchOrder::cyclic;
    std::uint64_t seed = 0;  ///< for BatchOrder::with_replacement
};

/// The positive term is the average over a batch of data cases, a new batch each step.
/// Cyclic batches wrap around the end of the data, so every case is used equally often even if the batch size
/// does not divide their number. Weights are int64, scaled by the batch size: exact.
template <class State>
class MiniBatches {
  public:
    using Weights = DenseWeights<std::int64_t>;
    using Margin = Int128;

    template <class F>
    MiniBatches(const F& features, std::vector<State> cases, MiniBatchOptions options)
        : cases_{std::move(cases)}, options_{options}, feature_count_{features.feature_count()} {
        check_input(!cases_.empty(),
                    [] { return std::string{"MiniBatches: expected at least one case, got none"}; });
        check_input(options_.batch_size > 0,
                    [] { return std::string{"MiniBatches: expected a batch size of at least 1, got 0"}; });
    }

    std::size_t feature_count() const { return feature_count_; }
    Weights start() const { return Weights{std::vector<std::int64_t>(feature_count_), batch_size()}; }

    template <class F>
    Margin margin(const F& features, const Weights& w, std::int64_t score) const {
        Margin sum = -static_cast<Margin>(batch_size()) * score;
        for_each_case([&](const State& x) { sum += features.score(w, x); });
        return sum;
    }
    template <class F>
    void apply(Weights& w, const F& features, const State& s) {
        for_each_case([&](const State& x) {
            features.visit(x, [&](std::size_t a, std::int64_t value) { w.add(a, value); });
        });
        features.visit(s, [&](std::size_t a, std::int64_t value) { w.add(a, -batch_size() * value); });
        ++batch_;
    }
    template <BoundedFeatures F>
    double step_limit(const F& features) const {
        const FeatureBounds bounds = features.bounds();
        const auto range = static_cast<double>(bounds.highest - bounds.lowest);
        return 0.999 * 0x1p63 /
               (static_cast<double>(bounds.total) * range * static_cast<double>(batch_size()));
    }

  private:
    std::int64_t batch_size() const { return static_cast<std::int64_t>(options_.batch_size); }

    template <class Use>
    void for_each_case(Use&& use) const {
        const CounterRandom random{options_.seed};
        for (std::size_t k = 0; k < options_.batch_size; ++k) {
            const std::uint64_t draw = batch_ * options_.batch_size + k;
            const std::uint64_t index = options_.order == BatchOrder::cyclic
                                            ? draw % cases_.size()
                                            : random.below(draw, cases_.size());
            use(cases_[index]);
        }
    }

    std::vector<State> cases_;
    MiniBatchOptions options_;
    std::size_t feature_count_;
    std::uint64_t batch_ = 0;
};

template <class F>
MiniBatches(const F&, std::vector<typename F::State>, MiniBatchOptions) -> MiniBatches<typename F::State>;

}  // namespace drover
