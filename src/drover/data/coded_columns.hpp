#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/data/category_table.hpp>

namespace drover {

/// A column as data frames keep it: texts, and which of them each row has. A text that comes again is the
/// same one, a text of no row does not count; the empty text is the missing value.
struct CodedColumn {
    std::string name;
    std::vector<std::string> texts;
    std::span<const std::uint32_t> codes;
};

/// What parse_microdata makes of the same texts as CSV, without the CSV. `name` is that of the data, for
/// messages. Throws InputError naming it, the row and the column.
CategoryTable code_columns(std::span<const CodedColumn> columns, const std::string& name,
                           const MicrodataOptions& options = {});

/// The different values of a column, and how many rows have each.
struct CountedValues {
    std::string name;
    std::vector<std::string> texts;
    std::vector<std::int64_t> counts;
};

/// The schema that code_columns gives to rows with these values, in whatever order: what a column becomes is
/// decided by its values and their counts. For data in parts, whose values are counted part by part.
Schema schema_of(std::span<const CountedValues> columns, const std::string& name,
                 const MicrodataOptions& options = {});

/// As many rows in each column, at least one; every code one of its texts. Throws InputError naming the
/// column.
std::size_t checked_row_count(std::span<const CodedColumn> columns, const std::string& name);
std::vector<std::string> names_of(std::span<const CodedColumn> columns);

/// Every text a category of its own, in their order, whatever it says: for rows that are compared by names.
CategoryTable rows_of(std::span<const CodedColumn> columns, const std::string& name);

}  // namespace drover
