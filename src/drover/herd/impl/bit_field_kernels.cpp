// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <type_traits>

#include <drover/herd/impl/bit_field_kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/herd/impl/bit_field_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Lane>
using BlockTag = hn::CappedTag<Lane, unit_block>;
using Wide = hn::CappedTag<std::int32_t, 16>;

// 256 rows of unit_block lanes: the sums of the 8 weights with the signs, or the choice, of the bits of the
// row.
template <class Lane>
void make_table(const FieldBlock& block, std::size_t group, Lane* table) {
    const BlockTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    std::array<std::array<Lane, unit_block>, 8> steps;
    std::array<Lane, unit_block> base{};
    for (std::size_t i = 0; i < 8; ++i) {
        const std::int32_t* weights = block.weights + (8 * group + i) * block.weight_stride;
        for (std::size_t l = 0; l < unit_block; ++l) {
            // Sums are right modulo 2^16 where they fit, whatever wraps on the way.
            const auto weight = static_cast<std::make_unsigned_t<Lane>>(weights[l]);
            using Unsigned = std::make_unsigned_t<Lane>;
            steps[i][l] = static_cast<Lane>(static_cast<Unsigned>(block.signs ? weight + weight : weight));
            if (block.signs)
                base[l] = static_cast<Lane>(static_cast<Unsigned>(static_cast<Unsigned>(base[l]) - weight));
        }
    }
    for (std::size_t l = 0; l < unit_block; l += width) {
        hn::StoreU(hn::LoadU(d, base.data() + l), d, table + l);
        for (std::size_t i = 0; i < 8; ++i) {
            const auto step = hn::LoadU(d, steps[i].data() + l);
            const std::size_t count = std::size_t{1} << i;
            for (std::size_t m = 0; m < count; ++m) {
                const auto sum = hn::Add(hn::LoadU(d, table + m * unit_block + l), step);
                hn::StoreU(sum, d, table + (m + count) * unit_block + l);
            }
        }
    }
}

HWY_INLINE hn::Vec<Wide> widened(const std::int16_t* lanes) {
    return hn::PromoteTo(Wide{}, hn::LoadU(hn::Rebind<std::int16_t, Wide>{}, lanes));
}
HWY_INLINE hn::Vec<Wide> widened(const std::int32_t* lanes) { return hn::LoadU(Wide{}, lanes); }

template <class M>
HWY_INLINE std::uint32_t mask_bits(M mask) {
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(Wide{}, mask, bytes.data());
    return bytes[0] | std::uint32_t{bytes[1]} << 8U;
}

// What is asked of the fields of case c, which are the lanes and the biases.
template <class Lane>
HWY_INLINE void finish(const FieldBlock& block, std::size_t c, const Lane* lanes) {
    const Wide d;
    const std::size_t width = hn::Lanes(d);
    auto sum = hn::Zero(d);
    HWY_ALIGN std::array<std::int32_t, unit_block> parts;
    std::uint32_t positive = 0;
    std::uint32_t zero = 0;
    for (std::size_t l = 0; l < unit_block; l += width) {
        const auto field = hn::Add(widened(lanes + l), hn::LoadU(d, block.biases + l));
        positive |= mask_bits(hn::Gt(field, hn::Zero(d))) << l;
        if (block.zero != nullptr) zero |= mask_bits(hn::Eq(field, hn::Zero(d))) << l;
        const auto part = block.signs ? hn::Abs(field) : hn::Max(field, hn::Zero(d));
        sum = hn::Add(sum, part);
        if (block.long_sums) hn::StoreU(part, d, parts.data() + l);
        if (block.fields != nullptr) hn::StoreU(field, d, block.fields + c * block.field_stride + l);
    }
    if (block.positive != nullptr) block.positive[c * block.bit_stride] = positive;
    if (block.zero != nullptr) block.zero[c * block.bit_stride] = zero;
    if (block.sums == nullptr) return;
    block.sums[c] = block.long_sums ? std::accumulate(parts.begin(), parts.end(), std::int64_t{0})
                                    : hn::GetLane(hn::SumOfLanes(d, sum));
}

// Sums over a chunk of groups in Lane, over all chunks in Total.
template <class Lane, class Total>
void add_chunk(const FieldBlock& block, std::size_t first, std::size_t last, const Lane* tables,
               Total* totals) {
    const BlockTag<Lane> d;
    const std::size_t width = hn::Lanes(d);
    const bool is_first = first == 0;
    const bool is_last = last == block.group_count;
    HWY_ALIGN std::array<Lane, unit_block> lanes;
    HWY_ALIGN std::array<Total, unit_block> sums;
    for (std::size_t c = 0; c < block.case_count; ++c) {
        const std::uint8_t* inputs = block.inputs + c * block.group_count + first;
        for (std::size_t l = 0; l < unit_block; l += width) {
            auto even = hn::Zero(d);
            auto odd = hn::Zero(d);
            const Lane* table = tables + l;
            std::size_t g = 0;
            for (; g + 2 <= last - first; g += 2) {
                even = hn::Add(even, hn::LoadU(d, table + inputs[g] * unit_block));
                odd = hn::Add(odd, hn::LoadU(d, table + (256 + inputs[g + 1]) * unit_block));
                table += 512 * unit_block;
            }
            if (g < last - first) even = hn::Add(even, hn::LoadU(d, table + inputs[g] * unit_block));
            hn::StoreU(hn::Add(even, odd), d, lanes.data() + l);
        }
        Total* total = is_last ? sums.data() : totals + c * unit_block;
        const Total* before = totals + c * unit_block;
        if constexpr (std::is_same_v<Lane, Total>) {
            for (std::size_t l = 0; l < unit_block; l += width) {
                const auto here = hn::LoadU(d, lanes.data() + l);
                hn::StoreU(is_first ? here : hn::Add(here, hn::LoadU(d, before + l)), d, total + l);
            }
        } else {
            const Wide wide;
            for (std::size_t l = 0; l < unit_block; l += hn::Lanes(wide)) {
                const auto here = widened(lanes.data() + l);
                hn::StoreU(is_first ? here : hn::Add(here, hn::LoadU(wide, before + l)), wide, total + l);
            }
        }
        if (is_last) finish(block, c, sums.data());
    }
}

template <class Lane, class Total>
void add_chunks(const FieldBlock& block, std::size_t chunk, Lane* tables, Total* totals) {
    for (std::size_t first = 0; first < block.group_count; first += chunk) {
        const std::size_t last = std::min(first + chunk, block.group_count);
        for (std::size_t g = first; g < last; ++g)
            make_table(block, g, tables + (g - first) * 256 * unit_block);
        add_chunk(block, first, last, tables, totals);
    }
}

void add_narrow(const FieldBlock& block, std::size_t chunk, std::int16_t* tables, std::int16_t* totals) {
    add_chunks(block, chunk, tables, totals);
}
void add_mixed(const FieldBlock& block, std::size_t chunk, std::int16_t* tables, std::int32_t* totals) {
    add_chunks(block, chunk, tables, totals);
}
void add_wide(const FieldBlock& block, std::size_t chunk, std::int32_t* tables, std::int32_t* totals) {
    add_chunks(block, chunk, tables, totals);
}

// ---- one state ------------------------------------------------------------------------------------------

// Four vectors at a time: rows lie far apart.
void column_fields(const OneState& s) {
    const Wide d;
    const std::size_t width = hn::Lanes(d);
    std::array<std::int32_t, 64> lanes;
    for (std::size_t k = 0; k < s.stride; k += 4 * width) {
        const std::size_t count = std::min(4 * width, s.stride - k);
        std::copy_n(s.start + k, count, lanes.begin());
        const std::int32_t* weights = s.weights + k;
        if (count == 4 * width) {
            auto a = hn::LoadU(d, lanes.data());
            auto b = hn::LoadU(d, lanes.data() + width);
            auto c = hn::LoadU(d, lanes.data() + 2 * width);
            auto e = hn::LoadU(d, lanes.data() + 3 * width);
            for (std::size_t j = 0; j < s.row_count; ++j, weights += s.stride) {
                const auto value = hn::Set(d, s.values[j]);
                a = hn::Add(a, hn::Mul(value, hn::LoadU(d, weights)));
                b = hn::Add(b, hn::Mul(value, hn::LoadU(d, weights + width)));
                c = hn::Add(c, hn::Mul(value, hn::LoadU(d, weights + 2 * width)));
                e = hn::Add(e, hn::Mul(value, hn::LoadU(d, weights + 3 * width)));
            }
            hn::StoreU(a, d, lanes.data());
            hn::StoreU(b, d, lanes.data() + width);
            hn::StoreU(c, d, lanes.data() + 2 * width);
            hn::StoreU(e, d, lanes.data() + 3 * width);
        } else {
            for (std::size_t j = 0; j < s.row_count; ++j, weights += s.stride) {
                for (std::size_t l = 0; l < count; ++l) lanes[l] += s.values[j] * weights[l];
            }
        }
        for (std::size_t l = 0; l < count; ++l) s.out[k + l] = lanes[l];
    }
}

void row_fields(const OneState& s) {
    const Wide d;
    const std::size_t width = hn::Lanes(d);
    for (std::size_t j = 0; j < s.row_count; ++j) {
        auto sum = hn::Zero(d);
        const std::int32_t* weights = s.weights + j * s.stride;
        for (std::size_t k = 0; k < s.stride; k += width)
            sum = hn::Add(sum, hn::Mul(hn::LoadU(d, s.values + k), hn::LoadU(d, weights + k)));
        s.out[j] = std::int64_t{s.start[j]} + hn::GetLane(hn::SumOfLanes(d, sum));
    }
}

}  // namespace drover::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::impl {

HWY_EXPORT(add_narrow);
HWY_EXPORT(add_mixed);
HWY_EXPORT(add_wide);
HWY_EXPORT(column_fields);
HWY_EXPORT(row_fields);

namespace {

// The cases from `first` on, at most field_cases.
FieldBlock part_of(const FieldBlock& block, FieldRange range, std::size_t first) {
    FieldBlock part = block;
    part.inputs += first * block.group_count;
    part.long_sums = range == FieldRange::large;
    part.case_count = std::min(field_cases, block.case_count - first);
    if (part.positive != nullptr) part.positive += first * block.bit_stride;
    if (part.zero != nullptr) part.zero += first * block.bit_stride;
    if (part.sums != nullptr) part.sums += first;
    if (part.fields != nullptr) part.fields += first * block.field_stride;
    return part;
}

template <class Lane>
Lane* room(AlignedVector<Lane>& memory, std::size_t rows) {
    if (memory.size() < rows * unit_block) memory.resize(rows * unit_block);
    return memory.data();
}

void find_part(const FieldBlock& part, FieldRange range, FieldScratch& scratch) {
    const std::size_t chunk = range == FieldRange::narrow || range == FieldRange::mixed ? 16 : 8;
    const std::size_t table_rows = 256 * std::min(chunk, part.group_count);
    if (range == FieldRange::narrow) {
        HWY_DYNAMIC_DISPATCH(add_narrow)
        (part, chunk, room(scratch.narrow_tables, table_rows), room(scratch.narrow_totals, part.case_count));
    } else if (range == FieldRange::wide || range == FieldRange::large) {
        HWY_DYNAMIC_DISPATCH(add_wide)
        (part, chunk, room(scratch.wide_tables, table_rows), room(scratch.wide_totals, part.case_count));
    } else {
        HWY_DYNAMIC_DISPATCH(add_mixed)
        (part, chunk, room(scratch.narrow_tables, table_rows), room(scratch.wide_totals, part.case_count));
    }
}

}  // namespace

void find_fields(const FieldBlock& block, FieldRange range, FieldScratch& scratch) {
    if (range == FieldRange::unlimited || block.group_count == 0) return find_fields_plainly(block);
    for (std::size_t first = 0; first < block.case_count; first += field_cases)
        find_part(part_of(block, range, first), range, scratch);
}

void find_fields_plainly(const FieldBlock& block) {
    for (std::size_t c = 0; c < block.case_count; ++c) {
        std::uint32_t positive = 0;
        std::uint32_t zero = 0;
        std::int64_t sum = 0;
        for (std::size_t l = 0; l < unit_block; ++l) {
            std::int64_t field = block.biases[l];
            for (std::size_t i = 0; i < 8 * block.group_count; ++i) {
                const bool on = ((block.inputs[c * block.group_count + i / 8] >> (i % 8)) & 1U) != 0;
                const std::int64_t weight = block.weights[i * block.weight_stride + l];
                field += on ? weight : (block.signs ? -weight : 0);
            }
            positive |= (field > 0 ? 1U : 0U) << l;
            zero |= (field == 0 ? 1U : 0U) << l;
            sum += block.signs ? std::abs(field) : std::max<std::int64_t>(field, 0);
            if (block.fields != nullptr)
                block.fields[c * block.field_stride + l] = static_cast<std::int32_t>(field);
        }
        if (block.positive != nullptr) block.positive[c * block.bit_stride] = positive;
        if (block.zero != nullptr) block.zero[c * block.bit_stride] = zero;
        if (block.sums != nullptr) block.sums[c] = sum;
    }
}

void find_column_fields(const OneState& state) { HWY_DYNAMIC_DISPATCH(column_fields)(state); }
void find_row_fields(const OneState& state) { HWY_DYNAMIC_DISPATCH(row_fields)(state); }

void find_column_fields_plainly(const OneState& state) {
    for (std::size_t k = 0; k < state.stride; ++k) {
        state.out[k] = state.start[k];
        for (std::size_t j = 0; j < state.row_count; ++j)
            state.out[k] += std::int64_t{state.values[j]} * state.weights[j * state.stride + k];
    }
}

void find_row_fields_plainly(const OneState& state) {
    for (std::size_t j = 0; j < state.row_count; ++j) {
        state.out[j] = state.start[j];
        for (std::size_t k = 0; k < state.stride; ++k)
            state.out[j] += std::int64_t{state.values[k]} * state.weights[j * state.stride + k];
    }
}

}  // namespace drover::impl
#endif
