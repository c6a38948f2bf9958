#include <numeric>

#include <drover/herd/round_robin.hpp>

namespace drover {
namespace {

Moments shares(const std::vector<std::int64_t>& weights) {
    for (const std::int64_t weight : weights) {
        check_input(weight >= 0 && weight < (std::int64_t{1} << 31U), [&] {
            return "RoundRobin: expected weights from 0 to 2^31 - 1, got " + std::to_string(weight);
        });
    }
    const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    check_input(total > 0, [] { return std::string{"RoundRobin: expected at least one weight above 0"}; });
    return {.names = {}, .counts = weights, .total = total};
}

}  // namespace

RoundRobin::RoundRobin(const std::vector<std::int64_t>& weights)
    : herder_{OneOfD{weights.size()}, ExactMoments{shares(weights), {.start = MomentStart{}}}, Exhaustive{}} {
}

}  // namespace drover
