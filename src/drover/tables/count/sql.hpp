#pragma once

#include <drover/tables/count/choice.hpp>

namespace drover {

/// Ansi: nothing but GROUP BY and UNION ALL, for any database; the others count in one pass (GROUPING SETS).
enum class SqlDialect { ansi, duckdb, postgres };

struct SqlOptions {
    TableChoice choice = {};  ///< its columns, in the words of the database, have to be named
    SqlDialect dialect = SqlDialect::ansi;
    std::int64_t suppress_below = 0;  ///< counts above 0 and below it are left blank
};

/// One statement that counts the tables of the choice where the rows are. Its result is what grouped_tables
/// reads. `table` is one name or several with dots between them, each perhaps in double quotes; every name is
/// quoted in the statement. Values come as their texts, NULL as the empty one. Throws InputError for
/// invalid names.
std::string tables_sql(const std::string& table, const SqlOptions& options);

}  // namespace drover
