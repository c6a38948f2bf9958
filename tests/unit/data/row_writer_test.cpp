#include <cmath>

#include <drover/data/category_table.hpp>
#include <drover/data/row_writer.hpp>
#include <drover/number/decimal.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::string written(RowWriter& writer, const std::vector<std::vector<std::uint32_t>>& rows) {
    std::string out;
    for (const auto& row : rows) writer.append(row, out);
    return out;
}

Schema one_bin(Bin bin, int decimals = 0) {
    return {{{.name = "x", .values = {"bin"}, .bins = {bin}, .decimals = decimals}}};
}

// The numbers of the first uses of a bin.
std::vector<std::int64_t> uses_of(Bin bin, int count) {
    RowWriter writer{one_bin(bin)};
    std::vector<std::int64_t> numbers;
    for (int k = 0; k < count; ++k) numbers.push_back(std::stoll(written(writer, {{0}})));
    return numbers;
}

TEST(RowWriter, WritesNamesWithQuotesWhereNeeded) {
    RowWriter writer{
        Schema{{{.name = "a,b", .values = {"x", "say \"y\"", ""}}, {.name = "c", .values = {"1;2"}}}}};
    EXPECT_EQ(writer.header(), "\"a,b\",c\n");
    EXPECT_EQ(written(writer, {{0, 0}, {1, 0}, {2, 0}}), "x,1;2\n\"say \"\"y\"\"\",1;2\n,1;2\n");
}

TEST(RowWriter, RespectsTheSeparator) {
    RowWriter writer{Schema{{{.name = "a,b", .values = {"x"}}, {.name = "c", .values = {"1;2"}}}},
                     {.separator = ';'}};
    EXPECT_EQ(writer.header(), "a,b;c\n");
    EXPECT_EQ(written(writer, {{0, 0}}), "x;\"1;2\"\n");
}

TEST(RowWriter, QuotesAMissingValueThatStandsAlone) {
    RowWriter writer{Schema{{{.name = "a", .values = {""}}}}};
    EXPECT_EQ(written(writer, {{0}}), "\"\"\n");
}

TEST(RowWriter, StepsThroughABinByTheRootOfTwo) {
    EXPECT_EQ(uses_of({10, 17}, 10), (std::vector<std::int64_t>{14, 17, 12, 15, 11, 14, 17, 13, 16, 11}));
    EXPECT_EQ(uses_of({5, 5}, 3), (std::vector<std::int64_t>{5, 5, 5}));
}

TEST(RowWriter, PutsNumbersBackEvenlyAtAllTimes) {
    constexpr std::int64_t width = 23;
    std::vector<std::int64_t> histogram(width);
    std::int64_t uses = 0;
    for (const std::int64_t number : uses_of({-7, -7 + width - 1}, 4'096)) {
        ASSERT_GE(number, -7);
        ASSERT_LT(number, -7 + width);
        ++histogram[static_cast<std::size_t>(number + 7)];
        ++uses;
        const double even = static_cast<double>(uses) / width;
        for (const std::int64_t count : histogram)
            ASSERT_LE(std::abs(static_cast<double>(count) - even), 1 + std::log2(uses)) << uses;
    }
}

// Chi-square per degree of freedom of two columns on a grid of 4 x 4, over that many uses of one bin each.
double dependence(std::size_t i, std::size_t j, std::size_t column_count, std::size_t uses) {
    Schema schema;
    for (std::size_t k = 0; k < column_count; ++k)
        schema.columns.push_back(
            {.name = std::to_string(k), .values = {"0-3"}, .bins = {{0, 3}}, .decimals = 0});
    RowWriter writer{schema};
    std::vector<double> counts(16);
    const std::vector<std::uint32_t> row(column_count);
    for (std::size_t k = 0; k < uses; ++k) {
        std::string line;
        writer.append(row, line);  // digits and commas in turn
        counts[static_cast<std::size_t>(4 * (line[2 * i] - '0') + line[2 * j] - '0')] += 1;
    }
    const double even = static_cast<double>(uses) / 16;
    double sum = 0;
    for (const double count : counts) sum += (count - even) * (count - even) / even;
    return sum / 9;
}

TEST(RowWriter, TwoColumnsWhoseBinsComeTogetherAreIndependentInsideThem) {
    for (const std::size_t j : {1U, 2U, 3U}) {
        for (std::size_t i = 0; i < j; ++i) {
            for (const std::size_t uses : {32U, 100U, 400U, 10'000U})
                EXPECT_LT(dependence(i, j, 4, uses), 1) << i << ' ' << j << ' ' << uses;
        }
    }
    EXPECT_LT(dependence(24, 29, 30, 10'000), 1);  // beyond the first primes
}

TEST(RowWriter, EveryOtherUseOfABinIsEvenToo) {  // as where another column alternates
    const std::vector<std::int64_t> numbers = uses_of({0, 1}, 2'000);
    std::int64_t ones = 0;
    for (std::size_t k = 0; k < numbers.size(); k += 2) ones += numbers[k];
    EXPECT_NEAR(static_cast<double>(ones), 500, 5);
}

TEST(RowWriter, KeepsDecimalsAndWholeNumbers) {
    RowWriter decimals{one_bin({125, 250}, 2)};
    EXPECT_EQ(written(decimals, {{0}, {0}}), "1.88\n2.40\n");
    RowWriter whole{one_bin({-3, 4})};
    EXPECT_EQ(written(whole, {{0}, {0}, {0}}), "1\n4\n-1\n");
    RowWriter wide{one_bin({INT64_MIN / 2 + 1, INT64_MAX / 2})};
    EXPECT_EQ(written(wide, {{0}, {0}}), "0\n3820445788478006404\n");
}

TEST(RowWriter, CountsEachBinOfEachColumnOnItsOwn) {
    RowWriter writer{Schema{{{.name = "a", .values = {"0-7", "8", ""}, .bins = {{0, 7}, {8, 8}}},
                             {.name = "b", .values = {"0-3"}, .bins = {{0, 3}}}}}};
    EXPECT_EQ(written(writer, {{0, 0}, {1, 0}, {2, 0}, {0, 0}}), "4,2\n8,0\n,3\n7,1\n");
    EXPECT_EQ(writer.uses(), (std::vector<std::int64_t>{2, 0, 4}));
}

TEST(RowWriter, GoesOnFromItsUses) {
    RowWriter whole{one_bin({0, 999})};
    const std::string all = written(whole, {{0}, {0}, {0}, {0}, {0}});
    RowWriter first{one_bin({0, 999})};
    const std::string before = written(first, {{0}, {0}});
    RowWriter second{one_bin({0, 999})};
    second.set_uses(first.uses(), 2);
    EXPECT_EQ(before + written(second, {{0}, {0}, {0}}), all);
}

TEST(RowWriter, RefusesUsesOfOtherBins) {
    RowWriter writer{one_bin({0, 9})};
    EXPECT_INPUT_ERROR(writer.set_uses({1, 2}, 9), "expected the uses of 1 bins, got 2");
    EXPECT_INPUT_ERROR(writer.set_uses({-1}, 9), "expected uses of bins from 0 to 9, got -1");
    EXPECT_INPUT_ERROR(writer.set_uses({10}, 9), "expected uses of bins from 0 to 9, got 10");
    EXPECT_INPUT_ERROR(RowWriter{Schema{}}, "RowWriter: expected at least one column");
}

TEST(RowWriter, WritesRowsThatReadBackAsTheSameCategories) {
    const std::string text = "x,y\n1.25,a\n2.5,\n-3,\"b,c\"\n,a\n7.75,a\n";
    const CategoryTable table = parse_microdata(text, "t.csv", {.bin_count = 2});
    RowWriter writer{table.schema};
    std::string out = writer.header();
    for (std::size_t r = 0; r < table.row_count(); ++r) writer.append(table.row(r), out);
    EXPECT_EQ(parse_microdata(out, "out.csv", {.schema = table.schema}).cells, table.cells);
}

TEST(BinNumbers, AreThoseThatAreWritten) {
    const Schema schema{{{.name = "x", .values = {"1-9", "10"}, .bins = {{1, 9}, {10, 10}}},
                         {.name = "s", .values = {"a", "b"}, .bins = {}},
                         {.name = "y", .values = {"0.00-0.99", ""}, .bins = {{0, 99}}, .decimals = 2}}};
    std::vector<std::uint32_t> cells;
    std::string expected;
    RowWriter writer{schema};
    for (std::uint32_t r = 0; r < 50; ++r) {
        const std::vector<std::uint32_t> row{r % 2, r % 3 % 2, r % 7 == 0 ? 1U : 0U};
        cells.insert(cells.end(), row.begin(), row.end());
        writer.append(row, expected);
    }
    const std::vector<std::int64_t> x = BinNumbers{schema, 0}.next(cells);
    BinNumbers in_two_blocks{schema, 2};
    std::vector<std::int64_t> y = in_two_blocks.next(std::span{cells}.first(60));
    for (const std::int64_t number : in_two_blocks.next(std::span{cells}.subspan(60))) y.push_back(number);
    std::string found;
    for (std::size_t r = 0; r < 50; ++r) {
        found += std::to_string(x[r]) + (r % 3 % 2 == 0 ? ",a," : ",b,");
        if (y[r] != missing_number) found += decimal_text(y[r], 2);
        found += '\n';
    }
    EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace drover
