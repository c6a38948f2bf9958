#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "words.hpp"

namespace drover::python {
namespace {

// Keywords that are not the option's name with _ for -.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> keywords{
    {{"level", "levels"}, {"sql", "table"}}};
constexpr std::array<std::string_view, 7> choices{"auto", "on", "off", "hard", "soft", "exact", "ascent"};

bool is_part(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

std::string keyword(std::string_view option) {
    for (const auto& [from, to] : keywords)
        if (option == from) return std::string{to};
    std::string name{option};
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

// The option of one letter that is a keyword, and no other word.
bool is_row_count(std::string_view rest) {
    return rest.substr(0, 2) == "-n" &&
           (rest.size() == 2 || std::isalnum(static_cast<unsigned char>(rest[2])) == 0);
}

// The word that follows a space, if a choice could be that.
std::string_view choice_after(std::string_view rest) {
    if (rest.empty() || rest.front() != ' ') return {};
    rest.remove_prefix(1);
    const auto end = std::find_if(rest.begin(), rest.end(), [](char c) { return !is_part(c); });
    const std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    return std::find(choices.begin(), choices.end(), word) == choices.end() ? std::string_view{} : word;
}

}  // namespace

std::string python_words(std::string_view message) {
    std::string words;
    bool is_quoted = false;
    for (std::size_t at = 0; at < message.size();) {
        if (message[at] == '"') is_quoted = !is_quoted;
        const bool starts = at == 0 || message[at - 1] == ' ' || message[at - 1] == '(';
        if (!is_quoted && starts && is_row_count(message.substr(at))) ++at;  // -n is n
        if (is_quoted || !starts || message.substr(at, 2) != "--") {
            words += message[at++];
            continue;
        }
        std::size_t end = at + 2;
        while (end < message.size() && is_part(message[end])) ++end;
        if (end == at + 2) {
            words += message[at++];
            continue;
        }
        words += keyword(message.substr(at + 2, end - at - 2));
        const std::string_view choice = choice_after(message.substr(end));
        if (!choice.empty()) words += "=\"" + std::string{choice} + "\"";
        at = end + (choice.empty() ? 0 : choice.size() + 1);
    }
    return words;
}

}  // namespace drover::python
