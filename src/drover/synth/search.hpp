#pragma once

#include <drover/herd/maximize/coordinate_ascent.hpp>

namespace drover {

/// How a row is searched for. Automatic: exactly where that is cheap, otherwise by coordinate ascent. Where
/// an ascent begins is a SearchStart.
enum class SynthesisSearch { automatic, ascent, exact };

}  // namespace drover
