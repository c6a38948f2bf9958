#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/tables/read/impl/grid.hpp>

namespace drover::read {

struct Sheet {
    std::string name;
    Grid grid;
};

/// The visible sheets of a workbook. Merged cells have their text in the first one. Nothing if the file is
/// damaged or unpacks to more than `most` bytes.
std::optional<std::vector<Sheet>> read_xlsx(std::string_view archive, std::size_t most);

}  // namespace drover::read
