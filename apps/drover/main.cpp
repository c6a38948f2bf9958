#include <exception>
#include <functional>
#include <iostream>

#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/version.hpp>

#include "cmd_herd.hpp"
#include "cmd_neuron.hpp"
#include "terminal.hpp"

namespace {

using drover::cli::ExitCode;

// Says in one line what is wrong with the command line, then how to use it.
ExitCode report_usage_error(const CLI::App& app, const CLI::ParseError& error, const std::string& first) {
    const CLI::App* command = &app;
    if (!app.get_subcommands().empty()) command = app.get_subcommands().front();
    const std::string name = command == &app ? "drover" : "drover " + command->get_name();
    std::string usage = name + (command == &app ? " COMMAND [OPTIONS]" : " [OPTIONS]");
    for (const CLI::Option* option : command->get_options()) {
        if (option->get_positional()) usage += ' ' + option->get_name(true);
    }
    const bool unknown = command == &app && !first.empty() && first.front() != '-';
    const std::string what =
        unknown ? "unknown command \"" + first + "\"; expected neuron or herd" : error.what();
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

ExitCode run_program(int argc, char** argv) {
    CLI::App app{"Herding: deterministic samples from moments. No training, no random numbers."};
    app.name("drover");
    app.set_version_flag("--version", std::string{"drover "} + drover::version);
    app.require_subcommand(1);
    drover::cli::NeuronOptions neuron;
    drover::cli::HerdOptions herd;
    drover::cli::add_neuron(app, neuron);
    drover::cli::add_herd(app, herd);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        app.exit(success);
        return ExitCode::ok;
    } catch (const CLI::ParseError& error) {
        return report_usage_error(app, error, argc > 1 ? argv[1] : "");
    }
    drover::cli::catch_interrupts();
    drover::cli::Streams streams{
        .out = std::cout, .err = std::cerr, .err_is_terminal = ::isatty(STDERR_FILENO) == 1};
    return guarded(
        [&] { return app.got_subcommand("neuron") ? run_neuron(neuron, streams) : run_herd(herd, streams); });
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    return static_cast<int>(run_program(argc, argv));
}
