#include <algorithm>
#include <ostream>
#include <sstream>

#include <drover/core/check.hpp>
#include <drover/core/message_text.hpp>
#include <drover/report/problem_json.hpp>
#include <drover/report/text_width.hpp>
#include <drover/version.hpp>

#include "help.hpp"

namespace drover::cli {
namespace {

std::vector<std::string> names_of_items(const DescribedCommand& command) {
    std::vector<std::string> names;
    for (const DescribedCommand& item : command.items) names.push_back(item.name);
    return names;
}

std::string argument_text(const Option& option) { return option.names + (is_list(option) ? "..." : ""); }

// A name of an option, or of an item, and what is said of it.
struct HelpEntry {
    std::string name;
    std::string text;
};

std::string option_text(const Option& option) {
    std::string text = option.help_text();
    if (option.is_required) text += " (required)";
    for (const std::string& other : option.excludes) text += " (not with " + other + ")";
    for (const std::string& other : option.needs) text += " (only with " + other + ")";
    return text;
}

HelpEntry entry_of(const Option& option) {
    if (option.is_argument()) return {argument_text(option), option_text(option)};
    std::string name = option.names;
    if (!is_flag(option)) name += ' ' + option.type;
    if (!option.default_text.empty()) name += '=' + option.default_text;
    if (is_list(option)) name += " ...";
    return {name, option_text(option)};
}

std::vector<HelpEntry> program_options(const DescribedCommand& command) {
    std::vector<HelpEntry> entries{{"-h,--help", "Print this help and exit"}};
    if (command.path.empty()) entries.push_back({"-V,--version", "Print the version and exit"});
    return entries;
}

// Names in one column, texts in the next, where they are folded.
void write_entries(std::ostream& out, const std::string& title, const std::vector<HelpEntry>& entries) {
    constexpr std::size_t text_column = 30;
    const std::size_t columns = text_width(out);
    if (entries.empty()) return;
    out << '\n' << title << ":\n";
    for (const HelpEntry& entry : entries) {
        const std::string name = "  " + entry.name;
        const bool has_room = character_count(name) < text_column;
        const std::string margin(text_column, ' ');
        out << name << (has_room ? std::string(text_column - character_count(name), ' ') : "\n" + margin)
            << folded(margin + entry.text, columns).substr(text_column) << '\n';
    }
}

// Paragraphs are filled anew where they are too wide, examples stay as they are.
void write_last_part(std::ostream& out, const std::string& footer) {
    const std::size_t columns = text_width(out);
    const std::size_t example = std::min(footer.find("Example: "), footer.size());
    std::string text = footer.substr(0, example);
    for (std::size_t at = 0; columns > 0 && at + 1 < text.size(); ++at) {
        const bool ends_paragraph = text[at + 1] == '\n' || (at > 0 && text[at - 1] == '\n');
        if (text[at] == '\n' && !ends_paragraph) text[at] = ' ';
    }
    out << '\n' << folded(text, columns) << footer.substr(example) << '\n';
}

struct HelpOptions {
    std::vector<std::string> path;
};

void describe(OptionList& list, HelpOptions& options) {
    std::vector<std::string> names;
    for (const Command& command : program_commands().commands()) {
        names.emplace_back(command.name);
        for (const Command& item : command.items) names.emplace_back(item.name);
    }
    list.texts("COMMAND", options.path, "A command, and perhaps an item of it [default: the program]")
        .offering(names);
}

ExitCode run_help(const HelpOptions& options, Streams& streams) {
    const DescribedCommand found = described_command(options.path);
    const auto depth =
        found.path.empty()
            ? 0U
            : 1U + static_cast<std::size_t>(std::count(found.path.begin(), found.path.end(), ' '));
    if (depth < options.path.size())
        return refuse_usage(described_command({"help"}), unknown_item(found, options.path[depth]), streams);
    write_help(streams.out, found);
    check_written("-", streams.out);
    return ExitCode::ok;
}

struct VersionOptions {};

void describe(OptionList& /*list*/, VersionOptions& /*options*/) {}

ExitCode run_version(const VersionOptions& /*options*/, Streams& streams) {
    streams.out << version_text() << '\n';
    check_written("-", streams.out);
    return ExitCode::ok;
}

}  // namespace

std::string command_name(const DescribedCommand& command) {
    return command.path.empty() ? "drover" : "drover " + command.path;
}

std::string usage_of(const DescribedCommand& command) {
    std::string usage = command_name(command);
    if (!command.items.empty()) usage += command.path.empty() ? " COMMAND" : " ITEM";
    for (const Option& option : command.options)
        if (option.is_required && !option.is_argument())
            usage += ' ' + option.names.substr(0, option.names.find(',')) + ' ' + option.type;
    usage += " [OPTIONS]";
    for (const Option& option : command.options) {
        if (!option.is_argument()) continue;
        usage += option.is_required ? ' ' + argument_text(option) : " [" + argument_text(option) + ']';
    }
    return usage;
}

void write_help(std::ostream& out, const DescribedCommand& command) {
    std::vector<HelpEntry> arguments;
    std::vector<HelpEntry> options = program_options(command);
    std::vector<HelpEntry> items;
    for (const Option& option : command.options)
        (option.is_argument() ? arguments : options).push_back(entry_of(option));
    for (const DescribedCommand& item : command.items) items.push_back({item.name, item.summary});
    const std::size_t columns = text_width(out);
    out << folded(command.summary, columns) << '\n'
        << folded("Usage: " + usage_of(command), columns, 4) << '\n';
    write_entries(out, "Arguments", arguments);
    write_entries(out, "Options", options);
    write_entries(out, command.path.empty() ? "Commands" : "Items", items);
    if (!command.footer.empty()) write_last_part(out, command.footer);
}

ExitCode refuse_usage(const DescribedCommand& command, const std::string& what, Streams& streams) {
    if (streams.json) {
        streams.err << problem_json({.fault = Fault::usage, .text = what}, message_text(what)) << '\n';
        return ExitCode::usage;
    }
    const std::string name = command_name(command);
    streams.err << name << ": " << message_text(what) << "\nusage: " << usage_of(command) << "; " << name
                << " --help says more\n";
    return ExitCode::usage;
}

std::string unknown_item(const DescribedCommand& command, const std::string& name) {
    if (command.items.empty())
        return "expected no item of " + command_name(command) + ", got " + quoted(name);
    return (command.path.empty() ? "unknown command " : "unknown item ") + quoted(name) + "; " +
           any_of_or_similar(names_of_items(command), name);
}

std::string version_text() { return std::string{"drover "} + drover::version; }

void add_program_commands(CommandList& list) {
    list.add(HelpSection::program, {.name = "help",
                                    .summary = "Say how to use drover, or one of its commands",
                                    .footer = "Example: drover help synth\n"
                                              "         drover help dynamics survey",
                                    .task = task<run_help>});
    list.add(HelpSection::program, {.name = "version",
                                    .summary = "Print the version",
                                    .footer = "Example: drover version",
                                    .task = task<run_version>});
}

}  // namespace drover::cli
