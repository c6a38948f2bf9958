#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover::read {

/// Without blanks of any kind at both ends.
std::string_view strip(std::string_view text);

/// In lower case, without accents, with single blanks: "Bevölkerung  (Anzahl)" is "bevolkerung (anzahl)".
std::string fold(std::string_view text);

/// Words of letters and digits of a folded text.
std::vector<std::string> words_of(std::string_view folded);

bool contains(std::string_view text, std::string_view part);

std::vector<std::string> split(std::string_view text, std::string_view separator);

std::string join(const std::vector<std::string>& parts, std::string_view separator, std::size_t most = 8);

/// With commas between thousands, at most one decimal: 39,974.1.
std::string grouped(double number);

}  // namespace drover::read
