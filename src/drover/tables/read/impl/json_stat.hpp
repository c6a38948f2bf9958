#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <drover/tables/read/impl/cube.hpp>

namespace drover::read {

enum class JsonFormat { damaged, json_stat, sdmx_json, several_data_sets, other };

/// A JSON-stat file of version 1 or 2 with one data set; null values are not known.
struct JsonStat {
    JsonFormat format = JsonFormat::other;
    std::optional<Cube> cube = {};
    std::string problem = {};
};
JsonStat read_json_stat(std::string_view text);

}  // namespace drover::read
