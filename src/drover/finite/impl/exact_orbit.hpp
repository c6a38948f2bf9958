#pragma once

#include <drover/finite/dual_herder.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::impl {

/// The Gram form of up to this many states is kept in memory (8 or 16 bytes for each pair of states).
inline constexpr std::size_t most_dual_states = 2048;

/// use(orbit) with a herder of the model, in as many bits as it needs. Throws InputError for more states.
template <class Use>
auto with_orbit(const ExactModel& model, Use&& use) {
    check_input(model.features().state_count() <= most_dual_states, [&] {
        return Problem{Fault::range,
                       {.file = model.table().file},
                       "at most " + std::to_string(most_dual_states) + " states",
                       std::to_string(model.features().state_count())};
    });
    const HerderOptions limits{.max_steps = model.max_steps()};
    if (model.weight_bits() == 64)
        return use(DualHerder{model.features(), model.moments(), model.drive(), limits, model.rule()});
    return use(WideDualHerder{model.features(), model.whole().moments, model.drive(), limits, model.rule()});
}

}  // namespace drover::impl
