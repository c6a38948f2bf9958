#include "cmd_dynamics.hpp"
#include "dynamics/watched_orbit.hpp"

namespace drover::cli {
namespace {

ExitCode run_item(const CmdDynamicsOptions& options, Streams& streams) {
    if (options.item == "words") return dynamics::run_words(options.words, streams);
    if (options.item == "period") return dynamics::run_period(options.period, streams);
    throw std::logic_error{"unknown item " + options.item};
}

}  // namespace

void add_dynamics(CLI::App& app, CmdDynamicsOptions& options) {
    CLI::App* command = app.add_subcommand("dynamics", "Herding as a dynamical system, in exact numbers");
    command->footer(
        "FEATURES.csv, --probabilities, --moments and --start are those of drover herd. Weights are "
        "integers\n"
        "over a common denominator: every step is exact, and an orbit is the same on every machine.\n\n"
        "Example: drover dynamics words dice.csv --steps 1e6 --svg words.svg");
    command->require_subcommand(1);
    dynamics::add_words(*command, options.words);
    dynamics::add_period(*command, options.period);
    for (CLI::App* item : command->get_subcommands([](const CLI::App*) { return true; }))
        item->parse_complete_callback([item, &options] { options.item = item->get_name(); });
}

ExitCode run_dynamics(const CmdDynamicsOptions& options, Streams& streams) {
    try {
        return run_item(options, streams);
    } catch (const dynamics::Interrupted&) {
        streams.err << "drover: interrupted; nothing was written\n";
        return ExitCode::interrupted;
    }
}

}  // namespace drover::cli
