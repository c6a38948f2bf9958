#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/number/decimal.hpp>
#include <drover/tables/wide.hpp>

namespace drover {
namespace {

// A wide file, read once.
struct WideText {
    const TableText* text = nullptr;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;

    std::size_t position(const std::string& column) const {
        return static_cast<std::size_t>(std::find(header.begin(), header.end(), column) - header.begin());
    }
    bool has(const RenamedColumns& columns) const {
        return std::all_of(columns.begin(), columns.end(),
                           [&](const auto& column) { return position(column.first) < header.size(); });
    }
};

WideText read_wide(const TableText& text, CsvOptions csv) {
    WideText wide{.text = &text, .header = {}, .rows = {}};
    CsvReader reader{text.text, text.file, csv};
    check_input(reader.next(), [&] {
        return Problem{Fault::missing, {.file = text.file}, "a header line", "an empty file"};
    });
    wide.header.assign(reader.fields().begin(), reader.fields().end());
    check_csv_header(wide.header, text.file);
    while (reader.next()) {
        const auto fields = reader.fields();
        check_input(fields.size() == wide.header.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = text.file, .row = static_cast<std::int64_t>(wide.rows.size() + 1)},
                           std::to_string(wide.header.size()) + " fields",
                           std::to_string(fields.size())};
        });
        wide.rows.emplace_back(fields.begin(), fields.end());
    }
    check_input(!wide.rows.empty(), [&] {
        return Problem{Fault::missing, {.file = text.file}, "at least one row", "none"};
    });
    return wide;
}

std::string names_of(const RenamedColumns& columns) {
    std::string names;
    for (const auto& column : columns) names += (names.empty() ? "" : ", ") + quoted(column.first);
    return names;
}

std::string group_name(const WideGroup& group, std::size_t number) {
    return "group " + (group.variable.empty() ? std::to_string(number + 1) : quoted(group.variable));
}

void check_group(const WideGroup& group, const RenamedColumns& key, const Place& place) {
    check_input(!group.columns.empty(), [&] { return Problem{Fault::missing, place, "columns", "none"}; });
    check_input(!group.variable.empty() || group.columns.size() == 1, [&] {
        return Problem{Fault::missing, place, "a variable, or one column of totals", names_of(group.columns)};
    });
    check_input(!key.empty(), [&] { return Problem{Fault::missing, place, "a key ({key})", "none"}; });
    std::unordered_set<std::string> names{"count", "p", "se"};
    if (!group.variable.empty()) names.insert(group.variable);
    for (const auto& column : key) {
        check_input(names.insert(column.second).second, [&] {
            return Problem{Fault::conflict, place, "names of columns other than count, p and se, none twice",
                           quoted(column.second)};
        });
    }
    check_input(group.variable != "count" && group.variable != "p" && group.variable != "se", [&] {
        return Problem{Fault::conflict, place, "a variable other than count, p and se",
                       quoted(group.variable)};
    });
    std::unordered_set<std::string> values;
    std::unordered_set<std::string> columns;
    for (const auto& column : group.columns) {
        check_input(columns.insert(column.first).second && values.insert(column.second).second, [&] {
            return Problem{Fault::repeated, place, "each column and each value once",
                           quoted(column.first) + " for " + quoted(column.second)};
        });
    }
}

const WideText& file_of(const WideGroup& group, const RenamedColumns& key, const std::vector<WideText>& wides,
                        const Place& place) {
    const WideText* found = nullptr;
    for (const WideText& wide : wides) {
        if (!wide.has(group.columns) || !wide.has(key)) continue;
        check_input(found == nullptr, [&] {
            return Problem{Fault::conflict, place, "one file with its columns",
                           found->text->file + " and " + wide.text->file};
        });
        found = &wide;
    }
    check_input(found != nullptr, [&] {
        std::string missing;
        for (const RenamedColumns* columns : {&key, &group.columns}) {
            for (const auto& column : *columns) {
                if (missing.empty() && !wides.front().has({column})) missing = column.first;
            }
        }
        const std::string file =
            wides.size() == 1 ? " (" + wides.front().text->file + " has no " + quoted(missing) + ')' : "";
        return Problem{Fault::unknown, place,
                       "a file with the columns " + names_of(key) + ", " + names_of(group.columns),
                       "none" + file};
    });
    return *found;
}

// Checked here, so that messages name the wide file. A blank is suppressed; nothing means 0.
std::optional<std::string> count_text(const WideText& wide, std::size_t row, std::size_t column,
                                      const WideOptions& options) {
    std::string count{trimmed(wide.rows[row][column])};
    if (count.empty() ||
        std::find(options.suppressed.begin(), options.suppressed.end(), count) != options.suppressed.end())
        return std::string{};
    const auto place = [&] {
        return Place{.file = wide.text->file,
                     .row = static_cast<std::int64_t>(row) + 1,
                     .column = wide.header[column]};
    };
    const Rational value = at(place, [&] { return parse_rational(count); });
    check_input(value.numerator() >= 0, [&] {
        return Problem{Fault::range, place(), "a count of at least 0", quoted(count)};
    });
    if (value.numerator() == 0) return std::nullopt;
    return count;
}

class LongTable {
  public:
    LongTable(const WideText& wide, const WideGroup& group, const RenamedColumns& key,
              const WideOptions& options)
        : wide_{wide}, group_{group}, key_{key}, options_{options} {}

    TableText make() {
        const char separator = options_.csv.separator;
        for (const auto& column : key_) {
            name_ += (name_.empty() ? "" : "_x_") + column.second;
            text_ += csv_field(column.second, options_.csv) + separator;
        }
        if (!group_.variable.empty()) {
            name_ += "_x_" + group_.variable;
            text_ += csv_field(group_.variable, options_.csv) + separator;
        }
        text_ += "count\n";
        for (std::size_t row = 0; row < wide_.rows.size(); ++row) add_row(row);
        std::replace(name_.begin(), name_.end(), '/', '-');
        return {name_ + ".csv", std::move(text_)};
    }

  private:
    void add_row(std::size_t row) {
        std::string zone;
        for (const auto& column : key_)
            zone += csv_field(wide_.rows[row][wide_.position(column.first)], options_.csv) +
                    options_.csv.separator;
        const std::size_t first_row = first_rows_.emplace(zone, row + 1).first->second;
        check_input(first_row == row + 1, [&] {
            return Problem{Fault::repeated,
                           {.file = wide_.text->file, .row = static_cast<std::int64_t>(row + 1)},
                           "each " + names_of(key_) + " once",
                           quoted(zone.substr(0, zone.size() - 1)) + " again, first in row " +
                               std::to_string(first_row)};
        });
        for (const auto& column : group_.columns) {
            const auto count = count_text(wide_, row, wide_.position(column.first), options_);
            if (!count) continue;
            text_ += zone;
            if (!group_.variable.empty())
                text_ += csv_field(column.second, options_.csv) + options_.csv.separator;
            text_ += *count + '\n';
        }
    }

    const WideText& wide_;
    const WideGroup& group_;
    const RenamedColumns& key_;
    const WideOptions& options_;
    std::string name_;
    std::string text_;
    std::unordered_map<std::string, std::size_t> first_rows_;
};

bool is_count_name(const std::string& name) {
    static constexpr std::array<std::string_view, 22> names{
        "n",         "number",      "freq",       "frequency", "counts",    "total", "totals", "households",
        "people",    "persons",     "population", "pop",       "obs_value", "value", "values", "hh",
        "dwellings", "individuals", "num",        "obs",       "residents", "tally"};
    std::string small;
    for (const char c : name) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::find(names.begin(), names.end(), small) != names.end();
}

// The contents of a column of a text, and its distinct values.
struct ColumnStatistics {
    bool counts = true;   // integers of at least 0
    bool numbers = true;  // of any kind, at least 0; blanks too
    std::unordered_set<std::string_view> distinct;
};

}  // namespace

std::vector<TableText> long_tables(std::span<const TableText> wide, const WideOptions& options) {
    check_input(!wide.empty(), [] { return Problem{Fault::missing, {}, "at least one wide file", "none"}; });
    check_input(!options.groups.empty(), [] {
        return Problem{Fault::missing, {}, "at least one group", "none"};
    });
    std::vector<WideText> wides;
    for (const TableText& text : wide) wides.push_back(read_wide(text, options.csv));
    std::vector<TableText> tables;
    for (std::size_t g = 0; g < options.groups.size(); ++g) {
        const WideGroup& group = options.groups[g];
        const RenamedColumns& key = group.key.empty() ? options.key : group.key;
        const Place place{.key = group_name(group, g)};
        check_group(group, key, place);
        tables.push_back(LongTable{file_of(group, key, wides, place), group, key, options}.make());
    }
    return tables;
}

TableGuess guess_table(const TableText& table, CsvOptions csv) {
    TableGuess guess;
    CsvReader reader{table.text, table.file, csv};
    if (!reader.next()) return guess;
    const std::vector<std::string> header{reader.fields().begin(), reader.fields().end()};
    const std::size_t n = header.size();
    std::vector<ColumnStatistics> found(n);
    std::unordered_set<std::string> cells;  // all but the last column
    bool is_complete_text = true;
    while (reader.next()) {
        const auto fields = reader.fields();
        if (fields.size() != n) return guess;
        if (guess.row_count == guessed_rows) {
            is_complete_text = false;
            break;
        }
        ++guess.row_count;
        std::string cell;
        for (std::size_t j = 0; j < n; ++j) {
            const std::optional<Decimal> number = parse_decimal(fields[j]);
            const bool is_blank = trimmed(fields[j]).empty();
            found[j].counts = found[j].counts && number && number->digits >= 0 && is_integer(*number);
            found[j].numbers = found[j].numbers && (is_blank || (number && number->digits >= 0));
            if (fields[j].data() >= table.text.data() &&
                fields[j].data() <= table.text.data() + table.text.size())
                found[j].distinct.insert(fields[j]);
            if (j + 1 < n) cell.append(fields[j]).append(1, '\0');
        }
        cells.insert(std::move(cell));
    }
    guess.column_count = n;
    for (const ColumnStatistics& column : found) guess.number_columns += column.counts ? 1 : 0;
    constexpr std::size_t fewest_rows = 2;
    if (guess.row_count < fewest_rows || n < 2) return guess;
    constexpr std::size_t fewest_columns = 5;
    const bool key_first = found[0].distinct.size() == guess.row_count;
    std::size_t key = 0;
    while (key < n && found[key].distinct.size() != guess.row_count) ++key;
    double full = 1;
    for (std::size_t j = 0; j + 1 < n; ++j) full *= static_cast<double>(found[j].distinct.size());
    const bool each_once = is_complete_text && cells.size() == guess.row_count;
    const bool is_dense = 2 * static_cast<double>(guess.row_count) >= full;
    const bool has_cells =
        n > 2 ? key + 1 >= n : is_count_name(header[n - 1]);  // not one column that identifies every row
    if (each_once && is_dense && found[n - 1].numbers && has_cells) {
        guess.kind = TableGuess::Kind::long_table;
        guess.count = header[n - 1];
        guess.is_sure = is_count_name(header[n - 1]);
    } else if (n >= fewest_columns && key < n && 4 * guess.number_columns >= 3 * n &&
               (key_first || found[key].counts)) {
        guess.kind = TableGuess::Kind::wide;
        guess.key = header[key];
    }
    return guess;
}

}  // namespace drover
