#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover::impl {

/// The input of a herder of categories besides its features: the targets, the trust of each cell (0: ignored;
/// empty: all 1), and the forbidden cells (empty: none).
struct MarginalTargets {
    Moments moments;
    std::vector<std::int32_t> trust = {};
    std::vector<bool> forbidden = {};
    std::int64_t zero_start = 0;  ///< initial hits of a cell with the target 0
    std::int64_t start_time = 0;  ///< how many steps the targets are ahead of the hits: 1 for w_0 = moments
    RunControl control = {};      ///< polled after every table while fields are filled

    std::int64_t trust_of(std::size_t cell) const { return trust.empty() ? 1 : trust[cell]; }
    bool is_forbidden(std::size_t cell) const { return !forbidden.empty() && forbidden[cell]; }
    std::int64_t start_hits(std::size_t cell) const { return moments.counts[cell] == 0 ? zero_start : 0; }
};

}  // namespace drover::impl
