#include <cmath>
#include <utility>
#include <vector>

#include <drover/number/decimal.hpp>

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

TEST(ToDouble, IsTheNearest) {
    for (const auto& [text, value] :
         std::vector<std::pair<const char*, double>>{{"0.1", 0.1},
                                                     {"-3", -3.0},
                                                     {"1e22", 1e22},
                                                     {"1e23", 1e23},
                                                     {"9007199254740993", 9007199254740992.0},
                                                     {"9007199254740993.0000000001", 9007199254740994.0},
                                                     {"0.30000000000000004", 0.30000000000000004},
                                                     {"1.7976931348623157", 1.7976931348623157},
                                                     {"3.14159265358979323846264338", 3.141592653589793},
                                                     {"6.02214076e23", 6.02214076e23},
                                                     {"1e-30", 1e-30}})
        EXPECT_EQ(to_double(*parse_decimal(text)), value) << text;
}

TEST(ToDouble, GoesOutOfRangeQuietly) {
    EXPECT_TRUE(std::isinf(to_double(*parse_decimal("-1e9999"))));
    EXPECT_EQ(to_double(*parse_decimal("1e-9999")), 0);
    EXPECT_EQ(to_double(*parse_decimal("0e9999")), 0);
    EXPECT_DOUBLE_EQ(to_double(*parse_decimal("2.5e300")), 2.5e300);
    EXPECT_DOUBLE_EQ(to_double(*parse_decimal("2.5e-300")), 2.5e-300);
}

TEST(IsWhole, LooksBehindThePoint) {
    EXPECT_TRUE(is_integer(*parse_decimal("17.00")));
    EXPECT_TRUE(is_integer(*parse_decimal("0.0")));
    EXPECT_TRUE(is_integer(*parse_decimal("1.5e1")));
    EXPECT_FALSE(is_integer(*parse_decimal("17.10")));
    EXPECT_FALSE(is_integer(*parse_decimal("1e-1")));
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
