#pragma once

#include <vector>

#include <drover/herd/features/one_of_d.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

namespace drover {

/// Smooth weighted round-robin: hands out turns in proportion to whole weights, spread as evenly as can be.
/// It is herding of one discrete variable from w_0 = moments: after T turns nobody has had more than
/// T * share + 1 - 1/D of them. A queue with weights 5, 1, 1 is served 0 0 1 0 2 0 0.
class RoundRobin {
  public:
    explicit RoundRobin(const std::vector<std::int64_t>& weights);

    /// Whose turn it is next.
    std::size_t next() { return herder_.step().state; }

  private:
    Herder<OneOfD, ExactMoments, Exhaustive> herder_;
};

}  // namespace drover
