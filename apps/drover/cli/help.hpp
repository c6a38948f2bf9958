#pragma once

#include <iosfwd>
#include <string>

#include "described_command.hpp"

namespace drover::cli {

/// "drover synth"
std::string command_name(const DescribedCommand& command);
/// "drover synth [OPTIONS] INPUT...": required options, then arguments; those that may be left out in
/// brackets.
std::string usage_of(const DescribedCommand& command);

/// What --help prints, for the width of the stream.
void write_help(std::ostream& out, const DescribedCommand& command);

/// A command line that is not understood: what is wrong, then the usage, on standard error.
ExitCode refuse_usage(const DescribedCommand& command, const std::string& what, Streams& streams);
/// What to say of a name that none of the items has.
std::string unknown_item(const DescribedCommand& command, const std::string& name);

/// drover 1.2.3
std::string version_text();

/// `drover help` and `drover version`.
void add_program_commands(CommandList& list);

}  // namespace drover::cli
