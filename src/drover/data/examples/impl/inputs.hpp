#pragma once

#include <optional>

#include <drover/data/examples/impl/label_texts.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/examples/learn_inputs.hpp>

namespace drover::impl {

/// New data, and whether their labels are wanted. Images and words have labels in a separate text.
struct NewData {
    const NamedText& data;
    bool with_labels = false;
    const NamedText& labels;
    const RunControl& control;
};

/// Rows coded as the coding says, and the labels if they were wanted.
struct RawExamples {
    SparseRows rows;
    std::optional<LabelTexts> labels = {};
    std::vector<std::string> notes = {};
};

RawExamples code(const TableCoding& coding, const NewData& from);
RawExamples code(const ImageCoding& coding, const NewData& from);
RawExamples code(const LibsvmCoding& coding, const NewData& from);
RawExamples code(const WordCoding& coding, const NewData& from);

/// Pixels of one image, or UINT32_MAX where they are too many.
std::size_t pixel_count(const ImageCoding& coding);

/// A number of an input, with blanks around it; nothing if the text is not a number. Throws InputError, its
/// message starting with the place, for a magnitude of 10^300 or more.
std::optional<double> input_number(std::string_view text, const std::function<Place()>& place);

/// A number on that grid: the nearest multiple, halves away from zero, clamped to the limit.
std::int32_t on_input_grid(double value);

/// Rows and labels put together. Classes are those of the labels, which `name` names in messages.
LearnedInputs learned(InputCoding coding, RawExamples raw, const std::string& name);

/// "1 row", "7 rows".
std::string counted(std::size_t count, const std::string& what);

}  // namespace drover::impl
