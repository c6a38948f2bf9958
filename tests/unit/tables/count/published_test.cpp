#include <drover/tables/count/published.hpp>

#include "expect.hpp"

namespace drover::published_tables_test {
namespace {

const CategoryTable people = microdata_of("a,b\nx,1\nx,2\ny,1\nx,1\n", "people.csv");

TEST(PublishedTables, AreTextsWithTheirSummaries) {
    const std::vector<PublishedTable> made = tables(people);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].name, "a_x_b");
    EXPECT_EQ(made[0].columns, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(made[0].csv, "a,b,count\nx,1,2\nx,2,1\ny,1,1\n");
    EXPECT_EQ(made[0].summary.cell_count, 4U);
    EXPECT_EQ(made[0].summary.total, 4);
}

TEST(PublishedTables, RoundAndSuppress) {
    const PublishOptions options{.choice = {.order = 1}, .writer = {.round = 2, .suppress_below = 2}};
    const std::vector<PublishedTable> made = tables(people, options);
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0].csv, "a,count\nx,4\ny,\n");
    EXPECT_EQ(made[0].summary.suppressed_count, 1U);
}

TEST(PublishedTables, SumWeightsAsDecimals) {
    const TableChoice choice{.order = 1, .weight = "w"};
    const CategoryTable rows = microdata_of("a,w\nx,1.5\nx,2\ny,0.125\nz,1/3\n", "people.csv", choice);
    const std::vector<PublishedTable> made = tables(rows, {.choice = choice});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].csv, "a,count\nx,3.5\ny,0.125\nz,1/3\n");
    EXPECT_EQ(made[0].summary.total, parse_rational("3.625") + parse_rational("1/3"));
    EXPECT_EQ(tables(rows, {.choice = choice, .writer = {.round = 1, .suppress_below = 1}})[0].csv,
              "a,count\nx,3.5\ny,\nz,\n");
    EXPECT_EQ(tables(rows, {.choice = choice, .writer = {.round = 5}})[0].csv, "a,count\nx,5\n");
}

TEST(PublishedTables, NamesAreKnownBeforehand) {
    EXPECT_EQ(published_names(people, {.choice = {.order = 1}}, "people.csv"),
              (std::vector<std::string>{"a", "b"}));
}

TEST(PublishedTables, StopWhenAsked) {
    StopFlag stop;
    stop.request_stop();
    std::size_t taken = 0;
    const PublishOptions options{.control = {.stop = &stop}};
    EXPECT_FALSE(tables(people, options, "people.csv", [&](const PublishedTable&) { ++taken; }));
    EXPECT_EQ(taken, 0U);
}

TEST(PublishedTables, RefuseColumnsThatTablesUseThemselves) {
    EXPECT_INPUT_ERROR(tables(microdata_of("a,se\nx,1\n", "people.csv"), {}, "people.csv"),
                       "people.csv: header: expected no column named count, p or se, which tables use "
                       "themselves, got \"se\"; columns can leave it out");
}

}  // namespace
}  // namespace drover::published_tables_test
