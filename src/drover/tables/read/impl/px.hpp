#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <drover/tables/read/impl/cube.hpp>

namespace drover::read {

/// A PC-Axis file in UTF-8. Of several languages the main one is taken. "-" is zero; "..", "." and others are
/// not known. Nothing if it is damaged; `problem` says how.
std::optional<Cube> read_px(std::string_view text, std::string& problem);

}  // namespace drover::read
