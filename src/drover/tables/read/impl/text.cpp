#include <array>
#include <cmath>
#include <cstdint>

#include <drover/core/number_text.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

constexpr std::array<std::string_view, 5> blank_characters{" ", "\t", "\xC2\xA0", "\xE2\x80\xAF",
                                                           "\xE2\x80\x89"};

std::size_t blank_at_start(std::string_view text) {
    for (const std::string_view blank : blank_characters)
        if (text.starts_with(blank)) return blank.size();
    return !text.empty() && (text[0] == '\r' || text[0] == '\n') ? 1 : 0;
}

std::size_t blank_at_end(std::string_view text) {
    for (const std::string_view blank : blank_characters)
        if (text.ends_with(blank)) return blank.size();
    return !text.empty() && (text.back() == '\r' || text.back() == '\n') ? 1 : 0;
}

// Base letters of U+00C0 to U+017F; a blank where there is none.
constexpr std::string_view base_letters =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllllllln"
    "nnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

void append_folded(std::string& out, std::string_view letter) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(letter[i]));
    };
    if (letter.size() == 2 && byte(0) >= 0xC3 && byte(0) <= 0xC5) {
        const unsigned code = (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
        if (code >= 0xC0 && code - 0xC0 < base_letters.size() && base_letters[code - 0xC0] != ' ') {
            out += base_letters[code - 0xC0];
            return;
        }
    }
    if (letter.size() == 2 && (byte(0) == 0xD0 || byte(0) == 0xCE)) {  // capitals of Cyrillic and Greek
        unsigned code = (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
        if ((code >= 0x410 && code <= 0x42F) || (code >= 0x391 && code <= 0x3A9)) code += 0x20;
        out += static_cast<char>(0xC0U | code >> 6U);
        out += static_cast<char>(0x80U | (code & 0x3FU));
        return;
    }
    out += letter;
}

std::size_t letter_length(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::string_view strip(std::string_view text) {
    while (const std::size_t n = blank_at_start(text)) text.remove_prefix(n);
    while (const std::size_t n = blank_at_end(text)) text.remove_suffix(n);
    return text;
}

std::string fold(std::string_view text) {
    text = strip(text);
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        if (const std::size_t n = blank_at_start(text)) {
            if (!out.ends_with(' ')) out += ' ';
            text.remove_prefix(n);
            continue;
        }
        const std::size_t n = std::min(letter_length(text[0]), text.size());
        if (n == 1)
            out += text[0] >= 'A' && text[0] <= 'Z' ? static_cast<char>(text[0] - 'A' + 'a') : text[0];
        else
            append_folded(out, text.substr(0, n));
        text.remove_prefix(n);
    }
    return out;
}

std::vector<std::string> words_of(std::string_view folded) {
    std::vector<std::string> words;
    bool open = false;
    for (const char c : folded) {
        const bool is_letter =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        if (is_letter && !open) words.emplace_back();
        if (is_letter) words.back() += c;
        open = is_letter;
    }
    return words;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.emplace_back(text.substr(0, at));
        text.remove_prefix(at + separator.size());
    }
    parts.emplace_back(text);
    return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < parts.size() && i < most; ++i)
        out += (i == 0 ? "" : std::string{separator}) + parts[i];
    if (parts.size() > most) out += std::string{separator} + "... (" + std::to_string(parts.size()) + ")";
    return out;
}

std::string grouped(double number) {
    const bool negative = number < 0;
    const double tenths = std::round(std::fabs(number) * 10);
    if (!(tenths < 9e15)) return shortest(number);
    const auto units = static_cast<std::int64_t>(tenths);
    std::string digits = std::to_string(units / 10);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    if (units % 10 != 0) digits += '.' + std::to_string(units % 10);
    return (negative ? "-" : "") + digits;
}

}  // namespace drover::read
