#pragma once

#include <span>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/core/matrix_view.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/herd/tempered.hpp>

namespace drover {

/// Many orbits of one tempered map, each with its own temperature and start: one a SIMD lane, blocks of them
/// on the threads of a pool. Each takes the steps of a TemperedHerder, bit for bit, for any number of lanes,
/// threads, and on every machine.
class TemperedLanes {
  public:
    /// `starts` has one row an orbit; an empty view means zero for all.
    TemperedLanes(TemperedMap map, std::span<const double> temperatures,
                  MatrixView<const double> starts = {});

    std::size_t size() const { return temperatures_.size(); }
    double temperature(std::size_t orbit) const { return temperatures_[orbit]; }
    std::vector<double> weights(std::size_t orbit) const;
    std::int64_t t() const { return t_; }

    void advance(std::int64_t steps, ThreadPool* pool = nullptr);
    /// Advances, and gives the weights after each step: of orbit i after step k (from 0), feature a, at
    /// (i * steps + k) * features + a.
    std::vector<double> record(std::int64_t steps, ThreadPool* pool = nullptr);

    static constexpr std::size_t block = 16;  ///< orbits that one task advances

  private:
    std::size_t block_count() const { return (size() + block - 1) / block; }
    double* block_weights(std::size_t b) { return weights_.data() + b * block * map_.feature_count(); }
    const double* block_weights(std::size_t b) const {
        return weights_.data() + b * block * map_.feature_count();
    }

    TemperedMap map_;
    std::vector<double> features_;  // state by state
    std::vector<double> temperatures_;
    AlignedVector<double> inverse_temperatures_;  // filled up with 1 to whole blocks
    AlignedVector<double> weights_;               // block by block, in it feature by feature
    std::int64_t t_ = 0;
};

}  // namespace drover
