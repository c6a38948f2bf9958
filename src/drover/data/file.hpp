#pragma once

#include <string>

namespace drover {

/// The whole file, "-" is standard input; gzip data are inflated, whatever the file's name. Throws IoError
/// naming the file and the reason.
std::string read_file(const std::string& path);

}  // namespace drover
