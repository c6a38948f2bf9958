#include <drover/data/csv.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Fields = std::vector<std::string>;

TEST(ParseCsvRecords, TakesQuotesLineEndsAndByteOrderMark) {
    const auto records = parse_csv_records(
        "\xEF\xBB\xBF"
        "a,\"b,\"\"c\"\"\"\r\n\n\"two\nlines\",\rlast,x",
        "f.csv");
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(records[0].fields, (Fields{"a", "b,\"c\""}));
    EXPECT_EQ(records[1].fields, (Fields{"two\nlines", ""}));
    EXPECT_EQ(records[1].line, 3U);
    EXPECT_EQ(records[2].fields, (Fields{"last", "x"}));
    EXPECT_EQ(records[2].line, 5U);
}

TEST(ParseCsvRecords, NamesTheLineOfABadQuote) {
    EXPECT_INPUT_ERROR(parse_csv_records("a\n\"b", "f.csv"),
                       "f.csv: line 2: expected a closing quote, got the end of the file");
}

TEST(ParseCsvRecords, RefusesWhatIsNotUtf8) {
    for (const std::string bad :
         {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xC3"}) {
        EXPECT_INPUT_ERROR(parse_csv_records("a\n" + bad, "f.csv"),
                           "f.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8");
    }
    EXPECT_EQ(parse_csv_records("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\x91", "f.csv")[0].fields[0].size(), 9U);
}

TEST(ParseCsvRecords, TakesAnotherSeparator) {
    const auto records = parse_csv_records("a;b,c\n", "f.csv", {.separator = ';'});
    EXPECT_EQ(records[0].fields, (Fields{"a", "b,c"}));
    EXPECT_EQ(parse_csv("a\tb\n0\t1\n", "f.csv", {.separator = '\t'}).header, (Fields{"a", "b"}));
}

TEST(ParseCsv, RowsCountFromOneBelowTheHeader) {
    const CsvTable table = parse_csv("a,b\n0,1\n", "f.csv");
    EXPECT_EQ(table.header, (Fields{"a", "b"}));
    EXPECT_EQ(to_text(table.place(0, 1)), "f.csv: row 1, column \"b\"");
}

TEST(ParseCsv, RefusesRaggedRowsAndBadHeaders) {
    EXPECT_INPUT_ERROR(parse_csv("a,b\n0,1\n0\n", "f.csv"), "f.csv: row 2: expected 2 fields, got 1");
    EXPECT_INPUT_ERROR(parse_csv("", "f.csv"), "f.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(parse_csv("a,a\n", "f.csv"),
                       "f.csv: header: expected each column once, got \"a\" twice");
}

TEST(ParseHeadlessCsv, NamesTheColumnsOfTheFirstLineOn) {
    const CsvTable table = parse_headless_csv("0,1\n2,3\n", "f.csv", {"a", "b"});
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].fields, (Fields{"0", "1"}));
    EXPECT_EQ(to_text(table.place(0, 1)), "f.csv: row 1, column \"b\"");
    EXPECT_TRUE(parse_headless_csv("", "f.csv", {"a", "b"}).rows.empty());
    EXPECT_INPUT_ERROR(parse_headless_csv("0,1\n2\n", "f.csv", {"a", "b"}),
                       "f.csv: row 2: expected 2 fields, got 1");
}

TEST(CsvField, ReadsBackAsItWas) {
    for (const std::string text : {"plain", "", "a,b", "say \"hi\"", "two\nlines", "\xC3\xA9"}) {
        const auto records = parse_csv_records(csv_field(text) + ",end\n", "f.csv");
        EXPECT_EQ(records[0].fields, (Fields{text, "end"}));
    }
}

TEST(CsvField, KeepsAByteOrderMarkAtTheFrontOfAFile) {
    const std::string marked =
        "\xEF\xBB\xBF"
        "a";
    EXPECT_EQ(parse_csv_records(csv_field(marked) + ",b\n", "f.csv")[0].fields, (Fields{marked, "b"}));
}

}  // namespace
}  // namespace drover
