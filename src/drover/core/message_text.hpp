#pragma once

#include <string>
#include <string_view>

namespace drover {

/// A message that is safe to show, whatever foreign text it quotes: control characters are escaped as in C,
/// and quoted parts, or words between spaces, are cut after 200 bytes.
std::string message_text(std::string_view message);

/// A foreign text within a report: control characters and line ends are escaped as in C, nothing is cut.
std::string shown_text(std::string_view text);

}  // namespace drover
