#pragma once

#include <optional>
#include <string>

namespace drover::impl {

/// Nesting of objects and lists; files of drover have only a few levels.
inline constexpr int max_json_depth = 64;

/// Why a text is not accepted as JSON.
struct JsonFault {
    enum class Kind {
        grammar,
        large_number,  ///< too large for a double
        depth,         ///< more than max_json_depth
        repeated_key,  ///< readers differ in which of the two they use
        zero_byte,     ///< in a text: the system would cut a name there
    };
    Kind kind = Kind::grammar;
    std::size_t byte = 0;   ///< where the grammar is broken, from 1
    std::string text = {};  ///< the key, or the text
};

/// Nothing for a text that can be parsed. Called before parsing, so that parsing neither throws nor needs a
/// deep stack.
std::optional<JsonFault> json_fault(const std::string& text);

}  // namespace drover::impl
