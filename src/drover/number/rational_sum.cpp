#include <drover/core/check.hpp>
#include <drover/number/int256.hpp>
#include <drover/number/rational_sum.hpp>

namespace drover {
void RationalSum::add(const Rational& value) {
    check_input(try_add(value), [] {
        return Problem{
            .fault = Fault::range,
            .text = "sum too large or too long: expected at most 127 bits above and below the line"};
    });
}

bool RationalSum::add_scaled(const Rational& value) {
    Int128 factor = denominator_ / value.denominator();
    if (factor * value.denominator() != denominator_) {
        const Int128 widening =
            value.denominator() / greatest_common_divisor(denominator_, value.denominator());
        if (!multiply(numerator_, widening, numerator_) || !multiply(denominator_, widening, denominator_)) {
            return false;
        }
        factor = denominator_ / value.denominator();
    }
    Int128 multiple = 0;
    return multiply(value.numerator(), factor, multiple) && drover::add(numerator_, multiple, numerator_);
}

bool is_less(const Rational& a, const Rational& b) {
    return Int256{a.numerator()} * b.denominator() < Int256{b.numerator()} * a.denominator();
}

}  // namespace drover
