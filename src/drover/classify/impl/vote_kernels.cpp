// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <cmath>

#include <drover/classify/impl/vote_kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/classify/impl/vote_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::classify::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Sums = hn::CappedTag<std::int32_t, row_block>;
using Real = hn::CappedTag<double, row_block>;
using Narrow = hn::Rebind<float, Real>;
using Quick = hn::CappedTag<float, row_block>;
using Marks = hn::Rebind<std::uint32_t, Quick>;

#if HWY_TARGET == HWY_SCALAR
void pair_products(const PairProducts& of) { find_pair_products_plainly(of); }
#else
using Halves = hn::Repartition<std::int16_t, Sums>;

HWY_INLINE hn::Vec<Halves> entry_of(const PairProducts& of, std::size_t e) {
    return hn::BitCast(Halves{}, hn::Set(Sums{}, static_cast<std::int32_t>(of.entries[e])));
}

HWY_INLINE hn::Vec<Halves> input_of(const PairProducts& of, std::size_t e, std::size_t m) {
    return hn::LoadU(Halves{}, of.inputs + 2 * (of.pairs[e] * of.stride + m));
}

// Four vectors of moves at once: every entry is used four times.
HWY_INLINE void four_sums(const PairProducts& of, std::size_t m) {
    const Sums d;
    const std::size_t n = hn::Lanes(d);
    auto a = hn::Zero(d);
    auto b = hn::Zero(d);
    auto c = hn::Zero(d);
    auto f = hn::Zero(d);
    auto a_other = hn::Zero(d);
    auto b_other = hn::Zero(d);
    auto c_other = hn::Zero(d);
    auto f_other = hn::Zero(d);
    for (std::size_t e = 0; e < of.pairs.size(); ++e) {
        const auto entry = entry_of(of, e);
        a = hn::ReorderWidenMulAccumulate(d, entry, input_of(of, e, m), a, a_other);
        b = hn::ReorderWidenMulAccumulate(d, entry, input_of(of, e, m + n), b, b_other);
        c = hn::ReorderWidenMulAccumulate(d, entry, input_of(of, e, m + 2 * n), c, c_other);
        f = hn::ReorderWidenMulAccumulate(d, entry, input_of(of, e, m + 3 * n), f, f_other);
    }
    hn::StoreU(hn::RearrangeToOddPlusEven(a, a_other), d, of.out + m);
    hn::StoreU(hn::RearrangeToOddPlusEven(b, b_other), d, of.out + m + n);
    hn::StoreU(hn::RearrangeToOddPlusEven(c, c_other), d, of.out + m + 2 * n);
    hn::StoreU(hn::RearrangeToOddPlusEven(f, f_other), d, of.out + m + 3 * n);
}

void pair_products(const PairProducts& of) {
    const Sums d;
    const std::size_t n = hn::Lanes(d);
    std::size_t m = 0;
    for (; m + 4 * n <= of.stride; m += 4 * n) four_sums(of, m);
    for (; m < of.stride; m += n) {
        auto sum = hn::Zero(d);
        auto other = hn::Zero(d);
        for (std::size_t e = 0; e < of.pairs.size(); ++e)
            sum = hn::ReorderWidenMulAccumulate(d, entry_of(of, e), input_of(of, e, m), sum, other);
        hn::StoreU(hn::RearrangeToOddPlusEven(sum, other), d, of.out + m);
    }
}
#endif

HWY_INLINE void store_field(hn::Vec<Real> field, std::size_t at, const BlockMove& move) {
    hn::StoreU(field, Real{}, move.fields + at);
    hn::StoreU(hn::DemoteTo(Narrow{}, field), Narrow{}, move.quick + at);
}

void move_columns(const BlockMove& move) {
    const Real d;
    for (std::size_t r = 0; r < row_block; r += hn::Lanes(d)) {
        const auto amount = hn::LoadU(d, move.amounts + r);
        for (const std::uint32_t j : move.up) {
            const std::size_t at = row_block * j + r;
            store_field(hn::Add(hn::LoadU(d, move.fields + at), amount), at, move);
        }
        for (const std::uint32_t j : move.down) {
            const std::size_t at = row_block * j + r;
            store_field(hn::Sub(hn::LoadU(d, move.fields + at), amount), at, move);
        }
    }
}

// The best score of some rows until now, the next, and whose the best is.
struct Leaders {
    hn::Vec<Quick> best;
    hn::Vec<Quick> next;
    hn::Vec<Marks> label;

    HWY_INLINE void meet(hn::Vec<Quick> score, std::size_t k) {
        next = hn::Max(next, hn::Min(score, best));
        const auto is_better = hn::RebindMask(Marks{}, hn::Gt(score, best));
        label = hn::IfThenElse(is_better, hn::Set(Marks{}, static_cast<std::uint32_t>(k)), label);
        best = hn::Max(best, score);
    }
};

HWY_INLINE hn::Vec<Quick> term(hn::Vec<Quick> field, float offset) {
    return hn::Abs(hn::Add(field, hn::Set(Quick{}, offset)));
}

HWY_INLINE void four_labels(const VoteScores& of, std::size_t r, std::size_t k, Leaders& leaders) {
    const Quick d;
    const float* offsets = of.offsets + k * of.stride;
    auto a = hn::Set(d, of.biases[k]);
    auto b = hn::Set(d, of.biases[k + 1]);
    auto c = hn::Set(d, of.biases[k + 2]);
    auto e = hn::Set(d, of.biases[k + 3]);
    for (std::size_t j = 0; j < of.column_count; ++j) {
        const auto field = hn::LoadU(d, of.quick + row_block * j + r);
        a = hn::Add(a, term(field, offsets[j]));
        b = hn::Add(b, term(field, offsets[of.stride + j]));
        c = hn::Add(c, term(field, offsets[2 * of.stride + j]));
        e = hn::Add(e, term(field, offsets[3 * of.stride + j]));
    }
    leaders.meet(a, k);
    leaders.meet(b, k + 1);
    leaders.meet(c, k + 2);
    leaders.meet(e, k + 3);
}

HWY_INLINE void two_labels(const VoteScores& of, std::size_t r, std::size_t k, Leaders& leaders) {
    const Quick d;
    const float* offsets = of.offsets + k * of.stride;
    auto a = hn::Set(d, of.biases[k]);
    auto b = hn::Set(d, of.biases[k + 1]);
    for (std::size_t j = 0; j < of.column_count; ++j) {
        const auto field = hn::LoadU(d, of.quick + row_block * j + r);
        a = hn::Add(a, term(field, offsets[j]));
        b = hn::Add(b, term(field, offsets[of.stride + j]));
    }
    leaders.meet(a, k);
    leaders.meet(b, k + 1);
}

HWY_INLINE void one_label(const VoteScores& of, std::size_t r, std::size_t k, Leaders& leaders) {
    const Quick d;
    auto sum = hn::Set(d, of.biases[k]);
    for (std::size_t j = 0; j < of.column_count; ++j)
        sum = hn::Add(sum, term(hn::LoadU(d, of.quick + row_block * j + r), of.offsets[k * of.stride + j]));
    leaders.meet(sum, k);
}

void judge_rows(const VoteScores& of) {
    const Quick d;
    const auto lowest = hn::Set(d, -HUGE_VALF);
    for (std::size_t r = 0; r < row_block; r += hn::Lanes(d)) {
        Leaders leaders{lowest, lowest, hn::Zero(Marks{})};
        std::size_t k = 0;
        for (; k + 4 <= of.biases.size(); k += 4) four_labels(of, r, k, leaders);
        for (; k + 2 <= of.biases.size(); k += 2) two_labels(of, r, k, leaders);
        for (; k < of.biases.size(); ++k) one_label(of, r, k, leaders);
        hn::StoreU(leaders.best, d, of.best + r);
        hn::StoreU(leaders.next, d, of.next + r);
        hn::StoreU(leaders.label, Marks{}, of.labels + r);
    }
}

}  // namespace drover::classify::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::classify::impl {

HWY_EXPORT(pair_products);
HWY_EXPORT(move_columns);
HWY_EXPORT(judge_rows);

void find_pair_products(const PairProducts& of) { HWY_DYNAMIC_DISPATCH(pair_products)(of); }

void find_pair_products_plainly(const PairProducts& of) {
    for (std::size_t m = 0; m < of.stride; ++m) {
        of.out[m] = 0;
        for (std::size_t e = 0; e < of.pairs.size(); ++e) {
            const std::int16_t* input = of.inputs + 2 * (of.pairs[e] * of.stride + m);
            of.out[m] += static_cast<std::int16_t>(of.entries[e] & 0xffffU) * input[0] +
                         static_cast<std::int16_t>(of.entries[e] >> 16U) * input[1];
        }
    }
}

void move_block(const BlockMove& move) { HWY_DYNAMIC_DISPATCH(move_columns)(move); }

void move_block_plainly(const BlockMove& move) {
    const auto add = [&](std::uint32_t j, std::size_t r, double amount) {
        move.fields[row_block * j + r] += amount;
        move.quick[row_block * j + r] = static_cast<float>(move.fields[row_block * j + r]);
    };
    for (std::size_t r = 0; r < row_block; ++r) {
        for (const std::uint32_t j : move.up) add(j, r, move.amounts[r]);
        for (const std::uint32_t j : move.down) add(j, r, -move.amounts[r]);
    }
}

void judge_block(const VoteScores& of) { HWY_DYNAMIC_DISPATCH(judge_rows)(of); }

}  // namespace drover::classify::impl
#endif
