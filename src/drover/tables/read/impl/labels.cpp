#include <algorithm>
#include <set>

#include <drover/tables/read/impl/labels.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::vector<std::string> path_steps(const std::string& label) {
    std::string text = label;
    for (const std::string_view start : {"Estimate; ", "Margin of Error; "})
        if (text.starts_with(start)) text.erase(0, start.size());
    text = replaced(text, ": - ", "!!");
    std::vector<std::string> steps;
    for (std::string& step : split(text, "!!")) {
        std::string_view bare = strip(step);
        if (bare.ends_with(':')) bare.remove_suffix(1);
        if (bare != "Estimate" && bare != "Margin of Error") steps.emplace_back(strip(bare));
    }
    return steps;
}

}  // namespace

std::vector<std::string> without_common_end(const std::vector<std::string>& labels) {
    if (labels.size() < 2) return labels;
    const std::size_t at = labels.front().rfind("; ");
    if (at == std::string::npos) return labels;
    const std::string end = labels.front().substr(at);
    if (!std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
            return label.ends_with(end) && label.size() > end.size();
        }))
        return labels;
    std::vector<std::string> out;
    for (const std::string& label : labels) out.push_back(label.substr(0, label.size() - end.size()));
    return out;
}

std::optional<LabelParts> named_parts(const std::vector<std::string>& labels) {
    LabelParts parts;
    for (const std::string& label : labels) {
        std::vector<std::string> names;
        std::vector<std::string> values;
        for (const std::string& piece : split(label, " - ")) {
            const auto pair = split(piece, " : ");
            if (pair.size() == 2) {
                names.emplace_back(strip(pair[0]));
                values.emplace_back(strip(pair[1]));
            } else if (!values.empty()) {
                values.back() += " - " + piece;
            } else {
                return {};
            }
        }
        if (names.empty() || (!parts.values.empty() && names != parts.variables)) return {};
        parts.variables = names;
        parts.values.push_back(std::move(values));
    }
    return parts;
}

std::optional<LabelParts> prefixed_parts(const std::vector<std::string>& labels) {
    LabelParts parts;
    for (const std::string& label : labels) {
        const std::size_t at = label.find(": ");
        if (at == std::string::npos || at == 0 || at > 80) return {};
        parts.variables.emplace_back(strip(label.substr(0, at)));
        parts.values.push_back({std::string{strip(label.substr(at + 2))}});
    }
    return parts;
}

std::optional<std::vector<std::vector<std::string>>> label_paths(const std::vector<std::string>& labels) {
    std::vector<std::vector<std::string>> paths;
    std::size_t marked = 0;
    for (const std::string& label : labels) {
        marked += contains(label, "!!") || label.starts_with("Estimate; ") ? 1 : 0;
        paths.push_back(path_steps(label));
        if (paths.back().empty()) return {};
    }
    if (marked * 10 < labels.size() * 9) return {};
    return paths;
}

std::optional<LabelParts> path_variables(const std::vector<std::vector<std::string>>& paths) {
    const std::size_t depth = paths.front().size();
    if (!std::all_of(paths.begin(), paths.end(), [&](const auto& path) { return path.size() == depth; }))
        return {};
    LabelParts parts;
    parts.values.resize(paths.size());
    std::size_t product = 1;
    for (std::size_t level = 0; level < depth; ++level) {
        std::vector<std::string> seen;
        for (const auto& path : paths)
            if (std::find(seen.begin(), seen.end(), path[level]) == seen.end()) seen.push_back(path[level]);
        product *= seen.size();
        if (seen.size() == 1) continue;
        parts.variables.push_back(variable_name(seen, parts.variables.size() + 1));
        for (std::size_t i = 0; i < paths.size(); ++i) parts.values[i].push_back(paths[i][level]);
    }
    if (parts.variables.empty() || product != paths.size()) return {};
    std::set<std::string> names(parts.variables.begin(), parts.variables.end());
    if (names.size() != parts.variables.size())
        for (std::size_t i = 0; i < parts.variables.size(); ++i)
            parts.variables[i] += " " + std::to_string(i + 1);
    return parts;
}

std::string variable_name(const std::vector<std::string>& values, std::size_t number) {
    const auto all = [&](auto test) { return std::all_of(values.begin(), values.end(), test); };
    const auto any = [&](auto test) { return std::any_of(values.begin(), values.end(), test); };
    const auto is_sex = [](const std::string& value) {
        const std::string text = fold(value);
        for (const std::string_view word : {"male", "female", "males", "females", "men", "women", "m", "f",
                                            "man", "woman", "boys", "girls"})
            if (text == word || text == std::string{word} + ":") return true;
        return false;
    };
    if (all(is_sex)) return "sex";
    if (any([](const std::string& value) { return contains(fold(value), " years"); })) return "age";
    return "category " + std::to_string(number);
}

std::string name_stem(const std::string& name) {
    std::string stem = name;
    while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.pop_back();
    while (!stem.empty() &&
           (stem.back() == '_' || stem.back() == '-' || stem.back() == ' ' || stem.back() == '.'))
        stem.pop_back();
    return stem;
}

std::string common_start(const std::vector<std::string>& names) {
    if (names.empty()) return {};
    std::string start = names.front();
    for (const std::string& name : names) {
        const auto ends = std::mismatch(start.begin(), start.end(), name.begin(), name.end());
        start.erase(ends.first, start.end());
    }
    return start;
}

}  // namespace drover::read
