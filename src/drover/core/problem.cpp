#include <algorithm>
#include <array>

#include <drover/core/check.hpp>
#include <drover/core/problem.hpp>

namespace drover {
namespace {

constexpr std::array<std::string_view, 13> fault_names{
    "other",    "syntax",  "missing",    "unknown", "repeated", "type", "range",
    "conflict", "changed", "impossible", "memory",  "file",     "usage"};

void append(std::string& text, std::string_view between, const std::string& part) {
    if (part.empty()) return;
    if (!text.empty()) text += between;
    text += part;
}

bool is_field_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// "{burn_in}" or "{imply=off}" at the front of `text`, or nothing.
std::string_view option_at_front(std::string_view text) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos || text.front() != '{') return {};
    const std::string_view inside = text.substr(1, end - 1);
    const std::string_view field = inside.substr(0, inside.find('='));
    const bool is_option = !field.empty() && std::all_of(field.begin(), field.end(), is_field_character);
    return is_option ? text.substr(0, end + 1) : std::string_view{};
}

void complete(std::string& part, const std::string& given) {
    if (part.empty()) part = given;
}

}  // namespace

std::string_view name_of(Fault fault) { return fault_names.at(static_cast<std::size_t>(fault)); }

std::string field_name(std::string_view field, std::string_view value) {
    return value.empty() ? std::string{field} : std::string{field} + '=' + std::string{value};
}

std::string with_options(std::string_view text, const OptionName& name) {
    std::string written;
    bool is_quoted = false;
    while (!text.empty()) {
        if (text.front() == '"') is_quoted = !is_quoted;
        const std::string_view option = is_quoted ? std::string_view{} : option_at_front(text);
        if (option.empty()) {
            written += text.front();
            text.remove_prefix(1);
            continue;
        }
        const std::string_view inside = option.substr(1, option.size() - 2);
        const std::size_t equals = std::min(inside.find('='), inside.size());
        written += name(inside.substr(0, equals), inside.substr(std::min(equals + 1, inside.size())));
        text.remove_prefix(option.size());
    }
    return written;
}

std::string to_text(const Place& place, const OptionName& name) {
    std::string position;
    if (place.row != 0) append(position, ", ", "row " + std::to_string(place.row));
    if (place.line != 0) append(position, ", ", "line " + std::to_string(place.line));
    append(position, ", ", place.key);
    if (!place.column.empty()) append(position, ", ", "column " + quoted(place.column));
    std::string text = place.function;
    append(text, ": ", place.file);
    if (!place.option.empty()) append(text, ": ", name(place.option, ""));
    append(text, ": ", position);
    return text;
}

std::string to_text(const Problem& problem, const OptionName& name) {
    std::string text = to_text(problem.place, name);
    if (problem.expected.empty()) {
        append(text, ": ", with_options(problem.text, name));
    } else {
        append(text, ": ", "expected " + with_options(problem.expected, name));
        append(text, ", got ", with_options(problem.got, name));
    }
    append(text, "; ", with_options(problem.hint, name));
    return text;
}

Problem completed(Problem problem, const Place& place) {
    Place& known = problem.place;
    complete(known.file, place.file);
    if (known.row == 0) known.row = place.row;
    if (known.line == 0) known.line = place.line;
    complete(known.column, place.column);
    complete(known.key, place.key);
    complete(known.option, place.option);
    complete(known.function, place.function);
    return problem;
}

}  // namespace drover
