#pragma once

#include <drover/core/choice.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>

namespace drover::synth {

/// How a row is searched for. Automatic: exactly where that is cheap, otherwise by coordinate ascent, which
/// begins at a SearchStart.
enum class Search { automatic, ascent, exact };
inline constexpr Choice<Search> searches[]{
    {"auto", Search::automatic}, {"ascent", Search::ascent}, {"exact", Search::exact}};

}  // namespace drover::synth
