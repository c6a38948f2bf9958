#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover::read {

/// Names of the files in an archive, in its order; empty if it is damaged.
std::vector<std::string> zip_names(std::string_view archive);

/// One file of an archive, unpacked. Nothing if it is absent, damaged, encrypted or larger than `most` bytes.
/// The size is limited while it is unpacked, whatever the archive says.
std::optional<std::string> unzip(std::string_view archive, std::string_view name, std::size_t most);

}  // namespace drover::read
