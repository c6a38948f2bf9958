#include "../cli/command.hpp"

namespace drover::cli {
namespace paper {

#define DROVER_ITEM(name) Command name##_item();
#include <drover/paper_items.def>
#undef DROVER_ITEM

}  // namespace paper

namespace {

std::vector<Command> paper_items() {
    return {
#define DROVER_ITEM(name) paper::name##_item(),
#include <drover/paper_items.def>
#undef DROVER_ITEM
    };
}

}  // namespace

Command paper_command() {
    return {.name = "paper",
            .summary = "Reproduce the tables and figures of the chapter",
            .footer =
                "The chapter is Chen & Welling, Herding as a Learning System with Edge-of-Chaos Dynamics "
                "(2016).\n"
                "Published numbers are printed next to ours and never used in them. The data sets are not "
                "part of\n"
                "drover: --data names their folder. Without it, made-up data of the same shape are used, and "
                "the\n"
                "first line says so.\n\n"
                "Example: drover paper table1 --data DIR",
            .items = paper_items()};
}

}  // namespace drover::cli

namespace drover::cli::paper {

void add_commands(CommandList& list) { list.add(HelpSection::chapter, paper_command()); }

}  // namespace drover::cli::paper
