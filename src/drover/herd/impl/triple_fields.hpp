#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover::impl {

/// The scores of one state: under the weights, and under the targets as weights.
struct StateScores {
    std::int64_t weights = 0;
    std::int64_t targets = 0;
};

/// The gain of flipping each of n binary variables for herding on all triples, updated with each flip and
/// step. The kernel of TripleHerder.
///
/// With signs s_i = +-1 for x_i = 1, 0, and over the steps taken S_i = sum s_i, M_ij = sum s_i s_j and
/// C_ijk = sum s_i s_j s_k, the gain of setting x_i is f_i = (time * B_i - total * A_i) / 4, where
///     A_i = (n-1)(n-2)/2 S_i + (n-2) sum_j s_j M_ij + sum_{j<k} s_j s_k C_ijk,
/// and B_i is the same sum over the targets' products of signs. C_i grows by s_i times the growth of M as
/// long as s_i does not change, so it is stored as C_ijk = s_i * (lag_ijk + M_jk), where lag_i changes only
/// when i flips: a flip costs O(n^2), a step O(n^2), and no step touches all triples. Memory: two lanes per
/// ordered triple.
///
/// `Lane` is unsigned and wraps; the sums over one index that it holds must fit the signed type: n times the
/// steps, and n times 8 times the largest count. The caller ensures both.
template <class Lane>
class TripleFields {
  public:
    using LaneType = Lane;

    TripleFields() = default;
    /// At the state 0 with no step taken. Counts are those of TripleFeatures<Indicators>{variable_count}.
    TripleFields(const Moments& moments, std::size_t variable_count, std::int64_t time);

    /// Flips variables in raster order while that raises the score, until none does; ties keep the current
    /// value.
    void ascend(BitRow& state, StateScores& scores);
    /// One update of the weights after the state reached: + targets - total * its features.
    void hit();

    /// S_i, M_ij and C_ijk.
    std::int64_t sign_sum(std::size_t i) const { return sign_sums_[i]; }
    std::int64_t pair_sum(std::size_t i, std::size_t j) const {
        return to_signed(pair_sums_[i * stride_ + j]);
    }
    std::int64_t triple_sum(std::size_t i, std::size_t j, std::size_t k) const {
        return signs_[i] * to_signed(lags_[(i * n_ + j) * stride_ + k] + pair_sums_[j * stride_ + k]);
    }

  private:
    using Signed = std::make_signed_t<Lane>;

    static std::int64_t to_signed(Lane value) { return static_cast<Signed>(value); }
    std::int64_t gain(std::size_t i) const { return (time_ * targets_[i] - total_ * hits_[i]) / 4; }
    std::size_t sweep(std::size_t end, BitRow& state, StateScores& scores);
    void flip(std::size_t v, StateScores& scores);
    void add_target(std::size_t i, std::size_t j, std::size_t k, const std::int64_t* cells);
    void put_start_targets();

    std::size_t n_ = 0;
    std::size_t stride_ = 0;  // lanes per row, a multiple of the vector length; those past n stay 0
    std::int64_t total_ = 0;
    std::int64_t time_ = 0;
    std::vector<std::int64_t> single_targets_;  // of s_i: sum over the triples with i
    std::vector<std::int64_t> pair_targets_;    // of s_i s_j: sum over the triples with i and j
    std::vector<Lane> couplings_;               // of s_i s_j s_k
    std::vector<Lane> lags_;                    // lag_ijk
    std::vector<Lane> pair_sums_;               // M_ij
    std::vector<Lane> negative_;                // all ones where s_i = -1, else 0
    std::vector<Lane> sign_lanes_;              // s_i
    std::vector<std::int64_t> signs_;           // s_i
    std::vector<std::int64_t> sign_sums_;       // S_i
    std::vector<std::int64_t> targets_;         // B_i
    std::vector<std::int64_t> hits_;            // A_i
};

extern template class TripleFields<std::uint32_t>;
extern template class TripleFields<std::uint64_t>;

}  // namespace drover::impl
