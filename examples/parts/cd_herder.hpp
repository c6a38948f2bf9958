#pragma once

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/moments/measure.hpp>
#include "from_each_case.hpp"

namespace drover {

template <class F, class Search>
using CdHerder = Herder<BatchFeatures<F>, ExactMoments, FromEachCase<Search, typename F::State>>;

/// CD-style herding: the positive term is the sum of phi over the data cases, the negative term the sum over
/// the states of one search started at every case. The margin is never positive, by construction.
/// A state of this orbit is the list of all those states; its features are their sum, so moments and errors
/// are those of the sum: divide by the number of cases for averages. Exact, weights scaled by that number.
template <class F, class Search>
CdHerder<F, Search> make_cd_herder(F features, const std::vector<typename F::State>& cases, Search search,
                                   ThreadPool* pool = nullptr, HerderOptions options = {}) {
    Moments sums = measure(features, cases);
    sums.total = 1;
    return {BatchFeatures<F>{std::move(features), cases.size()}, ExactMoments{std::move(sums)},
            FromEachCase<Search, typename F::State>{std::move(search), cases, pool}, options};
}

}  // namespace drover
