#include <algorithm>
#include <cctype>
#include <sstream>

#include "command_line.hpp"
#include "described_command.hpp"

namespace drover::cli {
namespace {

std::vector<DescribedCommand> described(const std::vector<Command>& commands, const CommandList& all,
                                        const std::string& before = {}) {
    std::vector<DescribedCommand> result;
    for (const Command& each : commands) {
        const OptionList options = task_of(each, all).options;
        result.push_back({before + each.name, each.name, each.summary, footer_of(each, options),
                          options.options(), described(each.items, all, each.name + std::string{' '})});
    }
    return result;
}

std::vector<DescribedCommand> named(const std::vector<Command>& commands) {
    std::vector<DescribedCommand> result;
    for (const Command& each : commands) result.push_back({each.name, each.name, each.summary, "", {}, {}});
    return result;
}

void collect(const std::vector<DescribedCommand>& commands, std::vector<const DescribedCommand*>& all) {
    for (const DescribedCommand& command : commands) {
        all.push_back(&command);
        collect(command.items, all);
    }
}

std::vector<std::string> split(const std::string& text, char between) {
    std::vector<std::string> parts;
    std::istringstream stream{text};
    for (std::string part; std::getline(stream, part, between);) parts.push_back(part);
    return parts;
}

}  // namespace

std::vector<DescribedCommand> described_commands() {
    const CommandList all = program_commands();
    return described(all.commands(), all);
}

DescribedCommand described_command(const std::vector<std::string>& names) {
    const CommandList all = program_commands();
    std::vector<Command> next = all.commands();
    DescribedCommand result{"", "drover", program_summary, "drover help COMMAND says more.", {}, named(next)};
    for (const std::string& name : names) {
        const auto found = std::find_if(next.begin(), next.end(),
                                        [&](const Command& command) { return command.name == name; });
        if (found == next.end()) break;
        const Command command = *found;
        const OptionList options = task_of(command, all).options;
        next = command.items;
        result = {result.path + (result.path.empty() ? "" : " ") + command.name,
                  command.name,
                  command.summary,
                  footer_of(command, options),
                  options.options(),
                  named(next)};
    }
    return result;
}

std::vector<const DescribedCommand*> with_items(const std::vector<DescribedCommand>& commands) {
    std::vector<const DescribedCommand*> all;
    collect(commands, all);
    return all;
}

std::vector<std::string> spellings(const Option& option) { return split(option.names, ','); }

std::vector<std::string> suggestions(const Option& option) {
    if (!option.choices.empty() || option.type.find('|') == std::string::npos) return option.choices;
    std::vector<std::string> choices = split(option.type, '|');
    std::erase_if(choices, [](const std::string& choice) { return std::islower(choice.front()) == 0; });
    return choices;
}

bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.field); }

bool is_list(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.field); }

}  // namespace drover::cli
