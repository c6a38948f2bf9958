#pragma once

#include <functional>

#include <drover/core/problem.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/impl/dictionary.hpp>

namespace drover::impl {

/// A column of categories, and the category of each number of a dictionary.
struct ColumnCoding {
    Column column;
    std::vector<std::uint32_t> categories;
};

/// Where a text of the dictionary occurs, for messages.
using PlaceOf = std::function<Place(std::size_t code)>;

/// The column from its data alone; `name` is its name.
ColumnCoding code_by_data(const std::string& name, const Dictionary& texts, const MicrodataOptions& options,
                          const PlaceOf& place);
/// Numbers into bins of given edges.
ColumnCoding code_by_edges(const std::string& name, const Dictionary& texts, std::span<const Decimal> edges,
                           const PlaceOf& place);
/// Into the categories and bins of a known column, which is not changed.
ColumnCoding code_by_column(const Column& column, const Dictionary& texts, const PlaceOf& place);
/// Calls the one of these that the options ask for.
ColumnCoding code_column(const std::string& name, const Dictionary& texts, const MicrodataOptions& options,
                         const PlaceOf& place);

/// The columns of data that the options ask for, by their positions. Throws InputError naming the data and
/// the column if one is missing.
struct ChosenColumns {
    ChosenColumns(const std::vector<std::string>& header, const std::string& name,
                  const MicrodataOptions& options);

    std::vector<std::string> names;
    std::vector<std::size_t> positions;
    std::size_t weight_at = 0;  ///< where the weights are, if any
};

/// A weight of at least 0. Throws InputError with the place.
Rational parse_weight(std::string_view text, const std::function<Place()>& place);

}  // namespace drover::impl
