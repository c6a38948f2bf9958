#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

struct OrbitFramesOptions {
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 1'000;  ///< steps before the first point
    std::size_t frame_count = 24;
    std::size_t side = 320;   ///< pixels of a frame, across and upward
    RunControl control = {};  ///< as in attractor_points
};

/// How an orbit fills its attractor, projected to the first two features; with one feature each weight is
/// drawn against the next. Each frame counts how many of the first points lie in each pixel, for more and
/// more points. Pixels are squares of one size, around the middle of the points, row 0 at the top.
struct OrbitFrames {
    std::vector<std::int64_t> point_counts;        ///< of each frame: growing from 100 by equal factors
    std::vector<std::vector<std::uint32_t>> hits;  ///< by frame, then by pixel
    std::size_t side = 0;
    double left = 0;  ///< the edge of the picture, in the units of the table
    double bottom = 0;
    double width = 1;  ///< and height
    bool stopped = false;
};

/// Throws InputError without frames, pixels or steps. With one feature it takes one step more than `steps`.
OrbitFrames find_orbit_frames(const ExactModel& model, const OrbitFramesOptions& options = {});

}  // namespace drover::dynamics
