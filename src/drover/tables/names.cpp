#include <algorithm>
#include <set>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/csv.hpp>
#include <drover/tables/names.hpp>

namespace drover {

std::vector<std::string> parse_names(const char* option, const std::string& text) {
    const std::vector<CsvRecord> records =
        at({.option = option}, [&] { return parse_csv_records(text, {}); });
    check_input(records.size() == 1, [&] {
        return Problem{Fault::syntax, {.option = option}, "column names separated by commas", quoted(text)};
    });
    std::set<std::string> seen;
    for (const std::string& name : records[0].fields) {
        check_input(!name.empty() && seen.insert(name).second, [&] {
            return Problem{Fault::repeated,
                           {.option = option},
                           "each column once",
                           (name.empty() ? "an empty name" : quoted(name) + " twice")};
        });
    }
    return records[0].fields;
}

NamedValues parse_values(const char* option, const std::string& text) {
    NamedValues values;
    for (const std::string& part : parse_names(option, text)) {
        const std::size_t at = part.find('=');
        check_input(at != std::string::npos && at > 0, [&] {
            return Problem{Fault::syntax, {.option = option}, "COLUMN=VALUE", quoted(part)};
        });
        values.emplace_back(part.substr(0, at), part.substr(at + 1));
    }
    return values;
}

Combination find_values(const char* option, const NamedValues& values, const Schema& schema) {
    Combination combination;
    for (const auto& value_of : values) {
        const std::string& name = value_of.first;
        const std::string& text = value_of.second;
        const auto column = schema.find(name);
        check_input(column.has_value(), [&] {
            return Problem{Fault::unknown,
                           {.option = option},
                           "a column of the tables, " + listed_names(column_names(schema)),
                           quoted(name),
                           did_you_mean(name, column_names(schema))};
        });
        const auto value = schema.columns[*column].find(text);
        check_input(value.has_value(), [&] {
            return Problem{
                Fault::unknown,
                {.option = option},
                "a value of column " + quoted(name) + ", " + listed_names(schema.columns[*column].values),
                quoted(text),
                did_you_mean(text, schema.columns[*column].values)};
        });
        const bool is_new = std::none_of(combination.begin(), combination.end(),
                                         [&](const auto& pair) { return pair.first == *column; });
        check_input(is_new, [&] {
            return Problem{
                Fault::repeated, {.option = option}, "column " + quoted(name) + " once", "it twice"};
        });
        combination.emplace_back(*column, *value);
    }
    return combination;
}

TableSet part_where(const TableSet& tables, const Combination& where) {
    return at({.option = "where"}, [&] { return slice(tables, where); });
}

}  // namespace drover
