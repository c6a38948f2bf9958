#pragma once

#include <numeric>
#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include "one_of_d.hpp"

namespace drover {

/// Smooth weighted round-robin: assigns turns in proportion to integer weights, as evenly as possible.
/// It is herding of one discrete variable from w_0 = moments: after T turns no participant has had more than
/// T * share + 1 - 1/D of them. A queue with weights 5, 1, 1 is served 0 0 1 0 2 0 0.
class RoundRobin {
  public:
    explicit RoundRobin(const std::vector<std::int64_t>& weights)
        : herder_{OneOfD{weights.size()}, ExactMoments{shares(weights), {.start = MomentStart{}}},
                  Exhaustive{}} {}

    /// Whose turn it is next.
    std::size_t next() { return herder_.step().state; }

  private:
    static Moments shares(const std::vector<std::int64_t>& weights) {
        for (const std::int64_t weight : weights) {
            check_input(weight >= 0 && weight < (std::int64_t{1} << 31U), [&] {
                return "RoundRobin: expected weights from 0 to 2^31 - 1, got " + std::to_string(weight);
            });
        }
        const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
        check_input(total > 0,
                    [] { return std::string{"RoundRobin: expected at least one weight above 0"}; });
        return {.names = {}, .counts = weights, .total = total};
    }

    Herder<OneOfD, ExactMoments, Exhaustive> herder_;
};

}  // namespace drover
