#include <algorithm>
#include <array>
#include <filesystem>

#include <yaml-cpp/yaml.h>

#include <drover/core/check.hpp>
#include <drover/data/file.hpp>

#include "population_files.hpp"

namespace drover::cli {
namespace {

namespace fs = std::filesystem;

// What is about PopulationSim's own way of working, or about files that it writes.
constexpr std::array passed_over{"INTEGERIZE_WITH_BACKSTOPPED_CONTROLS",
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

/// settings.yaml, of which a few keys are read.
class Settings {
  public:
    explicit Settings(fs::path folder)
        : folder_{std::move(folder)}, file_{(folder_ / "configs" / "settings.yaml").string()} {
        try {
            root_ = YAML::Load(read_file(file_));
        } catch (const YAML::Exception& error) {
            throw InputError(file_ + ": line " + std::to_string(error.mark.line + 1) +
                             ": expected YAML: " + error.msg);
        }
        expect(root_.IsMap(), "keys with values, got none");
    }

    const std::string& file() const { return file_; }
    bool has(const char* key) const { return static_cast<bool>(root_[key]); }
    YAML::Node node(const char* key) const { return root_[key]; }

    std::string text(const char* key) const { return text_in(root_, key, std::string{key}); }
    std::string text_in(const YAML::Node& map, const char* key, const std::string& place) const {
        const YAML::Node value = map[key];
        expect(value && value.IsScalar() && !value.Scalar().empty(), place + ": a text, got none");
        return value.Scalar();
    }

    // Keys that are read, those passed over, and no other.
    std::vector<std::string> check_keys() const {
        static constexpr std::array read{"geographies",      "seed_geography",       "data_dir",
                                         "input_table_list", "household_weight_col", "household_id_col",
                                         "total_hh_control", "control_file_name"};
        std::vector<std::string> passed;
        for (const auto& entry : root_) {
            const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
            if (std::find(read.begin(), read.end(), key) != read.end()) continue;
            expect(std::find(passed_over.begin(), passed_over.end(), key) != passed_over.end(),
                   "settings that drover knows, got " + quoted(key));
            passed.push_back(key);
        }
        return passed;
    }

    void expect(bool holds, const std::string& what) const {
        check_input(holds, [&] { return file_ + ": expected " + what; });
    }

    // A file below the folder, with or without .gz.
    std::string path(const std::string& inside, const std::string& name) const {
        const fs::path plain = folder_ / inside / name;
        const fs::path packed = plain.string() + ".gz";
        std::error_code ignored;
        return !fs::exists(plain, ignored) && fs::exists(packed, ignored) ? packed.string() : plain.string();
    }

  private:
    fs::path folder_;
    std::string file_;
    YAML::Node root_;
};

struct InputTable {
    std::string name;
    std::string file;
};

InputTable read_table(const Settings& settings, const YAML::Node& node, const std::string& data,
                      PopulationFiles& files) {
    static constexpr std::array keys{"tablename", "filename", "index_col", "rename_columns", "drop_columns"};
    settings.expect(node.IsMap(), "tables with a tablename and a filename in input_table_list");
    for (const auto& entry : node) {
        const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
        settings.expect(
            std::find(keys.begin(), keys.end(), key) != keys.end(),
            "tablename, filename, index_col, rename_columns or drop_columns in input_table_list, got " +
                quoted(key));
    }
    InputTable table{settings.text_in(node, "tablename", "input_table_list: tablename"), {}};
    table.file = settings.path(data, settings.text_in(node, "filename", table.name + ": filename"));
    const YAML::Node renamed = node["rename_columns"];
    if (!renamed) return table;
    settings.expect(renamed.IsMap(), table.name + ": rename_columns: old names with new ones");
    for (const auto& entry : renamed) {
        settings.expect(entry.first.IsScalar() && entry.second.IsScalar(),
                        table.name + ": rename_columns: names");
        files.renamed.push_back({table.file, entry.first.Scalar(), entry.second.Scalar()});
    }
    return table;
}

void take_tables(const Settings& settings, const std::string& data, PopulationFiles& files) {
    const YAML::Node list = settings.node("input_table_list");
    settings.expect(list && list.IsSequence(), "input_table_list: a list of tables, got none");
    for (const YAML::Node& node : list) {
        const InputTable table = read_table(settings, node, data, files);
        constexpr std::string_view ending = "_control_data";
        if (table.name == "households" && files.households.empty()) {
            files.households = table.file;
        } else if (table.name == "persons" && files.persons.empty()) {
            files.persons = table.file;
        } else if (table.name == "geo_cross_walk" && files.geography.empty()) {
            files.geography = table.file;
        } else if (table.name.size() > ending.size() && table.name.ends_with(ending)) {
            files.totals.push_back(table.name.substr(0, table.name.size() - ending.size()) + "=" +
                                   table.file);
        } else {
            settings.expect(
                table.name == "households" || table.name == "persons" || table.name == "geo_cross_walk",
                "households, persons, geo_cross_walk or LEVEL_control_data in input_table_list, got " +
                    quoted(table.name));
        }
    }
}

}  // namespace

PopulationFiles from_populationsim(PopulationFiles files) {
    const Settings settings{files.populationsim};
    try {
        files.passed_over = settings.check_keys();
        const std::string data = settings.has("data_dir") ? settings.text("data_dir") : "data";
        const bool has_totals = !files.totals.empty();
        std::vector<std::string> given = files.totals;
        take_tables(settings, data, files);
        if (has_totals) files.totals = std::move(given);
        if (files.controls.empty()) {
            files.controls = settings.path("configs", settings.has("control_file_name")
                                                          ? settings.text("control_file_name")
                                                          : "controls.csv");
        }
        if (files.id.empty()) files.id = settings.text("household_id_col");
        if (files.weight.empty()) files.weight = settings.text("household_weight_col");
        if (files.area.empty() && settings.has("seed_geography"))
            files.area = settings.text("seed_geography");
        if (files.total.empty() && settings.has("total_hh_control"))
            files.total = settings.text("total_hh_control");
    } catch (const YAML::Exception& error) {
        throw InputError(settings.file() + ": expected settings of PopulationSim: " + error.msg);
    }
    return files;
}

}  // namespace drover::cli
