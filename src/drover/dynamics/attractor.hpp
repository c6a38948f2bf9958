#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/core/run_control.hpp>
#include <drover/dynamics/box_count.hpp>
#include <drover/dynamics/torus.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/run.hpp>

namespace drover::dynamics {

struct AttractorOptions {
    std::int64_t steps = 1'000'000;  ///< one point each
    std::int64_t burn_in = 10'000;   ///< steps before the first point
    RunControl control = {};         ///< checked every 2,048 steps; its progress counts steps
};

/// Points as integers over one scale, row after row: w = values / scale.
struct PointCloud {
    std::vector<std::int64_t> values;
    std::size_t coordinate_count = 0;
    std::int64_t scale = 1;

    MatrixView<const std::int64_t> view() const { return {values, coordinate_count}; }
};

namespace impl {

PointCloud empty_cloud(std::size_t coordinate_count, Int128 scale, std::int64_t unit,
                       const AttractorOptions& options);

/// A Recorder of the weights after each step.
class CloudRecorder {
  public:
    explicit CloudRecorder(PointCloud cloud) : cloud_{std::move(cloud)} {}

    template <class Step>
    void record(const Step& step) {
        for (std::size_t a = 0; a < cloud_.coordinate_count; ++a) {
            const Int128 weight = step.weights[a];
            check_input(fits_int64(weight), [&] {
                return Problem{
                    .fault = Fault::range,
                    .place = {.function = "attractor_points"},
                    .text = "the weights of step " + std::to_string(step.t) + " need more than 64 bits"};
            });
            cloud_.values.push_back(static_cast<std::int64_t>(weight));
        }
    }
    PointCloud& result() { return cloud_; }

  private:
    PointCloud cloud_;
};

}  // namespace impl

/// The weights after each step of an orbit of exact weights, exactly; fewer if it was stopped.
/// Memory: 8 bytes per step and feature.
template <Orbit O>
PointCloud attractor_points(O orbit, const AttractorOptions& options = {}) {
    const auto& weights = orbit.current().weights;
    impl::CloudRecorder cloud{impl::empty_cloud(weights.size(), weights.scale(), 1, options)};
    run(orbit, {.steps = options.steps, .burn_in = options.burn_in, .control = options.control}, cloud);
    return std::move(cloud.result());
}

/// The same points, faster: the herder takes its states in blocks, and each moves the last point.
PointCloud attractor_points(const DualHerder& orbit, const AttractorOptions& options = {});
PointCloud attractor_points(const WideDualHerder& orbit, const AttractorOptions& options = {});
/// In the units of its table. Throws InputError unless its weights fit 64 bits: ModelNeed::points. Those of
/// an irrational model may need more, and are then rounded to what a double tells apart.
PointCloud attractor_points(const ExactModel& model, const AttractorOptions& options = {});

/// A point of the first two weights, in the units of the table, and the state whose cone it lies in; y is 0
/// if there is one feature.
struct PlanePoint {
    double x = 0;
    double y = 0;
    std::size_t state = 0;
};
/// At most `most` points of a cloud, evenly spaced.
std::vector<PlanePoint> plane_points(const ExactModel& model, const PointCloud& cloud, std::size_t most);

/// How the boxes cover the torus of K + 1 states.
struct TorusCover {
    Torus torus;
    RotationCheck check;  ///< over the first steps, at most 10,000
    /// Volume of the boxes over that of the torus, one per level. Where the orbit fills the torus, and its
    /// points lie over it in one sheet, this falls to 1; a rational orbit falls below it in the end.
    std::vector<double> cover;
};

struct Attractor {
    BoxCounts boxes;
    std::optional<TorusCover> torus;  ///< only if Torus::status is `rotates`, in all features
    bool stopped = false;             ///< before the end: the other fields then mean nothing
};

/// Where herding a model ends up: in how many boxes the weights lie after a burn-in, and for K + 1 states in
/// general position the torus behind them. No points are kept: the orbit is followed as often as counting the
/// boxes within boxes.memory takes. Throws InputError as attractor_points does.
Attractor find_attractor(const ExactModel& model, const AttractorOptions& options = {},
                         const BoxCountOptions& boxes = {});

}  // namespace drover::dynamics
