#include <drover/data/decimal.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::optional<std::int64_t> units(const char* text, int decimals) {
    const std::optional<Decimal> number = parse_decimal(text);
    return number ? to_units(*number, decimals) : std::nullopt;
}

TEST(ParseDecimal, ReadsNumbersAsTheyAreWritten) {
    EXPECT_EQ(units("17", 0), 17);
    EXPECT_EQ(units(" -17\t", 0), -17);
    EXPECT_EQ(units("1.25", 2), 125);
    EXPECT_EQ(units(".5", 1), 5);
    EXPECT_EQ(units("5.", 1), 50);
    EXPECT_EQ(units("1e3", 0), 1000);
    EXPECT_EQ(units("12E-1", 1), 12);
    EXPECT_EQ(units("1e+2", 0), 100);
    EXPECT_EQ(parse_decimal("2.50")->scale, 2);
}

TEST(ParseDecimal, TakesNamesForNames) {
    for (const char* text : {"", " ", "-", ".", "007", "-01", "+5", "1,5", "0x10", "NaN", "inf", "1e",
                             "1e+-2", "e5", "1 2", "--1", "1.2.3", "17-21", "1e5x"})
        EXPECT_FALSE(parse_decimal(text)) << text;
}

TEST(ToUnits, CutsFurtherDigitsOffDownwards) {
    EXPECT_EQ(units("21.99", 0), 21);
    EXPECT_EQ(units("-21.01", 0), -22);
    EXPECT_EQ(units("1e-400", 3), 0);
    EXPECT_EQ(units("-1e-400", 3), -1);
}

TEST(ToUnits, EndsBelow2To62) {
    EXPECT_EQ(units("4611686018427387903", 0), (std::int64_t{1} << 62) - 1);
    EXPECT_FALSE(units("4611686018427387904", 0));
    EXPECT_FALSE(units("-4611686018427387904", 0));
    EXPECT_FALSE(units("4611686018427387.904", 3));
    EXPECT_FALSE(units("123456789012345678901234567890123456789012345678901234567890", 0));
    EXPECT_FALSE(units("1e99999999999999", 0));
    EXPECT_EQ(units("0e99999999999999", 0), 0);
    EXPECT_EQ(units("0.1234567890123456789012345678901234567890", 18), 123456789012345678);
}

TEST(IsWhole, LooksBehindThePoint) {
    EXPECT_TRUE(is_whole(*parse_decimal("17.00")));
    EXPECT_TRUE(is_whole(*parse_decimal("0.0")));
    EXPECT_TRUE(is_whole(*parse_decimal("1.5e1")));
    EXPECT_FALSE(is_whole(*parse_decimal("17.10")));
    EXPECT_FALSE(is_whole(*parse_decimal("1e-1")));
}

TEST(DecimalText, KeepsItsDecimals) {
    EXPECT_EQ(decimal_text(17, 0), "17");
    EXPECT_EQ(decimal_text(-5, 0), "-5");
    EXPECT_EQ(decimal_text(250, 2), "2.50");
    EXPECT_EQ(decimal_text(5, 2), "0.05");
    EXPECT_EQ(decimal_text(-5, 2), "-0.05");
    EXPECT_EQ(decimal_text(0, 3), "0.000");
    EXPECT_EQ(decimal_text(INT64_MIN, 0), "-9223372036854775808");
}

}  // namespace
}  // namespace drover
