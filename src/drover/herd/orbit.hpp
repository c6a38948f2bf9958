#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace drover {

/// A trajectory as a value: copying it forks the trajectory.
template <class O>
concept Orbit = std::copyable<O> && requires(O o, const O& c) {
    typename O::Step;                                // t, state, weights, margin; valid until the next step
    { o.step() } -> std::same_as<typename O::Step>;  // applies the map once
    { c.current() } -> std::same_as<typename O::Step>;  // the last step, without moving
};

/// The next `count` steps of an orbit as a range: for (const auto& step : StepRange{orbit, 1000}) ...
/// Each increment moves the orbit; breaking out leaves it where it is.
template <class O>
class StepRange {
  public:
    StepRange(O& orbit, std::int64_t count) : orbit_{&orbit}, count_{count} {}

    class Iterator {
      public:
        using difference_type = std::ptrdiff_t;
        using value_type = typename O::Step;
        Iterator(O& orbit, std::int64_t left) : orbit_{&orbit}, left_{left} {
            if (left_ > 0) orbit_->step();
        }
        value_type operator*() const { return orbit_->current(); }
        Iterator& operator++() {
            if (--left_ > 0) orbit_->step();
            return *this;
        }
        friend bool operator==(const Iterator& i, std::default_sentinel_t /*end*/) { return i.left_ <= 0; }

      private:
        O* orbit_;
        std::int64_t left_;
    };

    Iterator begin() const { return {*orbit_, count_}; }
    static std::default_sentinel_t end() { return {}; }

  private:
    O* orbit_;
    std::int64_t count_;
};

}  // namespace drover
