#pragma once

#include <vector>

namespace drover::impl {

/// Shares that sum to 1, and the variance of each: 0 for an exact one.
struct NoisyShares {
    std::vector<double> shares = {};
    std::vector<double> variances = {};
};

/// In index order.
double sum_of(const std::vector<double>& numbers);

/// Moves the shares to that sum, each in proportion to its variance.
void move_to_sum(NoisyShares& noisy, double sum);
/// The means weighted by precision, or the first exact one if there is any, scaled to the sum 1.
NoisyShares mean_of(const std::vector<NoisyShares>& told);
/// Shrinks towards the centre by James and Stein's factor, at least 0; `freedom` is the number of degrees of
/// freedom.
void shrink_towards(NoisyShares& noisy, const std::vector<double>& centre, double freedom);
/// Projects to the nearest point, in units of the variances, with the same sum and no negative entry.
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
    /// Adjusts the table to these margins, one per column, and removes the noise.
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
