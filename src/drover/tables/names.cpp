#include <algorithm>
#include <set>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/tables/names.hpp>

namespace drover {

std::vector<std::string> parse_names(const char* place, const std::string& text) {
    const std::vector<CsvRecord> records = parse_csv_records(text, place);
    check_input(records.size() == 1, [&] {
        return std::string{place} + ": expected column names separated by commas, got " + quoted(text);
    });
    std::set<std::string> seen;
    for (const std::string& name : records[0].fields) {
        check_input(!name.empty() && seen.insert(name).second, [&] {
            return std::string{place} + ": expected each column once, got " +
                   (name.empty() ? "an empty name" : quoted(name) + " twice");
        });
    }
    return records[0].fields;
}

NamedValues parse_values(const char* place, const std::string& text) {
    NamedValues values;
    for (const std::string& part : parse_names(place, text)) {
        const std::size_t at = part.find('=');
        check_input(at != std::string::npos && at > 0,
                    [&] { return std::string{place} + ": expected COLUMN=VALUE, got " + quoted(part); });
        values.emplace_back(part.substr(0, at), part.substr(at + 1));
    }
    return values;
}

Combination find_values(const char* place, const NamedValues& values, const Schema& schema) {
    Combination combination;
    for (const auto& value_of : values) {
        const std::string& name = value_of.first;
        const std::string& text = value_of.second;
        const auto column = schema.find(name);
        check_input(column.has_value(), [&] {
            return std::string{place} + ": expected a column of the tables, " +
                   listed_names(column_names(schema)) + ", got " + quoted(name);
        });
        const auto value = schema.columns[*column].find(text);
        check_input(value.has_value(), [&] {
            return std::string{place} + ": expected a value of column " + quoted(name) + ", " +
                   listed_names(schema.columns[*column].values) + ", got " + quoted(text);
        });
        const bool is_new = std::none_of(combination.begin(), combination.end(),
                                         [&](const auto& pair) { return pair.first == *column; });
        check_input(is_new, [&] {
            return std::string{place} + ": expected column " + quoted(name) + " once, got it twice";
        });
        combination.emplace_back(*column, *value);
    }
    return combination;
}

TableSet part_where(const TableSet& tables, const Combination& where) {
    try {
        return slice(tables, where);
    } catch (const InputError& error) {
        throw InputError(std::string{"--where: "} + error.what());
    }
}

}  // namespace drover
