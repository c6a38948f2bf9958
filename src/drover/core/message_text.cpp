#include <algorithm>
#include <array>

#include <drover/core/message_text.hpp>

namespace drover {
namespace {

constexpr std::size_t longest_quoted = 200;  // bytes
constexpr std::size_t longest_word = 1000;   // file names may have a few hundred
constexpr std::size_t longest_message = 2000;

std::string escaped(unsigned char c) {
    if (c == '\n') return "\\n";
    if (c == '\r') return "\\r";
    if (c == '\t') return "\\t";
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string{"\\x"} + digits[c / 16U] + digits[c % 16U];
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7F; }

// U+0080 to U+009F in UTF-8: terminals interpret them as commands, too.
bool is_wide_control(std::string_view text, std::size_t at) {
    return text[at] == '\xC2' && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

// At most that many bytes from the front, without splitting a UTF-8 character.
std::string_view front_of(std::string_view text, std::size_t size) {
    if (text.size() <= size) return text;
    std::size_t cut = size;
    while (cut > size - 4 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return text.substr(0, cut);
}

std::string cut(std::string_view text, std::size_t size) {
    if (text.size() <= size) return shown_text(text);
    return shown_text(front_of(text, size)) + "... (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace

std::string shown_text(std::string_view text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_wide = is_wide_control(text, at);
        const auto c = static_cast<unsigned char>(text[is_wide ? ++at : at]);
        shown += is_wide || is_control(c) ? escaped(c) : std::string{text[at]};
    }
    return shown;
}

std::string message_text(std::string_view message) {
    std::string shown;
    while (!message.empty()) {
        const bool is_quoted = message.front() == '"';
        const std::size_t from = is_quoted ? 1 : 0;
        const std::size_t end =
            std::min(message.find_first_of(is_quoted ? "\"" : " \"", from), message.size());
        if (is_quoted) shown += '"';
        shown += cut(message.substr(from, end - from), is_quoted ? longest_quoted : longest_word);
        message.remove_prefix(end);
        if (message.empty()) break;
        if (is_quoted || message.front() == ' ') {
            shown += message.front();
            message.remove_prefix(1);
        }
    }
    return shown.size() <= longest_message ? shown : std::string{front_of(shown, longest_message)} + "...";
}

}  // namespace drover
