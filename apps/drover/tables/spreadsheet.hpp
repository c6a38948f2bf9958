#pragma once

#include <string>

#include <drover/tables/names.hpp>

namespace drover::cli {

/// With ' before it if a spreadsheet would take it for a formula: it begins with = + - or @ and is not a
/// number.
std::string marked_formula(const std::string& text);

/// The names of all columns and values so marked. Throws InputError naming the column if two become equal.
void mark_formulas(Schema& schema);

/// Marks a name that the user gave as it is in the tables.
NamedValues marked_formulas(NamedValues values);

}  // namespace drover::cli
