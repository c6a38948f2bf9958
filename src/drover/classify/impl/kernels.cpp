// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <cmath>

#include <drover/classify/impl/kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/classify/impl/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::classify::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::CappedTag<double, column_block>;
using Whole = hn::Rebind<std::int32_t, Real>;
using Block = hn::CappedTag<std::int32_t, column_block>;

HWY_INLINE hn::Vec<Real> widened(const std::int32_t* lanes) {
    return hn::PromoteTo(Real{}, hn::LoadU(Whole{}, lanes));
}

// Four vectors of columns at once: every entry's value is used four times. The numbers are integers: fused or
// not, multiply-add gives the same.
HWY_INLINE void four_vectors(const InputFields& fields, std::size_t first) {
    const Real d;
    const std::size_t n = hn::Lanes(d);
    auto a = hn::Zero(d);
    auto b = hn::Zero(d);
    auto c = hn::Zero(d);
    auto e = hn::Zero(d);
    for (std::size_t entry = 0; entry < fields.x.size(); ++entry) {
        const auto value = hn::Set(d, static_cast<double>(fields.x.values[entry]));
        const std::int32_t* row = fields.weights + fields.x.columns[entry] * fields.stride + first;
        a = hn::MulAdd(value, widened(row), a);
        b = hn::MulAdd(value, widened(row + n), b);
        c = hn::MulAdd(value, widened(row + 2 * n), c);
        e = hn::MulAdd(value, widened(row + 3 * n), e);
    }
    hn::StoreU(a, d, fields.out + first);
    hn::StoreU(b, d, fields.out + first + n);
    hn::StoreU(c, d, fields.out + first + 2 * n);
    hn::StoreU(e, d, fields.out + first + 3 * n);
}

void input_fields(const InputFields& fields) {
    const Real d;
    const std::size_t n = hn::Lanes(d);
    std::size_t first = 0;
    for (; first + 4 * n <= fields.stride; first += 4 * n) four_vectors(fields, first);
    for (; first < fields.stride; first += n) {
        auto sum = hn::Zero(d);
        for (std::size_t entry = 0; entry < fields.x.size(); ++entry) {
            const auto value = hn::Set(d, static_cast<double>(fields.x.values[entry]));
            const std::int32_t* row = fields.weights + fields.x.columns[entry] * fields.stride + first;
            sum = hn::MulAdd(value, widened(row), sum);
        }
        hn::StoreU(sum, d, fields.out + first);
    }
}

HWY_INLINE hn::Vec<Real> magnitude(hn::Vec<Real> field, const double* offset) {
    return hn::Abs(hn::Add(field, hn::LoadU(Real{}, offset)));
}

// Four labels at once: their sums do not wait for one another.
HWY_INLINE void four_labels(const LabelScores& of, std::size_t k) {
    const Real d;
    const double* offsets = of.offsets + k * of.stride;
    auto a = hn::Zero(d);
    auto b = hn::Zero(d);
    auto c = hn::Zero(d);
    auto e = hn::Zero(d);
    for (std::size_t j = 0; j < of.stride; j += hn::Lanes(d)) {
        const auto field = hn::LoadU(d, of.fields + j);
        a = hn::Add(a, magnitude(field, offsets + j));
        b = hn::Add(b, magnitude(field, offsets + of.stride + j));
        c = hn::Add(c, magnitude(field, offsets + 2 * of.stride + j));
        e = hn::Add(e, magnitude(field, offsets + 3 * of.stride + j));
    }
    of.scores[k] += hn::GetLane(hn::SumOfLanes(d, a));
    of.scores[k + 1] += hn::GetLane(hn::SumOfLanes(d, b));
    of.scores[k + 2] += hn::GetLane(hn::SumOfLanes(d, c));
    of.scores[k + 3] += hn::GetLane(hn::SumOfLanes(d, e));
}

void magnitudes(const LabelScores& of) {
    const Real d;
    std::size_t k = 0;
    for (; k + 4 <= of.label_count; k += 4) four_labels(of, k);
    for (; k < of.label_count; ++k) {
        auto sum = hn::Zero(d);
        for (std::size_t j = 0; j < of.stride; j += hn::Lanes(d))
            sum = hn::Add(sum, magnitude(hn::LoadU(d, of.fields + j), of.offsets + k * of.stride + j));
        of.scores[k] += hn::GetLane(hn::SumOfLanes(d, sum));
    }
}

void move_rows(const InputMove& move) {
    const Block d;
    const std::size_t n = hn::Lanes(d);
    for (std::size_t entry = 0; entry < move.x.size(); ++entry) {
        const auto value = hn::Set(d, move.x.values[entry]);
        std::int32_t* row = move.weights + move.x.columns[entry] * move.stride;
        for (std::size_t j = 0; j < move.stride; j += n) {
            const auto step = hn::Mul(value, hn::LoadU(d, move.steps + j));
            hn::StoreU(hn::Add(hn::LoadU(d, row + j), step), d, row + j);
        }
    }
}

}  // namespace drover::classify::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::classify::impl {

HWY_EXPORT(input_fields);
HWY_EXPORT(magnitudes);
HWY_EXPORT(move_rows);

void find_input_fields(const InputFields& fields) { HWY_DYNAMIC_DISPATCH(input_fields)(fields); }

void find_input_fields_plainly(const InputFields& fields) {
    for (std::size_t j = 0; j < fields.stride; ++j) {
        std::int64_t sum = 0;
        for (std::size_t entry = 0; entry < fields.x.size(); ++entry)
            sum += std::int64_t{fields.x.values[entry]} *
                   fields.weights[fields.x.columns[entry] * fields.stride + j];
        fields.out[j] = static_cast<double>(sum);
    }
}

void add_magnitudes(const LabelScores& of) { HWY_DYNAMIC_DISPATCH(magnitudes)(of); }

void add_magnitudes_plainly(const LabelScores& of) {
    for (std::size_t k = 0; k < of.label_count; ++k) {
        for (std::size_t j = 0; j < of.stride; ++j)
            of.scores[k] += std::abs(of.fields[j] + of.offsets[k * of.stride + j]);
    }
}

void move_inputs(const InputMove& move) { HWY_DYNAMIC_DISPATCH(move_rows)(move); }

void move_inputs_plainly(const InputMove& move) {
    for (std::size_t entry = 0; entry < move.x.size(); ++entry) {
        for (std::size_t j = 0; j < move.stride; ++j)
            move.weights[move.x.columns[entry] * move.stride + j] += move.x.values[entry] * move.steps[j];
    }
}

}  // namespace drover::classify::impl
#endif
