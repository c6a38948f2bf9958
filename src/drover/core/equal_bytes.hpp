#pragma once

#include <cstdint>
#include <span>

namespace drover {

/// Bit k of masks[g] is 1 if byte 64 g + k of a and b are equal. a and b hold 64 bytes per mask.
void mark_equal(const std::int8_t* a, const std::int8_t* b, std::span<std::uint64_t> masks);

/// How many of the first `count` bytes of a and b are equal.
std::size_t count_equal(const std::int8_t* a, const std::int8_t* b, std::size_t count);

}  // namespace drover
