#include <drover/moments/tipi.hpp>

#include "cloud.hpp"

namespace drover::cli::dynamics {
namespace {

// A row of a cloud as weights: only their direction counts.
struct RowWeights {
    using Value = Int128;
    std::span<const std::int64_t> row;
    Int128 operator[](std::size_t a) const { return row[a]; }
};

}  // namespace

std::vector<PlanePoint> thinned(const Model& model, const PointCloud& cloud, std::size_t most) {
    const std::size_t count = cloud.values.size() / cloud.coordinate_count;
    const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / most);
    const auto scale = static_cast<double>(cloud.scale);
    std::vector<PlanePoint> points;
    for (std::size_t k = 0; k < count; k += stride) {
        const auto row = std::span{cloud.values}.subspan(k * cloud.coordinate_count, cloud.coordinate_count);
        points.push_back({.x = static_cast<double>(row[0]) / scale,
                          .y = static_cast<double>(row[1]) / scale,
                          .state = tipi(model.whole.features, model.whole.moments, RowWeights{row}).state});
    }
    return points;
}

}  // namespace drover::cli::dynamics
