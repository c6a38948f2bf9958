#pragma once

#include <drover/core/check.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// A discrete variable with one indicator per value: phi(x) = e_x.
class OneOfD {
  public:
    using State = std::size_t;

    explicit OneOfD(std::size_t value_count) : value_count_{value_count} {
        check_input(value_count > 0, [] { return std::string{"OneOfD: expected at least one value"}; });
    }

    std::size_t state_count() const { return value_count_; }
    std::size_t feature_count() const { return value_count_; }
    template <Weights W>
    typename W::Value score(const W& w, State s) const {
        return w[s];
    }
    template <class Sink>
    void visit(State s, Sink&& sink) const {
        sink(s, 1);
    }
    static State first_state() { return 0; }
    static FeatureBounds bounds() { return {}; }

  private:
    std::size_t value_count_;
};

}  // namespace drover
