#include <algorithm>
#include <ostream>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/data/quantile_bins.hpp>
#include <drover/report/impl/json_text.hpp>
#include <drover/tables/schema_file.hpp>

namespace drover {
namespace {

using impl::check_keys;
using impl::is_name;
using impl::Json;
using impl::parse_json;
using impl::shown;
using impl::shown_value;

constexpr const char* schema_format = "drover.schema/1";
constexpr std::int64_t max_decimals = 18;
constexpr std::int64_t number_limit = std::int64_t{1} << 62U;

class ColumnReader {
  public:
    ColumnReader(const Json& json, Place place) : json_{json}, place_{std::move(place)} {
        check_input(json.is_object(), [&] { return Problem{Fault::type, place_, "an object", shown(json)}; });
        check_keys(json, {"name", "values", "bins", "decimals", "edges"}, place_);
        check_input(json.contains("name") && is_name(json["name"]), [&] {
            return Problem{Fault::type, part("name"), "a text", shown_value(json, "name")};
        });
        column_.name = json["name"].get<std::string>();
        place_.key += " " + quoted(column_.name);
    }

    Column read(SchemaFile& file) {
        read_decimals();
        if (json_.contains("edges")) {
            read_edges(file.edges[column_.name]);
        } else {
            read_bins();
            read_values();
        }
        return std::move(column_);
    }

  private:
    Place part(const char* key) const { return {.file = place_.file, .key = place_.key + ", " + key}; }

    const Json& list(const char* key) const {
        const Json& value = json_[key];
        check_input(value.is_array() && !value.empty(), [&] {
            return Problem{Fault::type, part(key), "a list of at least one", shown(value)};
        });
        return value;
    }

    void read_decimals() {
        if (!json_.contains("decimals")) return;
        const Json& value = json_["decimals"];
        check_input(
            impl::is_int64(value) && value.get<std::int64_t>() >= 0 &&
                value.get<std::int64_t>() <= max_decimals,
            [&] {
                return Problem{Fault::range, part("decimals"), "an integer from 0 to 18", shown(value)};
            });
        column_.decimals = value.get<int>();
    }

    Decimal edge(const Json& value) const {
        const std::optional<Decimal> number =
            value.is_number() ? parse_decimal(value.dump()) : std::optional<Decimal>{};
        check_input(number.has_value(), [&] {
            return Problem{Fault::type, part("edges"), "numbers", shown(value)};
        });
        return *number;
    }

    void read_edges(std::vector<Decimal>& edges) {
        check_input(!json_.contains("values") && !json_.contains("bins"), [&] {
            return Problem{Fault::conflict, place_, "either edges or values and bins", "both"};
        });
        for (const Json& value : list("edges")) edges.push_back(edge(value));
        for (const Decimal& number : edges) {
            column_.decimals = std::max(
                column_.decimals, static_cast<int>(std::clamp<std::int64_t>(number.scale, 0, max_decimals)));
        }
        std::vector<std::int64_t> units;
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const auto number = to_units(edges[k], column_.decimals);
            check_input(number && (units.empty() || units.back() < *number), [&] {
                return Problem{Fault::range, part("edges"), "rising numbers below 2^62",
                               shown(json_["edges"][k])};
            });
            units.push_back(*number);
        }
        check_input(units.size() >= 2, [&] {
            return Problem{Fault::range, part("edges"), "at least two numbers", shown(json_["edges"])};
        });
        column_.bins = edge_bins(units);
        name_bins();
    }

    void read_bins() {
        if (!json_.contains("bins")) return;
        for (const Json& pair : list("bins")) {
            check_input(pair.is_array() && pair.size() == 2 && is_unit(pair[0]) && is_unit(pair[1]), [&] {
                return Problem{Fault::type, part("bins"), "pairs of integers below 2^62", shown(pair)};
            });
            const Bin bin{.first = pair[0].get<std::int64_t>(), .last = pair[1].get<std::int64_t>()};
            const bool rises = column_.bins.empty() || column_.bins.back().last < bin.first;
            check_input(bin.first <= bin.last && rises, [&] {
                return Problem{Fault::range, part("bins"), "rising numbers", shown(pair)};
            });
            column_.bins.push_back(bin);
        }
    }

    static bool is_unit(const Json& value) {
        return impl::is_int64(value) && value.get<std::int64_t>() < number_limit &&
               value.get<std::int64_t>() > -number_limit;
    }

    void read_values() {
        check_input(json_.contains("values") || !column_.bins.empty(), [&] {
            return Problem{Fault::missing, place_, "values, bins or edges", "none"};
        });
        if (!json_.contains("values")) return name_bins();
        std::unordered_set<std::string> seen;
        for (const Json& value : list("values")) {
            check_input(value.is_string(), [&] {
                return Problem{Fault::type, part("values"), "texts", shown(value)};
            });
            check_input(seen.insert(value.get<std::string>()).second, [&] {
                return Problem{Fault::repeated, part("values"), "each once", shown(value) + " twice"};
            });
            column_.values.push_back(value.get<std::string>());
        }
        check_bin_count();
    }

    // Every value is a bin, except for a last one for missing values.
    void check_bin_count() const {
        if (column_.bins.empty()) return;
        const std::size_t missing = column_.values.back().empty() ? 1 : 0;
        check_input(column_.values.size() == column_.bins.size() + missing, [&] {
            return Problem{Fault::range, place_, "as many bins as values",
                           std::to_string(column_.bins.size()) + " and " +
                               std::to_string(column_.values.size() - missing)};
        });
    }

    void name_bins() {
        for (const Bin& bin : column_.bins) column_.values.push_back(bin_name(bin, column_.decimals));
    }

    const Json& json_;
    Place place_;
    Column column_;
};

Json column_json(const Column& column) {
    Json json{{"name", column.name}};
    for (const Bin& bin : column.bins) json["bins"].push_back({bin.first, bin.last});
    if (!column.bins.empty()) json["decimals"] = column.decimals;
    json["values"] = column.values;
    return json;
}

}  // namespace

SchemaFile parse_schema(const std::string& text, const std::string& name) {
    const Json json = parse_json(text, name);
    check_input(json.is_object(), [&] {
        return Problem{Fault::type, {.file = name}, "a JSON object", shown(json)};
    });
    check_keys(json, {"format", "columns"}, {.file = name});
    check_input(json.contains("format") && json["format"] == schema_format, [&] {
        return Problem{Fault::syntax,
                       {.file = name, .key = "format"},
                       quoted(schema_format),
                       shown_value(json, "format")};
    });
    check_input(json.contains("columns") && json["columns"].is_array() && !json["columns"].empty(), [&] {
        return Problem{Fault::type,
                       {.file = name, .key = "columns"},
                       "a list of at least one",
                       shown_value(json, "columns")};
    });
    SchemaFile file;
    for (const Json& column : json["columns"]) {
        const Place place{.file = name, .key = "column " + std::to_string(file.schema.columns.size() + 1)};
        ColumnReader reader{column, place};
        const std::string column_name = column["name"].get<std::string>();
        check_input(!file.schema.find(column_name), [&] {
            return Problem{Fault::repeated, place, "each column once", quoted(column_name) + " twice"};
        });
        file.schema.columns.push_back(reader.read(file));
    }
    return file;
}

void write_schema(std::ostream& out, const Schema& schema) {
    out << R"({"format":")" << schema_format << R"(","columns":[)";
    for (std::size_t j = 0; j < schema.columns.size(); ++j)
        out << (j > 0 ? ",\n" : "\n") << column_json(schema.columns[j]).dump();
    out << "\n]}\n";
}

}  // namespace drover
