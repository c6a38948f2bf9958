#include <algorithm>
#include <sstream>

#include "cli/command_line.hpp"
#include "populate/files.hpp"
#include "target.hpp"

namespace drover::fuzz {
namespace {

// The arguments of a command line, one per line. It is accepted, or rejected in two lines; nothing is run.
void command_line(std::string_view bytes) {
    std::vector<std::string> arguments{"drover"};
    std::istringstream lines{std::string{bytes}};
    for (std::string line; arguments.size() < 40 && std::getline(lines, line);) {
        line.erase(std::find(line.begin(), line.end(), '\0'), line.end());
        arguments.push_back(line);
    }
    std::vector<char*> pointers;
    for (std::string& word : arguments) pointers.push_back(word.data());
    std::ostringstream out;
    std::ostringstream err;
    cli::Streams streams{.out = out, .err = err};
    const auto parsed = cli::parse_command_line(static_cast<int>(pointers.size()), pointers.data(), streams);
    if (const auto* code = std::get_if<cli::ExitCode>(&parsed)) {
        require(*code == cli::ExitCode::ok || *code == cli::ExitCode::usage);
        require(*code == cli::ExitCode::ok ? !out.str().empty() : err.str().ends_with("--help says more\n"));
    } else {
        const auto& options = std::get<cli::Task>(parsed).options.options();
        for (const cli::Option& option : options) tried([&] { return option.text(); });
        tried([&] {
            std::get<cli::Task>(parsed).options.check_limits();
            return true;
        });
    }
}

// The settings of a PopulationSim folder, in YAML; the files that they name do not exist.
void settings(std::string_view bytes) {
    const auto node =
        tried([&] { return cli::populate::parse_settings(std::string{bytes}, "settings.yaml"); });
    if (node) tried([&] { return populate::read_populationsim("no/such/folder", *node); });
}

}  // namespace

std::vector<Target> cli_targets() { return {{"command_line", command_line}, {"settings", settings}}; }

}  // namespace drover::fuzz
