#pragma once

#include <drover/tables/wide.hpp>

namespace drover {

/// The groups of a JSON file. `name` is that of the file, for messages. Throws InputError naming it, the
/// group and what was expected.
std::vector<WideGroup> parse_groups(const std::string& text, const std::string& name);

/// "TAZ,TRACTCE=tract": columns, and what they are to be called. Throws InputError, opened by `place`.
RenamedColumns parse_key(const char* place, const std::string& text);

}  // namespace drover
