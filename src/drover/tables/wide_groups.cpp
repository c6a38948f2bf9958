#include <drover/core/check.hpp>
#include <drover/report/impl/json_text.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/wide_groups.hpp>

namespace drover {
namespace {

using impl::got;
using impl::is_name;
using impl::Json;

constexpr const char* groups_format = "drover.groups/1";

// A column, a list of columns, or an object of columns and their new names.
RenamedColumns renamed_columns(const Json& json, const std::string& place) {
    RenamedColumns columns;
    const auto check = [&](bool holds, const Json& value) {
        check_input(holds, [&] { return place + ": expected names of columns" + got(value); });
    };
    if (json.is_object()) {
        for (const auto& entry : json.items()) {
            check(!entry.key().empty() && entry.value().is_string(), entry.value());
            columns.emplace_back(entry.key(), entry.value().get<std::string>());
        }
    } else if (json.is_array()) {
        for (const Json& value : json) {
            check(is_name(value), value);
            columns.emplace_back(value.get<std::string>(), value.get<std::string>());
        }
    } else {
        check(is_name(json), json);
        columns.emplace_back(json.get<std::string>(), json.get<std::string>());
    }
    check(!columns.empty(), json);
    return columns;
}

WideGroup read_group(const Json& json, const std::string& place) {
    check_input(json.is_object(), [&] { return place + ": expected an object" + got(json); });
    impl::check_keys(json, {"variable", "columns", "key"}, place);
    WideGroup group;
    if (json.contains("variable")) {
        check_input(is_name(json["variable"]),
                    [&] { return place + ", variable: expected a text" + got(json["variable"]); });
        group.variable = json["variable"].get<std::string>();
    }
    check_input(json.contains("columns"),
                [&] { return place + ", columns: expected names of columns, got nothing"; });
    group.columns = renamed_columns(json["columns"], place + ", columns");
    if (json.contains("key")) group.key = renamed_columns(json["key"], place + ", key");
    return group;
}

}  // namespace

std::vector<WideGroup> parse_groups(const std::string& text, const std::string& name) {
    const Json json = impl::parse_json(text, name);
    check_input(json.is_object(), [&] { return name + ": expected a JSON object" + got(json); });
    impl::check_keys(json, {"format", "groups"}, name);
    check_input(json.contains("format") && json["format"] == groups_format, [&] {
        return name + ": format: expected " + quoted(groups_format) +
               (json.contains("format") ? got(json["format"]) : ", got nothing");
    });
    check_input(json.contains("groups") && json["groups"].is_array() && !json["groups"].empty(), [&] {
        return name + ": groups: expected a list of at least one" +
               (json.contains("groups") ? got(json["groups"]) : ", got nothing");
    });
    std::vector<WideGroup> groups;
    for (const Json& group : json["groups"])
        groups.push_back(read_group(group, name + ": group " + std::to_string(groups.size() + 1)));
    return groups;
}

RenamedColumns parse_key(const char* place, const std::string& text) {
    RenamedColumns columns;
    for (const std::string& part : parse_names(place, text)) {
        const std::size_t at = part.find('=');
        check_input(at != 0 && at + 1 != part.size(), [&] {
            return std::string{place} + ": expected COLUMN or COLUMN=NAME, got " + quoted(part);
        });
        columns.emplace_back(part.substr(0, at), at == std::string::npos ? part : part.substr(at + 1));
    }
    return columns;
}

}  // namespace drover
