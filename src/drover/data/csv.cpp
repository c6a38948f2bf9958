#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>

namespace drover {
namespace {

CsvTable table_of(std::vector<CsvRecord> records, const std::string& name, std::vector<std::string> header) {
    check_csv_header(header, name);
    for (std::size_t i = 0; i < records.size(); ++i) {
        check_input(records[i].fields.size() == header.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = name, .row = static_cast<std::int64_t>(i + 1)},
                           std::to_string(header.size()) + " fields",
                           std::to_string(records[i].fields.size())};
        });
    }
    return {.name = name, .header = std::move(header), .rows = std::move(records)};
}

}  // namespace

void check_csv_header(const std::vector<std::string>& header, const std::string& name,
                      const std::string& what) {
    constexpr std::size_t most_columns = 100'000;
    check_input(header.size() <= most_columns, [&] {
        return Problem{Fault::range,
                       {.file = name, .key = what},
                       "at most " + std::to_string(most_columns) + " columns",
                       std::to_string(header.size())};
    });
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < header.size(); ++i) {
        check_input(!header[i].empty(), [&] {
            return Problem{Fault::missing,
                           {.file = name, .key = what},
                           "a name for column " + std::to_string(i + 1),
                           "nothing"};
        });
        check_input(seen.insert(header[i]).second, [&] {
            return Problem{Fault::repeated,
                           {.file = name, .key = what},
                           "each column once",
                           quoted(header[i]) + " twice"};
        });
    }
}

std::vector<CsvRecord> parse_csv_records(std::string_view text, const std::string& name, CsvOptions options) {
    CsvReader reader{text, name, options};
    std::vector<CsvRecord> records;
    while (reader.next()) {
        const auto fields = reader.fields();
        records.push_back({.fields = {fields.begin(), fields.end()}, .line = reader.line()});
    }
    return records;
}

Place CsvTable::place(std::size_t row, std::size_t column) const {
    return {.file = name, .row = static_cast<std::int64_t>(row) + 1, .column = header[column]};
}

CsvTable parse_csv(std::string_view text, const std::string& name, CsvOptions options) {
    std::vector<CsvRecord> records = parse_csv_records(text, name, options);
    check_input(!records.empty(), [&] {
        return Problem{Fault::missing, {.file = name}, "a header line", "an empty file"};
    });
    std::vector<std::string> header = std::move(records.front().fields);
    records.erase(records.begin());
    return table_of(std::move(records), name, std::move(header));
}

CsvTable parse_headless_csv(std::string_view text, const std::string& name, std::vector<std::string> header,
                            CsvOptions options) {
    return table_of(parse_csv_records(text, name, options), name, std::move(header));
}

std::string csv_field(const std::string& text, CsvOptions options) {
    const bool is_plain =
        text.find_first_of(std::string{options.separator, '"', '\r', '\n'}) == std::string::npos;
    // At the start of a file it would be taken for the file's byte order mark.
    if (is_plain && !text.starts_with("\xEF\xBB\xBF")) return text;
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"') field.push_back('"');
        field.push_back(c);
    }
    return field + '"';
}

}  // namespace drover
