#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include <CLI/CLI.hpp>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>

#include "command_line.hpp"
#include "help.hpp"

namespace drover::cli {
namespace {

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
    CLI::Option* operator()(const ChoiceField& value) const {
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
        if (app.count(long_name(option)) > 0)
            throw CLI::ValidationError(long_name(option) + " and " + option.hidden,
                                       "expected one of them, got both");
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

// A command that the command line does not name is there by its name and summary alone.
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

// The commands and items that were understood, from the outside in.
std::vector<const CLI::App*> understood(const CLI::App& app) {
    std::vector<const CLI::App*> path{&app};
    while (!path.back()->get_subcommands().empty()) path.push_back(path.back()->get_subcommands().front());
    return path;
}

DescribedCommand described_at(const std::vector<const CLI::App*>& path) {
    std::vector<std::string> names;
    for (std::size_t k = 1; k < path.size(); ++k) names.push_back(path[k]->get_name());
    return described_command(names);
}

// The name of what looks like an option: "--rows" of "--rows=5"; empty otherwise.
std::string option_name(const std::string& word) {
    const bool is_number =
        word.size() > 1 && (std::isdigit(static_cast<unsigned char>(word[1])) != 0 || word[1] == '.');
    if (word.size() < 2 || word.front() != '-' || is_number) return {};
    return word.substr(0, word.find('='));
}

std::vector<std::string> long_names(const DescribedCommand& command) {
    std::vector<std::string> names{"--help"};
    if (command.path.empty()) names.emplace_back("--version");
    for (const Option& option : command.options)
        if (!option.is_argument()) names.push_back(long_name(option));
    return names;
}

// Options that the command does not have, and arguments that it has no use for; empty if there are none.
std::string unexpected(const CLI::App& app, const DescribedCommand& command) {
    const std::vector<std::string> rest = app.remaining();
    if (rest.empty()) return {};
    if (!command.items.empty() && option_name(rest.front()).empty())
        return unknown_item(command, rest.front());
    for (const std::string& word : rest) {
        const std::string name = option_name(word);
        if (name.empty()) continue;
        const std::string hint = did_you_mean(name, long_names(command));
        return "unknown option " + name + (hint.empty() ? "" : "; " + hint);
    }
    return "unexpected argument " + quoted(rest.front());
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool is_named(const CLI::Option& option, const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        const std::string name = option_name(word);
        return !name.empty() && option.check_name(name);
    });
}

// An option without its value, or with too many of them; empty if there is none.
std::string wrong_count(const CLI::App& app, const std::vector<std::string>& words) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() || !takes_value(*option) || !is_named(*option, words)) continue;
        const std::string name = option->get_name();
        if (option->count() == 0) return name + ": expected " + option->get_type_name() + ", got nothing";
        if (option->count() > static_cast<std::size_t>(option->get_items_expected_max()))
            return name + ": expected one value, got " + std::to_string(option->count());
    }
    return {};
}

// A flag with a value; empty if there is none.
std::string valued_flag(const CLI::App& app, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const std::size_t end = word.find('=');
        const CLI::Option* option =
            end == std::string::npos ? nullptr : app.get_option_no_throw(word.substr(0, end));
        if (option != nullptr && !takes_value(*option))
            return option->get_name() + ": expected no value, got " + quoted(word.substr(end + 1));
    }
    return {};
}

// Options that do not go together, or one without the other that it needs; empty if there are none.
std::string contradiction(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0) continue;
        for (const CLI::Option* other : option->get_excludes())
            if (other->count() > 0)
                return option->get_name() + " and " + other->get_name() + ": expected one of them, got both";
        for (const CLI::Option* other : option->get_needs())
            if (other->count() == 0)
                return option->get_name() + ": expected " + other->get_name() + " with it, got none";
    }
    return {};
}

// What is wrong with the command line, in our words where CLI11 has its own.
std::string mistake(const std::vector<const CLI::App*>& path, const DescribedCommand& command,
                    const CLI::ParseError& error, const std::vector<std::string>& words) {
    const CLI::App& app = *path.back();
    std::string found = unexpected(app, command);
    if (!found.empty()) return found;
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) found = wrong_count(app, words);
    if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr ||
        dynamic_cast<const CLI::RequiresError*>(&error) != nullptr)
        found = contradiction(app);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) found = valued_flag(app, words);
    if (!found.empty()) return found;
    if (!command.items.empty())
        return std::string{"expected "} + (command.path.empty() ? "a command" : "an item") + ", got none";
    return error.what();
}

Task printing(const std::function<void(std::ostream&)>& print) {
    return {.options = {}, .run = [print](Streams& streams) {
                print(streams.out);
                check_written("-", streams.out);
                return ExitCode::ok;
            }};
}

ExitCode refuse(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words,
                Streams& streams) {
    auto path = understood(app);
    // What was not understood before a command's name is a mistake of the program's own command line.
    const auto first = std::find_if(path.begin(), path.end(),
                                    [](const CLI::App* each) { return !each->remaining().empty(); });
    if (first != path.end()) path.erase(first + 1, path.end());
    const DescribedCommand command = described_at(path);
    return refuse_usage(command, mistake(path, command, error, words), streams);
}

}  // namespace

std::variant<Task, ExitCode> parse_command_line(int argc, char** argv, Streams& streams) {
    CLI::App app{program_summary};
    app.name("drover");
    app.set_version_flag("-V,--version", version_text());
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    Tasks tasks;
    const CommandList all = program_commands();
    add_items(app, all.commands(), all, words, tasks);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return printing(
            [command = described_at(understood(app))](std::ostream& out) { write_help(out, command); });
    } catch (const CLI::CallForVersion&) {
        return printing([](std::ostream& out) { out << version_text() << '\n'; });
    } catch (const CLI::ParseError& error) {
        return refuse(app, error, words, streams);
    }
    return std::move(tasks.at(understood(app).back()));
}

}  // namespace drover::cli
