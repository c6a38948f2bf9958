#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace drover {

/// The contents of a file; "-" is standard input. Gzip data are decompressed, whatever the file's name.
/// Throws IoError naming the file and the reason.
std::string read_file(const std::string& path);

/// The same text in blocks of at most 1 MiB, one after the other.
void read_file_blocks(const std::string& path, const std::function<void(std::string_view block)>& use);

}  // namespace drover
