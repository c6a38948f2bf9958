#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <drover/core/check.hpp>
#include <drover/finite/impl/tempered_kernel.hpp>
#include <drover/finite/tempered_lanes.hpp>

namespace drover {

static_assert(TemperedLanes::block == impl::tempered_lanes);

namespace {

const TemperedMap& first_of(std::span<const TemperedMap> maps) {
    check_input(!maps.empty(), [] {
        return Problem{Fault::range, {.function = "TemperedLanes"}, "at least one map"};
    });
    return maps.front();
}

}  // namespace

TemperedLanes::TemperedLanes(TemperedMap map, std::span<const double> temperatures,
                             MatrixView<const double> starts)
    : TemperedLanes{std::span<const TemperedMap>{&map, 1}, temperatures, starts} {}

TemperedLanes::TemperedLanes(std::span<const TemperedMap> maps, std::span<const double> temperatures,
                             MatrixView<const double> starts)
    : map_{first_of(maps)},
      map_block_count_{maps.size() == 1 ? 1 : (maps.size() + block - 1) / block},
      features_(map_block_count_ * block * map_.state_count() * map_.feature_count()),
      moments_(map_block_count_ * block * map_.feature_count()),
      temperatures_(temperatures.begin(), temperatures.end()) {
    const std::size_t n = map_.feature_count();
    for (const double temperature : temperatures) check_temperature(temperature);
    check_input(maps.size() == 1 || maps.size() == size(), [&] {
        return Problem{Fault::range,
                       {.function = "TemperedLanes"},
                       "one map or " + std::to_string(size()),
                       std::to_string(maps.size())};
    });
    const bool has_starts = starts.row_count() > 0;
    check_input(!has_starts || (starts.row_count() == size() && starts.column_count() == n), [&] {
        return Problem{Fault::range,
                       {.function = "TemperedLanes"},
                       std::to_string(size()) + " starts of " + std::to_string(n) + " numbers",
                       std::to_string(starts.row_count()) + " of " + std::to_string(starts.column_count())};
    });
    for (std::size_t place = 0; place < map_block_count_ * block; ++place)
        set_lane(maps[std::min(place, maps.size() - 1)], place);
    inverse_temperatures_.assign(block_count() * block, 1.0);
    weights_.assign(block_count() * block * n, 0.0);
    for (std::size_t i = 0; i < size(); ++i) {
        inverse_temperatures_[i] = 1 / temperatures_[i];
        for (std::size_t a = 0; a < n && has_starts; ++a)
            block_weights(i / block)[a * block + i % block] = starts(i, a);
    }
}

void TemperedLanes::set_lane(const TemperedMap& map, std::size_t place) {
    check_input(map.state_count() == map_.state_count() && map.feature_count() == map_.feature_count(), [&] {
        return Problem{
            Fault::range,
            {.function = "TemperedLanes"},
            "maps of " + std::to_string(map_.state_count()) + " states and " +
                std::to_string(map_.feature_count()) + " features",
            "one of " + std::to_string(map.state_count()) + " and " + std::to_string(map.feature_count())};
    });
    const std::size_t n = map_.feature_count();
    const std::size_t first = place / block * n;
    for (std::size_t a = 0; a < n; ++a) {
        moments_[(first + a) * block + place % block] = map.moments()[a];
        for (std::size_t s = 0; s < map.state_count(); ++s)
            features_[((first * map.state_count()) + s * n + a) * block + place % block] =
                map.table().row(s)[a];
    }
}

std::vector<double> TemperedLanes::weights(std::size_t orbit) const {
    std::vector<double> result;
    for (std::size_t a = 0; a < map_.feature_count(); ++a)
        result.push_back(block_weights(orbit / block)[a * block + orbit % block]);
    return result;
}

// The lanes of one block, with their own memory for each task.
class TemperedLanes::BlockRunner {
  public:
    BlockRunner(TemperedLanes& lanes, std::size_t b)
        : scratch_(block * (lanes.map_.scratch_size() + lanes.map_.feature_count())) {
        const TemperedMap& map = lanes.map_;
        const std::size_t place = (lanes.map_block_count_ == 1 ? 0 : b) * block * map.feature_count();
        block_ = {.features = lanes.features_.data() + place * map.state_count(),
                  .moments = lanes.moments_.data() + place,
                  .inverse_temperatures = lanes.inverse_temperatures_.data() + b * block,
                  .weights = lanes.block_weights(b),
                  .tangents = nullptr,
                  .scratch = scratch_.data(),
                  .state_count = map.state_count(),
                  .feature_count = map.feature_count()};
    }
    void run(std::int64_t steps) { impl::advance_block(block_, steps); }

    // log2 of how much the difference of each lane grew, after `turning` steps. Powers of two are taken out
    // now and then: they round nothing.
    std::vector<double> growth(std::int64_t steps, std::int64_t turning) {
        constexpr std::int64_t stretch = 8;
        begin_tangents();
        std::vector<double> logs(block);
        for (std::int64_t t = 0; t < steps;) {
            const std::int64_t goal = t < turning ? turning : steps;
            const std::int64_t taken = std::min(stretch, goal - t);
            run(taken);
            t += taken;
            for (std::size_t lane = 0; lane < block; ++lane) {
                logs[lane] = t == turning ? -std::log2(size_of(lane)) : logs[lane] + shrink(lane);
            }
        }
        for (std::size_t lane = 0; lane < block; ++lane) {
            const double size = size_of(lane);
            logs[lane] = size > 0 ? logs[lane] + std::log2(size) : -std::numeric_limits<double>::infinity();
        }
        return logs;
    }

  private:
    void begin_tangents() {
        tangents_.assign(block * block_.feature_count, 0.0);
        for (std::size_t a = 0; a < block_.feature_count; ++a) {
            for (std::size_t lane = 0; lane < block; ++lane)
                tangents_[a * block + lane] = 1 / (1 + static_cast<double>(a));
        }
        block_.tangents = tangents_.data();
    }
    double size_of(std::size_t lane) const {
        double largest = 0;
        for (std::size_t a = 0; a < block_.feature_count; ++a)
            largest = std::max(largest, std::abs(tangents_[a * block + lane]));
        return largest;
    }
    // The power of two that was taken out.
    int shrink(std::size_t lane) {
        int power = 0;
        std::frexp(size_of(lane), &power);
        for (std::size_t a = 0; a < block_.feature_count; ++a) {
            double& part = tangents_[a * block + lane];
            part = std::ldexp(part, -power);
        }
        return power;
    }

    AlignedVector<double> scratch_;
    AlignedVector<double> tangents_;
    impl::TemperedBlock block_{};
};

void TemperedLanes::advance(std::int64_t steps, ThreadPool* pool) {
    for_each_index(pool, block_count(), [&](std::size_t b) { BlockRunner{*this, b}.run(steps); });
    t_ += steps;
}

std::vector<double> TemperedLanes::exponents(std::int64_t steps, ThreadPool* pool) {
    const std::int64_t turning = std::min<std::int64_t>(100, steps / 8);
    std::vector<double> result(block_count() * block);
    for_each_index(pool, block_count(), [&](std::size_t b) {
        const std::vector<double> logs = BlockRunner{*this, b}.growth(steps, turning);
        for (std::size_t lane = 0; lane < block; ++lane)
            result[b * block + lane] = logs[lane] * std::numbers::ln2 / static_cast<double>(steps - turning);
    });
    t_ += steps;
    result.resize(size());
    return result;
}

std::vector<double> TemperedLanes::record(std::int64_t steps, ThreadPool* pool) {
    const std::size_t n = map_.feature_count();
    const auto count = static_cast<std::size_t>(steps);
    std::vector<double> trace(size() * count * n);
    for_each_index(pool, block_count(), [&](std::size_t b) {
        BlockRunner runner{*this, b};
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
