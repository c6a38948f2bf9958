#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace drover::rbm {

/// Energies of rows, standardised at every step by the mean and standard deviation of the training cases'
/// energies at that step, and averaged over the steps. Scaling the weights by a positive number leaves the
/// scores unchanged, so scores from models of different classes can be compared. Chen & Welling 2016,
/// "Herding with Hidden Variables".
class EnergyScores {
  public:
    explicit EnergyScores(std::size_t row_count) : sums_(row_count) {}

    /// One step. Where all training cases have the same energy there is nothing to standardise by: the step
    /// is counted as flat and left out.
    void record(std::span<const std::int64_t> training, std::span<const std::int64_t> rows);
    void record(std::span<const double> training, std::span<const double> rows);

    std::int64_t steps() const { return steps_; }
    std::int64_t flat_steps() const { return flat_steps_; }
    /// Averages over the steps that were not flat; 0 if there are none.
    std::vector<double> result() const;

  private:
    std::vector<double> sums_;
    std::int64_t steps_ = 0;
    std::int64_t flat_steps_ = 0;
};

}  // namespace drover::rbm
