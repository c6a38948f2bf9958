#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/report/impl/json_fault.hpp>
#include <drover/report/impl/json_text.hpp>

namespace drover::impl {
namespace {

Problem unknown_key(const std::vector<std::string>& keys, const std::string& key, const Place& place) {
    std::string list;
    for (const std::string& known : keys) list.append(list.empty() ? "" : ", ").append(known);
    return {Fault::unknown, place, "only the keys " + list, quoted(key), did_you_mean(key, keys)};
}

// A line and a character of the text, from 1.
Place place_of_byte(const std::string& name, const std::string& text, std::size_t byte) {
    const std::string before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1;
    return {.file = name, .line = line, .key = "character " + std::to_string(before.size() - start + 1)};
}

Problem problem_of(const JsonFault& fault, const std::string& name, const std::string& text) {
    switch (fault.kind) {
        case JsonFault::Kind::large_number:
            return {Fault::range, {.file = name}, "JSON with numbers that fit", "a larger one"};
        case JsonFault::Kind::depth:
            return {Fault::range,
                    {.file = name},
                    "JSON nested at most " + std::to_string(max_json_depth) + " deep",
                    "deeper"};
        case JsonFault::Kind::repeated_key:
            return {
                Fault::repeated, {.file = name}, "each key once in an object", quoted(fault.text) + " twice"};
        case JsonFault::Kind::zero_byte:
            return {Fault::syntax,
                    {.file = name},
                    "texts without a zero byte",
                    quoted(fault.text.substr(0, fault.text.find('\0'))) + " and more"};
        case JsonFault::Kind::grammar:
            break;
    }
    return {Fault::syntax, place_of_byte(name, text, fault.byte), "JSON", "something else"};
}

}  // namespace

std::string shown(const Json& value) {
    constexpr std::size_t longest = 40;
    const std::string text = value.dump(-1, ' ', true);
    return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

std::string shown_value(const Json& object, const char* key) {
    return object.contains(key) ? shown(object[key]) : "nothing";
}

void check_keys(const Json& object, const std::vector<std::string>& keys, const Place& place) {
    for (const auto& entry : object.items()) {
        check_input(std::find(keys.begin(), keys.end(), entry.key()) != keys.end(),
                    [&] { return unknown_key(keys, entry.key(), place); });
    }
}

Json parse_json(const std::string& text, const std::string& name) {
    check_input(text.find_first_not_of(" \t\r\n") != std::string::npos, [&] {
        return Problem{Fault::missing, {.file = name}, "a JSON object", "an empty file"};
    });
    const std::optional<JsonFault> fault = json_fault(text);
    check_input(!fault, [&] { return problem_of(*fault, name, text); });
    return Json::parse(text);
}

bool is_int64(const Json& json) {
    return json.is_number_integer() &&
           (!json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
}

bool is_name(const Json& json) { return json.is_string() && !json.get_ref<const std::string&>().empty(); }

}  // namespace drover::impl
