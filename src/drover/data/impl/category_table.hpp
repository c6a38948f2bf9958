#pragma once

#include <string>

#include <drover/data/category_table.hpp>

namespace drover::impl {

/// Throws InputError naming `name`, row and column unless the cells form complete rows of categories of the
/// schema.
void check_categories(const CategoryTable& rows, const std::string& name);

}  // namespace drover::impl
