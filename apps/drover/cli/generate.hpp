#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "described_command.hpp"

namespace drover::cli {

void write_program_page(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_command_page(std::ostream& out, const DescribedCommand& command);
void write_bash_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_zsh_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);
void write_fish_completion(std::ostream& out, const std::vector<DescribedCommand>& commands);

/// Man pages and completions, from the descriptions of the options, into a folder laid out as /usr/share.
void generate_files(const std::string& folder);

}  // namespace drover::cli
