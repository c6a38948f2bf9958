#include "../cli/command.hpp"

namespace drover::cli::classify {

Command fit_command();
Command predict_command();
Command evaluate_command();

void add_commands(CommandList& list) {
    for (const Command& command : {fit_command(), predict_command(), evaluate_command()})
        list.add(HelpSection::herding, command);
}

}  // namespace drover::cli::classify
