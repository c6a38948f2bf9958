#pragma once

#include <drover/populate/herder_model.hpp>
#include <drover/populate/populate.hpp>

namespace drover::impl {

/// What the herder takes: weights of errors, pulls by raking, and what comes first in large zones.
struct HerdedPopulation {
    PopulationModel model;
    std::vector<std::size_t> levels;  ///< of the model: the level of the input that each is
    std::vector<std::string> notes;
};
HerdedPopulation herded_population(const PopulationInput& input, const PopulateOptions& options);

/// Which household of its signature each placed one is: the most overdue by its weight, one that its zone
/// does not have yet before others. `zones` and `signatures` in the order of the steps.
std::vector<std::uint32_t> choose_households(const PopulationInput& input,
                                             const std::vector<std::uint32_t>& zones,
                                             const std::vector<std::uint32_t>& signatures, ThreadPool* pool);

}  // namespace drover::impl
