#pragma once

#include <drover/lattice/study.hpp>
#include <drover/plot/image.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/common.hpp"

namespace drover::cli::ising {

/// The entries of one method: correlation, abs_magnetisation, slope and what else samples have.
void add_looks(Report& report, const LatticeStatistics& looks);

/// What theory knows of the model.
struct Known {
    std::optional<double> correlation;  ///< over an edge
    bool critical = false;              ///< then the slopes on the infinite lattice are known
};

/// The methods side by side, a line a quantity.
void write_looks(std::ostream& out, const std::vector<LatticeStatistics>& looks, const Known& known);

/// Cluster sizes and correlations by distance, the methods in one chart each.
Panels comparison(const std::vector<LatticeStatistics>& looks);

/// The last sample, +1 black; and a file name for it.
Image sample_image(const LatticeStatistics& looks, const Lattice& lattice);
std::string image_name(const LatticeStatistics& looks);

/// "-1.985 (0.010)", a dash for none.
std::string slope_text(const std::optional<PowerLaw>& clusters);

}  // namespace drover::cli::ising
