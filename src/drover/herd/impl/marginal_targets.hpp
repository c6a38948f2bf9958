#pragma once

#include <cstdint>
#include <vector>

#include <drover/herd/moments/moments.hpp>

namespace drover::impl {

/// What a herder of categories is given besides its features: the targets, how much each cell pulls (0: not
/// at all; empty: all 1), and which cells no row may fall into (empty: none).
struct MarginalTargets {
    Moments moments;
    std::vector<std::int32_t> trust = {};
    std::vector<bool> forbidden = {};
    std::int64_t zero_start = 0;  ///< hits that a cell with the target 0 is taken to have had at the start
    std::int64_t start_time = 0;  ///< steps that the targets are ahead of the hits: 1 for w_0 = moments

    std::int64_t trust_of(std::size_t cell) const { return trust.empty() ? 1 : trust[cell]; }
    bool is_forbidden(std::size_t cell) const { return !forbidden.empty() && forbidden[cell]; }
    std::int64_t start_hits(std::size_t cell) const { return moments.counts[cell] == 0 ? zero_start : 0; }
};

}  // namespace drover::impl
