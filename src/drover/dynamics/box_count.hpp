#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/core/run_control.hpp>
#include <drover/dynamics/line_fit.hpp>
#include <drover/dynamics/plateau.hpp>

namespace drover {

struct BoxCountOptions {
    int levels = 12;           ///< boxes of side 2^0 .. 2^-(levels - 1); at most 63
    double points_a_box = 30;  ///< a level is fitted only if its boxes hold so many points on average
    int first_fitted = 4;      ///< coarser levels show the outline of the set rather than its dimension
    RunControl control = {};   ///< looked at after every 2^16 points, codes or words of the map
};

/// The boxes of side 2^-level, anchored at 0, that hold a point.
struct BoxLevel {
    int level = 0;
    std::int64_t count = 0;

    friend bool operator==(const BoxLevel&, const BoxLevel&) = default;
};

/// The slope of log2(count) over the levels first .. last. The interval of the fit takes them for
/// independent, which levels of one set are not: look at the local slopes.
struct BoxDimension {
    LineFit fit;
    int first = 0;
    int last = 0;
};

/// Read the local slopes first: only where they agree over many levels is there a dimension.
struct BoxCounts {
    std::int64_t point_count = 0;
    std::vector<BoxLevel> boxes;            ///< exact, one a level
    std::vector<double> local_slopes;       ///< log2(count at k + 1) - log2(count at k); empty without points
    std::optional<BoxDimension> dimension;  ///< nothing if fewer than three levels may be fitted
    bool stopped = false;                   ///< before the end: nothing else counts then
    std::size_t slope_count = 0;     ///< the first so many slopes are of levels with enough points a box
    std::optional<Plateau> plateau;  ///< of those
};

/// Counts the cells floor(w * 2^k) of a cloud of points w = values / scale, a row each, for all k at once.
/// Bits of the finest cells are interleaved and the codes sorted: the first bit in which neighbours differ
/// tells from which level on they are apart. A bit map sorts where the codes are short for the number of
/// points (16 bits of memory a point), a radix sort elsewhere (two codes a point). O(points * bits).
/// Throws InputError if the cells of one point need more than 128 bits together, or one of them more than 64.
BoxCounts count_boxes(MatrixView<const std::int64_t> points, std::int64_t scale,
                      const BoxCountOptions& options = {});

}  // namespace drover
