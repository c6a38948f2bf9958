#pragma once

#include <string>

namespace drover {

/// Throws IoError, as an OutputFile of that path would, if the file cannot be written: it is a folder or lies
/// below a file, its folder does not exist or may not be written to, its name is too long. Nothing is created
/// or opened, so a long run can be refused before its work. "-" and "" can always be written.
void check_writable(const std::string& path);

}  // namespace drover
