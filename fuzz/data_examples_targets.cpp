#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/examples/learn_inputs.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

// Coding the training data again gives the same rows; and the coding survives writing and reading.
void check_coding(const std::optional<LearnedInputs>& learned, const NamedText& data,
                  const NamedText& labels) {
    if (!learned) return;
    require(parse_coding(coding_bytes(learned->coding), "again") == learned->coding);
    const CodedExamples again = code_examples(learned->coding, data, labels);
    require(again.examples.rows == learned->examples.rows);
    require(again.examples.labels == learned->examples.labels);
}

void libsvm(std::string_view bytes) {
    const NamedText data{bytes, "f.svm"};
    check_coding(tried([&] { return learn_libsvm(data); }), data, {});
}

void words(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const auto parts = parts_of(bytes);
    if (parts.size() < 2) return;
    const NamedText data{parts[0], "f.data"};
    const NamedText labels{parts[1], "f.label"};
    const WordInputs options{.vocabulary = 1 + choice % 8, .skip_top = choice / 64};
    check_coding(tried([&] { return learn_words(data, labels, options); }), data, labels);
}

void examples(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const NamedText data{bytes, "f.csv"};
    TableInputs options{.label = "y"};
    if (choice % 2 == 1) options.categorical = {"a"};
    if (choice / 2 % 2 == 1) options.ignore = {"b"};
    check_coding(tried([&] { return learn_table(data, options); }), data, {});
    tried([&] { return detect_format(bytes); });
}

void images(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const std::size_t size = std::min<std::size_t>(choice, bytes.size());
    const NamedText labels{bytes.substr(0, size), "l.idx"};
    const NamedText data{bytes.substr(size), "f.idx"};
    check_coding(tried([&] { return learn_images(data, labels); }), data, labels);
}

// Anyone who forges one can also seal it.
void coding(std::string_view body) {
    const std::string bytes = sealed("drover.inputs/1", body);
    const auto coding = tried([&] { return parse_coding(bytes, "m.fit"); });
    if (coding) require(coding_bytes(*coding) == bytes);
}

}  // namespace

std::vector<Target> data_examples_targets() {
    return {
        {"libsvm", libsvm}, {"words", words}, {"examples", examples}, {"images", images}, {"coding", coding}};
}

}  // namespace drover::fuzz
