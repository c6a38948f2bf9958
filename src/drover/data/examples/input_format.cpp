#include <drover/data/examples/input_format.hpp>
#include <drover/data/idx.hpp>
#include <drover/data/impl/text_lines.hpp>
#include <drover/number/decimal.hpp>

namespace drover {
namespace {

bool is_entry(std::string_view word) {
    const std::size_t colon = word.find(':');
    return colon != std::string_view::npos && impl::parse_integer(word.substr(0, colon)) &&
           parse_decimal(word.substr(colon + 1));
}

// An optional label, then at least one index:value and nothing else.
bool is_libsvm_line(std::string_view line) {
    std::string_view word = impl::take_word(line);
    if (!is_entry(word)) word = impl::take_word(line);
    if (!is_entry(word)) return false;
    while (!word.empty() && is_entry(word)) word = impl::take_word(line);
    return word.empty();
}

}  // namespace

InputFormat detect_format(std::string_view text) {
    if (is_idx(text)) return InputFormat::images;
    impl::TextLines lines{text};
    while (lines.next()) {
        const std::string_view line = lines.line().substr(0, lines.line().find('#'));
        if (trimmed(line).empty()) continue;
        return is_libsvm_line(line) ? InputFormat::libsvm : InputFormat::table;
    }
    return InputFormat::table;
}

}  // namespace drover
