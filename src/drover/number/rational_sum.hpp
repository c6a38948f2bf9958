#pragma once

#include <drover/number/rational.hpp>

namespace drover {

/// Adds up many numbers over their common denominator: exact, and a plain addition where the denominators are
/// equal. Throws InputError if the sum or the denominator leaves 128 bits.
class RationalSum {
  public:
    void add(const Rational& value);
    /// False if the sum or the denominator leaves 128 bits; the sum is unusable then.
    bool try_add(const Rational& value) {
        if (value.denominator() != denominator_) return add_scaled(value);
        return drover::add(numerator_, value.numerator(), numerator_);
    }
    Rational value() const { return {numerator_, denominator_}; }
    /// The least common denominator of what was added.
    Int128 denominator() const { return denominator_; }

  private:
    bool add_scaled(const Rational& value);

    Int128 numerator_ = 0;
    Int128 denominator_ = 1;
};

/// a < b without overflow, whatever their denominators.
bool is_less(const Rational& a, const Rational& b);

}  // namespace drover
