#include <algorithm>

#include <yaml-cpp/yaml.h>

#include <drover/core/check.hpp>
#include <drover/populate/populationsim.hpp>

#include "../cli/inputs.hpp"
#include "files.hpp"

namespace drover::cli::populate {
namespace {

constexpr int max_settings_depth = 64;  // an alias may contain itself

SettingsNode node_of(const YAML::Node& yaml, const std::string& file, int& left, int depth) {
    check_input(depth <= max_settings_depth, [&] {
        return file + ": expected settings within settings at most " + std::to_string(max_settings_depth) +
               " deep, got more";
    });
    check_input(--left > 0, [&] {
        return file + ": expected at most " + std::to_string(max_settings_parts) + " settings, got more";
    });
    SettingsNode node;
    if (yaml.IsScalar()) {
        node.kind = SettingsNode::Kind::text;
        node.text = yaml.Scalar();
    } else if (yaml.IsSequence()) {
        node.kind = SettingsNode::Kind::list;
        for (const YAML::Node& value : yaml) node.values.push_back(node_of(value, file, left, depth + 1));
    } else if (yaml.IsMap()) {
        node.kind = SettingsNode::Kind::keys;
        for (const auto& entry : yaml) {
            node.keys.push_back(entry.first.IsScalar() ? entry.first.Scalar() : "");
            node.values.push_back(node_of(entry.second, file, left, depth + 1));
        }
    }
    return node;
}

std::string take(Files& files, const SettingsFile& found) {
    if (!found.renamed.empty()) files.renamed.push_back(found);
    return found.file;
}

}  // namespace

SettingsNode parse_settings(const std::string& text, const std::string& file) {
    const std::size_t zero = text.find('\0');
    check_input(zero == std::string::npos, [&] {
        const auto lines =
            1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
        return file + ": line " + std::to_string(lines) + ": expected text, got a NUL byte";
    });
    try {
        int left = max_settings_parts;
        return node_of(YAML::Load(text), file, left, 0);
    } catch (const YAML::Exception& error) {
        throw InputError(file + ": line " + std::to_string(error.mark.line + 1) +
                         ": expected YAML: " + error.msg);
    }
}

Files from_populationsim(Files files) {
    PopulationSimFolder given{.households = {files.households},
                              .persons = {files.persons},
                              .geography = {files.geography},
                              .controls = files.controls,
                              .id = files.id,
                              .weight = files.weight,
                              .area = files.area,
                              .total = files.total};
    for (const std::string& text : files.totals) {
        const auto [level, file] = name_and_rest("--totals", text, "LEVEL=FILE");
        given.totals.push_back({level, {file}});
    }
    PinnedFiles pins;
    const std::string settings = populationsim_settings(files.populationsim);
    const PopulationSimFolder found = read_populationsim(
        files.populationsim, parse_settings(pins.read(settings, "populationsim"), settings), given);
    files.settings = pins.files().front();
    files.households = take(files, found.households);
    files.persons = take(files, found.persons);
    files.geography = take(files, found.geography);
    files.totals.clear();
    for (const auto& [level, file] : found.totals) files.totals.push_back(level + "=" + take(files, file));
    files.controls = found.controls;
    files.id = found.id;
    files.weight = found.weight;
    files.area = found.area;
    files.total = found.total;
    files.passed_over = found.passed_over;
    return files;
}

}  // namespace drover::cli::populate
