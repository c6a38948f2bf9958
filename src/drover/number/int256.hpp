#pragma once

#include <compare>

#include <drover/number/int128.hpp>

namespace drover {

/// Two's complement integer of 256 bits, for products of 128-bit weights. Arithmetic wraps, so a sum is right
/// whenever its final value fits, whatever the intermediate values.
class Int256 {
  public:
    constexpr Int256() = default;
    // Implicit, like every widening of integers.
    constexpr Int256(Int128 value)  // NOLINT(google-explicit-constructor)
        : high_{value < 0 ? ~UInt128{0} : UInt128{0}}, low_{static_cast<UInt128>(value)} {}

    friend constexpr bool operator==(const Int256&, const Int256&) = default;
    friend constexpr std::strong_ordering operator<=>(const Int256& a, const Int256& b) {
        const auto top_a = static_cast<Int128>(a.high_);
        const auto top_b = static_cast<Int128>(b.high_);
        if (top_a != top_b) return top_a < top_b ? std::strong_ordering::less : std::strong_ordering::greater;
        if (a.low_ == b.low_) return std::strong_ordering::equal;
        return a.low_ < b.low_ ? std::strong_ordering::less : std::strong_ordering::greater;
    }

    friend constexpr Int256 operator-(const Int256& a) { return Int256{} - a; }
    friend constexpr Int256 operator+(const Int256& a, const Int256& b) {
        Int256 sum;
        sum.low_ = a.low_ + b.low_;
        sum.high_ = a.high_ + b.high_ + (sum.low_ < a.low_ ? 1U : 0U);
        return sum;
    }
    friend constexpr Int256 operator-(const Int256& a, const Int256& b) {
        Int256 difference;
        difference.low_ = a.low_ - b.low_;
        difference.high_ = a.high_ - b.high_ - (a.low_ < b.low_ ? 1U : 0U);
        return difference;
    }
    friend constexpr Int256 operator*(const Int256& a, const Int256& b) {
        Int256 product = low_product(a.low_, b.low_);
        product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
        return product;
    }
    constexpr Int256& operator+=(const Int256& other) { return *this = *this + other; }
    constexpr Int256& operator-=(const Int256& other) { return *this = *this - other; }

    /// Without the upper half.
    explicit constexpr operator Int128() const { return static_cast<Int128>(low_); }
    explicit constexpr operator double() const {
        const bool negative = static_cast<Int128>(high_) < 0;
        const Int256 size = negative ? -*this : *this;  // unsigned: right for -2^255 too
        const double value = static_cast<double>(size.high_) * 0x1p128 + static_cast<double>(size.low_);
        return negative ? -value : value;
    }

  private:
    // The full product of two unsigned 128-bit numbers, by halves of 64 bits. The analyser of LLVM 14 does
    // not know shifts of 128-bit numbers. NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult)
    static constexpr Int256 low_product(UInt128 a, UInt128 b) {
        constexpr UInt128 mask = ~std::uint64_t{0};
        const UInt128 a0 = a & mask;
        const UInt128 a1 = a >> 64U;
        const UInt128 b0 = b & mask;
        const UInt128 b1 = b >> 64U;
        const UInt128 low = a0 * b0;
        const UInt128 middle = a1 * b0 + (low >> 64U);
        const UInt128 cross = a0 * b1 + (middle & mask);
        Int256 product;
        product.low_ = (cross << 64U) | (low & mask);
        product.high_ = a1 * b1 + (middle >> 64U) + (cross >> 64U);
        return product;
    }
    // NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult)

    UInt128 high_ = 0;
    UInt128 low_ = 0;
};

}  // namespace drover
