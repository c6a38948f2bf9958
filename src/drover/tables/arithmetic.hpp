#pragma once

#include <string>

#include <drover/tables/targets.hpp>

namespace drover {

/// The whole numbers that shares were compared in.
struct Arithmetic {
    std::int64_t unit = 1;  ///< shares are multiples of 1/unit
    bool exact = true;      ///< nothing was rounded to it
    double rounding = 0;    ///< the most that a share was moved
};

Arithmetic arithmetic_of(const Targets& targets);

/// "exact, in units of 1/100"
std::string to_text(const Arithmetic& arithmetic);

}  // namespace drover
