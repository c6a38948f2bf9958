#include "../cli/command.hpp"

namespace drover::cli::dynamics {

#define DROVER_ITEM(name) Command name##_item();
#include "items.def"
#undef DROVER_ITEM

namespace {

std::vector<Command> dynamics_items() {
    return {
#define DROVER_ITEM(name) name##_item(),
#include "items.def"
#undef DROVER_ITEM
    };
}

}  // namespace

Command dynamics_command() {
    return {.name = "dynamics",
            .summary = "Herding as a dynamical system, in exact numbers",
            .footer =
                "FEATURES.csv, --probabilities, --moments and --start are those of drover herd. Weights are\n"
                "integers over a common denominator: every step is exact, and an orbit is the same on every "
                "machine.\n"
                "Only what is about temperatures above zero computes in floating point: bifurcation, map, "
                "and the\n"
                "routes of survey.\n\n"
                "Example: drover dynamics words dice.csv --steps 1e6 --svg words.svg",
            .items = dynamics_items()};
}

void add_commands(CommandList& list) { list.add(HelpSection::herding, dynamics_command()); }

}  // namespace drover::cli::dynamics
