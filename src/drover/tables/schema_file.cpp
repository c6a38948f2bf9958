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
using impl::got;
using impl::is_name;
using impl::Json;
using impl::parse_json;

constexpr const char* schema_format = "drover.schema/1";
constexpr std::int64_t max_decimals = 18;
constexpr std::int64_t number_limit = std::int64_t{1} << 62U;

class ColumnReader {
  public:
    ColumnReader(const Json& json, std::string place) : json_{json}, place_{std::move(place)} {
        check_input(json.is_object(), [&] { return place_ + ": expected an object" + got(json); });
        check_keys(json, {"name", "values", "bins", "decimals", "edges"}, place_);
        check_input(json.contains("name") && is_name(json["name"]), [&] {
            return place_ + ", name: expected a text" +
                   (json.contains("name") ? got(json["name"]) : ", got nothing");
        });
        column_.name = json["name"].get<std::string>();
        place_.append(" ").append(quoted(column_.name));
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
    const Json& list(const char* key) const {
        const Json& value = json_[key];
        check_input(value.is_array() && !value.empty(),
                    [&] { return place_ + ", " + key + ": expected a list of at least one" + got(value); });
        return value;
    }

    void read_decimals() {
        if (!json_.contains("decimals")) return;
        const Json& value = json_["decimals"];
        check_input(impl::is_int64(value) && value.get<std::int64_t>() >= 0 &&
                        value.get<std::int64_t>() <= max_decimals,
                    [&] { return place_ + ", decimals: expected an integer from 0 to 18" + got(value); });
        column_.decimals = value.get<int>();
    }

    Decimal edge(const Json& value) const {
        const std::optional<Decimal> number =
            value.is_number() ? parse_decimal(value.dump()) : std::optional<Decimal>{};
        check_input(number.has_value(), [&] { return place_ + ", edges: expected numbers" + got(value); });
        return *number;
    }

    void read_edges(std::vector<Decimal>& edges) {
        check_input(!json_.contains("values") && !json_.contains("bins"),
                    [&] { return place_ + ": expected either edges or values and bins, got both"; });
        for (const Json& value : list("edges")) edges.push_back(edge(value));
        for (const Decimal& number : edges) {
            column_.decimals = std::max(
                column_.decimals, static_cast<int>(std::clamp<std::int64_t>(number.scale, 0, max_decimals)));
        }
        std::vector<std::int64_t> units;
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const auto number = to_units(edges[k], column_.decimals);
            check_input(number && (units.empty() || units.back() < *number), [&] {
                return place_ + ", edges: expected rising numbers below 2^62" + got(json_["edges"][k]);
            });
            units.push_back(*number);
        }
        check_input(units.size() >= 2,
                    [&] { return place_ + ", edges: expected at least two numbers" + got(json_["edges"]); });
        column_.bins = edge_bins(units);
        name_bins();
    }

    void read_bins() {
        if (!json_.contains("bins")) return;
        for (const Json& pair : list("bins")) {
            check_input(pair.is_array() && pair.size() == 2 && is_unit(pair[0]) && is_unit(pair[1]),
                        [&] { return place_ + ", bins: expected pairs of integers below 2^62" + got(pair); });
            const Bin bin{.first = pair[0].get<std::int64_t>(), .last = pair[1].get<std::int64_t>()};
            const bool rises = column_.bins.empty() || column_.bins.back().last < bin.first;
            check_input(bin.first <= bin.last && rises,
                        [&] { return place_ + ", bins: expected rising numbers" + got(pair); });
            column_.bins.push_back(bin);
        }
    }

    static bool is_unit(const Json& value) {
        return impl::is_int64(value) && value.get<std::int64_t>() < number_limit &&
               value.get<std::int64_t>() > -number_limit;
    }

    void read_values() {
        check_input(json_.contains("values") || !column_.bins.empty(),
                    [&] { return place_ + ": expected values, bins or edges, got none"; });
        if (!json_.contains("values")) return name_bins();
        std::unordered_set<std::string> seen;
        for (const Json& value : list("values")) {
            check_input(value.is_string(), [&] { return place_ + ", values: expected texts" + got(value); });
            check_input(seen.insert(value.get<std::string>()).second,
                        [&] { return place_ + ", values: expected each once" + got(value) + " twice"; });
            column_.values.push_back(value.get<std::string>());
        }
        check_bin_count();
    }

    // Every value is a bin, except for a last one for missing values.
    void check_bin_count() const {
        if (column_.bins.empty()) return;
        const std::size_t missing = column_.values.back().empty() ? 1 : 0;
        check_input(column_.values.size() == column_.bins.size() + missing, [&] {
            return place_ + ": expected as many bins as values, got " + std::to_string(column_.bins.size()) +
                   " and " + std::to_string(column_.values.size() - missing);
        });
    }

    void name_bins() {
        for (const Bin& bin : column_.bins) column_.values.push_back(bin_name(bin, column_.decimals));
    }

    const Json& json_;
    std::string place_;
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
    check_input(json.is_object(), [&] { return name + ": expected a JSON object" + got(json); });
    check_keys(json, {"format", "columns"}, name);
    check_input(json.contains("format") && json["format"] == schema_format, [&] {
        return name + ": format: expected " + quoted(schema_format) +
               (json.contains("format") ? got(json["format"]) : ", got nothing");
    });
    check_input(json.contains("columns") && json["columns"].is_array() && !json["columns"].empty(), [&] {
        return name + ": columns: expected a list of at least one" +
               (json.contains("columns") ? got(json["columns"]) : ", got nothing");
    });
    SchemaFile file;
    for (const Json& column : json["columns"]) {
        const std::string place = name + ": column " + std::to_string(file.schema.columns.size() + 1);
        ColumnReader reader{column, place};
        const std::string column_name = column["name"].get<std::string>();
        check_input(!file.schema.find(column_name), [&] {
            return place + ": expected each column once, got " + quoted(column_name) + " twice";
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
