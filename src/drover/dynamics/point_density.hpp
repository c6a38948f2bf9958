#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

struct PlaneWindow {
    double left = 0;
    double right = 1;
    double bottom = 0;
    double top = 1;
};

/// How many points lie in each cell of a window of the plane; for any number of points, in memory for the
/// cells alone.
class PointDensity {
  public:
    /// Throws InputError unless the window has a width and a height, and there are cells, at most 2^26.
    PointDensity(const PlaneWindow& window, std::size_t columns, std::size_t rows);

    /// A point outside the window is ignored. The first point of a cell gives it its kind.
    void add(double x, double y, std::size_t kind = 0);

    const PlaneWindow& window() const { return window_; }
    std::size_t column_count() const { return columns_; }
    std::size_t row_count() const { return rows_; }
    const std::vector<std::uint32_t>& counts() const { return counts_; }  ///< row by row from the top
    const std::vector<std::uint16_t>& kinds() const { return kinds_; }
    std::int64_t inside() const { return inside_; }

  private:
    PlaneWindow window_;
    std::size_t columns_;
    std::size_t rows_;
    double column_scale_;
    double row_scale_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint16_t> kinds_;
    std::int64_t inside_ = 0;
};

using FeaturePair = std::pair<std::size_t, std::size_t>;

/// The planes of a picture: the line of one feature as (0, 0), the plane of two, the three projections of the
/// first three.
std::vector<FeaturePair> picture_planes(std::size_t feature_count);

struct AttractorDensityOptions {
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 10'000;
    std::size_t side = 1000;  ///< cells along each side
    std::optional<PlaneWindow> zoom =
        {};                  ///< of the first plane; else all points and what `include` asks for
    bool zooms_all = false;  ///< planes, not only the first
    std::vector<std::vector<double>> include =
        {};  ///< points that the windows should contain too, unless that makes them 4 times as wide
    RunControl control = {};  ///< checked every 2,048 steps
};

/// The weights of an orbit of the model, each of the kind of the state that it chooses, over the planes of a
/// picture; with one feature in one row of cells. Without a zoom the orbit is followed twice. Empty if it was
/// stopped.
std::vector<PointDensity> attractor_density(const ExactModel& model,
                                            const AttractorDensityOptions& options = {});

struct TemperatureDensityOptions {
    std::size_t columns = 1000;  ///< temperatures
    std::size_t rows = 700;
    std::int64_t points = 1000;            ///< at each temperature
    std::int64_t transient = 1000;         ///< steps before them
    std::size_t feature = 0;               ///< whose weight is shown
    std::optional<PlaneWindow> zoom = {};  ///< temperatures across, weights upward
    RunControl control = {};               ///< checked before each temperature
};

/// One weight of the attractors against the temperature, from where the sweep was at the nearest of its
/// temperatures. Of kind 0 where the weights come back within
/// 1,024 steps, to a millionth of the range of features, else of kind 1. Nothing without a sweep, or if
/// stopped.
std::optional<PointDensity> temperature_density(const TemperedMap& map, const Bifurcation& found,
                                                const TemperatureDensityOptions& options = {});

/// Points of two weights at temperature 0, in double: for the background of a picture.
std::vector<std::pair<double, double>> herded_points(const TemperedMap& map, FeaturePair plane,
                                                     std::int64_t steps, std::int64_t burn_in);

}  // namespace drover::dynamics
