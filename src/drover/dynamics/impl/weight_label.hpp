#pragma once

#include <cstddef>
#include <string>

#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

/// The label of an axis of weights.
inline std::string weight_of(const ExactModel& model, std::size_t feature) {
    return "weight of " + model.table().feature_names[feature];
}

}  // namespace drover::dynamics
