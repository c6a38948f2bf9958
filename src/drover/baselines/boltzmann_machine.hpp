#pragma once

#include <span>
#include <vector>

#include <drover/baselines/sample_options.hpp>
#include <drover/core/bit_row.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::baselines {

struct BoltzmannMachineOptions {
    /// Takes l2 / 2 * sum_{i<j} J_ij^2 from the log pseudo-likelihood summed over the cases; biases are free.
    /// It keeps the coupling of two units that are never 1 together finite.
    double l2 = 0.1;
    int max_iterations = 2'000;
    /// On every slope of the mean over the cases, parameters scaled to curvature 1 where units are
    /// independent. Below about 1e-8 rounding gets in the way.
    double tolerance = 1e-5;
    ThreadPool* pool = nullptr;  ///< for fit; the result does not depend on it
    RunControl control = {};     ///< of fit: checked, and told the iterations, many times in each
};

struct BoltzmannMachineFit {
    int iterations = 0;
    bool stopped = false;              ///< before the end: then the units are independent
    bool converged = false;            ///< the gradient is within the tolerance
    double log_pseudo_likelihood = 0;  ///< summed over cases and units, without the penalty
};

/// A fully visible, fully connected Boltzmann machine over 0/1 units:
///     p(x) ~ exp(sum_i b_i x_i + sum_{i<j} J_ij x_i x_j),
/// fitted by maximum pseudo-likelihood. The baseline PL of Welling 2009.
class BoltzmannMachine {
  public:
    explicit BoltzmannMachine(BoltzmannMachineOptions options = {}) : options_{std::move(options)} {}
    /// A machine with given parameters; the couplings in the order (0,1), (0,2), ..., (n-2,n-1).
    BoltzmannMachine(const std::vector<double>& biases, std::span<const double> couplings);

    /// L-BFGS. A constant column has no finite bias: it gets the log odds of count + 1/2 against the rest,
    /// and no couplings.
    void fit(std::span<const BitRow> rows);
    const BoltzmannMachineFit& fit_result() const { return result_; }

    std::size_t unit_count() const { return biases_.size(); }
    double bias(std::size_t i) const { return biases_[i]; }
    double coupling(std::size_t i, std::size_t j) const { return couplings_[i * unit_count() + j]; }
    /// b_i + sum_{j != i} J_ij x_j: the log odds of unit i given the others. x_i does not matter.
    double field(const BitRow& row, std::size_t i) const;
    /// p(x_i = 1 | the others).
    double probability(const BitRow& row, std::size_t i) const;
    /// ln p(x) up to a constant.
    double log_weight(const BitRow& row) const;

    /// Gibbs sampling from the row of zeros: a step is a sweep over the units in order, and gives a row.
    /// A sweep costs O(n) and O(n) more for each unit that flips.
    std::vector<BitRow> synthesize(const SampleOptions& options) const;

  private:
    void check_row(const BitRow& row) const;
    void set_parameters(std::span<const double> biases, std::span<const double> couplings);

    BoltzmannMachineOptions options_;
    BoltzmannMachineFit result_;
    std::vector<double> biases_;
    std::vector<double> couplings_;  // n x n, symmetric, diagonal 0
};

}  // namespace drover::baselines
