#pragma once

#include <string>

#include <drover/tables/targets.hpp>

namespace drover {

/// The integers in which shares were compared.
struct Arithmetic {
    std::int64_t unit = 1;  ///< shares are multiples of 1/unit
    bool exact = true;      ///< nothing was rounded
    double rounding = 0;    ///< the largest change of a share
};

Arithmetic arithmetic_of(const Targets& targets);

/// "exact, in units of 1/100"
std::string to_text(const Arithmetic& arithmetic);

}  // namespace drover
