#include <gtest/gtest.h>

#include <drover/data/category_table.hpp>
#include <drover/data/coded_rows.hpp>

#include "expect.hpp"

namespace drover::coded_rows_test {
namespace {

using Row = std::vector<std::uint32_t>;

Column plain(const std::string& name, std::vector<std::string> values) {
    return {.name = name, .values = std::move(values), .bins = {}, .decimals = 0};
}

Schema two_columns() { return {{plain("sex", {"f", "m"}), plain("town", {"A, B", "", "C"})}}; }

std::vector<Row> coded(std::string_view text, const Schema& schema, CsvOptions options = {}) {
    CodedRows rows{text, "r.csv", schema, options};
    std::vector<Row> all;
    while (rows.next()) all.push_back(rows.row());
    return all;
}

TEST(CodedRows, AreInTheOrderOfTheSchemaWhateverTheFileHas) {
    EXPECT_EQ(coded("town,id,sex\nC,1,m\n\"A, B\",2,f\n,3,f\n", two_columns()),
              (std::vector<Row>{{1, 2}, {0, 0}, {0, 1}}));
    EXPECT_EQ(coded("town;sex\nC;m\n", two_columns(), {.separator = ';'}), (std::vector<Row>{{1, 2}}));
}

TEST(CodedRows, ValuesNotInTheSchemaAreUnknown) {
    CodedRows rows{"sex,town\nm,C\nx,D\n", "r.csv", two_columns()};
    ASSERT_TRUE(rows.next());
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.row(), (Row{unknown_category, unknown_category}));
    EXPECT_EQ(rows.field(1), "D");
    EXPECT_EQ(rows.row_number(), 2);
    EXPECT_FALSE(rows.next());
}

TEST(CodedRows, FirstValueMayBeMissing) {
    EXPECT_EQ(coded("sex,town\n,\n", two_columns()), (std::vector<Row>{{unknown_category, 1}}));
}

TEST(CodedRows, NumbersFallIntoTheirBin) {
    const Schema schema{{{.name = "x",
                          .values = {"0.0-1.4", "1.5-9.9", ""},
                          .bins = {{.first = 0, .last = 14}, {.first = 15, .last = 99}},
                          .decimals = 1}}};
    EXPECT_EQ(coded("x,y\n0,\n1.4,\n1.5,\n9.90,\n1.5-9.9,\n,\n", schema),
              (std::vector<Row>{{0}, {0}, {1}, {1}, {1}, {2}}));
    EXPECT_EQ(coded("x\n-0.1\n10\nten\n1e99\n", schema), (std::vector<Row>(4, {unknown_category})));
}

TEST(CodedRows, NumbersAreKnownByTheirPlainName) {
    EXPECT_EQ(coded("n\n 17.0\n18\n17.5\n \n", Schema{{plain("n", {"17", "18", ""})}}),
              (std::vector<Row>{{0}, {1}, {unknown_category}, {2}}));
}

TEST(CodedRows, AreThoseOfReadMicrodata) {
    const std::string text = "a,b,c\nx,1.25,7\ny,3.5,\n,-2,7\nx,0.125,8\n";
    const CategoryTable table = parse_microdata(text, "m.csv", {.max_distinct = 1, .bin_count = 2});
    CodedRows rows{text, "m.csv", table.schema};
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        ASSERT_TRUE(rows.next());
        EXPECT_TRUE(std::equal(rows.row().begin(), rows.row().end(), table.row(r).begin())) << r;
    }
}

TEST(CodedRows, NameWhatIsWrong) {
    EXPECT_INPUT_ERROR(coded("", two_columns()), "r.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(coded("sex,age\n", two_columns()),
                       "r.csv: header: expected a column \"town\", got none");
    EXPECT_INPUT_ERROR(coded("sex,town,sex\n", two_columns()),
                       "r.csv: header: expected each column once, got \"sex\" twice");
    EXPECT_INPUT_ERROR(coded("sex,town\nm,C\nm\n", two_columns()), "r.csv: row 2: expected 2 fields, got 1");
}

TEST(CsvHeader, IsTheFirstRecord) {
    EXPECT_EQ(csv_header("a,\"b,c\"\n1,2\n", "r.csv"), (std::vector<std::string>{"a", "b,c"}));
    EXPECT_INPUT_ERROR(csv_header("\n", "r.csv"), "r.csv: expected a header line, got an empty file");
}

}  // namespace
}  // namespace drover::coded_rows_test
