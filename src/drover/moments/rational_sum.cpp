#include <drover/core/check.hpp>
#include <drover/core/int256.hpp>
#include <drover/moments/rational_sum.hpp>

namespace drover {
namespace {

void check_fits(bool fits) {
    check_input(fits, [] {
        return std::string{"sum too large or too long: expected at most 127 bits above and below the line"};
    });
}

}  // namespace

void RationalSum::add_multiple(Int128 multiple) { check_fits(drover::add(numerator_, multiple, numerator_)); }

void RationalSum::add_scaled(const Rational& value) {
    Int128 factor = denominator_ / value.denominator();
    if (factor * value.denominator() != denominator_) {
        const Int128 widening =
            value.denominator() / greatest_common_divisor(denominator_, value.denominator());
        check_fits(multiply(numerator_, widening, numerator_));
        check_fits(multiply(denominator_, widening, denominator_));
        factor = denominator_ / value.denominator();
    }
    Int128 multiple = 0;
    check_fits(multiply(value.numerator(), factor, multiple));
    add_multiple(multiple);
}

bool is_less(const Rational& a, const Rational& b) {
    return Int256{a.numerator()} * b.denominator() < Int256{b.numerator()} * a.denominator();
}

}  // namespace drover
