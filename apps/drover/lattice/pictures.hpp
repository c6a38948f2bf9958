#pragma once

#include <drover/lattice/study.hpp>
#include <drover/plot/image.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/common.hpp"

namespace drover::cli::lattice {

using namespace drover::lattice;

/// The entries of one method: correlation, abs_magnetisation, slope and the other statistics.
void add_statistics(Report& report, const Statistics& statistics);

/// What theory knows about the model.
struct Known {
    std::optional<double> correlation;  ///< over an edge
    bool critical = false;              ///< then the slopes on the infinite lattice are known
};

/// The methods side by side, one line per quantity.
void write_statistics(std::ostream& out, const std::vector<Statistics>& statistics, const Known& known);

/// Cluster sizes and correlations by distance, the methods in one chart each.
Panels comparison(const std::vector<Statistics>& statistics);

/// The last sample, +1 black; and a file name for it.
Image sample_image(const Statistics& statistics, const Lattice& lattice);
std::string image_name(const Statistics& statistics);

/// "-1.985 (0.010)", a dash for none.
std::string slope_text(const std::optional<PowerLaw>& clusters);

}  // namespace drover::cli::lattice
