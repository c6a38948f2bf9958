#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include <drover/core/number_text.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_only_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// Blanks, narrow blanks and apostrophes as ' '.
std::string with_plain_blanks(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        bool found = false;
        for (const std::string_view blank : {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x99"}) {
            if (!text.starts_with(blank)) continue;
            out += ' ';
            text.remove_prefix(blank.size());
            found = true;
        }
        if (found) continue;
        if (text.starts_with("\xE2\x88\x92")) {  // minus sign
            out += '-';
            text.remove_prefix(3);
            continue;
        }
        out += text[0] == '\'' ? ' ' : text[0];
        text.remove_prefix(1);
    }
    return out;
}

// The digits of "1.234.567" with thousands '.', or nothing unless all groups but the first have three digits.
std::string ungrouped(std::string_view text, char thousands) {
    const bool has_blank = contains(text, " ");
    const char separator = has_blank ? ' ' : thousands;
    if (separator == 0 || text.find(separator) == std::string_view::npos)
        return has_only_digits(text) ? std::string{text} : "";
    const auto groups = split(text, std::string_view{&separator, 1});
    if (groups.front().empty() || groups.front().size() > 3) return "";
    std::string out;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!has_only_digits(groups[i]) || (i > 0 && groups[i].size() != 3)) return "";
        out += groups[i];
    }
    return out;
}

// The plain form of an unsigned number, or nothing.
std::string plain_form(std::string_view text, const NumberStyle& style) {
    std::string_view exponent;
    if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos && e > 0) {
        exponent = text.substr(e + 1);
        text = text.substr(0, e);
        std::string_view digits = exponent;
        if (digits.starts_with('+') || digits.starts_with('-')) digits.remove_prefix(1);
        if (!has_only_digits(digits) || digits.size() > 2) return "";
    }
    const std::size_t point = text.rfind(style.decimal);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    const std::string_view front = point == std::string_view::npos ? text : text.substr(0, point);
    if (point != std::string_view::npos && !fraction.empty() && !has_only_digits(fraction)) return "";
    std::string whole = front.empty() && !fraction.empty() ? "0" : ungrouped(front, style.thousands);
    if (whole.empty()) return "";
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    std::string out = whole;
    std::string decimals{fraction};
    while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
    if (!decimals.empty()) out += '.' + decimals;
    if (!exponent.empty())
        out = plain_digits(std::strtod((out + 'e' + std::string{exponent}).c_str(), nullptr));
    return out;
}

NumberCell number_of(std::string_view text, const NumberStyle& style) {
    const std::string plain = with_plain_blanks(strip(text));
    std::string_view rest = strip(plain);
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+')) rest = strip(rest.substr(1));
    const std::string digits = rest.empty() ? "" : plain_form(rest, style);
    if (digits.empty()) return {.type = CellType::text};
    NumberCell cell{.type = CellType::number, .digits = (negative && digits != "0" ? "-" : "") + digits};
    cell.value = std::strtod(cell.digits.c_str(), nullptr);
    return cell;
}

// A number and then a mark of the office: "83137 p", "12.3*", "1 234(a)", "105 r".
NumberCell flagged_number(std::string_view text, const NumberStyle& style) {
    std::size_t end = text.size();
    while (end > 0 && !is_digit(text[end - 1])) --end;
    if (end == 0 || end == text.size()) return {.type = CellType::text};
    const std::string_view flag = strip(text.substr(end));
    const bool is_mark =
        flag.size() <= 3 && !flag.empty() && std::all_of(flag.begin(), flag.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || c == '*' || c == '(' || c == ')' || c == '!' || c == '+' ||
                   c == '#';
        });
    if (!is_mark || flag == "+" || flag.starts_with("st") || flag.starts_with("nd") || flag.starts_with("th"))
        return {.type = CellType::text};
    NumberCell cell = number_of(text.substr(0, end), style);
    cell.flag = flag;
    return cell;
}

constexpr std::array<std::string_view, 38> symbols{
    ":",   "..", "...", ".",  "x",    "X",   "/",   "*",   "**",           "***",  "*****", "c",   "C",
    "..C", "N",  "(X)", "NA", "N/A",  "n/a", "na",  "NaN", "nan",          "null", "NULL",  "s",   "S",
    "F",   "#",  "(D)", "D",  "n.a.", "u",   ": c", ": u", "\xE2\x80\xA6", "xx",   "-9999", "#N/A"};

bool is_dash(std::string_view text) {
    return text == "-" || text == "--" || text == "\xE2\x80\x93" || text == "\xE2\x80\x94";
}

struct StyleCounts {
    std::size_t comma_three = 0;   // 1,234
    std::size_t comma_other = 0;   // 12,5
    std::size_t point_three = 0;   // 1.234
    std::size_t point_other = 0;   // 12.5
    std::size_t comma_groups = 0;  // 1,234,567 or 1,234.5
    std::size_t point_groups = 0;  // 1.234.567 or 1.234,5
    std::size_t large_plain = 0;   // 12345
    std::size_t zero_comma = 0;    // 0,123
    std::size_t zero_point = 0;    // 0.123
};

void count_style(std::string_view text, StyleCounts& counts) {
    if (text.empty() || text.size() > 24) return;
    if (text.starts_with('-')) text.remove_prefix(1);
    std::size_t commas = 0;
    std::size_t points = 0;
    for (const char c : text) {
        if (c == ',')
            ++commas;
        else if (c == '.')
            ++points;
        else if (!is_digit(c) && c != ' ')
            return;
    }
    if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return;
    const std::size_t last = text.find_last_of(",.");
    if (last == std::string_view::npos) {
        counts.large_plain += text.size() > 3 && !contains(text, " ") ? 1 : 0;
        return;
    }
    const bool is_three = text.size() - last == 4 && last <= 3;
    const auto has_groups = [&](char thousands, char decimal) {
        const NumberStyle style{.decimal = decimal, .thousands = thousands};
        return !plain_form(text, style).empty();
    };
    if ((commas > 1 || (commas == 1 && points == 1 && text[last] == '.')) && has_groups(',', '.'))
        counts.comma_groups += 1;
    if ((points > 1 || (commas == 1 && points == 1 && text[last] == ',')) && has_groups('.', ','))
        counts.point_groups += 1;
    if (commas == 1 && points == 0) {
        ++(is_three ? counts.comma_three : counts.comma_other);
        counts.zero_comma += text.starts_with("0,") ? 1 : 0;
    }
    if (points == 1 && commas == 0) {
        ++(is_three ? counts.point_three : counts.point_other);
        counts.zero_point += text.starts_with("0.") ? 1 : 0;
    }
}

NumberStyle style_of(const StyleCounts& n, char separator) {
    NumberStyle style;
    if (n.point_groups > n.comma_groups) return {.decimal = ',', .thousands = '.'};
    if (n.comma_groups > 0) return {.decimal = '.', .thousands = ','};
    if (n.comma_other + n.zero_comma > 0 && n.point_other == 0 && separator != ',') {
        style.decimal = ',';
        if (n.point_three > 0) style.thousands = '.';
        return style;
    }
    if (n.comma_three > 0) {  // thousands, unless larger numbers are written without
        if (n.large_plain == 0 || n.point_other > 0) return {.decimal = '.', .thousands = ','};
        style.decimal = separator == ',' ? '.' : ',';
        style.thousands = separator == ',' ? ',' : char{0};
        style.is_ambiguous = true;
        return style;
    }
    // 1.234 alone: thousands only where every number below 1000 has no point and none above is plain.
    if (n.point_three > 0 && n.point_other == 0 && n.zero_point == 0 && n.large_plain == 0 &&
        separator != ',')
        style.is_ambiguous = true;
    return style;
}

}  // namespace

std::string plain_digits(double value) {
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    return end.ec == std::errc{} ? std::string{buffer.data(), end.ptr} : shortest(value);
}

bool is_symbol(std::string_view text, const NumberStyle& style) {
    text = strip(text);
    if (std::find(style.missing.begin(), style.missing.end(), text) != style.missing.end()) return true;
    if (std::find(symbols.begin(), symbols.end(), text) != symbols.end() || is_dash(text)) return true;
    if (text.starts_with(':') && text.size() <= 4) return true;
    return text.size() >= 2 && text.size() <= 4 && text[0] == '<' && has_only_digits(text.substr(1));
}

bool is_number(std::string_view text, const NumberStyle& style) {
    return number_of(text, style).type == CellType::number;
}

NumberCell read_number(std::string_view text, const NumberStyle& style) {
    text = strip(text);
    if (text.empty()) return {};
    if (std::find(style.missing.begin(), style.missing.end(), text) != style.missing.end())
        return {.type = CellType::symbol};
    if (is_dash(text)) {
        if (!style.dash_is_zero) return {.type = CellType::symbol};
        return {.type = CellType::number, .digits = "0", .flag = "-"};
    }
    NumberCell cell = number_of(text, style);
    if (cell.type == CellType::number) return cell;
    if (is_symbol(text, style)) return {.type = CellType::symbol, .flag = std::string{text}};
    return flagged_number(text, style);
}

NumberStyle guess_style(const Grid& grid, const ReadOptions& options) {
    StyleCounts counts;
    for (const GridRow& row : grid.rows)
        for (const std::string& cell : row) count_style(strip(cell), counts);
    NumberStyle style = grid.is_sheet ? NumberStyle{} : style_of(counts, grid.separator);
    if (options.decimal != 0) {
        style.is_ambiguous = false;
        style.decimal = options.decimal;
        const bool has_other = options.decimal == ',' ? counts.point_three + counts.point_groups > 0
                                                      : counts.comma_three + counts.comma_groups > 0;
        style.thousands = !has_other ? char{0} : options.decimal == ',' ? '.' : ',';
    }
    style.missing = options.missing;
    return style;
}

}  // namespace drover::read
