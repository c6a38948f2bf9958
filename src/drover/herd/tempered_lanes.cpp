#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/herd/tempered_kernel_detail.hpp>
#include <drover/herd/tempered_lanes.hpp>

namespace drover {

static_assert(TemperedLanes::block == detail::tempered_lanes);

TemperedLanes::TemperedLanes(TemperedMap map, std::span<const double> temperatures,
                             MatrixView<const double> starts)
    : map_{std::move(map)}, temperatures_(temperatures.begin(), temperatures.end()) {
    const std::size_t n = map_.feature_count();
    for (const double temperature : temperatures) check_temperature(temperature);
    const bool has_starts = starts.row_count() > 0;
    check_input(!has_starts || (starts.row_count() == size() && starts.column_count() == n), [&] {
        return "TemperedLanes: expected " + std::to_string(size()) + " starts of " + std::to_string(n) +
               " numbers, got " + std::to_string(starts.row_count()) + " of " +
               std::to_string(starts.column_count());
    });
    for (std::size_t s = 0; s < map_.state_count(); ++s)
        features_.insert(features_.end(), map_.table().row(s).begin(), map_.table().row(s).end());
    inverse_temperatures_.assign(block_count() * block, 1.0);
    weights_.assign(block_count() * block * n, 0.0);
    for (std::size_t i = 0; i < size(); ++i) {
        inverse_temperatures_[i] = 1 / temperatures_[i];
        for (std::size_t a = 0; a < n && has_starts; ++a)
            block_weights(i / block)[a * block + i % block] = starts(i, a);
    }
}

std::vector<double> TemperedLanes::weights(std::size_t orbit) const {
    std::vector<double> result;
    for (std::size_t a = 0; a < map_.feature_count(); ++a)
        result.push_back(block_weights(orbit / block)[a * block + orbit % block]);
    return result;
}

namespace {

// Its own memory for each task.
class BlockRunner {
  public:
    BlockRunner(const TemperedMap& map, const std::vector<double>& features,
                const double* inverse_temperatures, double* weights)
        : scratch_(detail::tempered_lanes * map.scratch_size()),
          block_{.features = features.data(),
                 .moments = map.moments().data(),
                 .inverse_temperatures = inverse_temperatures,
                 .weights = weights,
                 .scratch = scratch_.data(),
                 .state_count = map.state_count(),
                 .feature_count = map.feature_count()} {}
    void run(std::int64_t steps) { detail::advance_block(block_, steps); }

  private:
    AlignedVector<double> scratch_;
    detail::TemperedBlock block_;
};

}  // namespace

void TemperedLanes::advance(std::int64_t steps, ThreadPool* pool) {
    for_each_index(pool, block_count(), [&](std::size_t b) {
        BlockRunner{map_, features_, inverse_temperatures_.data() + b * block, block_weights(b)}.run(steps);
    });
    t_ += steps;
}

std::vector<double> TemperedLanes::record(std::int64_t steps, ThreadPool* pool) {
    const std::size_t n = map_.feature_count();
    const auto count = static_cast<std::size_t>(steps);
    std::vector<double> trace(size() * count * n);
    for_each_index(pool, block_count(), [&](std::size_t b) {
        BlockRunner runner{map_, features_, inverse_temperatures_.data() + b * block, block_weights(b)};
        const std::size_t end = std::min(size() - b * block, block);
        for (std::size_t k = 0; k < count; ++k) {
            runner.run(1);
            for (std::size_t i = 0; i < end; ++i) {
                for (std::size_t a = 0; a < n; ++a)
                    trace[((b * block + i) * count + k) * n + a] = block_weights(b)[a * block + i];
            }
        }
    });
    t_ += steps;
    return trace;
}

}  // namespace drover
