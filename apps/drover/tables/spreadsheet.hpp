#pragma once

#include <string>

#include <drover/tables/names.hpp>

namespace drover::cli {

/// With ' before it if a spreadsheet would take it for a formula: it begins with = + - or @, and is no
/// number.
std::string marked_formula(const std::string& text);

/// The names of all columns and values so marked. Throws InputError naming the column if two are one then.
void mark_formulas(Schema& schema);

/// What the user names as the tables do, as it is called once they are marked.
NamedValues marked_formulas(NamedValues values);

}  // namespace drover::cli
