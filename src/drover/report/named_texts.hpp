#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drover {

/// Texts by name, in the order in which they are shown.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

}  // namespace drover
