#pragma once

#include <optional>

#include <drover/tables/read/impl/frame.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

/// Finds the data rows of a grid, the header lines above, titles, foot notes and blocks below one another.
/// Nothing if it cannot; then the reading is a refusal.
std::optional<Frame> find_frame(const Grid& grid, const NumberStyle& style, const ReadOptions& options,
                                Reading& reading);

}  // namespace drover::read
