#pragma once

#include <iosfwd>

#include <drover/data/category_table.hpp>

namespace drover {

/// What a schema file says. Columns given by edges are in the schema too, with the decimals of their edges;
/// read_microdata takes the edges themselves, so that the decimals of the data count.
struct SchemaFile {
    Schema schema;
    std::map<std::string, std::vector<Decimal>> edges;
};

/// `name` is that of the file, for messages. Throws InputError naming it, the column and what was expected.
SchemaFile parse_schema(const std::string& text, const std::string& name);

/// One line per column.
void write_schema(std::ostream& out, const Schema& schema);

}  // namespace drover
