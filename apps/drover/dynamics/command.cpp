#include "../cli/command.hpp"

namespace drover::cli::dynamics {
namespace {

const Command dynamics_command{
    {.name = "dynamics",
     .rank = 80,
     .summary = "Herding as a dynamical system, in exact numbers",
     .footer =
         "FEATURES.csv, --probabilities, --moments and --start are those of drover herd. Weights are\n"
         "integers over a common denominator: every step is exact, and an orbit is the same on every "
         "machine.\n"
         "Only what is about temperatures above zero computes in floating point: bifurcation, map, and the\n"
         "routes of survey.\n\n"
         "Example: drover dynamics words dice.csv --steps 1e6 --svg words.svg"}};

}  // namespace
}  // namespace drover::cli::dynamics
