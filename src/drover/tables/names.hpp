#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/tables/slice.hpp>

namespace drover {

/// Values of some columns, both by their names.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// "age,sex": names as a list of a CSV line, commas between them, quotes around those that hold one. Throws
/// InputError, opened by `place`, for a name twice or none.
std::vector<std::string> parse_names(const char* place, const std::string& text);

/// "age=0-15,sex=F": values of columns, quoted as in CSV.
NamedValues parse_values(const char* place, const std::string& text);

/// By their numbers. Throws InputError, opened by `place`, for what the schema lacks and for a column twice.
Combination find_values(const char* place, const NamedValues& values, const Schema& schema);

/// slice() for the option --where, which opens its messages.
TableSet part_where(const TableSet& tables, const Combination& where);

}  // namespace drover
