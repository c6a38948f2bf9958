#include <drover/core/check.hpp>
#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/impl/inputs.hpp>

namespace drover {
namespace {

impl::RawExamples code_any(const InputCoding& coding, const impl::NewData& from) {
    return std::visit([&](const auto& inputs) { return code(inputs, from); }, coding.inputs);
}

// Images and words have labels in a separate text, the other formats contain them.
void check_labels(const InputCoding& coding, const NamedText& data, const NamedText& labels) {
    const bool apart = coding.format() == InputFormat::images || coding.format() == InputFormat::words;
    const bool given = !labels.name.empty() || !labels.text.empty();
    check_input(apart == given, [&] {
        return apart ? Problem{Fault::missing,
                               {.file = data.name},
                               "a separate file of labels ({labels})",
                               "none"}
                     : Problem{Fault::conflict,
                               {.file = data.name},
                               "labels in the data",
                               "a separate file of labels, " + labels.name};
    });
}

}  // namespace

CodedInputs code_inputs(const InputCoding& coding, const NamedText& data) {
    impl::RawExamples found =
        code_any(coding, {.data = data, .with_labels = false, .labels = data, .control = {}});
    return {.rows = std::move(found.rows), .notes = std::move(found.notes)};
}

CodedExamples code_examples(const InputCoding& coding, const NamedText& data, const NamedText& labels,
                            const RunControl& control) {
    check_labels(coding, data, labels);
    impl::RawExamples found =
        code_any(coding, {.data = data, .with_labels = true, .labels = labels, .control = control});
    check_input(found.rows.row_count() > 0, [&] {
        return Problem{Fault::missing, {.file = data.name}, "at least one row", "none"};
    });
    Examples examples{.rows = std::move(found.rows),
                      .unit = coding.unit(),
                      .labels = class_numbers(*found.labels, coding.classes),
                      .classes = coding.classes};
    return {.examples = std::move(examples), .notes = std::move(found.notes)};
}

}  // namespace drover
