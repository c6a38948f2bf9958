#pragma once

#include <span>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/core/bit_row.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::baselines::impl {

/// The objective of a fully visible Boltzmann machine, divided by the number of rows:
///     -sum_cases sum_i ln sigmoid((2 x_i - 1) f_i) + l2 / 2 * sum_{i<j} J_ij^2,  f_i = b_i + sum_j J_ij x_j.
/// Parameters: the n biases, then J_ij for (0,1), (0,2), ..., (n-2,n-1). Equal rows are merged, and only
/// their ones are visited: O(n * ones) per distinct row. Distinct rows are processed in fixed blocks whose
/// sums are added in order, so the thread count changes no bit.
class PseudoLikelihood {
  public:
    PseudoLikelihood(std::span<const BitRow> rows, double l2, ThreadPool* pool);

    std::size_t unit_count() const { return n_; }
    std::size_t parameter_count() const { return n_ + n_ * (n_ - 1) / 2; }
    double row_count() const { return row_count_; }
    /// Rows with a 1 in column i.
    double count(std::size_t i) const { return counts_[i]; }

    /// Writes the gradient at x and returns the value.
    double operator()(std::span<const double> x, std::span<double> gradient);

  private:
    using Doubles = AlignedVector<double>;
    struct Block {
        std::size_t first;
        std::size_t last;
        double value;
        Doubles residuals;  // for each unit: sum over cases of s_i - x_i
        Doubles products;   // row j, column i: the same over the cases with x_j = 1
        Doubles fields;     // of the current row, then its residuals
    };

    void merge(std::span<const BitRow> rows);
    void append(const BitRow& row);
    void set_parameters(std::span<const double> x);
    void sum_block(Block& block) const;
    double visit_row(Block& block, std::size_t row) const;
    double penalise(std::span<const double> x, std::span<double> gradient) const;
    void collect(std::span<double> gradient) const;

    std::size_t n_;
    std::size_t stride_;  // n_ rounded up to full vectors
    double row_count_;
    double l2_;
    ThreadPool* pool_;
    std::vector<double> counts_;
    std::vector<std::uint32_t> ones_;  // of all distinct rows, one after the other
    std::vector<std::size_t> first_;   // where the ones of a row begin; one entry more than rows
    std::vector<double> multiplicities_;
    Doubles biases_;
    Doubles couplings_;  // rows of stride_, symmetric, diagonal 0
    std::vector<Block> blocks_;
};

}  // namespace drover::baselines::impl
