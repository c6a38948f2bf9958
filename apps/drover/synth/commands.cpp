#include "commands.hpp"

namespace drover::cli::synth {

void add_commands(CommandList& list) {
    list.add(HelpSection::rows, synth_command());
    list.add(HelpSection::tables, check_command());
    list.add(HelpSection::tables, explain_command());
}

}  // namespace drover::cli::synth
