#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/moments/moments.hpp>

namespace drover {

/// The scores of one state: under the weights, and under the targets as weights.
struct PairScores {
    std::int64_t weights = 0;
    std::int64_t targets = 0;
};

/// What flipping each of n binary variables is worth to herding on all pairs, kept up to date while variables
/// flip and steps are taken. The kernel of PairHerder.
///
/// With signs s_i = +-1 for x_i = 1, 0, and over the steps taken S_i = sum s_i and M_ij = sum s_i s_j, the
/// gain of setting x_i is
///     f_i = time * T_i + total * H_i,   H_i = -1/2 * sum_{j != i} (S_i + s_j M_ij),
/// where T_i is the same gain under the targets and time the steps taken (one more from w_0 = moments).
/// Row i of M grows by s_i times the growth of S as long as s_i stands still, so it is kept as
/// M_ij = s_i * (lag_ij + S_j), where lag changes only when i flips: a flip and a step cost O(n) each, and no
/// step touches all pairs. Memory: two numbers for each ordered pair.
///
/// `Lane` is unsigned and wraps. The sums S and M are exact while there are fewer than 2^(bits - 1) steps,
/// and the gains while their true values fit the signed type; the caller sees to both.
template <class Lane>
class PairFields {
  public:
    PairFields() = default;
    /// At the state 0 with no step taken. Counts are those of PairFeatures<Indicators>{variable_count}.
    PairFields(const Moments& moments, std::size_t variable_count, std::int64_t time);
    /// The same fields in wider lanes. Needs the sums of `narrow` to be exact, not its gains.
    template <class Narrow>
    explicit PairFields(const PairFields<Narrow>& narrow);

    /// Flips variables in raster order while that raises the score, until none does; ties keep.
    void ascend(BitRow& state, PairScores& scores);
    /// One update of the weights after the state reached: + targets - total * its features.
    void hit();

    /// S_i and M_ij.
    std::int64_t sign_sum(std::size_t i) const { return to_signed(sign_sums_[i]); }
    std::int64_t sign_product_sum(std::size_t i, std::size_t j) const {
        return to_signed(signs_[i] * (lags_[i * stride_ + j] + sign_sums_[j]));
    }

  private:
    template <class Other>
    friend class PairFields;
    using Signed = std::make_signed_t<Lane>;

    static std::int64_t to_signed(Lane value) { return static_cast<Signed>(value); }
    std::size_t sweep(std::size_t end, BitRow& state, PairScores& scores);
    std::size_t first_gain(std::size_t from, std::size_t end) const;
    void flip(std::size_t i, PairScores& scores);
    void add_target(std::size_t i, std::size_t j, const std::int64_t* cells);

    std::size_t n_ = 0;
    std::size_t stride_ = 0;  // lanes a row, a whole number of vectors; the lanes past n stay 0
    Lane total_ = 0;
    Lane time_ = 0;
    std::vector<Lane> couplings_;      // target of x_i * x_j: c11 - c10 - c01 + c00
    std::vector<Lane> lags_;           // lag_ij
    std::vector<Lane> target_fields_;  // T_i
    std::vector<Lane> hit_fields_;     // H_i
    std::vector<Lane> sign_sums_;      // S_i
    std::vector<Lane> signs_;          // s_i
};

extern template class PairFields<std::uint32_t>;
extern template class PairFields<std::uint64_t>;

}  // namespace drover
