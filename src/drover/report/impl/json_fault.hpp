#pragma once

#include <optional>
#include <string>

namespace drover::impl {

/// Objects and lists in one another: no file of ours has more than a few.
inline constexpr int max_json_depth = 64;

/// Why a text is not taken as JSON.
struct JsonFault {
    enum class Kind {
        grammar,
        large_number,  ///< one that no double holds
        depth,         ///< more than max_json_depth
        repeated_key,  ///< readers differ in which of the two counts
        zero_byte,     ///< in a text: a name with one is another name for the system
    };
    Kind kind = Kind::grammar;
    std::size_t byte = 0;   ///< where the grammar is broken, from 1
    std::string text = {};  ///< the key, or the text
};

/// Nothing for a text that can be parsed: asked beforehand, parsing throws nothing, and needs no deep stack.
std::optional<JsonFault> json_fault(const std::string& text);

}  // namespace drover::impl
