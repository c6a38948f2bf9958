#pragma once

#include <cstdint>
#include <span>

namespace drover::zones::impl {

/// parts / whole in units of 2^-31: rounded down, and where the parts make up the whole, the largest
/// remainders (the first on ties) get what is left.
void to_shares(std::span<const double> parts, double whole, std::span<std::uint32_t> shares);

}  // namespace drover::zones::impl
