#include <algorithm>

#include <drover/data/schema.hpp>

namespace drover {

std::optional<std::uint32_t> Column::find(std::string_view value) const {
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - values.begin());
}

std::optional<std::size_t> Schema::find(std::string_view name) const {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const Column& column) { return column.name == name; });
    if (found == columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns.begin());
}

std::vector<std::size_t> value_counts(const Schema& schema) {
    std::vector<std::size_t> counts;
    for (const Column& column : schema.columns) counts.push_back(column.values.size());
    return counts;
}

}  // namespace drover
