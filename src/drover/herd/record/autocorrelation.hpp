#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace drover {

/// R(lag) = (share of t with s_t = s_{t+lag}  -  q) / (1 - q),  q = sum_s P(s)^2 over the same samples.
/// Chen & Welling 2016, "Negative Auto-correlation". R(0) is 1. Memory: the last max_lag states, and one
/// count per distinct state.
template <class State>
class Autocorrelation {
  public:
    explicit Autocorrelation(std::size_t max_lag) : agreements_(max_lag + 1) {}

    template <class Step>
    void record(const Step& step) {
        recent_.push_front(step.state);
        if (recent_.size() > agreements_.size()) recent_.pop_back();
        for (std::size_t lag = 0; lag < recent_.size(); ++lag) {
            if (recent_[lag] == step.state) ++agreements_[lag];
        }
        ++counts_[step.state];
        ++steps_;
    }
    /// R(0) .. R(max_lag), as far as there were enough steps; empty if all states were equal, when R is
    /// undefined.
    std::vector<double> result() const {
        const auto total = static_cast<double>(steps_);
        double q = 0;
        for (const auto& [state, count] : counts_) {
            const double share = static_cast<double>(count) / total;
            q += share * share;
        }
        std::vector<double> values;
        if (counts_.size() < 2) return values;
        for (std::size_t lag = 0; lag < agreements_.size(); ++lag) {
            const std::int64_t pairs = steps_ - static_cast<std::int64_t>(lag);
            if (pairs <= 0) break;
            const double share = static_cast<double>(agreements_[lag]) / static_cast<double>(pairs);
            values.push_back((share - q) / (1 - q));
        }
        return values;
    }

  private:
    std::deque<State> recent_;
    std::vector<std::int64_t> agreements_;
    std::map<State, std::int64_t> counts_;
    std::int64_t steps_ = 0;
};

}  // namespace drover
