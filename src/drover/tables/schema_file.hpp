#pragma once

#include <iosfwd>

#include <drover/data/category_table.hpp>

namespace drover {

/// The contents of a schema file. Columns given by edges are in the schema too, with the decimals of their
/// edges; read_microdata uses the edges themselves, with the decimals of the data.
struct SchemaFile {
    Schema schema;
    std::map<std::string, std::vector<Decimal>> edges;
};

/// `name` names the file in messages. Throws InputError naming it, the column and what was expected.
SchemaFile parse_schema(const std::string& text, const std::string& name);

/// One line per column.
void write_schema(std::ostream& out, const Schema& schema);

}  // namespace drover
