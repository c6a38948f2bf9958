#include <array>
#include <bit>

#include <drover/herd/impl/triple_fields.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t lanes_a_block = 8;

struct RowSums {
    std::int64_t couplings = 0;  // sum_k s_k c_ijk
    std::int64_t products = 0;   // sum_k s_k (s_i C_ijk), i the variable that flips
};

// One row of the flip of a variable: the two sums, and the lags turned to its new sign. A separate function
// with restrict pointers and full blocks, so that compilers vectorize it; signs are masks, because the
// smallest instruction set cannot multiply lanes.
template <class Lane>
[[gnu::noinline]] RowSums flip_row(const Lane* __restrict couplings, Lane* __restrict lags,
                                   const Lane* __restrict pair_sums, const Lane* __restrict negative,
                                   std::size_t blocks) {
    Lane coupled = 0;
    Lane produced = 0;
    for (std::size_t k = 0; k < blocks * lanes_a_block; ++k) {
        const Lane product = lags[k] + pair_sums[k];
        coupled += (couplings[k] ^ negative[k]) - negative[k];
        produced += (product ^ negative[k]) - negative[k];
        lags[k] = -product - pair_sums[k];
    }
    using Signed = std::make_signed_t<Lane>;
    return {static_cast<Signed>(coupled), static_cast<Signed>(produced)};
}

// Row i of M grows by s_i times the signs.
template <class Lane>
[[gnu::noinline]] void add_signs(Lane* __restrict sums, const Lane* __restrict signs, Lane negate,
                                 std::size_t blocks) {
    for (std::size_t k = 0; k < blocks * lanes_a_block; ++k) sums[k] += (signs[k] ^ negate) - negate;
}

}  // namespace

template <class Lane>
TripleFields<Lane>::TripleFields(const Moments& moments, std::size_t variable_count, std::int64_t time)
    : n_{variable_count},
      stride_{(variable_count + lanes_a_block - 1) / lanes_a_block * lanes_a_block},
      total_{moments.total},
      time_{time},
      single_targets_(n_),
      pair_targets_(n_ * n_),
      couplings_(n_ * n_ * stride_),
      lags_(n_ * n_ * stride_),
      pair_sums_(n_ * stride_),
      negative_(stride_),
      sign_lanes_(stride_),
      signs_(n_, -1),
      sign_sums_(n_),
      targets_(n_),
      hits_(n_) {
    const std::int64_t* cells = moments.counts.data();
    for (std::size_t i = 0; i < n_; ++i) {
        negative_[i] = static_cast<Lane>(-1);
        for (std::size_t j = i + 1; j < n_; ++j) {
            for (std::size_t k = j + 1; k < n_; ++k, cells += 8) add_target(i, j, k, cells);
        }
    }
    put_start_targets();
}

// The eight cells 4 x_i + 2 x_j + x_k of a triple as sums over products of signs.
template <class Lane>
void TripleFields<Lane>::add_target(std::size_t i, std::size_t j, std::size_t k, const std::int64_t* cells) {
    const auto product = [&](std::size_t mask) {
        std::int64_t sum = 0;
        for (std::size_t cell = 0; cell < 8; ++cell) {
            const bool is_odd = std::popcount(mask & ~cell) % 2 == 1;
            sum += is_odd ? -cells[cell] : cells[cell];
        }
        return sum;
    };
    const auto add_pair = [&](std::size_t a, std::size_t b, std::int64_t target) {
        pair_targets_[a * n_ + b] += target;
        pair_targets_[b * n_ + a] += target;
    };
    single_targets_[i] += product(4);
    single_targets_[j] += product(2);
    single_targets_[k] += product(1);
    add_pair(i, j, product(6));
    add_pair(i, k, product(5));
    add_pair(j, k, product(3));
    const auto coupling = static_cast<Lane>(product(7));
    for (const auto [a, b, c] : {std::array{i, j, k}, std::array{i, k, j}, std::array{j, i, k},
                                 std::array{j, k, i}, std::array{k, i, j}, std::array{k, j, i}}) {
        couplings_[(a * n_ + b) * stride_ + c] = coupling;
    }
}

// B_i if all signs are -1: pairs of other variables enter with +, the variables themselves with -.
template <class Lane>
void TripleFields<Lane>::put_start_targets() {
    for (std::size_t i = 0; i < n_; ++i) {
        std::int64_t couplings = 0;
        targets_[i] = single_targets_[i];
        for (std::size_t j = 0; j < n_; ++j) {
            targets_[i] -= pair_targets_[i * n_ + j];
            for (std::size_t k = 0; k < n_; ++k)
                couplings += to_signed(couplings_[(i * n_ + j) * stride_ + k]);
        }
        targets_[i] += couplings / 2;
    }
}

template <class Lane>
void TripleFields<Lane>::ascend(BitRow& state, StateScores& scores) {
    std::size_t end = n_;
    while (end > 0) end = sweep(end, state, scores);
}

// Visits the variables before `end`, and all of them once one flips. Returns the last one that flipped, 0 if
// none; all later ones have been visited since.
template <class Lane>
std::size_t TripleFields<Lane>::sweep(std::size_t end, BitRow& state, StateScores& scores) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < end; ++i) {
        if (signs_[i] * gain(i) >= 0) continue;
        flip(i, scores);
        state.flip(i);
        last = i;
        end = n_;
    }
    return last;
}

// With s the old sign of the variable v, sum_k runs over all k; the terms for k = i and k = v, s_i s S_v and
// S_i, are subtracted again. The couplings are zero there.
template <class Lane>
void TripleFields<Lane>::flip(std::size_t v, StateScores& scores) {
    const std::int64_t sign = signs_[v];
    const auto others = static_cast<std::int64_t>(n_) - 2;
    scores.weights -= sign * gain(v);
    scores.targets -= sign * (targets_[v] / 4);
    const std::int64_t own_targets = targets_[v];
    const std::int64_t own_hits = hits_[v];
    for (std::size_t i = 0; i < n_; ++i) {
        const std::size_t row = (v * n_ + i) * stride_;
        const RowSums sums =
            flip_row(couplings_.data() + row, lags_.data() + row, pair_sums_.data() + i * stride_,
                     negative_.data(), stride_ / lanes_a_block);
        const std::int64_t products = sums.products - signs_[i] * sign * sign_sums_[v] - sign_sums_[i];
        targets_[i] -= 2 * sign * (pair_targets_[v * n_ + i] + sums.couplings);
        hits_[i] -= 2 * (others * sign * pair_sum(v, i) + products);
    }
    targets_[v] = own_targets;
    hits_[v] = own_hits;
    signs_[v] = -sign;
    negative_[v] = ~negative_[v];
}

template <class Lane>
void TripleFields<Lane>::hit() {
    const auto n = static_cast<std::int64_t>(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        sign_lanes_[i] = static_cast<Lane>(signs_[i]);
        sign_sums_[i] += signs_[i];
        hits_[i] += 2 * (n - 1) * (n - 2) * signs_[i];
    }
    for (std::size_t i = 0; i < n_; ++i) {
        add_signs(pair_sums_.data() + i * stride_, sign_lanes_.data(), negative_[i], stride_ / lanes_a_block);
    }
    ++time_;
}

template class TripleFields<std::uint32_t>;
template class TripleFields<std::uint64_t>;

}  // namespace drover::impl
