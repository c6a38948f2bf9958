#include <drover/number/rational_sum.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(RationalSum, IsExactOverTheCommonDenominator) {
    RationalSum sum;
    for (const Rational& value : {Rational{1, 2}, Rational{1, 3}, Rational{-5}, Rational{1, 6}})
        sum.add(value);
    EXPECT_EQ(sum.value(), Rational(-4));
    EXPECT_EQ(sum.denominator(), Int128{6});
}

TEST(RationalSum, OfNothingIsZero) { EXPECT_EQ(RationalSum{}.value(), Rational{}); }

TEST(RationalSum, OverflowIsAnError) {
    RationalSum sum;
    sum.add(Rational{int128_max, 1});
    EXPECT_INPUT_ERROR(sum.add(1),
                       "sum too large or too long: expected at most 127 bits above and below the line");
}

TEST(RationalSum, SaysBeforehandWhatDoesNotFit) {
    RationalSum sum;
    EXPECT_TRUE(sum.try_add(Rational{int128_max, 1}));
    EXPECT_FALSE(sum.try_add(1));
    RationalSum fine;
    EXPECT_TRUE(fine.try_add(Rational{1, int128_max}));
    EXPECT_FALSE(fine.try_add(Rational{1, int128_max - 1}));
}

TEST(IsLess, ComparesWhatSubtractionCannot) {
    const Rational third{int128_max / 3, int128_max};
    const Rational above{int128_max / 3 + 1, int128_max - 1};
    EXPECT_TRUE(is_less(third, above));
    EXPECT_FALSE(is_less(above, third));
    EXPECT_FALSE(is_less(third, third));
    EXPECT_TRUE(is_less(-1, third));
}

}  // namespace
}  // namespace drover
