#include <sstream>

#include <drover/tables/input.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover {
namespace {

const std::vector<TableText> people{{"people.csv", "a,b\nx,1\ny,2\n"}};

TEST(Input, OneTextWithoutCountsIsMicrodata) {
    EXPECT_TRUE(is_microdata(people));
    EXPECT_FALSE(is_microdata(testing::region_texts()));
    EXPECT_EQ(input_text(tables_of(people)), "microdata, 2 rows of 2 columns");
    EXPECT_EQ(input_text(testing::region_tables()), "2 tables over 3 columns");
}

TEST(Input, MayBeDeclared) {
    EXPECT_INPUT_ERROR(tables_of(people, {.kind = InputKind::tables}),
                       "people.csv: header: expected a column count or p, got neither");
    const std::vector<TableText> table{{"t.csv", "a,count\nx,1\ny,2\n"}};
    EXPECT_TRUE(tables_of(table, {.kind = InputKind::microdata}).from_microdata);
    EXPECT_INPUT_ERROR(tables_of(testing::region_texts(), {.kind = InputKind::microdata}),
                       "expected one file of microdata, got 2");
}

TEST(Input, MayComeFromStreams) {
    std::istringstream in{"a,count\nx,1\ny,2\n"};
    const TableText text = text_of(in, "folder/t.csv");
    EXPECT_EQ(tables_of(std::span{&text, 1}).tables[0].name, "t");
}

TEST(Input, TakesTheSchemaAndTheSeparator) {
    const SchemaFile schema = parse_schema(
        R"({"format":"drover.schema/1","columns":[{"name":"a","values":["z","y","x"]}]})", "schema.json");
    const std::vector<TableText> table{{"t.csv", "a;count\nx;1\ny;2\n"}};
    const TableSet set = tables_of(table, {.csv = {.separator = ';'}, .schema = schema});
    EXPECT_EQ(set.tables[0].counts, (std::vector<Rational>{0, 2, 1}));
    EXPECT_TRUE(tables_of(table, {.csv = {.separator = ';'}, .absent_unknown = true, .schema = schema})
                    .tables[0]
                    .has_unknown());
}

TEST(Input, OneColumnOfMicrodataIsAWrongSeparator) {
    EXPECT_INPUT_ERROR(tables_of(std::vector<TableText>{{"people.csv", "a;b\nx;1\n"}}),
                       "people.csv: expected columns separated by \",\" (separator), got one column");
}

}  // namespace
}  // namespace drover
