#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/tables/read/impl/cube.hpp>
#include <drover/tables/read/impl/sums.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

/// A cell whose combination of values came before.
std::optional<std::size_t> repeated_cell(const Cube& cube);

/// Whether along some variable most slices sum to 100.
bool sums_to_hundred(const Cube& cube);

/// The counts by a variable, one slice per combination of the others. Variables that it determines (the
/// region of a district) make no slices of their own.
SumMatrix slices_of(const Cube& cube, std::size_t variable);

/// Values of one column that are a variable of their own below a total.
struct StackedGroup {
    std::size_t variable = 0;
    std::string name;
    std::vector<bool> keep;  ///< cells
};

struct TotalsFound {
    std::vector<bool> keep;            ///< cells that are no totals
    std::vector<StackedGroup> groups;  ///< empty: one table
    std::vector<std::string> notes;
    Reason reason = Reason::none;
    std::string problem;  ///< empty: none
};

TotalsFound totals_of(const Cube& cube, const std::vector<std::string>& named);

}  // namespace drover::read
