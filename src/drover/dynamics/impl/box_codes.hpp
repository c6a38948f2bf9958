#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/core/matrix_view.hpp>
#include <drover/number/int128.hpp>

namespace drover::dynamics::impl {

inline constexpr int box_code_limit = 128;  ///< bits

inline int bit_count(std::uint64_t value) { return 64 - std::countl_zero(value); }
inline int bit_count(UInt128 value) {
    const auto high = static_cast<std::uint64_t>(value >> 64U);
    return high != 0 ? 64 + bit_count(high) : bit_count(static_cast<std::uint64_t>(value));
}

inline Int128 floor_quotient(Int128 a, Int128 b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Lowest and highest value of each column.
template <class Value>
struct ColumnRanges {
    std::vector<Value> lowest;
    std::vector<Value> highest;

    void include(MatrixView<const Value> points) {
        if (points.row_count() == 0) return;
        if (lowest.empty()) {
            lowest.assign(points.row(0).begin(), points.row(0).end());
            highest = lowest;
        }
        for (std::size_t i = 0; i < points.row_count(); ++i) {
            const auto row = points.row(i);
            for (std::size_t a = 0; a < row.size(); ++a) {
                lowest[a] = std::min(lowest[a], row[a]);
                highest[a] = std::max(highest[a], row[a]);
            }
        }
    }
};

/// Where the cells of a cloud lie. Each column is moved by an integer, which moves the boxes of every
/// level onto one another, so that its least value is in [0, 1).
struct BoxFrame {
    std::vector<Int128> origins;  ///< in units of 1/scale, one per column
    UInt128 widest = 0;           ///< the largest value - origin
    Int128 scale = 1;
    unsigned shift = 0;  ///< the finest cells are 2^-shift wide
    int cell_bits = 0;   ///< of the largest cell number
};

/// floor(distance * 2^shift / scale), of a quotient below 2^64: by long division where the product does not
/// fit.
inline std::uint64_t cell_at(UInt128 distance, UInt128 scale, unsigned shift) {
    if (bit_count(distance) + static_cast<int>(shift) <= 128)
        return static_cast<std::uint64_t>((distance << shift) / scale);
    auto cell = static_cast<std::uint64_t>(distance / scale);
    UInt128 rest = distance % scale;
    for (unsigned bit = 0; bit < shift; ++bit) {
        const bool above = rest >= scale - rest;
        rest = above ? rest - (scale - rest) : rest + rest;
        cell = 2 * cell + (above ? 1 : 0);
    }
    return cell;
}

template <class Value>
BoxFrame frame_of(const ColumnRanges<Value>& ranges, Int128 scale, int levels) {
    BoxFrame frame{.origins = {}, .scale = scale, .shift = static_cast<unsigned>(levels - 1)};
    for (std::size_t a = 0; a < ranges.lowest.size(); ++a) {
        frame.origins.push_back(floor_quotient(ranges.lowest[a], scale) * scale);
        frame.widest = std::max(frame.widest, static_cast<UInt128>(Int128{ranges.highest[a]}) -
                                                  static_cast<UInt128>(frame.origins[a]));
    }
    const int whole_bits = bit_count(frame.widest / static_cast<UInt128>(scale));
    frame.cell_bits = whole_bits > 0
                          ? whole_bits + static_cast<int>(frame.shift)
                          : bit_count(cell_at(frame.widest, static_cast<UInt128>(scale), frame.shift));
    return frame;
}

/// Throws InputError.
inline void check_code_length(const BoxFrame& frame, int levels) {
    const int coordinates = static_cast<int>(frame.origins.size());
    check_input(frame.cell_bits <= 64 && coordinates * frame.cell_bits <= box_code_limit, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "count_boxes"},
                       .text = std::to_string(levels) + " levels of so wide a cloud need " +
                               std::to_string(coordinates) + " x " + std::to_string(frame.cell_bits) +
                               " bits per point, more than 1 x 64 or 128 together; ask for fewer levels"};
    });
}

/// Exact quotients of 64-bit numbers by one divisor, with a product in place of the division: the reciprocal
/// floor((2^64 - 1) / divisor) makes the quotient at most 1 too small.
class Divider {
  public:
    explicit Divider(Int128 divisor)
        : divisor_{static_cast<std::uint64_t>(divisor)}, reciprocal_{~std::uint64_t{0} / divisor_} {}
    std::uint64_t operator()(std::uint64_t x) const {
        const auto quotient = static_cast<std::uint64_t>((UInt128{x} * reciprocal_) >> 64U);
        return quotient + (x - quotient * divisor_ >= divisor_ ? 1 : 0);
    }

  private:
    std::uint64_t divisor_;
    std::uint64_t reciprocal_;
};

/// Spreads the bits of a number out to every K-th place, a byte at a time.
template <class Code>
class Spreader {
  public:
    explicit Spreader(std::size_t stride) : byte_stride_{static_cast<unsigned>(8 * stride)} {
        for (std::size_t byte = 0; byte < table_.size(); ++byte) {
            for (std::size_t bit = 0; bit < 8 && bit * stride < 8 * sizeof(Code); ++bit) {
                if ((byte >> bit & 1U) != 0) table_[byte] |= Code{1} << (bit * stride);
            }
        }
    }
    Code operator()(std::uint64_t cell) const {
        Code code = table_[cell & 255U];
        for (unsigned shift = byte_stride_; (cell >>= 8U) != 0; shift += byte_stride_) {
            code |= table_[cell & 255U] << shift;
        }
        return code;
    }

  private:
    std::array<Code, 256> table_{};
    unsigned byte_stride_;
};

/// Shows the code of every point: the bits of its finest cells, interleaved. `look` is called after every
/// 2^16 points.
template <class Code>
class BoxCoder {
  public:
    explicit BoxCoder(const BoxFrame& frame)
        : frame_{frame}, spread_{frame.origins.size()}, divide_{is_short() ? frame.scale : Int128{1}} {}

    template <class Value, class Look, class Use>
    void for_each(MatrixView<const Value> points, const Look& look, Use&& use) const {
        const unsigned shift = frame_.shift;
        if (is_short()) {
            coded(points, look, use, [&](Value value, Int128 origin) {
                return divide_((static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(origin))
                               << shift);
            });
        } else {
            const auto scale = static_cast<UInt128>(frame_.scale);
            coded(points, look, use, [&](Value value, Int128 origin) {
                return cell_at(static_cast<UInt128>(Int128{value}) - static_cast<UInt128>(origin), scale,
                               shift);
            });
        }
    }

  private:
    // Whether distances fit 64 bits, in the finest cells.
    bool is_short() const {
        return bit_count(frame_.widest) + static_cast<int>(frame_.shift) <= 64 && fits_int64(frame_.scale);
    }
    template <class Value, class Look, class Use, class CellOf>
    void coded(MatrixView<const Value> points, const Look& look, Use&& use, CellOf&& cell_of) const {
        constexpr std::size_t between_looks = std::size_t{1} << 16U;
        for (std::size_t i = 0; i < points.row_count(); ++i) {
            if (i % between_looks == 0) look();
            const auto row = points.row(i);
            Code code{};
            for (std::size_t a = 0; a < row.size(); ++a)
                code |= spread_(cell_of(row[a], frame_.origins[a])) << a;
            use(code);
        }
    }

    const BoxFrame& frame_;
    Spreader<Code> spread_;
    Divider divide_;
};

}  // namespace drover::dynamics::impl
