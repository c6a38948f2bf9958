#pragma once

#include <vector>

#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// Several states of one model taken together: phi(s_1, ..., s_m) = sum_i phi(s_i).
/// The CD-style herder is the ordinary herder on this map.
template <class F>
class BatchFeatures {
  public:
    using State = std::vector<typename F::State>;

    BatchFeatures(F inner, std::size_t state_count) : inner_{std::move(inner)}, state_count_{state_count} {}

    const F& inner() const { return inner_; }
    std::size_t batch_size() const { return state_count_; }
    std::size_t feature_count() const { return inner_.feature_count(); }
    template <Weights W>
    typename W::Value score(const W& w, const State& states) const {
        typename W::Value sum{};
        for (const auto& state : states) sum += inner_.score(w, state);
        return sum;
    }
    template <class Sink>
    void visit(const State& states, Sink&& sink) const {
        for (const auto& state : states) inner_.visit(state, sink);
    }
    State first_state() const { return State(state_count_, inner_.first_state()); }
    FeatureBounds bounds() const requires BoundedFeatures<F> {
        const FeatureBounds one = inner_.bounds();
        const auto count = static_cast<Int128>(state_count_);
        return {.lowest = one.lowest * count, .highest = one.highest * count, .total = one.total * count};
    }

  private:
    F inner_;
    std::size_t state_count_;
};

}  // namespace drover
