#pragma once

#include <cstdint>

namespace drover {

/// How groups of binary variables become features. The two span the same moments, but the dynamics differ:
/// indicators have constant norm, so herding is then greedy in the error of the cells.
/// - Indicators: one 0/1 feature for each joint cell of each group.
/// - Signs: the products of the variables as +-1, for the groups and for all their subgroups.
struct Indicators {};
struct Signs {};

constexpr std::int64_t sign_of(bool bit) { return bit ? 1 : -1; }

}  // namespace drover
