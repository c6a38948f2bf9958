#pragma once

#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/herd/maximize/maximizer.hpp>
#include "batch_features.hpp"

namespace drover {

/// One search for each data case, started at the case: the negative term of CD-style herding. Every state
/// found scores at least its case, so the margin can never be positive.
/// Over a thread pool the searches run in parallel with equal results; the pool must outlive this.
template <class Search, class State>
class FromEachCase {
  public:
    FromEachCase(Search search, std::vector<State> cases, ThreadPool* pool = nullptr)
        : search_{std::move(search)}, cases_{std::move(cases)}, pool_{pool} {}

    template <class F, Weights W>
    requires Maximizer<Search, F, W>
    typename W::Value maximize(const BatchFeatures<F>& f, const W& w, std::vector<State>& states) const {
        states = cases_;
        std::vector<typename W::Value> scores(states.size());
        for_each_index(pool_, states.size(), [&](std::size_t i) {
            Search search = search_;
            scores[i] = search.maximize(f.inner(), w, states[i]);
        });
        typename W::Value sum{};
        for (const auto& score : scores) sum += score;
        return sum;
    }

  private:
    Search search_;
    std::vector<State> cases_;
    ThreadPool* pool_;
};

}  // namespace drover
