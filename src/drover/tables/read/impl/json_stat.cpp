#include <algorithm>

#include <nlohmann/json.hpp>

#include <drover/tables/read/impl/json_stat.hpp>
#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t most_json_cells = std::size_t{1} << 25U;

bool is_data_set(const Json& json) {
    return json.is_object() && json.contains("value") && json.contains("dimension") &&
           json["dimension"].is_object();
}

std::string text_or(const Json& json, const std::string& key, const std::string& otherwise) {
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>()
                                                                           : otherwise;
}

std::vector<std::string> texts_in(const Json& json) {
    std::vector<std::string> texts;
    if (json.is_array())
        for (const Json& entry : json)
            if (entry.is_string()) texts.push_back(entry.get<std::string>());
    return texts;
}

// Codes of the categories in order of their index.
std::vector<std::string> category_codes(const Json& category) {
    if (!category.is_object()) return {};
    if (category.contains("index") && category["index"].is_array()) return texts_in(category["index"]);
    std::vector<std::pair<std::size_t, std::string>> order;
    if (category.contains("index") && category["index"].is_object()) {
        for (const auto& [code, place] : category["index"].items())
            if (place.is_number_unsigned()) order.emplace_back(place.get<std::size_t>(), code);
        std::sort(order.begin(), order.end());
    } else if (category.contains("label") && category["label"].is_object()) {
        for (const auto& [code, label] : category["label"].items()) order.emplace_back(order.size(), code);
    }
    std::vector<std::string> codes;
    for (auto& [place, code] : order) codes.push_back(std::move(code));
    return codes;
}

bool has_role(const Json& data, const Json& dimension, const std::string& role, const std::string& id) {
    for (const Json* holder : {&data, &dimension}) {
        if (!holder->contains("role") || !(*holder)["role"].is_object() || !(*holder)["role"].contains(role))
            continue;
        const auto ids = texts_in((*holder)["role"][role]);
        if (std::find(ids.begin(), ids.end(), id) != ids.end()) return true;
    }
    return false;
}

std::string unit_of(const Json& category, const std::string& code) {
    if (!category.is_object() || !category.contains("unit") || !category["unit"].is_object() ||
        !category["unit"].contains(code))
        return {};
    const Json& unit = category["unit"][code];
    std::string text;
    for (const char* key : {"label", "base", "type", "unit", "multiplier"})
        text += text_or(unit, key, "") + " ";
    return text;
}

CubeCell json_cell(const Json& value) {
    if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        return {static_cast<double>(number), true, std::to_string(number)};
    }
    if (value.is_number()) return {value.get<double>(), true, plain_digits(value.get<double>())};
    if (value.is_string()) {
        const NumberCell cell = read_number(value.get<std::string>(), {});
        return {cell.value, cell.type == CellType::number, cell.digits};
    }
    return {0, false, {}};
}

class JsonStatBuilder {
  public:
    explicit JsonStatBuilder(const Json& data) : data_{data}, dimension_{data["dimension"]} {}

    JsonStat build() {
        const std::vector<std::string> ids = data_.contains("id")        ? texts_in(data_["id"])
                                             : dimension_.contains("id") ? texts_in(dimension_["id"])
                                                                         : std::vector<std::string>{};
        if (ids.empty()) return failed("no list of dimensions");
        std::size_t count = 1;
        for (const std::string& id : ids) {
            if (!dimension_.contains(id) || !add_variable(id))
                return failed("no categories for dimension \"" + id + "\"");
            const std::size_t size = cube_.variables.back().values.size();
            if (count > most_json_cells / size) return failed("too many cells");
            count *= size;
        }
        return add_cells(count);
    }

  private:
    static JsonStat failed(const std::string& problem) {
        return {.format = JsonFormat::damaged, .problem = problem};
    }

    bool add_variable(const std::string& id) {
        const Json& dimension = dimension_[id];
        if (!dimension.is_object() || !dimension.contains("category")) return false;
        const Json& category = dimension["category"];
        Variable variable{.name = text_or(dimension, "label", id), .codes = category_codes(category)};
        for (const std::string& code : variable.codes) {
            const std::string label =
                category.contains("label") ? text_or(category["label"], code, code) : code;
            variable.values.push_back(label);
        }
        if (variable.values.empty()) return false;
        const auto is_time = [](const std::string& v) { return is_time_value(v); };
        variable.is_time = has_role(data_, dimension_, "time", id) ||
                           std::all_of(variable.values.begin(), variable.values.end(), is_time);
        variable.is_measure = has_role(data_, dimension_, "metric", id);
        if (variable.is_measure && variable.values.size() == 1)
            cube_.unit = variable.values.front() + " " + unit_of(category, variable.codes.front());
        std::vector<std::string> distinct = variable.values;
        std::sort(distinct.begin(), distinct.end());
        if (std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end())
            variable.values = variable.codes;
        cube_.variables.push_back(std::move(variable));
        return true;
    }

    JsonStat add_cells(std::size_t count) {
        cube_.cells.assign(count, {0, false, {}});
        const Json& values = data_["value"];
        if (values.is_array()) {
            if (values.size() != count)
                return failed(std::to_string(values.size()) + " values instead of " + std::to_string(count));
            for (std::size_t i = 0; i < count; ++i) cube_.cells[i] = json_cell(values[i]);
        } else if (values.is_object()) {
            for (const auto& [place, value] : values.items()) {
                if (place.empty() || place.size() > 9 ||
                    place.find_first_not_of("0123456789") != std::string::npos)
                    return failed("a value at \"" + place + "\"");
                const auto i = static_cast<std::size_t>(std::stoul(place));
                if (i >= count) return failed("a value at " + place + " of " + std::to_string(count));
                cube_.cells[i] = json_cell(value);
            }
        } else {
            return failed("no values");
        }
        const std::size_t width = cube_.variables.size();
        cube_.codes.resize(count * width);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t rest = i;
            for (std::size_t j = width; j-- > 0;) {
                cube_.codes[i * width + j] =
                    static_cast<std::uint32_t>(rest % cube_.variables[j].values.size());
                rest /= cube_.variables[j].values.size();
            }
        }
        return {.format = JsonFormat::json_stat, .cube = std::move(cube_)};
    }

    const Json& data_;
    const Json& dimension_;
    Cube cube_;
};

}  // namespace

JsonStat read_json_stat(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return {.format = JsonFormat::damaged, .problem = "it is not valid JSON"};
    if (json.is_object() && (json.contains("dataSets") || json.contains("structure") ||
                             (json.contains("data") && json.contains("meta"))))
        return {.format = JsonFormat::sdmx_json};
    if (!json.is_object()) return {.format = JsonFormat::other};
    std::vector<const Json*> sets;
    if (is_data_set(json)) {
        sets.push_back(&json);
    } else {
        for (const auto& [name, entry] : json.items())
            if (is_data_set(entry)) sets.push_back(&entry);
        if (json.contains("link") && json["link"].is_object() && json["link"].contains("item") &&
            json["link"]["item"].is_array())
            for (const Json& item : json["link"]["item"])
                if (is_data_set(item)) sets.push_back(&item);
    }
    if (sets.empty()) return {.format = JsonFormat::other};
    if (sets.size() > 1)
        return {.format = JsonFormat::several_data_sets,
                .problem = std::to_string(sets.size()) + " data sets"};
    return JsonStatBuilder{*sets.front()}.build();
}

}  // namespace drover::read
