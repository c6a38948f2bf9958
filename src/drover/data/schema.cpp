#include <algorithm>

#include <drover/core/check.hpp>
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

std::string listed_names(const std::vector<std::string>& names) {
    constexpr std::size_t most = 10;
    const std::size_t shown = std::min(names.size(), most);
    std::string list;
    for (std::size_t k = 0; k < shown; ++k) {
        if (k > 0) list += k + 1 == shown && shown == names.size() ? " or " : ", ";
        list += quoted(names[k]);
    }
    if (names.size() > shown) list += " or one of " + std::to_string(names.size() - shown) + " more";
    return list;
}

std::vector<std::string> column_names(const Schema& schema) {
    std::vector<std::string> names;
    for (const Column& column : schema.columns) names.push_back(column.name);
    return names;
}

std::vector<std::size_t> value_counts(const Schema& schema) {
    std::vector<std::size_t> counts;
    for (const Column& column : schema.columns) counts.push_back(column.values.size());
    return counts;
}

}  // namespace drover
