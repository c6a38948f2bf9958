#pragma once

#include <variant>

#include "command.hpp"

namespace drover::cli {

inline constexpr const char* program_summary =
    "Herding: deterministic samples from moments. No training, no random numbers.";

/// The task that a command line asks for, with its options filled in; or, where a mistake was reported, how
/// the program ends. The parser's templates are compiled in command_line.cpp only: in every source of a
/// command they would be most of the build.
std::variant<Task, ExitCode> parse_command_line(int argc, char** argv, Streams& streams);

}  // namespace drover::cli
