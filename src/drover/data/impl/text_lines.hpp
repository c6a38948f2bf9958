#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drover::impl {

/// A text line by line, with any line ends.
class TextLines {
  public:
    explicit TextLines(std::string_view text) : rest_{text} {}

    /// Goes to the next line; false after the last one.
    bool next();
    /// The current line without its end. Valid as long as the text.
    std::string_view line() const { return line_; }
    /// Its number, from 1.
    std::size_t number() const { return number_; }

  private:
    std::string_view rest_;
    std::string_view line_;
    std::size_t number_ = 0;
};

/// Takes the first word of a line, up to a blank or a tab; empty if there is none.
std::string_view take_word(std::string_view& line);

/// Reads a 32-bit unsigned integer, digits only.
std::optional<std::uint32_t> parse_integer(std::string_view text);

/// In quotes for a message, shortened if it is long.
std::string shown(std::string_view text);

/// '"a", "b"', or the first eight and the number of the others.
template <class Texts>
std::string listed(const Texts& texts) {
    constexpr std::size_t most = 8;
    std::string list;
    std::size_t count = 0;
    for (const auto& text : texts) {
        if (count++ < most) list += (list.empty() ? "" : ", ") + shown(text);
    }
    return count > most ? list + " and " + std::to_string(count - most) + " more" : list;
}

}  // namespace drover::impl
