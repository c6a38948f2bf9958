#pragma once

#include <string>
#include <string_view>

namespace drover {

/// A text in memory, which stays its owner's, and what messages call it.
struct NamedText {
    std::string_view text;
    std::string name;
};

}  // namespace drover
