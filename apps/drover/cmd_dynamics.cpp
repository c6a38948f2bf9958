#include "cmd_dynamics.hpp"
#include "watch.hpp"

namespace drover::cli {
namespace {

ExitCode run_item(const CmdDynamicsOptions& options, Streams& streams) {
    if (options.item == "words") return dynamics::run_words(options.words, streams);
    if (options.item == "period") return dynamics::run_period(options.period, streams);
    if (options.item == "orbit") return dynamics::run_orbit(options.orbit, streams);
    if (options.item == "torus") return dynamics::run_torus(options.torus, streams);
    if (options.item == "attractor") return dynamics::run_attractor(options.attractor, streams);
    if (options.item == "tipi") return dynamics::run_tipi(options.tipi, streams);
    if (options.item == "split") return dynamics::run_split(options.split, streams);
    if (options.item == "autocorrelation")
        return dynamics::run_autocorrelation(options.autocorrelation, streams);
    if (options.item == "bifurcation") return dynamics::run_bifurcation(options.bifurcation, streams);
    throw std::logic_error{"unknown item " + options.item};
}

}  // namespace

void add_dynamics(CLI::App& app, CmdDynamicsOptions& options) {
    CLI::App& command = add_command(
        app, "dynamics", "Herding as a dynamical system, in exact numbers",
        "FEATURES.csv, --probabilities, --moments and --start are those of drover herd. Weights are\n"
        "integers over a common denominator: every step is exact, and an orbit is the same on every "
        "machine.\n"
        "Only bifurcation, which is about temperatures above zero, computes in floating point.\n\n"
        "Example: drover dynamics words dice.csv --steps 1e6 --svg words.svg");
    dynamics::add_words(command, options.words);
    dynamics::add_period(command, options.period);
    dynamics::add_orbit(command, options.orbit);
    dynamics::add_torus(command, options.torus);
    dynamics::add_attractor(command, options.attractor);
    dynamics::add_tipi(command, options.tipi);
    dynamics::add_split(command, options.split);
    dynamics::add_autocorrelation(command, options.autocorrelation);
    dynamics::add_bifurcation(command, options.bifurcation);
    require_choice(command, options.item);
}

ExitCode run_dynamics(const CmdDynamicsOptions& options, Streams& streams) {
    return unless_interrupted(streams, [&] { return run_item(options, streams); });
}

}  // namespace drover::cli
