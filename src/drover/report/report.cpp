#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>
#include <string_view>

#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/report/impl/table_text.hpp>
#include <drover/report/report.hpp>
#include <drover/report/text_width.hpp>

namespace drover {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <class T, class Write>
void write_list(std::ostream& out, const std::vector<T>& values, std::string_view separator, Write&& write) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out << separator;
        write(values[i]);
    }
}

void write_text_value(std::ostream& out, const ReportValue& value) {
    std::visit(Overloaded{
                   [&](std::monostate) { out << "none"; },
                   [&](bool truth) { out << (truth ? "yes" : "no"); },
                   [&](std::int64_t number) { out << number; },
                   [&](double number) { out << rounded(number); },
                   [&](const std::string& text) { out << shown_text(text); },
                   [&](const std::vector<std::string>& list) {
                       write_list(out, list, " ", [&](const std::string& text) { out << shown_text(text); });
                   },
                   [&](const std::vector<double>& list) {
                       write_list(out, list, " ", [&](double x) { out << rounded(x); });
                   },
                   [&](const std::vector<Report>& list) { out << list.size() << " entries"; },
                   [&](const auto& list) { write_list(out, list, " ", [&](const auto& x) { out << x; }); },
               },
               value);
}

void write_json_string(std::ostream& out, const std::string& text) {
    constexpr std::string_view hex = "0123456789abcdef";
    out << '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out << '\\' << c;
        } else if (c == '\n') {
            out << "\\n";
        } else if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte == 0x7F) {
            out << "\\u00" << hex[byte >> 4U] << hex[byte & 15U];
        } else {
            out << c;
        }
    }
    out << '"';
}

void write_json_number(std::ostream& out, double number) {
    out << (std::isfinite(number) ? shortest(number) : "null");
}

void write_json_object(std::ostream& out, const Report& report);

void write_json_value(std::ostream& out, const ReportValue& value) {
    const auto list = [&](const auto& values, auto&& write) {
        out << '[';
        write_list(out, values, ",", write);
        out << ']';
    };
    std::visit(
        Overloaded{
            [&](std::monostate) { out << "null"; },
            [&](bool truth) { out << (truth ? "true" : "false"); },
            [&](std::int64_t number) { out << number; },
            [&](double number) { write_json_number(out, number); },
            [&](const std::string& text) { write_json_string(out, text); },
            [&](const std::vector<std::int64_t>& v) { list(v, [&](std::int64_t x) { out << x; }); },
            [&](const std::vector<double>& v) { list(v, [&](double x) { write_json_number(out, x); }); },
            [&](const std::vector<std::string>& v) {
                list(v, [&](const auto& x) { write_json_string(out, x); });
            },
            [&](const std::vector<Report>& v) { list(v, [&](const auto& x) { write_json_object(out, x); }); },
        },
        value);
}

void write_json_object(std::ostream& out, const Report& report) {
    out << '{';
    write_list(out, report.entries, ",", [&](const ReportEntry& entry) {
        write_json_string(out, entry.key);
        out << ':';
        write_json_value(out, entry.value);
    });
    out << '}';
}

std::string spaces(std::size_t count) { return std::string(count, ' '); }

std::size_t longest_word(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream words{text};
    for (std::string word; words >> word;) longest = std::max(longest, character_count(word));
    return longest;
}

// A value after its label. If the stream has a width, the text is folded; one with a word that is too long
// for the room beside the labels goes below its label.
void write_beside(std::ostream& out, std::size_t gap, std::size_t column, const ReportValue& value) {
    const std::size_t columns = text_width(out);
    if (columns == 0) {
        out << spaces(gap);
        return write_text_value(out, value);
    }
    constexpr std::size_t indent_below = 4;
    std::ostringstream written;
    write_text_value(written, value);
    const std::string text = std::move(written).str();
    const bool is_below = column + longest_word(text) > columns && column > indent_below;
    const std::string margin = spaces(is_below ? indent_below : column);
    out << (is_below ? "\n" + margin : spaces(gap)) << folded(margin + text, columns).substr(margin.size());
}

}  // namespace

ReportValue number_value(const Rational& value) {
    if (value.denominator() == 1 && fits_int64(value.numerator()))
        return static_cast<std::int64_t>(value.numerator());
    return value.to_double();
}

void write_text(std::ostream& out, const Report& report) {
    std::size_t label_width = 0;
    for (const ReportEntry& entry : report.entries)
        label_width = std::max(label_width, character_count(shown_text(entry.label)));
    for (const ReportEntry& entry : report.entries) {
        if (entry.label.empty()) continue;
        const std::string label = shown_text(entry.label);
        out << label;
        const std::size_t gap = label_width - character_count(label) + 2;
        write_beside(out, gap, label_width + 2, entry.value);
        out << '\n';
    }
}

void write_json(std::ostream& out, const Report& report) {
    write_json_object(out, report);
    out << '\n';
}

void TextTable::write(std::ostream& out) const {
    std::vector<std::vector<std::string>> rows = rows_;
    for (auto& row : rows)
        for (std::string& text : row) text = shown_text(text);
    out << impl::table_text(rows, left_, text_width(out));
}

}  // namespace drover
