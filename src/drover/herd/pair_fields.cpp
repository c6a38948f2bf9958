#include <drover/herd/pair_fields.hpp>

namespace drover {
namespace {

constexpr std::size_t lanes_a_block = 8;

// The kernels are functions of their own with restrict pointers and whole blocks: inlined into the search the
// compilers lose the vectors.

// Row i of the pairs enters the fields of all variables, and its lags turn to the new sign of i. `negate` is
// all ones when x_i becomes 0, else 0: a mask, because the direction is a branch that nobody can predict.
template <class Lane>
[[gnu::noinline]] void flip_row(const Lane* __restrict couplings, Lane* __restrict lags,
                                const Lane* __restrict sign_sums, Lane* __restrict target_fields,
                                Lane* __restrict hit_fields, Lane negate, std::size_t blocks) {
    for (std::size_t j = 0; j < blocks * lanes_a_block; ++j) {
        const Lane product_sum = lags[j] + sign_sums[j];  // the old sign of i times M_ij
        target_fields[j] += (couplings[j] ^ negate) - negate;
        hit_fields[j] += product_sum;
        lags[j] = -product_sum - sign_sums[j];
    }
}

template <class Lane>
[[gnu::noinline]] void hit_all(const Lane* __restrict signs, Lane* __restrict sign_sums,
                               Lane* __restrict hit_fields, Lane pairs_each, std::size_t blocks) {
    for (std::size_t j = 0; j < blocks * lanes_a_block; ++j) {
        sign_sums[j] += signs[j];
        hit_fields[j] -= signs[j] * pairs_each;
    }
}

template <class Wide, class Narrow>
Wide extended(Narrow value) {
    return static_cast<Wide>(static_cast<std::make_signed_t<Narrow>>(value));
}
template <class Wide, class Narrow>
std::vector<Wide> extended(const std::vector<Narrow>& values) {
    std::vector<Wide> wide;
    wide.reserve(values.size());
    for (const Narrow value : values) wide.push_back(extended<Wide>(value));
    return wide;
}

}  // namespace

template <class Lane>
PairFields<Lane>::PairFields(const Moments& moments, std::size_t variable_count, std::int64_t time)
    : n_{variable_count},
      stride_{(variable_count + lanes_a_block - 1) / lanes_a_block * lanes_a_block},
      total_{static_cast<Lane>(moments.total)},
      time_{static_cast<Lane>(time)},
      couplings_(n_ * stride_),
      lags_(n_ * stride_),
      target_fields_(stride_),
      hit_fields_(stride_),
      sign_sums_(stride_),
      signs_(stride_) {
    const std::int64_t* cells = moments.counts.data();
    for (std::size_t i = 0; i < n_; ++i) {
        signs_[i] = static_cast<Lane>(-1);
        for (std::size_t j = i + 1; j < n_; ++j, cells += 4) add_target(i, j, cells);
    }
}

template <class Lane>
void PairFields<Lane>::add_target(std::size_t i, std::size_t j, const std::int64_t* cells) {
    const auto cell = [&](std::size_t a) { return static_cast<Lane>(cells[a]); };
    const Lane coupling = cell(3) - cell(2) - cell(1) + cell(0);
    couplings_[i * stride_ + j] = coupling;
    couplings_[j * stride_ + i] = coupling;
    target_fields_[i] += cell(2) - cell(0);
    target_fields_[j] += cell(1) - cell(0);
}

template <class Lane>
template <class Narrow>
PairFields<Lane>::PairFields(const PairFields<Narrow>& narrow)
    : n_{narrow.n_},
      stride_{narrow.stride_},
      total_{extended<Lane>(narrow.total_)},
      time_{extended<Lane>(narrow.time_)},
      couplings_{extended<Lane>(narrow.couplings_)},
      lags_(n_ * stride_),
      target_fields_{extended<Lane>(narrow.target_fields_)},
      hit_fields_(stride_),
      sign_sums_{extended<Lane>(narrow.sign_sums_)},
      signs_{extended<Lane>(narrow.signs_)} {
    for (std::size_t i = 0; i < n_; ++i) {
        std::int64_t field = 0;
        for (std::size_t j = 0; j < n_; ++j) {
            const auto product_sum = static_cast<Lane>(narrow.sign_product_sum(i, j));
            lags_[i * stride_ + j] = signs_[i] * product_sum - sign_sums_[j];
            if (j != i) field -= (sign_sum(i) + to_signed(signs_[j] * product_sum)) / 2;
        }
        hit_fields_[i] = static_cast<Lane>(field);
    }
}

template <class Lane>
void PairFields<Lane>::ascend(BitRow& state, PairScores& scores) {
    std::size_t end = n_;
    while (end > 0) end = sweep(end, state, scores);
}

// Looks at the variables before `end`, and at all once one flips. Returns the last one that flipped, 0 if
// none: the later ones have been looked at since.
template <class Lane>
std::size_t PairFields<Lane>::sweep(std::size_t end, BitRow& state, PairScores& scores) {
    std::size_t last = 0;
    for (std::size_t i = first_gain(0, end); i < end; i = first_gain(i + 1, end)) {
        flip(i, scores);
        state.flip(i);
        last = i;
        end = n_;
    }
    return last;
}

// The first variable in [from, end) whose flip raises the score, or end.
template <class Lane>
std::size_t PairFields<Lane>::first_gain(std::size_t from, std::size_t end) const {
    std::size_t i = from;
    const auto keeps = [&] {
        const Lane field = time_ * target_fields_[i] + total_ * hit_fields_[i];
        return static_cast<Signed>(signs_[i] * field) >= 0;
    };
    while (i < end && keeps()) ++i;
    return i;
}

template <class Lane>
void PairFields<Lane>::flip(std::size_t i, PairScores& scores) {
    const Lane own = hit_fields_[i];
    const std::int64_t sign = to_signed(signs_[i]);
    scores.weights -= sign * to_signed(time_ * target_fields_[i] + total_ * own);
    scores.targets -= sign * to_signed(target_fields_[i]);
    flip_row(couplings_.data() + i * stride_, lags_.data() + i * stride_, sign_sums_.data(),
             target_fields_.data(), hit_fields_.data(), static_cast<Lane>(-(sign + 1) / 2),
             stride_ / lanes_a_block);
    hit_fields_[i] = own;
    signs_[i] = -signs_[i];
}

template <class Lane>
void PairFields<Lane>::hit() {
    hit_all(signs_.data(), sign_sums_.data(), hit_fields_.data(), static_cast<Lane>(n_ - 1),
            stride_ / lanes_a_block);
    ++time_;
}

template class PairFields<std::uint32_t>;
template class PairFields<std::uint64_t>;
template PairFields<std::uint64_t>::PairFields(const PairFields<std::uint32_t>&);

}  // namespace drover
