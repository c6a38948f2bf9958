#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <drover/core/problem.hpp>

namespace drover::impl {

using Json = nlohmann::ordered_json;

/// Throws InputError naming the file, and where in it.
Json parse_json(const std::string& text, const std::string& name);

/// The value, short enough for a message: [1,2].
std::string shown(const Json& value);
/// That of a key, or "nothing".
std::string shown_value(const Json& object, const char* key);

/// Throws InputError with the place for a key that is not one of these.
void check_keys(const Json& object, const std::vector<std::string>& keys, const Place& place);

/// A signed 64-bit integer: not 2^63 or more.
bool is_int64(const Json& json);

/// A text that is not empty.
bool is_name(const Json& json);

}  // namespace drover::impl
