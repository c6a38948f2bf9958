#include <sstream>

#include <drover/report/report.hpp>
#include <drover/report/text_width.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::string written(const TextTable& table, std::size_t columns) {
    std::ostringstream out;
    set_text_width(out, columns);
    table.write(out);
    return out.str();
}

std::string written(const Report& report, std::size_t columns) {
    std::ostringstream out;
    set_text_width(out, columns);
    write_text(out, report);
    return out.str();
}

std::size_t widest_line(const std::string& text) {
    std::istringstream lines{text};
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, character_count(line));
    return widest;
}

TextTable worst_tables() {
    TextTable table{{"table", "tv", "l1 (rows)", "worst cell (rows)", "where"}};
    table.add({"age_x_hours-per-week", "0.0995", "398", "3", "age=2, hours-per-week=29"});
    table.add({"age_x_sex", "0.01", "2", "1", "age=5, sex=Male"});
    return table;
}

TEST(TextWidth, BelongsToTheStream) {
    std::ostringstream out;
    EXPECT_EQ(text_width(out), 0U);
    set_text_width(out, 80);
    EXPECT_EQ(text_width(out), 80U);
    std::ostringstream other;
    EXPECT_EQ(text_width(other), 0U);
    other.copyfmt(out);
    EXPECT_EQ(text_width(other), 80U);
}

TEST(Folded, BreaksLongLinesAtSpaces) {
    EXPECT_EQ(folded("one two three four", 9), "one two\nthree\nfour");
    EXPECT_EQ(folded("  one two three\nfour\n", 9), "  one two\n  three\nfour\n");
    EXPECT_EQ(folded("one two three four", 9, 2), "one two\n  three\n  four");
    EXPECT_EQ(folded("one two", 0), "one two");
    EXPECT_EQ(folded("", 5), "");
    EXPECT_EQ(folded("\n\n", 5), "\n\n");
}

TEST(Folded, NeverBreaksWords) {
    EXPECT_EQ(folded("a sixty-four b", 5), "a\nsixty-four\nb");
    EXPECT_EQ(folded("sixty-four", 5), "sixty-four");
    EXPECT_EQ(folded("\xC3\xA9t\xC3\xA9 \xC3\xA9t\xC3\xA9", 7), "\xC3\xA9t\xC3\xA9 \xC3\xA9t\xC3\xA9");
}

TEST(WriteText, FoldsValuesBesideTheirLabels) {
    Report report;
    report.add("a", "search", std::string{"coordinate ascent from fresh starts"});
    report.add("b", "rows", std::int64_t{10});
    EXPECT_EQ(written(report, 30), "search  coordinate ascent from\n        fresh starts\nrows    10\n");
    EXPECT_EQ(written(report, 0), written(report, 80));
}

TEST(WriteText, PutsLongWordsBelowTheirLabels) {
    Report report;
    report.add("a", "mean error", std::int64_t{1});
    report.add("b", "digest", std::string(24, 'f'));
    EXPECT_EQ(written(report, 30), "mean error  1\ndigest\n    " + std::string(24, 'f') + "\n");
}

TEST(TextTable, IsAsWideAsItNeedsWithoutAWidth) {
    EXPECT_EQ(written(worst_tables(), 0),
              "table                     tv  l1 (rows)  worst cell (rows)                     where\n"
              "age_x_hours-per-week  0.0995        398                  3  age=2, hours-per-week=29\n"
              "age_x_sex               0.01          2                  1           age=5, sex=Male\n");
    EXPECT_EQ(written(worst_tables(), 84), written(worst_tables(), 0));
}

TEST(TextTable, BreaksHeadersFirst) {
    EXPECT_EQ(written(worst_tables(), 72),
              "                                         worst\n"
              "                                   l1     cell\n"
              "table                     tv   (rows)   (rows)                     where\n"
              "age_x_hours-per-week  0.0995      398        3  age=2, hours-per-week=29\n"
              "age_x_sex               0.01        2        1           age=5, sex=Male\n");
}

TEST(TextTable, BreaksTheWidestColumnsNext) {
    EXPECT_EQ(written(worst_tables(), 64),
              "                                       worst\n"
              "                                  l1    cell\n"
              "table                     tv  (rows)  (rows)               where\n"
              "age_x_hours-per-week  0.0995     398       3              age=2,\n"
              "                                               hours-per-week=29\n"
              "age_x_sex               0.01       2       1     age=5, sex=Male\n");
}

TEST(TextTable, FitsAnyWidth) {
    for (std::size_t columns = 26; columns < 100; ++columns)
        EXPECT_LE(widest_line(written(worst_tables(), columns)), columns) << columns;
}

TEST(TextTable, FollowsWithFurtherTablesWhereAllIsTooNarrow) {
    TextTable table{{"name", "first", "second", "third"}};
    table.add({"a", "100000", "200000", "300000"});
    EXPECT_EQ(written(table, 20),
              "name   first  second\n"
              "a     100000  200000\n"
              "\n"
              "name   third\n"
              "a     300000\n");
}

}  // namespace
}  // namespace drover
