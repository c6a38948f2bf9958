#include <drover/data/category_table.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Names = std::vector<std::string>;
using Cells = std::vector<std::uint32_t>;

CategoryTable parse(const std::string& text, const MicrodataOptions& options = {}) {
    return parse_microdata(text, "people.csv", options);
}

const Column& only_column(const CategoryTable& table) { return table.schema.columns.at(0); }

// A header and the numbers 0 .. count - 1, one per row.
std::string numbers_below(int count) {
    std::string text = "x\n";
    for (int i = 0; i < count; ++i) text += std::to_string(i) + '\n';
    return text;
}

TEST(ParseMicrodata, MakesCategoriesOfTextsAndWholeNumbers) {
    const CategoryTable table = parse("sex,kids\nM,10\nF,2\nM,0\n");
    EXPECT_EQ(table.row_count(), 3U);
    EXPECT_EQ(table.schema.columns[0].values, (Names{"F", "M"}));
    EXPECT_EQ(table.schema.columns[1].values, (Names{"0", "2", "10"}));
    EXPECT_TRUE(table.schema.columns[1].bins.empty());
    EXPECT_EQ(table.cells, (Cells{1, 2, 0, 1, 1, 0}));
    EXPECT_EQ(table.row(1)[1], 1U);
}

TEST(ParseMicrodata, DoesNotLookAtTheOrderOfTheRows) {
    const CategoryTable one = parse("a,b\nx,1.5\ny,2\n10,3.25\n9,\n");
    const CategoryTable other = parse("a,b\n9,\n10,3.25\ny,2\nx,1.5\n");
    for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_EQ(one.schema.columns[j].values, other.schema.columns[j].values);
        EXPECT_EQ(one.schema.columns[j].bins, other.schema.columns[j].bins);
    }
    EXPECT_EQ(one.schema.columns[0].values, (Names{"9", "10", "x", "y"}));
}

TEST(ParseMicrodata, PutsTheMissingValueLast) {
    EXPECT_EQ(only_column(parse("a,b\nx,1\n,1\nb,1\n")).values, (Names{"b", "x", ""}));
    EXPECT_EQ(only_column(parse("a,b\n5,1\n,1\n \t,1\n3,1\n")).values, (Names{"3", "5", ""}));
    EXPECT_EQ(only_column(parse("a,b\n,1\n,2\n")).values, (Names{""}));
    const CategoryTable table = parse("a,b\n1.5,1\n,1\n2.5,1\n");
    EXPECT_EQ(only_column(table).values, (Names{"1.5", "2.5", ""}));
    EXPECT_EQ(only_column(table).bins.size(), 2U);
    EXPECT_EQ(table.cells[2], 2U);
}

TEST(ParseMicrodata, BinsWholeNumbersOfManyValues) {
    EXPECT_EQ(only_column(parse(numbers_below(256))).values.size(), 256U);
    const Column binned = only_column(parse(numbers_below(257)));
    EXPECT_EQ(binned.values.size(), 20U);
    EXPECT_EQ(binned.values[0], "0-12");
    EXPECT_EQ(binned.bins[0], (Bin{0, 12}));
    EXPECT_EQ(binned.decimals, 0);
    EXPECT_EQ(only_column(parse(numbers_below(10), {.max_distinct = 9, .bin_count = 2})).values,
              (Names{"0-4", "5-9"}));
}

TEST(ParseMicrodata, BinsDecimalsWithTheLongestOnesDecimals) {
    const CategoryTable table = parse("x\n1.5\n-2\n1e-2\n0.300\n", {.bin_count = 2});
    EXPECT_EQ(only_column(table).decimals, 3);
    EXPECT_EQ(only_column(table).bins, (std::vector<Bin>{{-2000, 10}, {300, 1500}}));
    EXPECT_EQ(only_column(table).values, (Names{"-2.000 to 0.010", "0.300-1.500"}));
    EXPECT_EQ(table.cells, (Cells{1, 0, 0, 1}));
}

TEST(ParseMicrodata, CutsDigitsThatDoNotFit) {
    const Column column = only_column(parse("x\n1000.5\n0.12345678901234567890\n"));
    EXPECT_EQ(column.decimals, 15);
    EXPECT_EQ(column.values, (Names{"0.123456789012345", "1000.500000000000000"}));
}

TEST(ParseMicrodata, TakesWholeNumbersWrittenAsDecimalsForWhole) {
    EXPECT_EQ(only_column(parse("age,b\n17.0,1\n,1\n 9.0,1\n17,1\n")).values, (Names{"9", "17", ""}));
}

TEST(ParseMicrodata, KeepsZerosInFrontAsText) {
    EXPECT_EQ(only_column(parse("zip\n04109\n10115\n")).values, (Names{"10115", "04109"}));
}

TEST(ParseMicrodata, TakesTheChosenColumnsInTheirOrder) {
    const CategoryTable table = parse("a,b,c\n1,x,3\n2,y,4\n", {.columns = {"c", "a"}});
    EXPECT_EQ(table.schema.columns[0].name, "c");
    EXPECT_EQ(table.cells, (Cells{0, 0, 1, 1}));
}

TEST(ParseMicrodata, ReadsQuotedFieldsAndOtherSeparators) {
    const CategoryTable table =
        parse("a;b\n\"say \"\"x\"\"\";1\n\"y;z\";2\n\"say \"\"x\"\"\";1\n", {.csv = {.separator = ';'}});
    EXPECT_EQ(only_column(table).values, (Names{"say \"x\"", "y;z"}));
    EXPECT_EQ(table.cells, (Cells{0, 0, 1, 1, 0, 0}));
}

TEST(ParseMicrodata, CodesManyDifferentTexts) {
    std::string text = "x\n";
    for (int i = 0; i < 5'000; ++i) text += "value number " + std::to_string(i % 2'500) + '\n';
    const CategoryTable table = parse(text);
    const Names& values = only_column(table).values;
    ASSERT_EQ(values.size(), 2'500U);
    for (std::size_t i = 0; i < 5'000; ++i)
        ASSERT_EQ(values[table.cells[i]], "value number " + std::to_string(i % 2'500));
}

Schema known_schema() {
    return {{{.name = "sex", .values = {"M", "F", "X"}},
             {.name = "age", .values = {"0-17", "18-99", ""}, .bins = {{0, 17}, {18, 99}}}}};
}

TEST(ParseMicrodata, KeepsToASchema) {
    const CategoryTable table =
        parse("sex,age,town\nF,17,a\nM,18,b\nM,,b\nM,18-99,a\nF,17.9,a\n", {.schema = known_schema()});
    EXPECT_EQ(only_column(table).values, (Names{"M", "F", "X"}));
    EXPECT_EQ(table.cells, (Cells{1, 0, 0, 0, 1, 1, 0, 2, 1, 0, 1, 0, 1, 0, 0}));
    EXPECT_EQ(table.schema.columns[2].values, (Names{"a", "b"}));
}

TEST(ParseMicrodata, FindsNumbersOfASchemaHoweverTheyAreWritten) {
    const Schema schema{{{.name = "kids", .values = {"0", "1", ""}}}};
    EXPECT_EQ(parse("kids,a\n 1,x\n1.0,x\n0,x\n ,x\n", {.columns = {"kids"}, .schema = schema}).cells,
              (Cells{1, 1, 0, 2}));
}

TEST(ParseMicrodata, ReadsItsOwnSchemaBack) {
    const std::string text = "x,y\n1000.5,a\n0.12345678901234567890,\n-3,b\n,b\n77,a\n";
    const CategoryTable first = parse(text, {.bin_count = 2});
    EXPECT_EQ(parse(text, {.schema = first.schema}).cells, first.cells);
}

TEST(ParseMicrodata, BinsByGivenEdges) {
    const std::vector<Decimal> edges{{0, 0}, {1000, 0}, {5000, 0}};
    const CategoryTable table = parse("income\n999\n1000\n5000\n0\n", {.edges = {{"income", edges}}});
    EXPECT_EQ(only_column(table).values, (Names{"0-999", "1000-5000"}));
    EXPECT_EQ(table.cells, (Cells{0, 1, 1, 0}));
    const CategoryTable cents = parse("income\n999.99\n", {.edges = {{"income", edges}}});
    EXPECT_EQ(only_column(cents).values, (Names{"0.00-999.99", "1000.00-5000.00"}));
    EXPECT_INPUT_ERROR(parse("income\n5\n5001\n", {.edges = {{"income", edges}}}),
                       R"(people.csv: row 2, column "income": expected a number from 0 to 5000, got "5001")");
    EXPECT_INPUT_ERROR(parse("income\n5\nmuch\n", {.edges = {{"income", edges}}}),
                       R"(people.csv: row 2, column "income": expected a number, got "much")");
}

TEST(ParseMicrodata, NamesWhatIsWrongWithAFile) {
    EXPECT_INPUT_ERROR(parse(""), "people.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(parse("a,b\n"), "people.csv: expected at least one row, got none");
    EXPECT_INPUT_ERROR(parse("a,a\n1,2\n"),
                       R"(people.csv: header: expected each column once, got "a" twice)");
    EXPECT_INPUT_ERROR(parse("a,\n1,2\n"), "people.csv: header: expected a name for column 2, got nothing");
    EXPECT_INPUT_ERROR(parse("a,b\n1,2\n1\n"), "people.csv: row 2: expected 2 fields, got 1");
    EXPECT_INPUT_ERROR(parse("a,b\n1,2,3\n"), "people.csv: row 1: expected 2 fields, got 3");
    EXPECT_INPUT_ERROR(parse("a\n\"1\n"),
                       "people.csv: line 2: expected a closing quote, got the end of the file");
    EXPECT_INPUT_ERROR(parse("id\n5\n12345678901234567890\n"),
                       R"(people.csv: row 2, column "id": expected a number below 2^62 in magnitude, )"
                       R"(got "12345678901234567890")");
    EXPECT_INPUT_ERROR(parse("a\n1\n", {.columns = {"b"}}),
                       R"(people.csv: header: expected a column "b", got none)");
    EXPECT_INPUT_ERROR(parse("a\n1\n", {.columns = {"a", "a"}}),
                       R"(people.csv: chosen columns: header: expected each column once, got "a" twice)");
}

TEST(ParseMicrodata, NamesWhatASchemaDoesNotKnow) {
    const MicrodataOptions options{.schema = known_schema()};
    EXPECT_INPUT_ERROR(parse("sex,age\nM,5\nW,5\n", options),
                       R"(people.csv: row 2, column "sex": expected one of "M", "F", "X", got "W")");
    EXPECT_INPUT_ERROR(parse("sex,age\nM,5\n,5\n", options),
                       R"(people.csv: row 2, column "sex": expected one of "M", "F", "X", got "")");
    EXPECT_INPUT_ERROR(parse("sex,age\nM,100\n", options),
                       R"(people.csv: row 1, column "age": expected a number in a bin of the schema )"
                       R"((0 to 99), got "100")");
    EXPECT_INPUT_ERROR(parse("sex\nM\n", options),
                       R"(people.csv: header: expected a column "age", got none)");
}

}  // namespace
}  // namespace drover
