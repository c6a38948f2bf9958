#pragma once

#include <drover/tables/read/impl/cube.hpp>
#include <drover/tables/read/options.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

/// Turns the numbers of a file into tables of counts: applies {where}, leaves out constants and totals, and
/// refuses series, percentages, several measures and what overlaps.
void settle(Cube cube, const ReadOptions& options, Reading& reading);

void refuse(Reading& reading, Reason reason, std::string what, std::string seen,
            std::vector<std::string> options);

/// "region 17 x sex 2".
std::string shape_text(const Cube& cube);

}  // namespace drover::read
