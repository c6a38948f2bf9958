#include <drover/core/check.hpp>
#include <drover/rbm/mixture.hpp>

namespace drover {

Mixture::Mixture(std::size_t component_count, std::size_t variable_count)
    : components_{component_count}, variables_{variable_count} {
    check_input(components_ > 0 && variables_ > 0, [&] {
        return "Mixture: expected components and variables, got " + std::to_string(components_) + " and " +
               std::to_string(variables_);
    });
}

}  // namespace drover
