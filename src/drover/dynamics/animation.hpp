#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <drover/dynamics/orbit_frames.hpp>
#include <drover/plot/chart.hpp>
#include <drover/plot/raster.hpp>

namespace drover::dynamics {

/// Rasters of one size shown one after the other in an endless loop; the last one where nothing can move.
struct Animation {
    std::string title = {};
    std::vector<Raster> frames = {};
    std::vector<std::string> captions = {};  // one per frame, below it
    double seconds = 8;                      // for all of them
    double width = 480;                      // pixels
};

/// An orbit that fills its attractor: bright where it has been often, by the logarithm.
Animation orbit_animation(const OrbitFrames& frames);

/// SVG with its pixels inside, without scripts. Throws InputError without frames, and for captions or rasters
/// that do not fit together.
void write_svg(std::ostream& out, const Animation& animation, SvgForm form = SvgForm::file);

}  // namespace drover::dynamics
