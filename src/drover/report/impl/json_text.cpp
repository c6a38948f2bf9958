#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/report/impl/json_fault.hpp>
#include <drover/report/impl/json_text.hpp>

namespace drover::impl {
namespace {

std::string unknown_key(const std::vector<std::string>& keys, const std::string& key) {
    std::string list;
    for (const std::string& known : keys) list.append(list.empty() ? "" : ", ").append(known);
    return ": expected only the keys " + list + ", got " + quoted(key);
}

// A line and a column of the text, from 1.
std::string line_place(const std::string& text, std::size_t byte) {
    const std::string before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1;
    return "line " + std::to_string(line) + ", character " + std::to_string(before.size() - start + 1);
}

std::string fault_text(const JsonFault& fault, const std::string& text) {
    switch (fault.kind) {
        case JsonFault::Kind::large_number:
            return "expected JSON with numbers that fit, got a larger one";
        case JsonFault::Kind::depth:
            return "expected JSON nested at most " + std::to_string(max_json_depth) + " deep, got deeper";
        case JsonFault::Kind::repeated_key:
            return "expected each key once in an object, got " + quoted(fault.text) + " twice";
        case JsonFault::Kind::zero_byte:
            return "expected texts without a zero byte, got " +
                   quoted(fault.text.substr(0, fault.text.find('\0'))) + " and more";
        case JsonFault::Kind::grammar:
            break;
    }
    return line_place(text, fault.byte) + ": expected JSON, got something else";
}

}  // namespace

std::string got(const Json& value) {
    constexpr std::size_t longest = 40;
    const std::string text = value.dump(-1, ' ', true);
    return ", got " + (text.size() > longest ? text.substr(0, longest) + "..." : text);
}

void check_keys(const Json& object, const std::vector<std::string>& keys, const std::string& place) {
    for (const auto& entry : object.items()) {
        check_input(std::find(keys.begin(), keys.end(), entry.key()) != keys.end(),
                    [&] { return place + unknown_key(keys, entry.key()); });
    }
}

Json parse_json(const std::string& text, const std::string& name) {
    check_input(text.find_first_not_of(" \t\r\n") != std::string::npos,
                [&] { return name + ": expected a JSON object, got an empty file"; });
    const std::optional<JsonFault> fault = json_fault(text);
    check_input(!fault, [&] { return name + ": " + fault_text(*fault, text); });
    return Json::parse(text);
}

bool is_int64(const Json& json) {
    return json.is_number_integer() &&
           (!json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
}

bool is_name(const Json& json) { return json.is_string() && !json.get_ref<const std::string&>().empty(); }

}  // namespace drover::impl
