#pragma once

#include <string>
#include <utility>
#include <vector>

#include <drover/data/csv_reader.hpp>
#include <drover/tables/wide.hpp>

namespace drover::populate {

/// A part of configs/settings.yaml: a text (numbers too), a list, or keys with values. The caller parses the
/// YAML.
struct SettingsNode {
    enum class Kind { none, text, list, keys };
    Kind kind = Kind::none;
    std::string text = {};
    std::vector<std::string> keys = {};
    std::vector<SettingsNode> values = {};  ///< of the keys, or of the list

    /// The value of a key; a node of kind `none` if it is absent.
    const SettingsNode& at(const std::string& key) const;
};

/// More parts than this are not settings, but aliases that multiply.
inline constexpr int max_settings_parts = 100'000;

/// A file, and columns to rename.
struct SettingsFile {
    std::string file = {};
    RenamedColumns renamed = {};  ///< from, to
};

/// What a folder of PopulationSim holds, in the terms of ReadOptions.
struct PopulationSimFolder {
    SettingsFile households = {};
    SettingsFile persons = {};
    SettingsFile geography = {};
    std::vector<std::pair<std::string, SettingsFile>> totals = {};  ///< by level
    std::string controls = {};
    std::string id = {};
    std::string weight = {};
    std::string area = {};
    std::string total = {};
    std::vector<std::string> passed_over = {};  ///< settings that drover ignores
};

/// The path of the settings in a folder.
std::string populationsim_settings(const std::string& folder);

/// What the settings of a folder say; `given` values take precedence. Files are looked for with and without
/// .gz. Throws InputError naming the settings and the key.
PopulationSimFolder read_populationsim(const std::string& folder, const SettingsNode& settings,
                                       PopulationSimFolder given = {});

/// A CSV text with some columns of its header renamed.
std::string with_renamed_columns(const std::string& text, const std::string& name,
                                 const RenamedColumns& renamed, CsvOptions csv = {});

}  // namespace drover::populate
