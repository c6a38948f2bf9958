#include <drover/core/check.hpp>
#include <drover/report/impl/json_text.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/wide_groups.hpp>

namespace drover {
namespace {

using impl::is_name;
using impl::Json;
using impl::shown;
using impl::shown_value;

constexpr const char* groups_format = "drover.groups/1";

// A column, a list of columns, or an object of columns and their new names.
RenamedColumns renamed_columns(const Json& json, const Place& place) {
    RenamedColumns columns;
    const auto check = [&](bool holds, const Json& value) {
        check_input(holds, [&] { return Problem{Fault::type, place, "names of columns", shown(value)}; });
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

WideGroup read_group(const Json& json, const Place& place) {
    const auto part = [&](const char* key) {
        return Place{.file = place.file, .key = place.key + ", " + key};
    };
    check_input(json.is_object(), [&] { return Problem{Fault::type, place, "an object", shown(json)}; });
    impl::check_keys(json, {"variable", "columns", "key"}, place);
    WideGroup group;
    if (json.contains("variable")) {
        check_input(is_name(json["variable"]), [&] {
            return Problem{Fault::type, part("variable"), "a text", shown(json["variable"])};
        });
        group.variable = json["variable"].get<std::string>();
    }
    check_input(json.contains("columns"), [&] {
        return Problem{Fault::missing, part("columns"), "names of columns", "nothing"};
    });
    group.columns = renamed_columns(json["columns"], part("columns"));
    if (json.contains("key")) group.key = renamed_columns(json["key"], part("key"));
    return group;
}

}  // namespace

std::vector<WideGroup> parse_groups(const std::string& text, const std::string& name) {
    const Json json = impl::parse_json(text, name);
    check_input(json.is_object(), [&] {
        return Problem{Fault::type, {.file = name}, "a JSON object", shown(json)};
    });
    impl::check_keys(json, {"format", "groups"}, {.file = name});
    check_input(json.contains("format") && json["format"] == groups_format, [&] {
        return Problem{Fault::syntax,
                       {.file = name, .key = "format"},
                       quoted(groups_format),
                       shown_value(json, "format")};
    });
    check_input(json.contains("groups") && json["groups"].is_array() && !json["groups"].empty(), [&] {
        return Problem{Fault::type,
                       {.file = name, .key = "groups"},
                       "a list of at least one",
                       shown_value(json, "groups")};
    });
    std::vector<WideGroup> groups;
    for (const Json& group : json["groups"])
        groups.push_back(
            read_group(group, {.file = name, .key = "group " + std::to_string(groups.size() + 1)}));
    return groups;
}

RenamedColumns parse_key(const char* option, const std::string& text) {
    RenamedColumns columns;
    for (const std::string& part : parse_names(option, text)) {
        const std::size_t at = part.find('=');
        check_input(at != 0 && at + 1 != part.size(), [&] {
            return Problem{Fault::syntax, {.option = option}, "COLUMN or COLUMN=NAME", quoted(part)};
        });
        columns.emplace_back(part.substr(0, at), at == std::string::npos ? part : part.substr(at + 1));
    }
    return columns;
}

}  // namespace drover
