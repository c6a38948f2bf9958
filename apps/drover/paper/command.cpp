#include "../cli/command.hpp"

namespace drover::cli {
namespace {

const Command paper_command{
    {.name = "paper",
     .rank = 90,
     .summary = "The tables and figures of the chapter, beside ours",
     .footer =
         "The chapter is Chen & Welling, Herding as a Learning System with Edge-of-Chaos Dynamics (2016).\n"
         "Published numbers are printed beside ours, never taken over. The data sets are not part of "
         "drover:\n"
         "--data names their folder. Without it made-up data of the same shape are used, and the first line\n"
         "says so.\n\n"
         "Example: drover paper table1 --data DIR"}};

}  // namespace
}  // namespace drover::cli
