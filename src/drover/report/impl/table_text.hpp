#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace drover::impl {

using TextRows = std::vector<std::vector<std::string>>;

/// Rows, the header first, in aligned columns: those in `left` to the left, the others to the right. Where
/// they need more than `columns` characters (0: any number is fine), texts are broken at spaces, then within
/// long words, and what is still too wide follows as further tables, each with the first column.
std::string table_text(const TextRows& rows, const std::vector<std::size_t>& left, std::size_t columns);

}  // namespace drover::impl
