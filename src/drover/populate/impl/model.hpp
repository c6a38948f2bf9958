#pragma once

#include <drover/populate/herder_model.hpp>
#include <drover/populate/populate.hpp>

namespace drover::populate::impl {

/// The herder's model: weights of errors, pulls by raking, and what is placed first in large zones.
struct HerdedModel {
    Model model;
    std::vector<std::size_t> levels;  ///< of the model: the level of the input that each is
    std::vector<std::string> notes;
};
HerdedModel herded_model(const Input& input, const Options& options);

/// Which household of its signature is placed at each step: the most overdue by its weight, those that the
/// zone does not have yet before others. `zones` and `signatures` in the order of the steps.
std::vector<std::uint32_t> choose_households(const Input& input, const std::vector<std::uint32_t>& zones,
                                             const std::vector<std::uint32_t>& signatures, ThreadPool* pool);

}  // namespace drover::populate::impl
