#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace drover::impl {

using Json = nlohmann::ordered_json;

/// Throws InputError naming the file, and where in it.
Json parse_json(const std::string& text, const std::string& name);

/// The value found instead, short enough for a message: ", got [1,2]".
std::string got(const Json& value);

/// Throws InputError, its message starting with `place`, for a key that is not one of these.
void check_keys(const Json& object, const std::vector<std::string>& keys, const std::string& place);

/// A signed 64-bit integer: not 2^63 or more.
bool is_int64(const Json& json);

/// A text that is not empty.
bool is_name(const Json& json);

}  // namespace drover::impl
