#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/tables/slice.hpp>

namespace drover {

/// Values of some columns, both by their names.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// "age,sex": names in a CSV line, separated by commas, those with a comma in quotes. Throws InputError
/// naming the option, a field, for an empty or repeated name.
std::vector<std::string> parse_names(const char* option, const std::string& text);

/// "age=0-15,sex=F": values of columns, quoted as in CSV.
NamedValues parse_values(const char* option, const std::string& text);

/// By their numbers. Throws InputError naming the option for unknown names and for a repeated column.
Combination find_values(const char* option, const NamedValues& values, const Schema& schema);

/// slice() for the option `where`, which its problems name.
TableSet part_where(const TableSet& tables, const Combination& where);

}  // namespace drover
