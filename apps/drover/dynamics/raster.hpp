#pragma once

#include <optional>
#include <string>

#include <drover/dynamics/point_density.hpp>
#include <drover/plot/raster.hpp>

#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;

/// Options of pictures that are images of points.
struct RasterOptions {
    std::string png;   ///< file for the image alone; empty: none
    std::string zoom;  ///< x0,x1,y0,y1; empty: everything
};

void describe(OptionList& list, RasterOptions& options);

/// Throws InputError unless there are four numbers, each pair rising.
std::optional<PlaneWindow> zoom_of(const RasterOptions& options);

/// Whether the points have to be counted at all.
bool is_wanted(const Options& dynamics, const RasterOptions& options);

/// The image on white, if a file for it was given.
void write_image(const RasterOptions& options, Streams& streams, const Raster& raster);

}  // namespace drover::cli::dynamics
