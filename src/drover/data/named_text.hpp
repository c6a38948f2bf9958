#pragma once

#include <string>
#include <string_view>

namespace drover {

/// A text in memory, not owned, and its name in messages.
struct NamedText {
    std::string_view text;
    std::string name;
};

}  // namespace drover
