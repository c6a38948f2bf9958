#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "command.hpp"

namespace drover::cli {

/// A command as man pages and completions see it.
struct DescribedCommand {
    std::string path;  ///< "dynamics words"
    std::string name;
    std::string summary;
    std::string footer;
    std::vector<Option> options;
    std::vector<DescribedCommand> items;
};

std::vector<DescribedCommand> described_commands();

/// Its commands and items, each followed by its own items.
std::vector<const DescribedCommand*> with_items(const std::vector<DescribedCommand>& commands);

/// "-o" and "--output".
std::vector<std::string> spellings(const Option& option);
/// Words that may be its value: of "zero|moments|FILE" the first two.
std::vector<std::string> suggestions(const Option& option);
/// Joins what `text` makes of each.
template <class Parts, class Text>
std::string joined(const Parts& parts, const std::string& between, Text&& text) {
    std::string all;
    for (const auto& part : parts) all += (all.empty() ? "" : between) + text(part);
    return all;
}

void write_program_page(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_command_page(std::ostream& out, const DescribedCommand& command);
void write_bash_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_zsh_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_fish_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);

/// Man pages and completions, from the descriptions of the options, into a folder laid out as /usr/share.
void generate_files(const std::string& folder);

}  // namespace drover::cli
