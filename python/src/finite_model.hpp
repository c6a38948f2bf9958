#pragma once

#include <drover/finite/exact_model.hpp>

#include "bindings.hpp"

namespace drover::python {

/// A finite model: a table of features, what their averages shall be, and where the weights begin.
struct FiniteModel {
    FeatureTable table;
    HerdTarget target;
    ModelDrive drive;

    ExactModel exact(std::int64_t steps, ModelNeed need = ModelNeed::moments,
                     ExactModelOptions options = {}) const {
        options.max_steps = steps;
        options.drive = drive;
        options.need = need;
        return {table, target, options};
    }
};

/// Slope, its 95 % interval, or nothing.
template <class Fit>
std::optional<std::tuple<double, double, double>> slope_of(const std::optional<Fit>& fit) {
    if (!fit) return {};
    return std::tuple{fit->slope, fit->low, fit->high};
}

void bind_orbits(nb::module_& module);
void bind_partition(nb::module_& module);
void bind_survey(nb::module_& module);

}  // namespace drover::python
