#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace drover::cli {

/// A command as its help, the man pages and the completions show it.
struct DescribedCommand {
    std::string path;  ///< "dynamics words"; empty for the program itself
    std::string name;
    std::string summary;
    std::string footer;
    std::vector<Option> options;
    std::vector<DescribedCommand> items;
};

/// All commands, with all that they have.
std::vector<DescribedCommand> described_commands();

/// The program, or the command or item that the names lead to, from the outside in; its items have nothing
/// but their names and summaries. Names that lead nowhere end it: the path tells how far they were
/// understood.
DescribedCommand described_command(const std::vector<std::string>& names);

/// All commands and items, each followed by its own items.
std::vector<const DescribedCommand*> with_items(const std::vector<DescribedCommand>& commands);

/// "-o" and "--output".
std::vector<std::string> spellings(const Option& option);
/// Texts that may be its value: of "zero|moments|FILE" the first two.
std::vector<std::string> suggestions(const Option& option);
bool is_flag(const Option& option);
bool is_list(const Option& option);

/// Joins what `text` makes of each.
template <class Parts, class Text>
std::string joined(const Parts& parts, const std::string& between, Text&& text) {
    std::string all;
    for (const auto& part : parts) all += (all.empty() ? "" : between) + text(part);
    return all;
}

}  // namespace drover::cli
