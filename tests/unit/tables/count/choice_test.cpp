#include <drover/tables/count/choice.hpp>

#include "expect.hpp"

namespace drover::table_choice_test {
namespace {

constexpr const char* people = "a,b,c\nx,1,u\nx,2,u\ny,1,v\nx,1,u\n";

using Tables = std::vector<std::vector<std::size_t>>;

TEST(TableChoice, TakesAllPairsByDefault) {
    const CategoryTable rows = microdata_of(people, "people.csv");
    EXPECT_EQ(rows.row_count(), 4U);
    EXPECT_EQ(chosen_tables({}, rows.schema), (Tables{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(TableChoice, FurtherTablesComeOnceAndBringTheirColumns) {
    const TableChoice choice{.order = 1, .columns = {"a"}, .also = {{"c", "a"}, {"a"}}};
    const CategoryTable rows = microdata_of(people, "people.csv", choice);
    EXPECT_EQ(rows.column_count(), 2U);
    EXPECT_EQ(chosen_tables(choice, rows.schema), (Tables{{0}, {1, 0}}));
}

TEST(TableChoice, RefusesWhatIsNotThere) {
    const CategoryTable rows = microdata_of(people, "people.csv");
    EXPECT_INPUT_ERROR(chosen_tables({.order = 4}, rows.schema),
                       "order: expected 0 to 3, the number of columns, got 4");
    EXPECT_INPUT_ERROR(chosen_tables({.order = 0}, rows.schema),
                       "order: expected tables by also for order 0, got none");
    EXPECT_INPUT_ERROR(chosen_tables({.also = {{"d"}}}, rows.schema),
                       "also: expected columns of the microdata, got \"d\"");
}

TEST(TableChoice, CountsTheRows) {
    const TableSet set = tables_of(microdata_of(people, "people.csv"));
    EXPECT_TRUE(set.from_microdata);
    ASSERT_EQ(set.tables.size(), 3U);
    EXPECT_EQ(set.tables[0].name, "a_x_b");
    EXPECT_EQ(set.tables[0].counts, (std::vector<Rational>{2, 1, 1, 0}));
}

TEST(TableChoice, WeightsCountPeopleInsteadOfRows) {
    const TableChoice choice{.order = 1, .weight = "w"};
    const CategoryTable rows = microdata_of("a,w\nx,1.5\ny,2\nx,0.25\n", "people.csv", choice);
    EXPECT_EQ(rows.column_count(), 1U);
    EXPECT_EQ(rows.weights, (std::vector<Rational>{Rational{3, 2}, 2, Rational{1, 4}}));
    const TableSet set = tables_of(rows, choice);
    EXPECT_EQ(set.tables[0].counts, (std::vector<Rational>{Rational{7, 4}, 2}));
    EXPECT_TRUE(set.weighted);
    EXPECT_EQ(set.row_count, 3);
}

TEST(TableChoice, RefusesWeightsThatCannotBe) {
    const auto read = [](const char* text, const TableChoice& choice) {
        return microdata_of(text, "people.csv", choice);
    };
    EXPECT_INPUT_ERROR(read("a\nx\n", {.weight = "w"}),
                       R"(people.csv: header: expected a column "w", got none)");
    EXPECT_INPUT_ERROR(read("w\n1\n", {.weight = "w"}),
                       R"(people.csv: expected columns other than the weight "w", got none)");
    EXPECT_INPUT_ERROR(
        read("a,w\nx,1\n", {.columns = {"a", "w"}, .weight = "w"}),
        R"(people.csv: expected columns other than the weight "w", got it among the chosen columns)");
    EXPECT_INPUT_ERROR(read("a,w\nx,1\ny,\n", {.weight = "w"}),
                       R"(people.csv: row 2, column "w": expected a number, got "")");
    EXPECT_INPUT_ERROR(read("a,w\nx,-1\n", {.weight = "w"}),
                       R"(people.csv: row 1, column "w": expected a weight of at least 0, got "-1")");
    EXPECT_INPUT_ERROR(read("a,w\nx,0\ny,0.0\n", {.weight = "w"}),
                       R"(people.csv: column "w": expected a weight above 0, got none)");
}

TEST(TableChoice, EveryTableGetsTheColumnOfTheStrata) {
    const CategoryTable rows = microdata_of(people, "people.csv");
    const TableSet set = tables_of(rows, {.by = "c"});
    ASSERT_EQ(set.tables.size(), 3U);  // abc, ac, bc
    EXPECT_EQ(set.tables[0].columns, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_INPUT_ERROR(tables_of(rows, {.by = "d"}), "by: expected a column of the tables, got \"d\"");
}

TEST(TableChoice, LargeTablesAreRefusedOrLeftOut) {
    const CategoryTable rows = microdata_of("a,b\n1,u\n2,u\n3,u\n", "people.csv");
    EXPECT_INPUT_ERROR(tables_of(rows, {.order = 1, .max_cells = 2}, "people.csv"),
                       "people.csv: expected tables of at most 2 cells, got 1 larger; columns can leave "
                       "columns out, max_cells allows more");
    const TableSet set = tables_of(rows, {.order = 1, .max_cells = 2, .leave_out_large = true});
    EXPECT_EQ(set.left_out, 1);
    EXPECT_EQ(set.tables.size(), 1U);
}

TEST(TableChoice, NamesOfTablesAreFitForFilesAndDiffer) {
    Schema schema;
    for (const char* name : {"a b", "a/b", "\xC3\xA9t\xC3\xA9"}) schema.columns.push_back({.name = name});
    EXPECT_EQ(table_names({{0}, {1}, {2}, {0, 2}}, schema),
              (std::vector<std::string>{"a-b", "a-b_2", "\xC3\xA9t\xC3\xA9", "a-b_x_\xC3\xA9t\xC3\xA9"}));
}

}  // namespace
}  // namespace drover::table_choice_test
