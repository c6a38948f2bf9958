#pragma once

#include <drover/core/choice.hpp>
#include <drover/tables/count/choice.hpp>

namespace drover {

/// Ansi: only GROUP BY and UNION ALL, for any database; the others count in one pass (GROUPING SETS).
enum class SqlDialect { ansi, duckdb, postgres };
inline constexpr Choice<SqlDialect> sql_dialects[]{
    {"ansi", SqlDialect::ansi}, {"duckdb", SqlDialect::duckdb}, {"postgres", SqlDialect::postgres}};

struct SqlOptions {
    TableChoice choice = {};  ///< its columns must be given by their names in the database
    SqlDialect dialect = SqlDialect::ansi;
    std::int64_t suppress_below = 0;  ///< counts above 0 and below it are left blank
};

/// One statement that counts the tables of the choice in the database. grouped_tables reads its result.
/// `table` is a name or several separated by dots, each optionally in double quotes; every name is quoted in
/// the statement. Values come as their texts, NULL as the empty one. Throws InputError for invalid names.
std::string tables_sql(const std::string& table, const SqlOptions& options);

}  // namespace drover
