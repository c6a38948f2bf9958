#pragma once

#include "../cli/command.hpp"

namespace drover::cli::synth {

Command synth_command();
Command check_command();
Command explain_command();

}  // namespace drover::cli::synth
