#pragma once

#include <string>

#include <drover/data/category_table.hpp>

namespace drover::impl {

/// Throws InputError naming `name`, row and column unless the cells are whole rows of categories of the
/// schema.
void check_categories(const CategoryTable& rows, const std::string& name);

}  // namespace drover::impl
