#include "../cli/command.hpp"

namespace drover::cli {

Command fit_command();
Command predict_command();
Command evaluate_command();

}  // namespace drover::cli

namespace drover::cli::classify {

void add_commands(CommandList& list) {
    for (const Command& command : {fit_command(), predict_command(), evaluate_command()})
        list.add(HelpSection::herding, command);
}

}  // namespace drover::cli::classify
