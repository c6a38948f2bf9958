#include <drover/data/binarize.hpp>
#include <drover/number/philox.hpp>
#include <drover/number/rational.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::vector<Decimal> numbers(std::initializer_list<const char*> texts) {
    std::vector<Decimal> column;
    for (const char* const text : texts) column.push_back(parse_decimal(text).value());
    return column;
}

// The bits of one column as text, first row first.
std::string bits(const std::vector<Decimal>& column) {
    const std::vector<std::vector<Decimal>> columns{column};
    std::string text;
    for (const BitRow& row : binarize_at_mean({"x"}, columns)) text += row[0] ? '1' : '0';
    return text;
}

TEST(BinarizeAtMean, IsOneFromTheMeanOn) {
    EXPECT_EQ(bits(numbers({"1", "2", "3"})), "011");
    EXPECT_EQ(bits(numbers({"-1", "-2", "-4.5"})), "110");
    EXPECT_EQ(bits(numbers({"0", "0", "9"})), "001");
}

TEST(BinarizeAtMean, DecidesEqualityExactlyWhereDoubleDoesNot) {
    EXPECT_EQ(bits(numbers({"0.1", "0.1", "0.1"})), "111");  // in double 0.1 + 0.1 + 0.1 > 3 * 0.1
    EXPECT_EQ(bits(numbers({"0.1", "0.2", "0.3"})), "011");
    EXPECT_EQ(bits(numbers({"1000000000000000000", "1000000000000000001"})), "01");
}

TEST(BinarizeAtMean, TakesNumbersOfDifferentLength) {
    EXPECT_EQ(bits(numbers({"1e3", "1000.000", "999.9999"})), "110");
    EXPECT_EQ(bits(numbers({"0.00", "0", "-1e-9"})), "110");
    EXPECT_EQ(bits(numbers({"0e99999", "1", "0e-99999"})), "010");
}

TEST(BinarizeAtMean, AgreesWithTheMeanAsAFraction) {
    const CounterRandom random{7};
    for (std::uint64_t trial = 0; trial < 200; ++trial) {
        std::vector<Decimal> column;
        std::vector<Rational> values;
        Rational sum = 0;
        for (std::uint64_t i = 0; i < 1 + trial % 9; ++i) {
            const auto digits = static_cast<std::int64_t>(random.below(100 * trial + i, 41)) - 20;
            const bool tenths = random.below(100 * trial + i + 50, 2) == 0;
            column.push_back({.digits = digits, .scale = tenths ? 1 : 0});
            values.emplace_back(digits, tenths ? 10 : 1);
            sum += values.back();
        }
        std::string expected;
        for (const Rational& value : values)
            expected += value * static_cast<std::int64_t>(values.size()) < sum ? '0' : '1';
        EXPECT_EQ(bits(column), expected) << "trial " << trial;
    }
}

TEST(BinarizeAtMean, KeepsNamesAndOrderOfColumns) {
    const std::vector<std::vector<Decimal>> columns{numbers({"1", "5"}), numbers({"2", "0"})};
    const BinaryTable table = binarize_at_mean({"a", "b"}, columns);
    EXPECT_EQ(table.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(table.rows(), (std::vector<BitRow>{{0, 1}, {1, 0}}));
}

TEST(BinarizeAtMean, TakesTablesWithoutRowsOrColumns) {
    EXPECT_EQ(bits({}), "");
    EXPECT_EQ(binarize_at_mean({}, {}).row_count(), 0U);
}

TEST(BinarizeAtMean, RefusesColumnsThatDoNotMatch) {
    const std::vector<std::vector<Decimal>> columns{numbers({"1", "5"}), numbers({"2"})};
    EXPECT_INPUT_ERROR(binarize_at_mean({"a"}, columns),
                       "binarize_at_mean: names (1) and columns (2) must have the same size");
    EXPECT_INPUT_ERROR(binarize_at_mean({"a", "b"}, columns),
                       "column \"b\": expected 2 numbers as in the first column, got 1");
}

TEST(BinarizeAtMean, RefusesNumbersItCannotAddExactly) {
    const std::string message =
        "column \"x\": expected numbers whose exact sum fits into 128 bits, got too many digits";
    EXPECT_INPUT_ERROR(bits(numbers({"1e60", "1"})), message);
    EXPECT_INPUT_ERROR(bits(numbers({"1e-60", "1"})), message);
    EXPECT_INPUT_ERROR(bits(numbers({"18e37"})), message);            // itself
    EXPECT_INPUT_ERROR(bits(numbers({"16e37", "16e37"})), message);   // the sum
    EXPECT_INPUT_ERROR(bits(numbers({"16e37", "-16e37"})), message);  // twice the number
    EXPECT_EQ(bits(numbers({"8e37", "-8e37"})), "10");
}

}  // namespace
}  // namespace drover
