#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/impl/svg.hpp>

namespace drover {
namespace {

constexpr double em_per_character = 0.56;
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::size_t announced_length(unsigned lead) {
    if (lead < 0x80U) return 1;
    if (lead < 0xC2U || lead > 0xF4U) return 0;
    return lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
}

// The XML 1.0 production Char, for a code that took `length` bytes.
bool is_xml_character(std::uint32_t code, std::size_t length) {
    constexpr std::array<std::uint32_t, 5> least{0, 0x20, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800U && code <= 0xDFFFU;
    return code >= least[length] && code <= 0x10FFFFU && !surrogate && code != 0xFFFEU && code != 0xFFFFU;
}

// Length of the first character in bytes, 0 if XML does not allow it.
std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = announced_length(lead);
    if (length == 0 || length > text.size()) return 0;
    std::uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return 0;
        code = code << 6U | (byte & 0x3FU);
    }
    return is_xml_character(code, length) ? length : 0;
}

using Characters = std::vector<std::string>;

std::string joined(Characters::const_iterator first, Characters::const_iterator last) {
    std::string text;
    for (; first != last; ++first) text += *first;
    return text;
}

std::string anchor_attribute(Anchor anchor) {
    if (anchor == Anchor::start) return "";
    return anchor == Anchor::middle ? R"( text-anchor="middle")" : R"( text-anchor="end")";
}

std::string tooltip_element(const std::string& text) {
    return text.empty() ? "" : "<title>" + escaped(text) + "</title>";
}

// A part of a text: normal, superscript or subscript.
struct TextPart {
    std::string text;
    int level = 0;  // 1 above the line, -1 below
};

// ^{...} is superscript, _{...} subscript; without the closing brace up to the end of the text.
std::vector<TextPart> parts_of(std::string_view text) {
    std::vector<TextPart> parts;
    while (!text.empty()) {
        const std::size_t mark = std::min(text.find("^{"), text.find("_{"));
        if (mark > 0) parts.push_back({std::string{text.substr(0, mark)}});
        if (mark == std::string_view::npos) break;
        const int level = text[mark] == '^' ? 1 : -1;
        text.remove_prefix(mark + 2);
        const std::size_t end = text.find('}');
        parts.push_back({std::string{text.substr(0, end)}, level});
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

constexpr double small_share = 0.75;  // of the font, above and below the line
constexpr double rise = 0.4;
constexpr double fall = 0.22;

double shift_of(int level, double size) { return level > 0 ? -rise * size : level < 0 ? fall * size : 0; }

// Each part starts at the level of the one before: dy is the difference.
std::string text_markup(std::string_view text, double size) {
    std::string markup;
    double at = 0;
    for (const TextPart& part : parts_of(text)) {
        const double shift = shift_of(part.level, size);
        if (part.level == 0 && at == 0) {
            markup += escaped(part.text);
            continue;
        }
        markup += "<tspan dy=\"" + px(shift - at) + '"';
        if (part.level != 0) markup += " font-size=\"" + px(small_share * size) + '"';
        markup += '>' + escaped(part.text) + "</tspan>";
        at = shift;
    }
    return markup;
}

}  // namespace

std::vector<std::string> characters(std::string_view text) {
    std::vector<std::string> found;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (text.front() == '\t' || text.front() == '\n' || text.front() == '\r') {
            found.emplace_back(" ");
        } else {
            found.emplace_back(length == 0 ? replacement : text.substr(0, length));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return found;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const std::string& c : characters(text)) {
        if (c == "&") {
            result += "&amp;";
        } else if (c == "<") {
            result += "&lt;";
        } else if (c == ">") {
            result += "&gt;";
        } else if (c == "\"") {
            result += "&quot;";
        } else {
            result += c;
        }
    }
    return result;
}

std::string shortened(std::string_view text, std::size_t max_characters) {
    const auto all = characters(text);
    if (all.size() <= max_characters) return joined(all.begin(), all.end());
    const auto kept = static_cast<std::ptrdiff_t>(std::max<std::size_t>(max_characters, 1) - 1);
    return joined(all.begin(), all.begin() + kept).append(ellipsis);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t max_characters) {
    const auto all = characters(text);
    std::vector<std::string> lines;
    auto first = all.begin();
    while (static_cast<std::size_t>(all.end() - first) > max_characters && lines.size() < 2) {
        const auto limit = first + static_cast<std::ptrdiff_t>(max_characters);
        auto last = limit;
        while (last != first && *last != " ") --last;
        if (last == first) last = limit;
        lines.push_back(joined(first, last));
        first = *last == " " ? last + 1 : last;
    }
    if (first != all.end()) lines.push_back(shortened(joined(first, all.end()), max_characters));
    return lines;
}

double text_width(std::string_view text, double font_size) {
    double em = 0;
    for (const TextPart& part : parts_of(text)) {
        const double share = part.level == 0 ? 1 : small_share;
        for (const std::string& c : characters(part.text))
            em += share * (static_cast<unsigned char>(c.front()) >= 0xE3U ? 1.0 : em_per_character);
    }
    return em * font_size;
}

std::string plain_text(std::string_view text) {
    std::string plain;
    for (const TextPart& part : parts_of(text))
        plain += (part.level > 0 ? "^" : part.level < 0 ? "_" : "") + part.text;
    return plain;
}

std::string dark_style(std::string_view within) {
    // The dark theme: background, text from strong to faint, grid, then the colours of series and methods.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 19> pairs{{{"#fff", "#15191e"},
                                                                                   {"#111", "#f3f3f3"},
                                                                                   {"#222", "#e0e0e0"},
                                                                                   {"#333", "#d5d5d5"},
                                                                                   {"#666", "#8f8f8f"},
                                                                                   {"#777", "#a0a0a0"},
                                                                                   {"#999", "#707070"},
                                                                                   {"#bbb", "#555"},
                                                                                   {"#e4e4e4", "#2c3238"},
                                                                                   {"#000000", "#ececec"},
                                                                                   {"#004c7a", "#2f86c4"},
                                                                                   {"#0072b2", "#4aa8e8"},
                                                                                   {"#009e73", "#2cc79a"},
                                                                                   {"#56b4e9", "#9ad6fb"},
                                                                                   {"#66c2a5", "#a3e3cd"},
                                                                                   {"#cc79a7", "#e8a3ca"},
                                                                                   {"#d55e00", "#ff8d40"},
                                                                                   {"#e69f00", "#f7bd3e"},
                                                                                   {"#999999", "#8a8a8a"}}};
    std::string style = "@media(prefers-color-scheme:dark){";
    for (const auto& [light, dark] : pairs) {
        for (const std::string_view what : {"fill", "stroke"}) {
            style.append(within).append("[").append(what).append("=\"").append(light).append("\"]{");
            style.append(what).append(":").append(dark).append("}");
        }
    }
    return style.append(within).append("image.points{filter:brightness(1.3)}}");
}

std::size_t fitting(double width, double font_size) {
    return static_cast<std::size_t>(std::max(width / (font_size * em_per_character), 1.0));
}

std::int64_t hundredths(double value) { return static_cast<std::int64_t>(std::floor(value * 100 + 0.5)); }

std::string px(double value) {
    const std::int64_t grid = hundredths(value);
    const std::int64_t size = grid < 0 ? -grid : grid;
    std::string text = grid < 0 ? "-" : "";
    text += std::to_string(size / 100);
    if (size % 100 == 0) return text;
    text += '.';
    text += static_cast<char>('0' + size % 100 / 10);
    if (size % 10 != 0) text += static_cast<char>('0' + size % 10);
    return text;
}

void SvgPage::add(const SvgText& text) {
    const std::string shown = text.room > 0 && text_width(text.text, text.size) > text.room
                                  ? shortened(text.text, fitting(text.room, text.size))
                                  : shortened(text.text, 1'000);
    body_ += "<text x=\"" + px(text.x) + "\" y=\"" + px(text.y) + '"' + anchor_attribute(text.anchor);
    if (text.size != 12) body_ += " font-size=\"" + px(text.size) + '"';
    if (text.turn != 0) {
        body_ += " transform=\"rotate(" + px(text.turn) + ' ' + px(text.x) + ' ' + px(text.y) + ")\"";
    }
    if (text.halo) body_ += R"( stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke")";
    body_ += " fill=\"" + text.colour + "\">" + text_markup(shown, text.size);
    if (escaped(shown) != escaped(text.text)) body_ += tooltip_element(plain_text(text.text));
    body_ += "</text>\n";
}

void SvgPage::add(const SvgRect& rect) {
    body_ += "<rect x=\"" + px(rect.x) + "\" y=\"" + px(rect.y) + "\" width=\"" + px(rect.width) +
             "\" height=\"" + px(rect.height) + "\" fill=\"" + rect.fill + '"';
    body_ += rect.tooltip.empty() ? "/>\n" : '>' + tooltip_element(rect.tooltip) + "</rect>\n";
}

void SvgPage::add_path(const std::string& data, const std::string& colour, double width,
                       const std::string& style) {
    if (data.empty()) return;
    body_ += "<path d=\"" + data + R"(" fill="none" stroke=")" + colour + "\" stroke-width=\"" + px(width) +
             '"' + style + "/>\n";
}

void SvgPage::write(std::ostream& out, const std::string& title, double width, double height,
                    SvgForm form) const {
    std::string text;
    if (form == SvgForm::file) text += std::string{R"(<?xml version="1.0" encoding="UTF-8"?>)"} + '\n';
    text += R"(<svg xmlns="http://www.w3.org/2000/svg" width=")" + px(width) + "\" height=\"" + px(height) +
            "\" viewBox=\"0 0 " + px(width) + ' ' + px(height) +
            R"(" font-family="sans-serif" font-size="12" role="img")";
    if (!title.empty()) text += " aria-label=\"" + escaped(plain_text(title)) + '"';
    if (form == SvgForm::file) text += R"( style="max-width:100%;height:auto")";
    text += '>';
    if (form == SvgForm::file) text += "\n<style>" + dark_style("") + "</style>";
    text += "\n<rect width=\"" + px(width) + "\" height=\"" + px(height) + "\" fill=\"#fff\"/>\n";
    text += body_ + "</svg>\n";
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void check_size(const std::string& place, double width, double height) {
    for (const double size : {width, height}) {
        check_input(size >= 100 && size <= 10'000, [&] {
            return Problem{
                .fault = Fault::other,
                .place = {.file = place},
                .text = "width and height must be between 100 and 10000 pixels, got " + rounded(size)};
        });
    }
}

double draw_title(SvgPage& page, const std::string& title, double width) {
    constexpr double size = 15;
    double y = 8;
    for (const std::string& line : wrapped(title, fitting(width - 24, size))) {
        y += 19;
        page.add(SvgText{
            .x = width / 2, .y = y, .text = line, .anchor = Anchor::middle, .size = size, .colour = "#111"});
    }
    return y + 6;
}

}  // namespace drover
