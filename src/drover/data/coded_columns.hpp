#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/data/category_table.hpp>

namespace drover {

/// A column as data frames store it: texts, and the code of each row's text. Equal texts are one value,
/// unused texts are ignored; the empty text is the missing value.
struct CodedColumn {
    std::string name;
    std::vector<std::string> texts;
    std::span<const std::uint32_t> codes;
};

/// The same as parse_microdata of these texts as CSV, without making the CSV. `name` names the data in
/// messages. Throws InputError naming it, the row and the column.
CategoryTable code_columns(std::span<const CodedColumn> columns, const std::string& name,
                           const MicrodataOptions& options = {});

/// The different values of a column, and how many rows have each.
struct CountedValues {
    std::string name;
    std::vector<std::string> texts;
    std::vector<std::int64_t> counts;
};

/// The schema that code_columns gives to rows with these values in any order: it depends only on the values
/// and their counts. For data in parts, whose values are counted part by part.
Schema schema_of(std::span<const CountedValues> columns, const std::string& name,
                 const MicrodataOptions& options = {});

/// The number of rows, at least one and equal in all columns; every code must be that of a text. Throws
/// InputError naming the column.
std::size_t checked_row_count(std::span<const CodedColumn> columns, const std::string& name);
std::vector<std::string> names_of(std::span<const CodedColumn> columns);

/// One category per text, in the given order, never bins: for rows that are compared by names.
CategoryTable rows_of(std::span<const CodedColumn> columns, const std::string& name);

}  // namespace drover
