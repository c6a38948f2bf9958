#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/examples/impl/label_texts.hpp>
#include <drover/data/impl/text_lines.hpp>
#include <drover/data/natural_order.hpp>
#include <drover/number/decimal.hpp>

namespace drover::impl {
namespace {

std::size_t first_row(const LabelTexts& labels, std::size_t code) {
    return static_cast<std::size_t>(std::find(labels.codes.begin(), labels.codes.end(), code) -
                                    labels.codes.begin());
}

void check_not_missing(const LabelTexts& labels) {
    for (std::size_t code = 0; code < labels.texts.size(); ++code) {
        check_input(!labels.texts.text(code).empty(), [&] {
            return Problem{Fault::missing, labels.place(first_row(labels, code)), "a label", "nothing"};
        });
    }
}

std::string any_of(std::span<const std::string> classes) {
    constexpr std::size_t most = 8;
    if (classes.size() > most)
        return "one of the " + std::to_string(classes.size()) + " classes of the training data";
    return "one of " + listed(classes);
}

}  // namespace

LabelTexts read_label_lines(const NamedText& labels) {
    LabelTexts found{
        .texts = Dictionary{labels.text}, .codes = {}, .place = [name = labels.name](std::size_t row) {
            return Place{.file = name, .line = static_cast<std::int64_t>(row) + 1};
        }};
    TextLines lines{labels.text};
    while (lines.next()) found.add(trimmed(lines.line()));
    check_not_missing(found);
    return found;
}

std::vector<std::string> find_classes(const LabelTexts& labels, const std::string& name) {
    check_not_missing(labels);
    std::vector<std::string> classes;
    for (std::size_t code = 0; code < labels.texts.size(); ++code)
        classes.emplace_back(labels.texts.text(code));
    std::sort(classes.begin(), classes.end(), natural_less);
    check_input(classes.size() >= 2, [&] {
        return Problem{Fault::range,
                       {.file = name},
                       "at least two classes",
                       (classes.empty() ? "none" : "only " + shown(classes.front()))};
    });
    return classes;
}

std::vector<std::uint32_t> class_numbers(const LabelTexts& labels, std::span<const std::string> classes) {
    check_not_missing(labels);
    std::vector<std::uint32_t> by_code;
    for (std::size_t code = 0; code < labels.texts.size(); ++code) {
        const std::string_view text = labels.texts.text(code);
        const auto found = std::lower_bound(classes.begin(), classes.end(), text, natural_less);
        check_input(found != classes.end() && *found == text, [&] {
            return Problem{Fault::unknown, labels.place(first_row(labels, code)), any_of(classes),
                           shown(text), did_you_mean(text, {classes.begin(), classes.end()})};
        });
        by_code.push_back(static_cast<std::uint32_t>(found - classes.begin()));
    }
    std::vector<std::uint32_t> numbers;
    numbers.reserve(labels.codes.size());
    for (const std::uint32_t code : labels.codes) numbers.push_back(by_code[code]);
    return numbers;
}

}  // namespace drover::impl
