#include <drover/tables/names.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover {
namespace {

TEST(Names, AreAListOfACsvLine) {
    EXPECT_EQ(parse_names("columns", R"(age,"sex, at birth")"),
              (std::vector<std::string>{"age", "sex, at birth"}));
    EXPECT_INPUT_ERROR(parse_names("columns", "age,age"),
                       "columns: expected each column once, got \"age\" twice");
    EXPECT_INPUT_ERROR(parse_names("columns", "age,"),
                       "columns: expected each column once, got an empty name");
    EXPECT_INPUT_ERROR(parse_names("columns", ""),
                       "columns: expected column names separated by commas, got \"\"");
}

TEST(Names, ValuesComeAfterTheFirstEqualsSign) {
    EXPECT_EQ(parse_values("where", "age=0-15,note=a=b"), (NamedValues{{"age", "0-15"}, {"note", "a=b"}}));
    EXPECT_INPUT_ERROR(parse_values("where", "age"), "where: expected COLUMN=VALUE, got \"age\"");
}

TEST(Names, AreFoundInTheSchema) {
    const Schema schema = testing::region_tables().schema;
    EXPECT_EQ(find_values("where", {{"sex", "M"}, {"region", "N"}}, schema), (Combination{{2, 1}, {0, 0}}));
    EXPECT_INPUT_ERROR(
        find_values("where", {{"town", "N"}}, schema),
        "where: expected a column of the tables, \"region\", \"age\" or \"sex\", got \"town\"");
    EXPECT_INPUT_ERROR(find_values("where", {{"sex", "X"}}, schema),
                       "where: expected a value of column \"sex\", \"F\" or \"M\", got \"X\"");
    EXPECT_INPUT_ERROR(find_values("where", {{"sex", "M"}, {"sex", "F"}}, schema),
                       "where: expected column \"sex\" once, got it twice");
}

TEST(Names, APartWithoutTablesNamesTheOption) {
    const TableSet tables = drover::tables_of(std::vector<TableText>{{"a.csv", "a,count\nx,1\ny,2\n"}});
    EXPECT_THROW(part_where(tables, {{0, 0}}), InputError);
    try {
        part_where(tables, {{0, 0}});
    } catch (const InputError& error) {
        EXPECT_EQ(std::string{error.what()}.rfind("where: ", 0), 0U) << error.what();
    }
}

}  // namespace
}  // namespace drover
