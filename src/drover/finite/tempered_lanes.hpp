#pragma once

#include <span>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/core/matrix_view.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/finite/tempered.hpp>

namespace drover {

/// Many orbits of one tempered map, each with its own temperature and start, or each of a map of its own: one
/// per SIMD lane, blocks of them on the threads of a pool. Each takes the steps of a TemperedHerder, bit for
/// bit, for any number of lanes, threads, and on every machine.
class TemperedLanes {
  public:
    /// `starts` has one row per orbit; an empty view means zero for all.
    TemperedLanes(TemperedMap map, std::span<const double> temperatures,
                  MatrixView<const double> starts = {});
    /// One map per orbit, all with the same numbers of states and features.
    TemperedLanes(std::span<const TemperedMap> maps, std::span<const double> temperatures,
                  MatrixView<const double> starts = {});

    std::size_t size() const { return temperatures_.size(); }
    double temperature(std::size_t orbit) const { return temperatures_[orbit]; }
    std::vector<double> weights(std::size_t orbit) const;
    std::int64_t t() const { return t_; }

    void advance(std::int64_t steps, ThreadPool* pool = nullptr);
    /// Advances, and gives the weights after each step: of orbit i after step k (from 0), feature a, at
    /// (i * steps + k) * features + a.
    std::vector<double> record(std::int64_t steps, ThreadPool* pool = nullptr);

    /// Advances, and gives the largest Lyapunov exponent of each orbit over these steps, in nats per step:
    /// how fast a small difference grows, after 100 steps or an eighth of them to turn to where it grows
    /// most. Minus infinity where it vanishes.
    std::vector<double> exponents(std::int64_t steps, ThreadPool* pool = nullptr);

    static constexpr std::size_t block = 16;  ///< orbits that one task advances

  private:
    class BlockRunner;

    std::size_t block_count() const { return (size() + block - 1) / block; }
    void set_lane(const TemperedMap& map, std::size_t place);
    double* block_weights(std::size_t b) { return weights_.data() + b * block * map_.feature_count(); }
    const double* block_weights(std::size_t b) const {
        return weights_.data() + b * block * map_.feature_count();
    }

    TemperedMap map_;                 // the first, if there are several
    std::size_t map_block_count_;     // of numbers below: 1 where one map is that of all lanes
    AlignedVector<double> features_;  // block by block, in it state by state, feature by feature
    AlignedVector<double> moments_;   // block by block, in it feature by feature
    std::vector<double> temperatures_;
    AlignedVector<double> inverse_temperatures_;  // filled up with 1 to whole blocks
    AlignedVector<double> weights_;               // block by block, in it feature by feature
    std::int64_t t_ = 0;
};

}  // namespace drover
