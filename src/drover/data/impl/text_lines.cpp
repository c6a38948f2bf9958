#include <algorithm>
#include <charconv>

#include <drover/core/check.hpp>
#include <drover/data/impl/text_lines.hpp>

namespace drover::impl {

bool TextLines::next() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
}

std::string_view take_word(std::string_view& line) {
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(first);
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    return word;
}

std::optional<std::uint32_t> parse_integer(std::string_view text) {
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::string shown(std::string_view text) {
    constexpr std::size_t most = 60;
    if (text.size() <= most) return quoted(std::string{text});
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside UTF-8
    return quoted(std::string{text.substr(0, end)} + "...");
}

}  // namespace drover::impl
