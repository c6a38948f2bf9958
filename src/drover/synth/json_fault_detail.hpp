#pragma once

#include <optional>
#include <string>

namespace drover::detail {

/// Where a text is no JSON.
struct JsonFault {
    std::size_t byte = 0;          ///< from 1
    bool is_large_number = false;  ///< a number that no double holds, and not the grammar
};

/// Nothing for a text that can be parsed: asked beforehand, parsing throws nothing.
std::optional<JsonFault> json_fault(const std::string& text);

}  // namespace drover::detail
