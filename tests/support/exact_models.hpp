#pragma once

#include <drover/finite/exact_model.hpp>

namespace drover::testing {

/// From integers, in multiples of 1 / unit.
inline ExactModel exact_model(const StateTable& table, const Moments& moments, std::int64_t unit = 1,
                              const ExactModelOptions& options = {}) {
    const WideMoments wide{.names = moments.names,
                           .counts = {moments.counts.begin(), moments.counts.end()},
                           .total = moments.total};
    return ExactModel{WholeTable{.features = table, .moments = wide, .unit = unit}, options};
}

}  // namespace drover::testing
