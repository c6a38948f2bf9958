#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include <drover/number/int128.hpp>

namespace drover {

/// Averages of features as counts over a total: the moment of feature a is counts[a] / total.
/// Names may be empty. `Count` is int64; Int128 for long decimals; or double (total is then 1).
template <class Count>
struct BasicMoments {
    std::vector<std::string> names;
    std::vector<Count> counts;
    Count total = 1;

    double operator[](std::size_t a) const {
        return static_cast<double>(counts[a]) / static_cast<double>(total);
    }
};

using Moments = BasicMoments<std::int64_t>;
using WideMoments = BasicMoments<Int128>;
using RealMoments = BasicMoments<double>;

}  // namespace drover
