#pragma once

#include <string>
#include <string_view>

namespace drover {

/// A message as it may be shown, whatever text of others it quotes: control characters escaped as in C,
/// and what stands in quotes, or between spaces, cut after 200 bytes.
std::string message_text(std::string_view message);

/// A text of others within a report: control characters escaped as in C, ends of lines too, nothing cut.
std::string shown_text(std::string_view text);

}  // namespace drover
