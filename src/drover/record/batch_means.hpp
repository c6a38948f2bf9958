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
    std::size_t batch_count = 0;  ///< what the error comes from

    friend bool operator==(const MeanEstimate&, const MeanEstimate&) = default;
};

/// The mean of equal batches, each a batch's own mean.
inline MeanEstimate estimate_of(const std::vector<double>& batches) {
    MeanEstimate result{.batch_count = batches.size()};
    const auto count = static_cast<double>(batches.size());
    for (const double batch : batches) result.mean += batch / count;
    if (batches.size() < 2) return result;
    double squares = 0;
    for (const double batch : batches) squares += (batch - result.mean) * (batch - result.mean);
    result.error = std::sqrt(squares / (count - 1) / count);
    return result;
}

/// The mean of a sequence whose terms depend on one another, with a standard error from the means of equal
/// batches: right once a batch is long against the memory of the sequence. 32 to 63 batches, in constant
/// memory: when there are 64, neighbours become one. The error leaves out the samples of an unfinished batch.
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
