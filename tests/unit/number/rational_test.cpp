#include <drover/number/rational.hpp>

#include <cmath>

#include <drover/number/philox.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

constexpr const char* too_large =
    "number too large or too long: expected at most 127 bits (38 digits) above and below the line";

std::string read(std::string_view text) { return to_string(parse_rational(text)); }

TEST(ParseRational, ReadsWholeNumbers) {
    EXPECT_EQ(read("3"), "3");
    EXPECT_EQ(read("-0"), "0");
    EXPECT_EQ(read("+7"), "7");
    EXPECT_EQ(read("170141183460469231731687303715884105727"), "170141183460469231731687303715884105727");
}

TEST(ParseRational, ReadsDecimalsExactly) {
    EXPECT_EQ(read("0.3"), "3/10");
    EXPECT_EQ(read("-0.3"), "-3/10");
    EXPECT_EQ(read(".5"), "1/2");
    EXPECT_EQ(read("2."), "2");
    EXPECT_EQ(read("1e-3"), "1/1000");
    EXPECT_EQ(read("-2.5e2"), "-250");
    EXPECT_EQ(read("1.25E+1"), "25/2");
    EXPECT_EQ(read("0e9999"), "0");
}

TEST(ParseRational, ReadsFractionsInLowestTerms) {
    EXPECT_EQ(read("3/7"), "3/7");
    EXPECT_EQ(read("0.5/1.5"), "1/3");
    EXPECT_EQ(read("4/-6"), "-2/3");
    EXPECT_EQ(read("626830754551159800/1152921504606846976"), "78353844318894975/144115188075855872");
}

TEST(ParseRational, NamesTextThatIsNoNumber) {
    for (const std::string text :
         {"",  "abc", "1/0", "nan", "inf",  "1e",    "0x1",  "1,5",   " 1",    "1 ",   ".",
          "-", "+-1", "1/",  "/2",  "1//2", "1/2/3", "1e5x", "1e+-3", "1e--3", "1.2.3"}) {
        EXPECT_INPUT_ERROR(parse_rational(text), "expected a number, got \"" + text + '"');
    }
}

TEST(ParseRational, RefusesWhatLeaves127Bits) {
    EXPECT_EQ(read("1e38"), "1" + std::string(38, '0'));
    EXPECT_EQ(read("1e-38"), "1/1" + std::string(38, '0'));
    for (const char* text : {"1e39", "1e-39", "1e1001", "170141183460469231731687303715884105728",
                             "-170141183460469231731687303715884105728", "1e38/1e-38"}) {
        EXPECT_INPUT_ERROR(parse_rational(text), too_large);
    }
}

TEST(Rational, IsKeptInLowestTermsWithPositiveDenominator) {
    EXPECT_EQ(to_string(Rational{6, -4}), "-3/2");
    EXPECT_EQ(to_string(Rational{-6, -4}), "3/2");
    EXPECT_EQ((Rational{0, -5}), Rational{});
    EXPECT_EQ((Rational{10, 5}), Rational{2});
    EXPECT_INPUT_ERROR((Rational{1, 0}), "Rational: expected a denominator other than 0");
}

TEST(Rational, ObeysTheFieldLaws) {
    testing::Dice dice{1};
    const auto random = [&] { return Rational{dice.roll(-50, 50), dice.roll(1, 60)}; };
    for (int round = 0; round < 500; ++round) {
        const Rational a = random();
        const Rational b = random();
        const Rational c = random();
        ASSERT_EQ(a + b, b + a);
        ASSERT_EQ(a * (b + c), a * b + a * c);
        ASSERT_EQ((a - b) + b, a);
        ASSERT_EQ(a + -a, Rational{});
        if (b == Rational{}) continue;
        ASSERT_EQ(a / b * b, a);
    }
}

TEST(Rational, AddsInPlace) {
    Rational sum;
    for (int i = 0; i < 10; ++i) sum += Rational{1, 10};
    EXPECT_EQ(sum, Rational{1});
}

TEST(Rational, RefusesToDivideByZero) {
    EXPECT_INPUT_ERROR(Rational{1} / Rational{}, "Rational: expected a denominator other than 0");
}

TEST(Rational, RefusesResultsThatLeave127Bits) {
    const Rational big{int128_max, 1};
    const Rational power{Int128{1} << 64U, 1};
    EXPECT_EQ(big + -big, Rational{});
    EXPECT_INPUT_ERROR(big + Rational{1}, too_large);
    EXPECT_INPUT_ERROR(big * Rational{2}, too_large);
    EXPECT_INPUT_ERROR(Rational{1} / big / Rational{2}, too_large);
    EXPECT_INPUT_ERROR(-power * (Rational{Int128{1} << 63U, 1}),
                       too_large);  // -2^127 has no positive counterpart
    EXPECT_INPUT_ERROR((Rational{1, -int128_max - 1}), too_large);
}

TEST(Rational, IsOrderedByValue) {
    EXPECT_LT((Rational{1, 3}), (Rational{1, 2}));
    EXPECT_LT((Rational{-1, 2}), (Rational{-1, 3}));
    EXPECT_GT((Rational{1, 7}), Rational{});
    EXPECT_FALSE((Rational{2, 4}) < (Rational{1, 2}));
}

TEST(Rational, BecomesTheNearestDouble) {
    EXPECT_EQ(parse_rational("0.3").to_double(), 0.3);
    EXPECT_EQ(parse_rational("-1/3").to_double(), -1.0 / 3);
    EXPECT_EQ(Rational{}.to_double(), 0.0);
}

TEST(Rational, FloorAndCeilEncloseTheValue) {
    EXPECT_EQ(floor(Rational{7, 2}), 3);
    EXPECT_EQ(ceil(Rational{7, 2}), 4);
    EXPECT_EQ(floor(Rational{-7, 2}), -4);
    EXPECT_EQ(ceil(Rational{-7, 2}), -3);
    EXPECT_EQ(floor(Rational{-1, 3}), -1);
    EXPECT_EQ(ceil(Rational{-1, 3}), 0);
    for (const std::int64_t integer : {-3, 0, 3}) {
        EXPECT_EQ(floor(Rational{integer}), integer);
        EXPECT_EQ(ceil(Rational{integer}), integer);
    }
}

TEST(Rational, BecomesADoubleAtTheEndsOfItsRange) {
    EXPECT_EQ(Rational(1, 3).to_double(), 1.0 / 3);
    EXPECT_EQ(Rational(-7, 10).to_double(), -0.7);
    EXPECT_EQ(Rational(0).to_double(), 0);
    EXPECT_EQ(Rational(int128_max, 1).to_double(), 0x1p127);
    EXPECT_EQ(Rational(-1, int128_max).to_double(), -0x1p-127);
    EXPECT_EQ(Rational(int128_max, int128_max - 1).to_double(), 1);
}

// A little below, at and above the middle between 1 and the next double, and the one after.
TEST(Rational, RoundsOnlyOnce) {
    const Int128 one = Int128{1} << 126U;
    const Int128 half = Int128{1} << 73U;
    EXPECT_EQ(Rational(one + half - 1, one).to_double(), 1);
    EXPECT_EQ(Rational(one + half, one).to_double(), 1);
    EXPECT_EQ(Rational(one + half + 1, one).to_double(), 1 + 0x1p-52);
    EXPECT_EQ(Rational(one + 3 * half - 1, one).to_double(), 1 + 0x1p-52);
    EXPECT_EQ(Rational(one + 3 * half, one).to_double(), 1 + 0x1p-51);
    EXPECT_EQ(Rational((std::int64_t{1} << 53U) + 1).to_double(), 0x1p53);
}

// Quotients from 1/4 to 4: the error times 2^56 and the denominator is an integer.
TEST(Rational, IsWithinHalfAnUlpOfItsDouble) {
    const CounterRandom random{5, 1};
    for (std::uint64_t i = 0; i < 2'000; ++i) {
        const auto top = static_cast<std::int64_t>(random.below(2 * i, std::uint64_t{1} << 60U)) | 1LL << 60U;
        const auto bottom =
            static_cast<std::int64_t>(random.below(2 * i + 1, std::uint64_t{1} << 60U)) | 1LL << 60U;
        const double value = Rational(top, bottom).to_double();
        const double ulp = std::nextafter(value, 8.0) - value;
        const Int128 error = (Int128{top} << 56U) - static_cast<Int128>(std::ldexp(value, 56)) * bottom;
        EXPECT_LE(absolute(error), static_cast<Int128>(std::ldexp(ulp, 55)) * bottom) << top << "/" << bottom;
    }
}

TEST(DecimalText, EndsOrIsAFraction) {
    for (const char* text : {"0", "7", "-7", "2.5", "-0.125", "0.0000000001", "1234.0625", "3/7", "-1/30"})
        EXPECT_EQ(decimal_text(parse_rational(text)), text);
    EXPECT_EQ(decimal_text(parse_rational("1e-30")), "0.000000000000000000000000000001");
    EXPECT_EQ(decimal_text(parse_rational("2.50")), "2.5");
    EXPECT_EQ(decimal_text(Rational{1, Int128{1} << 100}), to_string(Rational{1, Int128{1} << 100}));
    const Rational small = parse_rational("1/8e37");  // 40 decimals are more than can be read
    EXPECT_EQ(parse_rational(decimal_text(small)), small);
}

}  // namespace
}  // namespace drover
