#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/synth/json_fault_detail.hpp>
#include <drover/synth/json_text_detail.hpp>

namespace drover::detail {
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
    check_input(!fault || !fault->is_large_number,
                [&] { return name + ": expected JSON with numbers that fit, got a larger one"; });
    check_input(!fault, [&] {
        return name + ": " + line_place(text, fault->byte) + ": expected JSON, got something else";
    });
    return Json::parse(text);
}

bool is_name(const Json& json) { return json.is_string() && !json.get_ref<const std::string&>().empty(); }

}  // namespace drover::detail
