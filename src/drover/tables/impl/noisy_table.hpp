#pragma once

#include <vector>

namespace drover::impl {

/// Shares of a whole, and the variance of each: 0 for an exact one.
struct NoisyShares {
    std::vector<double> shares = {};
    std::vector<double> variances = {};
};

/// In index order.
double sum_of(const std::vector<double>& numbers);

/// Moves the shares to that sum, each in proportion to its variance.
void move_to_sum(NoisyShares& noisy, double sum);
/// The means weighted by precision, where some are exact the first of these, with the sum 1.
NoisyShares mean_of(const std::vector<NoisyShares>& told);
/// Towards the centre, by James and Stein's factor, at least 0; `freedom` of the distances are free.
void shrink_towards(NoisyShares& noisy, const std::vector<double>& centre, double freedom);
/// To the nearest point, in units of the variances, that has the same sum and nothing below 0.
void project(NoisyShares& noisy);

/// A table of shares, the last column fastest.
class NoisyTable {
  public:
    NoisyTable() = default;
    NoisyTable(std::vector<std::size_t> sizes, NoisyShares cells);

    const NoisyShares& cells() const { return cells_; }
    std::size_t column_count() const { return sizes_.size(); }
    bool is_exact() const;
    NoisyShares margin(std::size_t position) const;
    /// Brings it to these margins, one per column, and takes the noise out.
    void shrink(const std::vector<const NoisyShares*>& margins);

  private:
    std::size_t value(std::size_t cell, std::size_t position) const {
        return cell / strides_[position] % sizes_[position];
    }
    void move_to_margin(std::size_t position, const NoisyShares& margin);
    void scale_to_margin(std::size_t position, const NoisyShares& margin);
    void scale_to_one();
    double freedom() const;

    std::vector<std::size_t> sizes_;
    std::vector<std::size_t> strides_;
    NoisyShares cells_;
};

}  // namespace drover::impl
