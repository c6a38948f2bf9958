#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "generate.hpp"

namespace drover::cli {
namespace {

using Commands = std::vector<DescribedCommand>;

std::string as_it_is(const std::string& text) { return text; }
std::string name_of(const DescribedCommand& command) { return command.name; }

std::string replaced(const std::string& text, const std::string& characters, const std::string& before) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string::npos) result += before;
        result += c;
    }
    return result;
}

// 'text' for a shell.
std::string quoted_for_shell(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return result + "'";
}

// What stands before a word that leads from one command on to the next: " synth", "dynamics words".
std::string steps(const Commands& commands, const std::string& between, const std::string& quote) {
    return joined(with_items(commands), between, [&](const DescribedCommand* command) {
        const bool is_item = command->path.find(' ') != std::string::npos;
        return quote + (is_item ? "" : " ") + command->path + quote;
    });
}

// Bash.

// What to offer after a command's name: its items, its options.
std::string offered(const DescribedCommand& command) {
    std::string words = joined(command.items, " ", name_of);
    for (const Option& option : command.options)
        words += ' ' + joined(option.is_argument() ? option.choices : spellings(option), " ", as_it_is);
    return words + " --help";
}

bool takes_files(const DescribedCommand& command) {
    return std::any_of(command.options.begin(), command.options.end(), [](const Option& option) {
        return option.is_argument() && option.named == Option::Names::file;
    });
}

// The values of an option.
std::string bash_values(const Option& option) {
    const std::string words = joined(suggestions(option), " ", as_it_is);
    std::string text = "words=" + quoted_for_shell(words);
    if (option.named == Option::Names::file) text += "; kind=files";
    if (option.named == Option::Names::folder) text += "; kind=folders";
    if (option.delimiter != 0) text += "; before=list";
    return text;
}

// Fish.

std::string fish_values(const Option& option) {
    const std::string words = joined(suggestions(option), " ", as_it_is);
    const std::string offers = words.empty() ? "" : " -a " + quoted_for_shell(words);
    if (is_flag(option)) return "";
    if (option.named == Option::Names::file) return " -r -F" + offers;
    if (option.named == Option::Names::folder) return " -x -a '(__fish_complete_directories)'";
    return " -x" + offers;
}

std::string fish_option(const std::string& path, const Option& option) {
    std::string line = "complete -c drover -n '__drover_at " + path + "'";
    for (const std::string& name : spellings(option))
        line += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return line + fish_values(option) + " -d " + quoted_for_shell(option.help_text()) + '\n';
}

std::string fish_argument(const std::string& path, const Option& option) {
    if (option.choices.empty()) return {};
    return "complete -c drover -n '__drover_at " + path + "' -a " +
           quoted_for_shell(joined(option.choices, " ", as_it_is)) + '\n';
}

// Zsh.

std::string zsh_value(const Option& option) {
    const std::string words = joined(suggestions(option), " ", as_it_is);
    const std::string message = replaced(option.is_argument() ? option.names : option.type, ":\\", "\\");
    if (option.delimiter != 0) return fmt::format(":{}:_values -s , value {}", message, words);
    if (option.named == Option::Names::folder) return fmt::format(":{}:_files -/", message);
    const bool files = option.named == Option::Names::file;
    if (words.empty()) return fmt::format(":{}:{}", message, files ? "_files" : " ");
    if (files) return fmt::format(":{}:{{compadd {}; _files}}", message, words);
    return fmt::format(":{}:({})", message, words);
}

std::string zsh_option(const Option& option) {
    if (option.is_argument())
        return quoted_for_shell(fmt::format("{}{}", is_list(option) ? "*" : "", zsh_value(option)));
    const std::vector<std::string> names = spellings(option);
    const std::string help = replaced(option.help_text(), "[]:\\", "\\");
    const std::string value = is_flag(option) ? "" : zsh_value(option);
    const std::string again = is_list(option) ? "*" : fmt::format("({})", fmt::join(names, " "));
    return joined(names, " \\\n        ", [&](const std::string& name) {
        const bool takes_equals = !is_flag(option) && name.rfind("--", 0) == 0;
        return quoted_for_shell(
            fmt::format("{}{}{}[{}]{}", again, name, takes_equals ? "=" : "", help, value));
    });
}

std::string zsh_function(const std::string& path) {
    std::string name = path.empty() ? "_drover" : "_drover_" + path;
    for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
    return name;
}

// A function for a command with items, and for the program itself.
void write_zsh_group(std::ostream& out, const std::string& path, const Commands& items, const char* more) {
    out << zsh_function(path) << "() {\n    local curcontext=\"$curcontext\" state line\n    local -a items\n"
        << "    items=(\n";
    for (const DescribedCommand& item : items) {
        out << "        " << quoted_for_shell(name_of(item) + ":" + replaced(item.summary, ":\\", "\\"))
            << '\n';
    }
    out << "    )\n    _arguments -C '(- *)--help[Print this help and exit]'" << more
        << " '1: :->item' '*:: :->rest'\n    case $state in\n    item) _describe item items ;;\n"
        << "    rest)\n        case $line[1] in\n";
    for (const DescribedCommand& item : items)
        out << "        " << name_of(item) << ") " << zsh_function(item.path) << " ;;\n";
    out << "        esac\n        ;;\n    esac\n}\n\n";
}

}  // namespace

void write_bash_completion(std::ostream& out, const Commands& commands) {
    out << "# Completion of drover for bash.\n"
           "_drover() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command= words= kind= before= IFS=$' \\t\\n' k\n"
           "    [[ $current == = ]] && current=\n"
           "    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    for ((k = 1; k < COMP_CWORD; ++k)); do\n"
           "        case \"$command ${COMP_WORDS[k]}\" in\n"
           "        "
        << steps(commands, " | ", "\"")
        << ") command=${command:+$command }${COMP_WORDS[k]} ;;\n"
           "        esac\n"
           "    done\n"
           "    case \"$command $previous\" in\n";
    for (const DescribedCommand* command : with_items(commands)) {
        for (const Option& option : command->options) {
            if (option.is_argument() || is_flag(option)) continue;
            out << "    "
                << joined(spellings(option), " | ",
                          [&](const std::string& name) { return "\"" + command->path + " " + name + "\""; })
                << ") " << bash_values(option) << " ;;\n";
        }
    }
    out << "    *)\n        case $command in\n        '') words='" << joined(commands, " ", name_of)
        << " --help --version' ;;\n";
    for (const DescribedCommand* command : with_items(commands)) {
        out << "        '" << command->path << "') words=" << quoted_for_shell(offered(*command))
            << (takes_files(*command) ? "; kind=files" : "") << " ;;\n";
    }
    out << "        esac\n"
           "        if [[ $current == -* ]]; then kind=; elif [[ -n $kind ]]; then words=; fi\n"
           "        ;;\n"
           "    esac\n"
           "    if [[ $before == list && $current == *,* ]]; then before=${current%,*}, "
           "current=${current##*,}; "
           "else before=; fi\n"
           "    COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"$current\"))\n"
           "    IFS=$'\\n'\n"
           "    case $kind in\n"
           "    files) COMPREPLY+=($(compgen -f -- \"$current\")) ;;\n"
           "    folders) COMPREPLY+=($(compgen -d -- \"$current\")) ;;\n"
           "    esac\n"
           "    [[ -n $kind ]] && compopt -o filenames 2>/dev/null\n"
           "    return 0\n"
           "}\n"
           "complete -F _drover drover\n";
}

void write_zsh_completion(std::ostream& out, const Commands& commands) {
    out << "#compdef drover\n# Completion of drover for zsh.\n\n";
    for (const DescribedCommand* command : with_items(commands)) {
        if (!command->items.empty()) {
            write_zsh_group(out, command->path, command->items, "");
            continue;
        }
        out << zsh_function(command->path)
            << "() {\n    _arguments -s '(- *)--help[Print this help and exit]'";
        for (const Option& option : command->options) out << " \\\n        " << zsh_option(option);
        out << "\n}\n\n";
    }
    write_zsh_group(out, "", commands, " '(- *)'{-V,--version}'[Print the version and exit]'");
    out << "_drover \"$@\"\n";
}

void write_fish_completion(std::ostream& out, const Commands& commands) {
    out << "# Completion of drover for fish.\n"
           "function __drover_at\n"
           "    set -l words (commandline -opc)\n"
           "    set -e words[1]\n"
           "    set -l command\n"
           "    for word in $words\n"
           "        switch \"$command $word\"\n"
           "            case "
        << steps(commands, " ", "'")
        << "\n"
           "                set command (string trim -- \"$command $word\")\n"
           "        end\n"
           "    end\n"
           "    test \"$command\" = \"$argv\"\n"
           "end\n"
           "complete -c drover -f\n"
           "complete -c drover -l help -d 'Print this help and exit'\n"
           "complete -c drover -n '__drover_at' -s V -l version -d 'Print the version and exit'\n";
    for (const DescribedCommand* command : with_items(commands)) {
        const std::size_t end = command->path.rfind(' ');
        const std::string parent = end == std::string::npos ? "" : ' ' + command->path.substr(0, end);
        out << "complete -c drover -n '__drover_at" << parent << "' -a " << name_of(*command) << " -d "
            << quoted_for_shell(command->summary) << '\n';
        if (takes_files(*command)) out << "complete -c drover -n '__drover_at " << command->path << "' -F\n";
        for (const Option& option : command->options)
            out << (option.is_argument() ? fish_argument(command->path, option)
                                         : fish_option(command->path, option));
    }
}

}  // namespace drover::cli
