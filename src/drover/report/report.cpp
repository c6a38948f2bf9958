#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>

#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/report/report.hpp>

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

// Characters of a UTF-8 text, which is what columns are aligned by.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string spaces(std::size_t count) { return std::string(count, ' '); }

}  // namespace

ReportValue number_value(const Rational& value) {
    if (value.denominator() == 1 && fits_int64(value.numerator()))
        return static_cast<std::int64_t>(value.numerator());
    return value.to_double();
}

void write_text(std::ostream& out, const Report& report) {
    std::size_t label_width = 0;
    for (const ReportEntry& entry : report.entries)
        label_width = std::max(label_width, width(shown_text(entry.label)));
    for (const ReportEntry& entry : report.entries) {
        if (entry.label.empty()) continue;
        const std::string label = shown_text(entry.label);
        out << label << spaces(label_width - width(label) + 2);
        write_text_value(out, entry.value);
        out << '\n';
    }
}

void write_json(std::ostream& out, const Report& report) {
    write_json_object(out, report);
    out << '\n';
}

void TextTable::write(std::ostream& out) const {
    std::vector<std::vector<std::string>> rows = rows_;
    std::vector<std::size_t> widths(rows.front().size());
    for (auto& row : rows) {
        for (std::string& text : row) text = shown_text(text);
        for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width(row[j]));
    }
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const bool is_left = std::find(left_.begin(), left_.end(), j) != left_.end();
            const std::string gap = spaces(widths[j] - width(row[j]));
            line += (j == 0 ? "" : "  ") + (is_left ? row[j] + gap : gap + row[j]);
        }
        out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    }
}

}  // namespace drover
