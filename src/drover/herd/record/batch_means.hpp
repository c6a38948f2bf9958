#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace drover {

/// A mean with its standard error.
struct MeanEstimate {
    double mean = 0;
    double error = std::numeric_limits<double>::infinity();  ///< infinite below two batches
    std::int64_t sample_count = 0;
    std::size_t batch_count = 0;  ///< the number that the error is based on
    /// How many batches are equivalent to one independent batch, as measured: 1 if neighbours are
    /// uncorrelated. Above an eighth of the batches the sequence is too short for its correlations, and the
    /// error is only a guess.
    double batch_memory = 1;

    friend bool operator==(const MeanEstimate&, const MeanEstimate&) = default;
};

/// 1 + 2 sum_k rho_k of the autocorrelations of the batches, up to the first below the noise level of
/// uncorrelated ones, 1 / sqrt(count); at least 1.
inline double memory_of(const std::vector<double>& batches, double mean) {
    const auto covariance = [&](std::size_t lag) {
        double sum = 0;
        for (std::size_t k = lag; k < batches.size(); ++k)
            sum += (batches[k] - mean) * (batches[k - lag] - mean);
        return sum;
    };
    const double variance = covariance(0);
    const double noise = variance / std::sqrt(static_cast<double>(batches.size()));
    double sum = 1;
    for (std::size_t lag = 1; lag < batches.size() / 2 && covariance(lag) > noise; ++lag)
        sum += 2 * covariance(lag) / variance;
    return sum;
}

/// The mean of the means of equal batches. Correlated batches count as fewer: the error is that of blocks as
/// long as the measured autocorrelation time.
inline MeanEstimate estimate_of(const std::vector<double>& batches) {
    MeanEstimate result{.batch_count = batches.size()};
    const auto count = static_cast<double>(batches.size());
    for (const double batch : batches) result.mean += batch / count;
    if (batches.size() < 2) return result;
    double squares = 0;
    for (const double batch : batches) squares += (batch - result.mean) * (batch - result.mean);
    result.batch_memory = memory_of(batches, result.mean);
    result.error = std::sqrt(squares / (count - 1) / count * result.batch_memory);
    return result;
}

/// The mean of a sequence whose terms depend on one another, with a standard error from the means of equal
/// batches and the correlation of neighbouring batches. 32 to 63 batches, in constant memory: when there are
/// 64, neighbours are merged. The error ignores the samples of an unfinished batch.
class BatchMeans {
  public:
    void add(double value) {
        sum_ += value;
        pending_ += value;
        ++count_;
        if (++pending_count_ < batch_size_) return;
        sums_.push_back(pending_);
        pending_ = 0;
        pending_count_ = 0;
        if (sums_.size() == 64) merge();
    }
    MeanEstimate result() const {
        std::vector<double> batches;
        for (const double sum : sums_) batches.push_back(sum / static_cast<double>(batch_size_));
        MeanEstimate estimate = estimate_of(batches);
        estimate.mean = count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
        estimate.sample_count = count_;
        return estimate;
    }

  private:
    void merge() {
        for (std::size_t k = 0; k < sums_.size() / 2; ++k) sums_[k] = sums_[2 * k] + sums_[2 * k + 1];
        sums_.resize(sums_.size() / 2);
        batch_size_ *= 2;
    }

    double sum_ = 0;
    double pending_ = 0;
    std::int64_t count_ = 0;
    std::int64_t pending_count_ = 0;
    std::int64_t batch_size_ = 1;
    std::vector<double> sums_;
};

}  // namespace drover
