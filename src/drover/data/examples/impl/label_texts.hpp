#pragma once

#include <functional>
#include <span>

#include <drover/core/problem.hpp>
#include <drover/data/impl/dictionary.hpp>
#include <drover/data/named_text.hpp>

namespace drover::impl {

/// The labels of raw data, one text per row, and the place of each.
struct LabelTexts {
    Dictionary texts;
    std::vector<std::uint32_t> codes;  ///< one per row, into texts
    std::function<Place(std::size_t row)> place;

    void add(std::string_view text) { codes.push_back(texts.add(text)); }
};

/// Reads one label per line. Throws InputError for a line without one.
LabelTexts read_label_lines(const NamedText& labels);

/// The distinct labels in natural order. Throws InputError naming `name` for fewer than two, and for a row
/// without a label.
std::vector<std::string> find_classes(const LabelTexts& labels, const std::string& name);

/// The class of each row. Throws InputError naming the first row whose label is not one of the classes.
std::vector<std::uint32_t> class_numbers(const LabelTexts& labels, std::span<const std::string> classes);

}  // namespace drover::impl
