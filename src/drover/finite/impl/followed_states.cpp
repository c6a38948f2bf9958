#include <algorithm>
#include <numeric>

#include <drover/finite/impl/followed_states.hpp>
#include <drover/finite/unreachable.hpp>

namespace drover::impl {

std::vector<std::size_t> followed_states(const StateTable& features) {
    constexpr std::size_t few = 16;
    std::vector<std::size_t> states(features.state_count());
    std::iota(states.begin(), states.end(), std::size_t{0});
    if (states.size() > few) return states;
    const std::vector<std::size_t> never = unreachable_states(features);
    std::erase_if(states,
                  [&](std::size_t s) { return s != 0 && std::binary_search(never.begin(), never.end(), s); });
    return states;
}

}  // namespace drover::impl
