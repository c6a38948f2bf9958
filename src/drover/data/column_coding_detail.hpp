#pragma once

#include <functional>

#include <drover/data/category_table.hpp>
#include <drover/data/dictionary_detail.hpp>

namespace drover::detail {

/// A column of categories, and the category of each number of a dictionary.
struct ColumnCoding {
    Column column;
    std::vector<std::uint32_t> categories;
};

/// Where a text of the dictionary stands, for messages.
using PlaceOf = std::function<std::string(std::size_t code)>;

/// The column from its data alone; `name` is its name.
ColumnCoding code_by_data(const std::string& name, const Dictionary& texts, const MicrodataOptions& options,
                          const PlaceOf& place);
/// Numbers into bins of given edges.
ColumnCoding code_by_edges(const std::string& name, const Dictionary& texts, std::span<const Decimal> edges,
                           const PlaceOf& place);
/// Into the categories and bins of a known column, which stays as it is.
ColumnCoding code_by_column(const Column& column, const Dictionary& texts, const PlaceOf& place);

}  // namespace drover::detail
