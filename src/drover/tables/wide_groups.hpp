#pragma once

#include <drover/tables/wide.hpp>

namespace drover {

/// The groups of a JSON file. `name` names the file in messages. Throws InputError naming it, the group and
/// what was expected.
std::vector<WideGroup> parse_groups(const std::string& text, const std::string& name);

/// "TAZ,TRACTCE=tract": columns and their new names. Throws InputError, its message starting with `place`.
RenamedColumns parse_key(const char* option, const std::string& text);

}  // namespace drover
