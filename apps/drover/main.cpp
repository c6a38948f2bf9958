#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <drover/core/error.hpp>
#include <drover/version.hpp>

#include "cmd_check.hpp"
#include "cmd_dynamics.hpp"
#include "cmd_explain.hpp"
#include "cmd_herd.hpp"
#include "cmd_ising.hpp"
#include "cmd_neuron.hpp"
#include "cmd_paper.hpp"
#include "cmd_synth.hpp"
#include "cmd_tables.hpp"
#include "terminal.hpp"

namespace {

using drover::cli::ExitCode;

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
ExitCode report_usage_error(const CLI::App& app, const CLI::ParseError& error,
                            const std::vector<std::string>& words) {
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
        unknown ? "unknown " + kind + " \"" + next + "\"; expected " + expected : error.what();
    std::cerr << name << ": " << what << "\nusage: " << usage << "; " << name << " --help says more\n";
    return ExitCode::usage;
}

ExitCode guarded(const std::function<ExitCode()>& command) {
    try {
        return command();
    } catch (const drover::InputError& error) {
        std::cerr << "drover: " << error.what() << '\n';
        return ExitCode::input;
    } catch (const drover::IoError& error) {
        std::cerr << "drover: " << error.what() << '\n';
        return ExitCode::io;
    } catch (const std::bad_alloc&) {
        std::cerr << "drover: out of memory\n";
        return ExitCode::io;
    } catch (const std::exception& error) {
        std::cerr << "drover: internal error: " << error.what() << '\n';
        return ExitCode::bug;
    }
}

using RunCommand = std::function<ExitCode(drover::cli::Streams&)>;

// Adds a command with options of its own and returns how to run it.
template <class Options>
RunCommand added(CLI::App& app, void (*add)(CLI::App&, Options&),
                 ExitCode (*run)(const Options&, drover::cli::Streams&)) {
    const auto options = std::make_shared<Options>();
    add(app, *options);
    return [options, run](drover::cli::Streams& streams) { return run(*options, streams); };
}

ExitCode run_program(int argc, char** argv) {
    CLI::App app{"Herding: deterministic samples from moments. No training, no random numbers."};
    app.name("drover");
    app.set_version_flag("--version", std::string{"drover "} + drover::version);
    app.require_subcommand(1);
    std::map<std::string, RunCommand> commands;
    commands["synth"] = added(app, drover::cli::add_synth, drover::cli::run_synth);
    commands["tables"] = added(app, drover::cli::add_tables, drover::cli::run_tables);
    commands["check"] = added(app, drover::cli::add_check, drover::cli::run_check);
    commands["explain"] = added(app, drover::cli::add_explain, drover::cli::run_explain);
    commands["herd"] = added(app, drover::cli::add_herd, drover::cli::run_herd);
    commands["neuron"] = added(app, drover::cli::add_neuron, drover::cli::run_neuron);
    commands["ising"] = added(app, drover::cli::add_ising, drover::cli::run_ising);
    commands["dynamics"] = added(app, drover::cli::add_dynamics, drover::cli::run_dynamics);
    commands["paper"] = added(app, drover::cli::add_paper, drover::cli::run_paper);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        app.exit(success);
        return ExitCode::ok;
    } catch (const CLI::ParseError& error) {
        return report_usage_error(app, error, {argv + 1, argv + argc});
    }
    drover::cli::catch_interrupts();
    drover::cli::Streams streams{
        .out = std::cout, .err = std::cerr, .err_is_terminal = ::isatty(STDERR_FILENO) == 1};
    return guarded([&] { return commands.at(app.get_subcommands().front()->get_name())(streams); });
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    return static_cast<int>(run_program(argc, argv));
}
