#include <gtest/gtest.h>

#include <sstream>

#include <drover/tables/page.hpp>

#include "svg_check.hpp"

namespace drover {
namespace {

TableFit table(std::vector<std::string> columns, double tv) {
    TableFit fit;
    fit.name = "t";
    fit.columns = std::move(columns);
    fit.tv = tv;
    fit.exact.l1 = static_cast<Int128>(tv * 1000);
    fit.worst.values.assign(fit.columns.size(), "v");
    return fit;
}

HtmlReport pairs_report() {
    HtmlReport report;
    report.title = "Rows & <tables>";
    report.fit.rows = 48842;
    report.fit.tables = {table({"a", "b"}, 0.25), table({"a", "c<d"}, 0.5), table({"b", "c<d"}, 0.125),
                         table({"a"}, 0)};
    report.fit.worst_cells = {{.table = 1, .values = {"x", ""}, .rows = 1234, .target = 1200.5, .off = 33.5}};
    report.fit.distinct = {.count = 1'000'000, .exact = true};
    return report;
}

std::string html(const HtmlReport& report) {
    std::ostringstream out;
    write_html(out, report);
    return out.str();
}

// An XML reader accepts the page, too, except for its first line.
void expect_sound_page(const std::string& page) {
    ASSERT_EQ(page.rfind("<!DOCTYPE html>\n", 0), 0U);
    std::string body = page.substr(page.find('\n') + 1);
    body.erase(body.find("<style>"), body.find("</style>") + 8 - body.find("<style>"));
    EXPECT_EQ(xml_problem(body), "");
    for (const char* bad : {"<script", "href", "src=", "url(", "@import", " id=", "nan\"", "inf\""})
        EXPECT_FALSE(contains(page, bad)) << bad;
    EXPECT_EQ(occurrences(page, "http"), occurrences(page, "xmlns=\"http://www.w3.org/2000/svg\""));
}

TEST(HtmlReport, IsOneSoundPage) {
    const std::string page = html(pairs_report());
    expect_sound_page(page);
    EXPECT_EQ(page, html(pairs_report()));
    EXPECT_TRUE(contains(page, "<title>Rows &amp; &lt;tables&gt;</title>"));
    EXPECT_TRUE(contains(page, "<dt>rows</dt><dd>48,842</dd>"));
    EXPECT_TRUE(contains(page, "<dt>distinct rows</dt><dd>1,000,000</dd>"));
}

TEST(HtmlReport, MapsPairsAndPutsSingleColumnsOnTheDiagonal) {
    const std::string page = html(pairs_report());
    EXPECT_EQ(occurrences(page, "<title>a, c&lt;d: 0.5</title>"), 1U);
    EXPECT_EQ(occurrences(page, "<title>c&lt;d, a: 0.5</title>"), 1U);
    EXPECT_EQ(occurrences(page, "<title>a, a: 0</title>"), 1U);
    EXPECT_EQ(occurrences(page, "<title>b, b: no such table</title>"), 1U);
}

TEST(HtmlReport, ListsTablesWorstFirst) {
    const std::string page = html(pairs_report());
    EXPECT_LT(page.find("<td>t: a, c&lt;d</td>"), page.find("<td>t: a, b</td>"));
    HtmlReport many = pairs_report();
    many.fit.tables.assign(91, table({"a", "b", "c"}, 0.5));
    EXPECT_EQ(occurrences(html(many), "<td>t: a, b, c</td>"), 20U);
    EXPECT_TRUE(contains(html(many), "71 more, each with a total variation of at most 0.5."));
}

TEST(HtmlReport, NamesWorstCells) {
    EXPECT_TRUE(contains(html(pairs_report()),
                         "<td>a=x, c&lt;d=(missing)</td><td class=\"n\">1,234</td>"
                         "<td class=\"n\">1200.5</td><td class=\"n\">33.5</td>"));
    HtmlReport exact = pairs_report();
    exact.fit.worst_cells.clear();
    EXPECT_TRUE(contains(html(exact), "Every cell has exactly the rows it should have."));
}

TEST(HtmlReport, DrawsNoMapForFewPairsOrSingleColumnsOnly) {
    HtmlReport report = pairs_report();
    report.fit.tables = {table({"a"}, 0.1), table({"b"}, 0.2)};
    report.fit.worst_cells.clear();
    expect_sound_page(html(report));
    EXPECT_FALSE(contains(html(report), "<svg"));
    report.fit.tables = {table({"a", "b"}, 0.1)};
    expect_sound_page(html(report));
    EXPECT_FALSE(contains(html(report), "<svg"));
}

TEST(HtmlReport, ShowsWhatIsKnownOnly) {
    HtmlReport report = pairs_report();
    for (const char* absent :
         {"Error against rows", "Margins", "Options", "Digests", "one of the data", "rows in unknown cells"})
        EXPECT_FALSE(contains(html(report), absent)) << absent;
    report.margins = MarginFit{.steps = 5000, .positive = 7};
    report.course = {{.rows = 10, .mean_tv = 0.5}, {.rows = 1000, .mean_tv = 0.01}};
    report.share_in_data = 0.125;
    report.options = {{"--zeros", "hard"}};
    report.digests = {{"rows.csv", "ab12"}};
    report.notes = {"A < B."};
    report.fit.tables[0].unknown_rows = 3;
    const std::string page = html(report);
    expect_sound_page(page);
    for (const char* present :
         {"7 of 5,000 steps", "1/\u221AT", "<dd>12.5 %</dd>", "<dt>--zeros</dt><dd>hard</dd>",
          "<dt>rows.csv</dt><dd>ab12</dd>", "<p>A &lt; B.</p>", "rows in unknown cells"})
        EXPECT_TRUE(contains(page, present)) << present;
}

TEST(HtmlReport, CourseMayReachZero) {
    HtmlReport report = pairs_report();
    report.course = {{.rows = 1, .mean_tv = 0.5}, {.rows = 2, .mean_tv = 0}};
    EXPECT_TRUE(contains(html(report), "not positive on a log axis"));
    report.course = {{.rows = 5, .mean_tv = 0}, {.rows = 9, .mean_tv = 0}};
    EXPECT_TRUE(contains(html(report), "Error against rows"));
}

}  // namespace
}  // namespace drover
