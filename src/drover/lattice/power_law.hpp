#pragma once

#include <optional>
#include <vector>

#include <drover/lattice/cluster_sizes.hpp>
#include <drover/number/line_fit.hpp>

namespace drover::lattice {

/// The sizes that are fitted: first_size <= s < end_size, both powers of two.
struct PowerLawOptions {
    std::int64_t first_size = 4;
    std::int64_t end_size = 1024;
};

/// n_s ~ s^slope, by least squares of log n_s on log s over bins that double in size, equally weighted.
struct PowerLaw {
    double slope = 0;
    /// Standard error over blocks of samples, each fitted alone: how much another run of the same length
    /// would differ. Infinite below two blocks. It does not say how straight the line is; fit.slope_error
    /// does.
    double slope_error = 0;
    std::size_t block_count = 0;  ///< blocks that could be fitted
    LineFit fit;                  ///< over all samples; x and y are natural logarithms
    std::int64_t first_size = 0;  ///< the range, as given
    std::int64_t end_size = 0;
    std::vector<SizeBin> bins;  ///< all of them, fitted or not
};

/// Nothing if fewer than two bins of the range have clusters. Empty bins are left out of a fit. InputError if
/// the range is not between two different powers of two.
std::optional<PowerLaw> fit_power_law(const ClusterSizeCounts& counts, const PowerLawOptions& options = {});

}  // namespace drover::lattice
