#include <cctype>
#include <filesystem>
#include <sstream>

#include <drover/core/error.hpp>

#include "generate.hpp"

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

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    if (failure)
        throw IoError(path.parent_path().string() + ": cannot make the folder: " + failure.message());
    std::ostringstream unused;
    write_output(path.string(), unused, write);
}

}  // namespace

std::vector<DescribedCommand> described_commands() {
    const CommandList all = program_commands();
    return described(all.commands(), all);
}

std::vector<const DescribedCommand*> with_items(const std::vector<DescribedCommand>& commands) {
    std::vector<const DescribedCommand*> all;
    collect(commands, all);
    return all;
}

std::vector<std::string> spellings(const Option& option) { return split(option.names, ','); }

std::vector<std::string> suggestions(const Option& option) {
    if (!option.words.empty() || option.type.find('|') == std::string::npos) return option.words;
    std::vector<std::string> words = split(option.type, '|');
    std::erase_if(words, [](const std::string& word) { return std::islower(word.front()) == 0; });
    return words;
}

void generate_files(const std::string& folder) {
    const std::filesystem::path share{folder};
    const std::vector<DescribedCommand> commands = described_commands();
    const auto pages = share / "man" / "man1";
    write_file(pages / "drover.1", [&](std::ostream& out) { write_program_page(out, commands); });
    for (const DescribedCommand& command : commands) {
        write_file(pages / ("drover-" + command.path + ".1"),
                   [&](std::ostream& out) { write_command_page(out, command); });
    }
    write_file(share / "bash-completion" / "completions" / "drover",
               [&](std::ostream& out) { write_bash_completion(out, commands); });
    write_file(share / "zsh" / "site-functions" / "_drover",
               [&](std::ostream& out) { write_zsh_completion(out, commands); });
    write_file(share / "fish" / "vendor_completions.d" / "drover.fish",
               [&](std::ostream& out) { write_fish_completion(out, commands); });
}

}  // namespace drover::cli
