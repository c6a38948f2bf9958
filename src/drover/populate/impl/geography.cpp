#include <algorithm>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/schema.hpp>
#include <drover/number/decimal.hpp>
#include <drover/populate/impl/parts.hpp>

namespace drover::populate::impl {
namespace {

// Those of the controls and of the totals, each once.
std::vector<std::string> level_names(const std::vector<ControlLine>& controls, const Texts& texts) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const ControlLine& line : controls) add(line.level);
    for (const auto& [level, text] : texts.totals) add(level);
    return names;
}

std::string column_of(const std::string& level, const TextColumns& table, const std::string& name,
                      const ReadOptions& reading) {
    for (const auto& [given, column] : reading.levels) {
        if (given != level) continue;
        (void)table.position(column);
        return column;
    }
    if (table.find(level)) return level;
    std::vector<std::string> similar;
    for (const std::string& column : table.header())
        if (column.rfind(level, 0) == 0) similar.push_back(column);
    check_input(similar.size() == 1, [&] {
        return Problem{Fault::unknown,
                       {.file = name, .key = "header"},
                       "a column " + quoted(level) + " (or {levels} " + level + "=COLUMN)",
                       listed_names({table.header().begin(), table.header().end()})};
    });
    return similar.front();
}

void check_options(const std::vector<std::string>& names, const ReadOptions& reading) {
    const auto check = [&](const char* option, const std::string& level) {
        check_input(std::find(names.begin(), names.end(), level) != names.end(), [&] {
            return Problem{Fault::unknown,
                           {.option = option},
                           "a level, " + listed_names(names),
                           quoted(level),
                           did_you_mean(level, names)};
        });
    };
    for (const auto& [level, column] : reading.levels) check("levels", level);
    for (const auto& given : reading.trust) {
        check("trust", given.first);
        check_input(Rational{0} < given.second && given.second < Rational{1'000'001}, [&] {
            return Problem{Fault::range,
                           {.option = "trust"},
                           "a number above 0, at most 10^6, for " + quoted(given.first),
                           to_string(given.second)};
        });
    }
}

// Every zone once, with its larger units; no zone lies in two units of a level.
class Crosswalk {
  public:
    Crosswalk(const TextColumns& table, std::string name) : table_{table}, name_{std::move(name)} {}

    // Of each zone the first row.
    std::vector<std::size_t> zones(std::size_t column) const {
        std::vector<std::size_t> rows;
        std::vector<bool> seen(table_.texts(column).size());
        for (std::size_t r = 0; r < table_.row_count(); ++r) {
            const std::uint32_t code = table_.code(r, column);
            check_input(!table_.texts(column).text(code).empty(), [&] {
                return Problem{Fault::missing, place(r, column), "a name", "nothing"};
            });
            if (!seen[code]) rows.push_back(r);
            seen[code] = true;
        }
        return rows;
    }

    void check_nested(std::size_t inner, std::size_t outer) const {
        std::unordered_map<std::uint32_t, std::size_t> first;
        for (std::size_t r = 0; r < table_.row_count(); ++r) {
            const std::size_t before = first.emplace(table_.code(r, inner), r).first->second;
            check_input(table_.code(before, outer) == table_.code(r, outer), [&] {
                return Problem{Fault::conflict, place(r, outer),
                               text(before, outer) + " for " + table_.header()[inner] + " " + text(r, inner) +
                                   ", as in row " + std::to_string(before + 1),
                               text(r, outer)};
            });
        }
    }

    std::string text(std::size_t row, std::size_t column) const {
        return std::string{table_.texts(column).text(table_.code(row, column))};
    }
    Place place(std::size_t row, std::size_t column) const {
        return {.file = name_, .row = static_cast<std::int64_t>(row) + 1, .column = table_.header()[column]};
    }

  private:
    const TextColumns& table_;
    std::string name_;
};

std::unordered_map<std::string, std::uint32_t> numbered(const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::uint32_t> numbers;
    for (std::uint32_t k = 0; k < names.size(); ++k) numbers.emplace(names[k], k);
    return numbers;
}

std::int64_t read_count(const std::string& text, const Place& place) {
    const std::optional<Decimal> number = parse_decimal(text);
    const std::optional<std::int64_t> units =
        number && number->digits >= 0 ? to_units(*number, 6) : std::nullopt;
    check_input(units && *units <= 1'000'000'000'000 * count_unit, [&] {
        return Problem{Fault::range, place, "a count of at least 0", quoted(text)};
    });
    return *units;
}

// The totals of one level.
void read_level(Input& input, InputLevel& level, const NamedText& text, const ReadOptions& reading) {
    const std::string plain = without_comments(text.text);
    const TextColumns table{{plain, text.name}, reading.csv, reading.control};
    const std::optional<std::size_t> own = table.find(level.name);
    const std::size_t key = own ? *own : table.find(level.column).value_or(0);
    check_input(own || table.find(level.column), [&] {
        return Problem{Fault::missing,
                       {.file = text.name, .key = "header"},
                       "a column " + quoted(level.name) + " of the level",
                       "none"};
    });
    std::vector<std::size_t> columns;
    for (const std::size_t c : level.controls) {
        const std::optional<std::size_t> column = table.find(input.controls[c].field);
        check_input(column.has_value(), [&] {
            return Problem{Fault::missing,
                           {.file = text.name, .key = "header"},
                           "a column " + quoted(input.controls[c].field) + " for the control " +
                               quoted(input.controls[c].name),
                           "none"};
        });
        columns.push_back(*column);
    }
    const auto numbers = numbered(level.names);
    const Crosswalk cells{table, text.name};
    level.asked.assign(level.names.size() * columns.size(), 0);
    std::vector<std::size_t> row_of(level.names.size(), table.row_count());
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        const std::string name = cells.text(r, key);
        const auto unit = numbers.find(name);
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::int64_t count = read_count(cells.text(r, columns[k]), cells.place(r, columns[k]));
            sum += count > 0 ? 1 : 0;
            if (unit != numbers.end()) level.asked[unit->second * columns.size() + k] = count;
        }
        check_input(unit != numbers.end() || sum == 0, [&] {
            return Problem{Fault::unknown, cells.place(r, key), "a unit of the geography", quoted(name),
                           did_you_mean(name, level.names)};
        });
        if (unit == numbers.end()) continue;
        check_input(row_of[unit->second] == table.row_count(), [&] {
            return Problem{Fault::repeated, cells.place(r, key), "each unit once",
                           quoted(name) + " as in row " + std::to_string(row_of[unit->second] + 1)};
        });
        row_of[unit->second] = r;
    }
    for (std::size_t u = 0; u < level.names.size(); ++u) {
        check_input(row_of[u] < table.row_count(), [&] {
            return Problem{Fault::missing,
                           {.file = text.name},
                           "a row for " + level.name + " " + quoted(level.names[u]) + " of the geography",
                           "none"};
        });
    }
}

}  // namespace

Geography read_geography(const NamedText& text, const std::vector<ControlLine>& controls, const Texts& texts,
                         const ReadOptions& reading) {
    const std::string plain = without_comments(text.text);
    const TextColumns table{{plain, text.name}, reading.csv, reading.control};
    check_input(table.row_count() > 0, [&] {
        return Problem{Fault::missing, {.file = text.name}, "at least one zone", "none"};
    });
    const Crosswalk walk{table, text.name};
    const std::vector<std::string> names = level_names(controls, texts);
    check_options(names, reading);
    struct Found {
        std::string level;
        std::size_t column;
        std::size_t units;
    };
    std::vector<Found> found;
    for (const std::string& level : names) {
        const std::size_t column = table.position(column_of(level, table, text.name, reading));
        found.push_back({level, column, walk.zones(column).size()});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.units > b.units; });
    const std::vector<std::size_t> zones = walk.zones(found.front().column);
    Geography result;
    for (std::size_t g = 0; g < found.size(); ++g) {
        if (g > 0) walk.check_nested(found[g - 1].column, found[g].column);
        InputLevel& level = result.levels.emplace_back();
        level.name = found[g].level;
        level.column = table.header()[found[g].column];
        for (const std::size_t row : walk.zones(found[g].column))
            level.names.push_back(walk.text(row, found[g].column));
        const auto numbers = numbered(level.names);
        for (const std::size_t row : zones)
            level.units.unit_of.push_back(numbers.at(walk.text(row, found[g].column)));
        level.units.unit_count = level.names.size();
    }
    if (!reading.area.empty()) {
        const std::size_t column = table.position(reading.area);
        walk.check_nested(found.front().column, column);
        for (const std::size_t row : zones) result.areas.push_back(walk.text(row, column));
    }
    return result;
}

void read_totals(Input& input, const Texts& texts, const ReadOptions& reading) {
    for (InputLevel& level : input.levels) {
        std::vector<const NamedText*> found;
        for (const auto& [name, text] : texts.totals)
            if (name == level.name) found.push_back(&text);
        check_input(found.size() <= 1, [&] {
            return Problem{Fault::conflict,
                           {.option = "totals"},
                           "one file for the level " + quoted(level.name),
                           "several"};
        });
        check_input(!found.empty(), [&] {
            return Problem{
                Fault::missing,
                {.option = "totals"},
                level.name + "=FILE for the control " + quoted(input.controls[level.controls.front()].name),
                "none"};
        });
        read_level(input, level, *found.front(), reading);
    }
}

}  // namespace drover::populate::impl
