#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/populate/populationsim.hpp>

namespace drover::populate {
namespace {

namespace fs = std::filesystem;

constexpr std::array read_keys{"geographies",      "seed_geography",       "data_dir",
                               "input_table_list", "household_weight_col", "household_id_col",
                               "total_hh_control", "control_file_name"};
// About PopulationSim's own methods, or the files that it writes.
constexpr std::array passed_over_keys{"INTEGERIZE_WITH_BACKSTOPPED_CONTROLS",
                                      "SUB_BALANCE_WITH_FLOAT_SEED_WEIGHTS",
                                      "GROUP_BY_INCIDENCE_SIGNATURE",
                                      "USE_SIMUL_INTEGERIZER",
                                      "USE_CVXPY",
                                      "NO_INTEGERIZATION_EVER",
                                      "max_expansion_factor",
                                      "min_expansion_factor",
                                      "MAX_BALANCE_ITERATIONS_SEQUENTIAL",
                                      "MAX_BALANCE_ITERATIONS_SIMULTANEOUS",
                                      "multiprocess",
                                      "num_processes",
                                      "slice_geography",
                                      "trace_geography",
                                      "output_tables",
                                      "output_synthetic_population",
                                      "models",
                                      "run_list",
                                      "multiprocess_steps",
                                      "resume_after",
                                      "rng_base_seed"};
constexpr std::array table_keys{"tablename", "filename", "index_col", "rename_columns", "drop_columns"};

using Kind = SettingsNode::Kind;

template <class Names>
bool is_among(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The settings, of which a few keys are read.
class Settings {
  public:
    Settings(const std::string& folder, const SettingsNode& root)
        : folder_{folder}, file_{populationsim_settings(folder)}, root_{root} {
        expect(root.kind == Kind::keys, "keys with values, got none");
        check_texts(root, "");
    }

    void expect(bool holds, const std::string& what) const {
        check_input(holds, [&] { return Problem{Fault::type, {.file = file_}, what}; });
    }

    // Only keys that are read or ignored are allowed.
    std::vector<std::string> check_keys() const {
        std::vector<std::string> passed;
        for (const std::string& key : root_.keys) {
            if (is_among(read_keys, key)) continue;
            expect(is_among(passed_over_keys, key), "settings that drover knows, got " + quoted(key));
            passed.push_back(key);
        }
        return passed;
    }

    std::string text(const char* key) const { return text_in(root_, key, key); }
    std::string text_in(const SettingsNode& map, const char* key, const std::string& place) const {
        const SettingsNode& value = map.at(key);
        expect(value.kind == Kind::text && !value.text.empty(), place + ": a text, got none");
        return value.text;
    }
    std::string text_or(const char* key, const std::string& absent) const {
        return is_among(root_.keys, key) ? text(key) : absent;
    }

    // A file below the folder, with or without .gz.
    std::string path(const std::string& inside, const std::string& name) const {
        const fs::path plain = folder_ / inside / name;
        const fs::path packed = plain.string() + ".gz";
        std::error_code ignored;
        return !fs::exists(plain, ignored) && fs::exists(packed, ignored) ? packed.string() : plain.string();
    }

    const SettingsNode& tables() const {
        const SettingsNode& list = root_.at("input_table_list");
        expect(list.kind == Kind::list, "input_table_list: a list of tables, got none");
        return list;
    }

  private:
    // What follows a NUL in the name of a file would be cut off.
    void check_texts(const SettingsNode& node, const std::string& key) const {
        const auto check = [&](const std::string& text) {
            check_input(text.find('\0') == std::string::npos, [&] {
                return Problem{Fault::syntax,
                               {.file = file_, .key = key},
                               "text",
                               "a NUL character in " + quoted(text.substr(0, text.find('\0')))};
            });
        };
        check(node.text);
        for (std::size_t k = 0; k < node.values.size(); ++k) {
            if (k < node.keys.size()) check(node.keys[k]);
            check_texts(node.values[k], k < node.keys.size() ? node.keys[k] : key);
        }
    }

    fs::path folder_;
    std::string file_;
    const SettingsNode& root_;
};

std::pair<std::string, SettingsFile> read_table(const Settings& settings, const SettingsNode& node,
                                                const std::string& data) {
    settings.expect(node.kind == Kind::keys, "tables with a tablename and a filename in input_table_list");
    for (const std::string& key : node.keys) {
        settings.expect(is_among(table_keys, key),
                        "tablename, filename, index_col, rename_columns or drop_columns "
                        "in input_table_list, got " +
                            quoted(key));
    }
    const std::string name = settings.text_in(node, "tablename", "input_table_list: tablename");
    SettingsFile table{settings.path(data, settings.text_in(node, "filename", name + ": filename"))};
    const SettingsNode& renamed = node.at("rename_columns");
    if (renamed.kind == Kind::none) return {name, table};
    settings.expect(renamed.kind == Kind::keys, name + ": rename_columns: old names with new ones");
    for (std::size_t k = 0; k < renamed.keys.size(); ++k) {
        settings.expect(renamed.values[k].kind == Kind::text, name + ": rename_columns: names");
        table.renamed.emplace_back(renamed.keys[k], renamed.values[k].text);
    }
    return {name, table};
}

void take_tables(const Settings& settings, const std::string& data, PopulationSimFolder& found) {
    const bool has_totals = !found.totals.empty();
    for (const SettingsNode& node : settings.tables().values) {
        const auto [name, table] = read_table(settings, node, data);
        constexpr std::string_view ending = "_control_data";
        SettingsFile* const place = name == "households"       ? &found.households
                                    : name == "persons"        ? &found.persons
                                    : name == "geo_cross_walk" ? &found.geography
                                                               : nullptr;
        if (place != nullptr) {
            if (place->file.empty()) *place = table;
            continue;
        }
        settings.expect(
            name.size() > ending.size() && name.ends_with(ending),
            "households, persons, geo_cross_walk or LEVEL_control_data in input_table_list, got " +
                quoted(name));
        if (!has_totals) found.totals.emplace_back(name.substr(0, name.size() - ending.size()), table);
    }
}

}  // namespace

const SettingsNode& SettingsNode::at(const std::string& key) const {
    static const SettingsNode absent;
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? absent : values[static_cast<std::size_t>(found - keys.begin())];
}

std::string populationsim_settings(const std::string& folder) {
    return (fs::path{folder} / "configs" / "settings.yaml").string();
}

PopulationSimFolder read_populationsim(const std::string& folder, const SettingsNode& settings,
                                       PopulationSimFolder given) {
    const Settings read{folder, settings};
    given.passed_over = read.check_keys();
    take_tables(read, read.text_or("data_dir", "data"), given);
    if (given.controls.empty())
        given.controls = read.path("configs", read.text_or("control_file_name", "controls.csv"));
    if (given.id.empty()) given.id = read.text("household_id_col");
    if (given.weight.empty()) given.weight = read.text("household_weight_col");
    if (given.area.empty()) given.area = read.text_or("seed_geography", "");
    if (given.total.empty()) given.total = read.text_or("total_hh_control", "");
    return given;
}

std::string with_renamed_columns(const std::string& text, const std::string& name,
                                 const RenamedColumns& renamed, CsvOptions csv) {
    CsvReader reader{text, name, csv};
    if (renamed.empty() || !reader.next()) return text;
    std::string header;
    for (const std::string_view field : reader.fields()) {
        std::string column{field};
        const auto found = std::find_if(renamed.begin(), renamed.end(),
                                        [&](const auto& one) { return one.first == column; });
        if (found != renamed.end()) column = found->second;
        if (!header.empty()) header.push_back(csv.separator);
        header += csv_field(column, csv);
    }
    const std::size_t end = text.find('\n');
    return header + (end == std::string::npos ? "" : text.substr(end));
}

}  // namespace drover::populate
