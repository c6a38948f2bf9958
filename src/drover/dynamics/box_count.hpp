#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/core/run_control.hpp>
#include <drover/dynamics/plateau.hpp>
#include <drover/number/int128.hpp>
#include <drover/number/line_fit.hpp>

namespace drover::dynamics {

struct BoxCountOptions {
    int levels = 12;             ///< boxes of side 2^0 .. 2^-(levels - 1); at most 63
    double points_per_box = 30;  ///< a level is fitted only if its boxes hold this many points on average
    int first_fitted = 4;        ///< coarser levels show the outline of the set rather than its dimension
    std::uint64_t memory = 0;    ///< limit in bytes; 0: as much as a single pass over the points takes
    RunControl control = {};     ///< checked after every 2^16 points, codes or 64-bit blocks of the bit map
};

/// Points w = values / scale, one per row, that can be read any number of times.
template <class Value>
struct PointSource {
    std::size_t coordinate_count = 0;
    Int128 scale = 1;
    /// Shows all points to `use`, in the same order every time.
    std::function<void(const std::function<void(MatrixView<const Value>)>& use)> replay;
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
    std::vector<BoxLevel> boxes;            ///< exact, one per level
    std::vector<double> local_slopes;       ///< log2(count at k + 1) - log2(count at k); empty without points
    std::optional<BoxDimension> dimension;  ///< nothing if fewer than three levels may be fitted
    bool stopped = false;                   ///< before the end: the other fields then mean nothing
    std::size_t slope_count = 0;  ///< how many of the first slopes are of levels with enough points per box
    std::optional<Plateau> plateau;  ///< of those
};

/// Counts the cells floor(w * 2^k) of a cloud of points, for all k at once. Bits of the finest cells are
/// interleaved and the codes sorted: the first bit in which neighbours differ tells from which level on they
/// are apart. A bit map sorts where the codes are short for the number of points (16 bits of memory per
/// point), a radix sort elsewhere (two codes per point). O(points * bits). One pass over the points says
/// where they lie, the next ones count; where options.memory is less than all codes take, a pass counts as
/// many different codes as fit, from the lowest on: the same numbers, with a pass for each such part. Throws
/// InputError if the cells of one point need more than 128 bits together, or one of them more than 64.
template <class Value>
BoxCounts count_boxes(const PointSource<Value>& source, const BoxCountOptions& options = {});
extern template BoxCounts count_boxes(const PointSource<std::int64_t>& source,
                                      const BoxCountOptions& options);
extern template BoxCounts count_boxes(const PointSource<Int128>& source, const BoxCountOptions& options);

/// Of points in memory.
BoxCounts count_boxes(MatrixView<const std::int64_t> points, std::int64_t scale,
                      const BoxCountOptions& options = {});

}  // namespace drover::dynamics
