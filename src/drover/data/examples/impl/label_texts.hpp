#pragma once

#include <functional>
#include <span>

#include <drover/data/impl/dictionary.hpp>
#include <drover/data/named_text.hpp>

namespace drover::impl {

/// The labels of raw data, a text for each row, and where each of them stands.
struct LabelTexts {
    Dictionary texts;
    std::vector<std::uint32_t> codes;  ///< one per row, into texts
    std::function<std::string(std::size_t row)> place;

    void add(std::string_view text) { codes.push_back(texts.add(text)); }
};

/// A label per line. Throws InputError for a line that has none.
LabelTexts read_label_lines(const NamedText& labels);

/// The distinct labels in natural order. Throws InputError naming `name` unless there are two, and for a row
/// without a label.
std::vector<std::string> find_classes(const LabelTexts& labels, const std::string& name);

/// The class of each row. Throws InputError naming the first row with a label that is none of them.
std::vector<std::uint32_t> class_numbers(const LabelTexts& labels, std::span<const std::string> classes);

}  // namespace drover::impl
