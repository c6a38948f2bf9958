#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/schema.hpp>
#include <drover/number/decimal.hpp>
#include <drover/populate/impl/parts.hpp>

namespace drover::populate::impl {
namespace {

Rational importance_of(const std::string& text, const Place& place) {
    if (text.empty()) return 1;
    const std::optional<Decimal> number = parse_decimal(text);
    check_input(number && number->digits > 0, [&] {
        return Problem{Fault::range, place, "a number above 0", quoted(text)};
    });
    return parse_rational(text);
}

// Throws InputError that lists the known names if an option names another control.
void check_known(const char* option, const std::string& name, const std::vector<ControlLine>& controls) {
    std::vector<std::string> names;
    for (const ControlLine& line : controls) names.push_back(line.control.name);
    check_input(std::find(names.begin(), names.end(), name) != names.end(), [&] {
        return Problem{Fault::unknown,
                       {.option = option},
                       "a control, " + listed_names(names),
                       quoted(name),
                       did_you_mean(name, names)};
    });
}

// The heaviest is 1: the pull to the sample has the same meaning whatever the scale.
void set_importance(std::vector<ControlLine>& controls, const ReadOptions& reading) {
    for (ControlLine& line : controls)
        if (reading.equal_importance) line.control.importance = 1;
    for (const auto& [name, value] : reading.importance) {
        check_known("importance", name, controls);
        for (ControlLine& line : controls)
            if (line.control.name == name) line.control.importance = value.to_double();
    }
    for (ControlLine& line : controls)
        for (const auto& [level, trust] : reading.trust)
            if (level == line.level) line.control.importance *= trust.to_double();
}

}  // namespace

std::string without_comments(std::string_view text) {
    std::string result;
    bool is_comment = false;
    bool at_start = true;
    for (const char c : text) {
        if (at_start) is_comment = c == '#';
        at_start = c == '\n';
        if (!is_comment || at_start) result.push_back(c);
    }
    return result;
}

std::vector<ControlLine> read_controls(const NamedText& text, const ReadOptions& reading) {
    const std::string plain = without_comments(text.text);
    const TextColumns table{{plain, text.name}, reading.csv};
    const std::size_t target = table.position("target");
    const std::size_t geography = table.position("geography");
    const std::size_t about = table.position("seed_table");
    const std::size_t expression = table.position("expression");
    const std::optional<std::size_t> field = table.find("control_field");
    const std::optional<std::size_t> importance = table.find("importance");
    const auto cell = [&](std::size_t row, std::size_t column) {
        return std::string{table.texts(column).text(table.code(row, column))};
    };
    check_input(table.row_count() > 0, [&] {
        return Problem{Fault::missing, {.file = text.name}, "at least one control", "none"};
    });
    std::vector<ControlLine> lines;
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        ControlLine line;
        line.place = {.file = text.name, .row = static_cast<std::int64_t>(r) + 1};
        const auto in_column = [&](const char* column) {
            return completed({.place = line.place}, {.column = column}).place;
        };
        line.control.name = cell(r, target);
        check_input(!line.control.name.empty(), [&] {
            return Problem{Fault::missing, in_column("target"), "a name", "nothing"};
        });
        line.place.key = "control " + quoted(line.control.name);
        for (const ControlLine& other : lines)
            check_input(other.control.name != line.control.name, [&] {
                return Problem{Fault::repeated, line.place, "each control once", "it twice"};
            });
        line.level = cell(r, geography);
        check_input(!line.level.empty(), [&] {
            return Problem{Fault::missing, in_column("geography"), "a level", "nothing"};
        });
        const std::string seed = cell(r, about);
        check_input(seed == "households" || seed == "persons", [&] {
            return Problem{Fault::unknown, in_column("seed_table"), "households or persons", quoted(seed)};
        });
        line.control.about_persons = seed == "persons";
        line.control.field = field ? cell(r, *field) : "";
        if (line.control.field.empty()) line.control.field = line.control.name;
        if (importance)
            line.control.importance =
                importance_of(cell(r, *importance), in_column("importance")).to_double();
        line.control.condition = cell(r, expression);
        line.condition = parse_condition(line.control.condition, line.place, seed);
        lines.push_back(std::move(line));
    }
    for (const std::string& name : reading.without) {
        check_known("without", name, lines);
        std::erase_if(lines, [&](const ControlLine& line) { return line.control.name == name; });
    }
    check_input(!lines.empty(), [] {
        return Problem{Fault::missing, {.option = "without"}, "at least one control left", "none"};
    });
    set_importance(lines, reading);
    return lines;
}

}  // namespace drover::populate::impl
