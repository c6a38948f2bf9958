#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include <CLI/CLI.hpp>

#include <drover/core/check.hpp>
#include <drover/core/message_text.hpp>
#include <drover/version.hpp>

#include "command_line.hpp"

namespace drover::cli {
namespace {

TextCheck text_check(const CLI::Validator& validator) {
    return [validator](std::string& text) { return validator(text); };
}

// Binds the field of an option to it.
struct Binder {
    CLI::App& app;
    const Option& option;

    CLI::Option* operator()(bool* value) const { return app.add_flag(option.names, *value, option.help); }
    // A number below 0 is understood, and outside of the limits, as all options have them.
    CLI::Option* operator()(std::uint64_t* value) const {
        const auto take = [value](const CLI::results_t& texts) {
            *value = static_cast<std::uint64_t>(std::stoll(texts.front()));
            return true;
        };
        return app.add_option(option.names, take, option.help_text());
    }
    CLI::Option* operator()(const WordField& value) const {
        const auto take = [value](const CLI::results_t& texts) {
            value.take(texts.front());
            return true;
        };
        return app.add_option(option.names, take, option.help_text());
    }
    template <class Value>
    CLI::Option* operator()(Value* value) const {
        return app.add_option(option.names, *value, option.help_text());
    }
};

void add_named(CLI::App& app, const Option& option) {
    CLI::Option& bound = *std::visit(Binder{app, option}, option.field);
    for (const TextCheck& transform : option.transforms) bound.transform(CLI::Validator{transform, ""});
    for (const TextCheck& check : option.checks) bound.check(CLI::Validator{check, ""});
    if (!option.type.empty()) bound.type_name(option.type);
    if (!option.default_text.empty()) bound.default_str(option.default_text);
    if (option.is_once_each) bound.allow_extra_args(false);
    if (option.delimiter != 0) bound.delimiter(option.delimiter);
    bound.required(option.is_required);
}

std::string long_name(const Option& option) {
    return option.names.substr(option.names.find_last_of(',') + 1);
}

void add_option(CLI::App& app, const Option& option) {
    add_named(app, option);
    if (option.hidden.empty()) return;
    Option other = option;
    other.names = option.hidden;
    other.is_required = false;
    add_named(app, other);
    app.get_option(option.hidden)->group("");
}

// CLI11 would not show the hidden name in the message of excludes().
void check_given_once(const CLI::App& app, const OptionList& list) {
    for (const Option& option : list.options()) {
        if (option.hidden.empty() || app.count(option.hidden) == 0) continue;
        if (app.count(long_name(option)) > 0) throw CLI::ExcludesError(long_name(option), option.hidden);
    }
}

// Options may name later ones.
void tie_options(CLI::App& app, const OptionList& list) {
    for (const Option& option : list.options()) {
        CLI::Option& bound = *app.get_option(long_name(option));
        for (const std::string& other : option.needs) bound.needs(app.get_option(other));
        for (const std::string& other : option.excludes) bound.excludes(app.get_option(other));
    }
}

void bind(CLI::App& command, const OptionList& list) {
    for (const Option& option : list.options()) add_option(command, option);
    tie_options(command, list);
}

using Tasks = std::map<const CLI::App*, Task>;

// A command that no word names is there by its name and summary alone.
void add_items(CLI::App& app, const std::vector<Command>& items, const CommandList& all,
               const std::vector<std::string>& words, Tasks& tasks) {
    if (!items.empty()) app.require_subcommand(1);
    for (const Command& item : items) {
        CLI::App& command = *app.add_subcommand(item.name, item.summary);
        if (std::find(words.begin(), words.end(), item.name) == words.end()) continue;
        Task task = task_of(item, all);
        command.footer(footer_of(item, task.options));
        bind(command, task.options);
        command.parse_complete_callback([&command, list = task.options] {
            check_given_once(command, list);
            const std::string missing = list.missing();
            if (!missing.empty()) throw CLI::RequiredError(missing);
        });
        add_items(command, item.items, all, words, tasks);
        tasks.emplace(&command, std::move(task));
    }
}

// "a, b or c"
std::string command_names(const CLI::App& app) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    std::string names;
    for (std::size_t k = 0; k < commands.size(); ++k) {
        if (k > 0) names += k + 1 < commands.size() ? ", " : " or ";
        names += commands[k]->get_name();
    }
    return names;
}

// The command as far as it was understood, and its name as it was typed.
struct Understood {
    const CLI::App* command;
    std::string name;
    std::size_t word_count;
};

Understood understood(const CLI::App& app) {
    Understood result{&app, "drover", 0};
    while (!result.command->get_subcommands().empty()) {
        result.command = result.command->get_subcommands().front();
        result.name += ' ' + result.command->get_name();
        ++result.word_count;
    }
    return result;
}

// Says in one line what is wrong with the command line, then how to use it.
void report_usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words, std::ostream& err) {
    const auto [command, name, word_count] = understood(app);
    const std::string expected = command_names(*command);
    std::string usage = name +
                        (command == &app    ? " COMMAND"
                         : expected.empty() ? ""
                                            : " ITEM") +
                        " [OPTIONS]";
    for (const CLI::Option* option : command->get_options()) {
        if (option->get_positional()) usage += ' ' + option->get_name(true);
    }
    const std::string next = word_count < words.size() ? words[word_count] : "";
    const bool unknown = !expected.empty() && !next.empty() && next.front() != '-';
    const std::string kind = command == &app ? "command" : "item";
    const std::string what =
        unknown ? "unknown " + kind + ' ' + quoted(next) + "; expected " + expected : error.what();
    err << name << ": " << message_text(what) << "\nusage: " << usage << "; " << name
        << " --help says more\n";
}

}  // namespace

TextCheck one_of(const std::vector<std::string>& words) { return text_check(CLI::IsMember(words)); }

std::variant<Task, ExitCode> parse_command_line(int argc, char** argv, Streams& streams) {
    CLI::App app{program_summary};
    app.name("drover");
    app.set_version_flag("--version", std::string{"drover "} + drover::version);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    Tasks tasks;
    const CommandList all = program_commands();
    add_items(app, all.commands(), all, words, tasks);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        app.exit(success, streams.out, streams.err);
        return ExitCode::ok;
    } catch (const CLI::ParseError& error) {
        report_usage_error(app, error, words, streams.err);
        return ExitCode::usage;
    }
    return std::move(tasks.at(understood(app).command));
}

}  // namespace drover::cli
