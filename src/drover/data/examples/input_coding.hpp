#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <drover/data/examples/input_format.hpp>

namespace drover {

/// Coded numbers are multiples of 1/256 and at most 32 in magnitude: integers up to 8,192 in units of the
/// grid.
inline constexpr std::int32_t input_grid = 256;
inline constexpr std::int32_t input_limit = 32 * input_grid;

/// A column of a table: one input if it holds numbers, otherwise one per category.
struct InputColumn {
    std::string name;
    std::vector<std::string> categories = {};  ///< in natural order, "" for missing; empty: numbers
    double mean = 0;                           ///< of the numbers; used for missing ones
    double deviation = 1;                      ///< their standard deviation, over all of them

    std::size_t input_count() const { return categories.empty() ? 1 : categories.size(); }
    friend bool operator==(const InputColumn&, const InputColumn&) = default;
};

/// Columns of a CSV table, their inputs one after the other.
struct TableCoding {
    char separator = ',';
    std::string label;  ///< the column of the classes
    std::vector<InputColumn> columns;
    std::vector<std::string> unused = {};  ///< columns that training ignored

    friend bool operator==(const TableCoding&, const TableCoding&) = default;
};

/// Pixels as they are, 0 to 255.
struct ImageCoding {
    std::vector<std::size_t> sizes;  ///< of one image: rows and columns

    friend bool operator==(const ImageCoding&, const ImageCoding&) = default;
};

/// Indices that training examples have, each with the largest magnitude of its values, which becomes 1.
struct LibsvmCoding {
    std::vector<std::uint32_t> indices;  ///< rising, from 1
    std::vector<double> largest;

    friend bool operator==(const LibsvmCoding&, const LibsvmCoding&) = default;
};

/// Words, coded by whether a document has them.
struct WordCoding {
    std::vector<std::uint32_t> words;  ///< rising, from 1

    friend bool operator==(const WordCoding&, const WordCoding&) = default;
};

/// How raw data become rows of numbers: learned from training data, applied to all later data.
struct InputCoding {
    std::vector<std::string> classes;  ///< in natural order, at least two
    std::variant<TableCoding, ImageCoding, LibsvmCoding, WordCoding> inputs;

    InputFormat format() const { return static_cast<InputFormat>(inputs.index()); }
    /// Columns of the rows.
    std::size_t input_count() const;
    /// The value of 1 in the rows: 1/256, 1/255 for images, 1 for words.
    double unit() const;

    friend bool operator==(const InputCoding&, const InputCoding&) = default;
};

/// The coding as bytes, the same on every machine (SealedWriter).
std::string coding_bytes(const InputCoding& coding);
/// Reads them back. Throws InputError naming `name` unless they are a valid coding.
InputCoding parse_coding(std::string_view bytes, const std::string& name);

}  // namespace drover
