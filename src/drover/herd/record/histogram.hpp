#pragma once

#include <map>
#include <vector>

#include <drover/core/bit_row.hpp>

namespace drover {

/// How often each state occurred. Memory grows with the number of distinct states.
template <class State>
class StateHistogram {
  public:
    template <class Step>
    void record(const Step& step) {
        ++counts_[step.state];
    }
    const std::map<State, std::int64_t>& result() const { return counts_; }

  private:
    std::map<State, std::int64_t> counts_;
};

/// How often each of D listed states occurred.
class StateCounts {
  public:
    explicit StateCounts(std::size_t state_count) : counts_(state_count) {}

    template <class Step>
    void record(const Step& step) {
        ++counts_[step.state];
    }
    const std::vector<std::int64_t>& result() const { return counts_; }

  private:
    std::vector<std::int64_t> counts_;
};

/// How often k of the n binary variables were 1, for k = 0 .. n.
class OnesHistogram {
  public:
    explicit OnesHistogram(std::size_t variable_count) : counts_(variable_count + 1) {}

    template <class Step>
    void record(const Step& step) {
        ++counts_[step.state.ones()];
    }
    const std::vector<std::int64_t>& result() const { return counts_; }

  private:
    std::vector<std::int64_t> counts_;
};

}  // namespace drover
