#include <drover/tables/count/sql.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(TablesSql, CountsTableByTableInAnyDatabase) {
    EXPECT_EQ(
        tables_sql("people", {.choice = {.order = 1, .columns = {"a", "b"}}}),
        "SELECT 'a' AS \"grouping\", COALESCE(CAST(\"a\" AS VARCHAR(1000)), '') AS \"a\", '' AS \"b\", "
        "CAST(COUNT(*) AS BIGINT) AS \"count\"\nFROM \"people\"\nGROUP BY COALESCE(CAST(\"a\" AS "
        "VARCHAR(1000)), '')\nUNION ALL\nSELECT 'b' AS \"grouping\", '' AS \"a\", COALESCE(CAST(\"b\" AS "
        "VARCHAR(1000)), '') AS \"b\", CAST(COUNT(*) AS BIGINT) AS \"count\"\nFROM \"people\"\nGROUP BY "
        "COALESCE(CAST(\"b\" AS VARCHAR(1000)), '')\nORDER BY 1, 2, 3;\n");
}

TEST(TablesSql, CountsInOnePassWhereItCan) {
    const SqlOptions options{.choice = {.order = 2, .columns = {"a", "b", "c"}},
                             .dialect = SqlDialect::duckdb};
    const std::string statement = tables_sql("people", options);
    EXPECT_NE(
        statement.find("CASE GROUPING(\"a\", \"b\", \"c\")\n           WHEN 1 THEN 'a,b'\n           WHEN 2 "
                       "THEN 'a,c'\n           WHEN 4 THEN 'b,c'\n"),
        std::string::npos)
        << statement;
    EXPECT_NE(statement.find("GROUPING SETS ((\"a\", \"b\"), (\"a\", \"c\"), (\"b\", \"c\"))"),
              std::string::npos);
    SqlOptions many{.choice = {.order = 1}, .dialect = SqlDialect::postgres};
    for (int j = 0; j < 32; ++j) many.choice.columns.push_back("c" + std::to_string(j));
    EXPECT_EQ(tables_sql("people", many).find("GROUPING SETS"), std::string::npos);
}

TEST(TablesSql, QuotesEveryName) {
    const std::string statement =
        tables_sql("census.\"my \"\"people\"\".csv\"",
                   {.choice = {.order = 1, .columns = {"it's \"so\""}, .weight = "w\"w"}});
    EXPECT_NE(statement.find("FROM \"census\".\"my \"\"people\"\".csv\"\n"), std::string::npos) << statement;
    EXPECT_NE(statement.find("SELECT '\"it''s \"\"so\"\"\"' AS"), std::string::npos) << statement;
    EXPECT_NE(statement.find("SUM(\"w\"\"w\") AS \"count\""), std::string::npos) << statement;
}

TEST(TablesSql, RefusesNamesThatAreNone) {
    const SqlOptions options{.choice = {.order = 1, .columns = {"a"}}};
    for (const char* name : {"", ".", "a.", "a..b", "\"a", "a\"b", "\"\"", "\"a\"b"}) {
        EXPECT_INPUT_ERROR(tables_sql(name, options),
                           "table: expected the name of a table, optionally qualified with dots, got \"" +
                               std::string{name} + "\"");
    }
    EXPECT_INPUT_ERROR(tables_sql("t", {}), "table: expected columns, got none");
    EXPECT_INPUT_ERROR(
        tables_sql("t", {.choice = {.order = 1, .columns = {"grouping"}}}),
        "table: expected no column named grouping, count, p or se, which the result uses itself, got "
        "\"grouping\"");
    EXPECT_INPUT_ERROR(tables_sql("t", {.choice = {.order = 1, .columns = {"w"}, .weight = "w"}}),
                       "weight: expected none of the columns, got \"w\"");
    EXPECT_INPUT_ERROR(tables_sql("t", {.choice = {.order = 3, .columns = {"a", "b"}}}),
                       "order: expected 0 to 2, the number of columns, got 3");
}

}  // namespace
}  // namespace drover
