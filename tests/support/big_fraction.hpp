#pragma once

#include <cmath>

#include <drover/number/big_int.hpp>
#include <drover/number/rational.hpp>

namespace drover::testing {

/// A fraction of any length, not in lowest terms: for bounds that must hold exactly.
struct BigFraction {
    BigInt above = 0;
    BigInt below = 1;  ///< above 0

    static BigFraction of(const Rational& value) { return {value.numerator(), value.denominator()}; }
    static BigFraction of(double value) {
        int exponent = 0;
        const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
        BigFraction fraction{digits, 1};
        exponent -= 53;
        for (; exponent > 0; --exponent) fraction.above += fraction.above;
        for (; exponent < 0; ++exponent) fraction.below += fraction.below;
        return fraction;
    }

    friend BigFraction operator+(const BigFraction& a, const BigFraction& b) {
        return {a.above * b.below + b.above * a.below, a.below * b.below};
    }
    friend BigFraction operator-(const BigFraction& a, const BigFraction& b) {
        return {a.above * b.below - b.above * a.below, a.below * b.below};
    }
    friend BigFraction operator/(const BigFraction& a, const BigFraction& b) {  // b above 0
        return {a.above * b.below, a.below * b.above};
    }
    friend bool operator<=(const BigFraction& a, const BigFraction& b) {
        return a.above * b.below <= b.above * a.below;
    }
    BigFraction size() const { return {above.sign() < 0 ? -above : above, below}; }
};

}  // namespace drover::testing
