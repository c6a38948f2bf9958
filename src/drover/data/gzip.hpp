#pragma once

#include <string>
#include <string_view>

namespace drover {

/// Begins with the two bytes of every gzip file.
bool is_gzip(std::string_view data);

/// What gzip data hold: all members, one after the other; zeros behind the last are passed over.
/// Throws IoError: `name`: cannot read: truncated gzip data, or corrupt.
std::string inflate_gzip(std::string_view data, const std::string& name);

}  // namespace drover
