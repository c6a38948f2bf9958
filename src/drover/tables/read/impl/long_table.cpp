#include <algorithm>

#include <drover/tables/read/impl/long_table.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

bool is_variable_role(Role role) { return role == Role::label || role == Role::number || role == Role::time; }

bool has_total_word(const std::string& name) {
    const auto words = words_of(fold(name));
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return total_name(word) == TotalName::strong; });
}

bool is_code_column(const Frame& frame, const Roles& roles, std::size_t c) {
    return !has_total_word(frame.columns[c].name) &&
           (is_id_name(frame.columns[c].name) || is_place_name(frame.columns[c].name) ||
            roles.columns[c].has_leading_zeros);
}

// Without a number that is different in every row, where the others tell the rows apart.
std::vector<std::size_t> without_row_codes(const Frame& frame, const Roles& roles,
                                           std::vector<std::size_t> variables) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::size_t c = variables[i];
        if (!frame.columns[c].is_numeric || !is_id_name(frame.columns[c].name) ||
            roles.columns[c].distinct != frame.row_count)
            continue;
        std::vector<std::size_t> others = variables;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        if (!others.empty() && is_key(frame, others)) return others;
    }
    return variables;
}

// Without numbers that are no codes, where the others tell the rows apart: other measures beside the counts.
std::vector<std::size_t> without_measures(const Frame& frame, const Roles& roles,
                                          std::vector<std::size_t> variables) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::size_t c = variables[i];
        const ColumnFacts& facts = roles.columns[c];
        if (facts.role != Role::number || is_code_column(frame, roles, c)) continue;
        if (facts.is_integer && facts.largest <= 10 * static_cast<double>(facts.distinct)) continue;
        std::vector<std::size_t> others = variables;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        if (!others.empty() && is_key(frame, others))
            return without_measures(frame, roles, std::move(others));
    }
    return variables;
}

// The columns that a row of a long table is identified by.
std::vector<std::size_t> variables_beside(const Frame& frame, const Roles& roles, std::size_t count) {
    std::vector<std::size_t> variables;
    for (std::size_t c = 0; c < frame.columns.size(); ++c) {
        if (c == count || !is_variable_role(roles.columns[c].role)) continue;
        const bool is_total_column =
            frame.columns[c].is_numeric && total_name(frame.columns[c].name) == TotalName::strong;
        if (!is_total_column) variables.push_back(c);
    }
    return without_row_codes(frame, roles, std::move(variables));
}

// The share of all combinations that is listed.
double density(const Roles& roles, const std::vector<std::size_t>& variables, std::size_t rows) {
    double cells = 1;
    for (const std::size_t c : variables) cells *= static_cast<double>(roles.columns[c].distinct);
    return static_cast<double>(rows) / cells;
}

bool is_possible_count(const Frame& frame, const Roles& roles, std::size_t c) {
    const ColumnFacts& facts = roles.columns[c];
    return facts.role == Role::number && facts.numbers * 2 >= frame.row_count &&
           !has_amount_word(frame.columns[c].name);
}

}  // namespace

CountColumn find_count(const Frame& frame, const Roles& roles, const ReadOptions& options) {
    CountColumn found;
    if (!options.count.empty()) {
        for (std::size_t c = 0; c < frame.columns.size(); ++c)
            if (frame.columns[c].name == options.count) found.column = c;
        found.reason = "as asked";
        return found;
    }
    const std::vector<std::size_t> numbers = roles.with(Role::number);
    for (const std::size_t c : numbers)
        if (is_count_name(frame.columns[c].name)) found.candidates.push_back(c);
    if (found.candidates.size() == 1) {
        found.column = found.candidates.front();
        found.reason = "by its name";
        return found;
    }
    if (found.candidates.size() > 1 || frame.header_lines > 1) return found;
    std::vector<std::size_t> possible;
    const auto plain_numbers = std::count_if(numbers.begin(), numbers.end(),
                                             [&](std::size_t c) { return !is_code_column(frame, roles, c); });
    for (const std::size_t c : numbers)
        if (is_possible_count(frame, roles, c)) possible.push_back(c);
    for (const std::size_t c : possible) {
        const auto variables = variables_beside(frame, roles, c);
        if (variables.empty() || !is_key(frame, variables)) continue;
        const bool is_named = has_measure_word(frame.columns[c].name) || frame.columns[c].name.empty() ||
                              has_total_word(frame.columns[c].name);
        const bool is_only = plain_numbers == 1;
        const double share = density(roles, variables, frame.row_count);
        const bool is_design = variables.size() >= 2 && share >= 0.25 && frame.row_count >= 4 &&
                               (is_only || roles.columns[c].is_integer);
        const bool varies = roles.columns[c].distinct > 1;
        if (!varies) continue;
        if ((is_named && is_only) || (is_named && variables.size() >= 2 && share >= 0.1) || is_design)
            found.candidates.push_back(c);
    }
    if (found.candidates.size() > 1) {  // a name decides
        std::vector<std::size_t> named;
        for (const std::size_t c : found.candidates)
            if (has_measure_word(frame.columns[c].name) || frame.columns[c].name.empty()) named.push_back(c);
        if (named.size() == 1) found.candidates = named;
    }
    if (found.candidates.size() == 1) {
        found.column = found.candidates.front();
        found.reason = "every combination of the others comes once";
    }
    return found;
}

Cube long_cube(const Frame& frame, const Roles& roles, std::size_t count, const NumberStyle& style,
               Reading& reading) {
    Cube cube;
    const auto variables = without_measures(frame, roles, variables_beside(frame, roles, count));
    for (const std::size_t c : variables) {
        Variable variable{.name = column_name(frame, c), .is_time = roles.columns[c].role == Role::time};
        cube.variables.push_back(std::move(variable));
    }
    if (cube.variables.empty()) cube.variables.push_back({.name = "all"});
    const auto errors = roles.with(Role::error);
    const auto margins = roles.with(Role::margin);
    std::size_t flagged = 0;
    std::size_t unknown = 0;
    for (std::size_t r = 0; r < frame.row_count; ++r) {
        for (std::size_t j = 0; j < variables.size(); ++j)
            cube.codes.push_back(
                cube.variables[j].code(std::string{strip(frame.columns[variables[j]].cells[r])}));
        if (variables.empty()) cube.codes.push_back(cube.variables[0].code(std::to_string(r)));
        const NumberCell number = read_number(frame.columns[count].cells[r], style);
        CubeCell cell{number.value, number.type == CellType::number, number.digits};
        flagged += !number.flag.empty() && cell.is_known ? 1 : 0;
        unknown += cell.is_known ? 0 : 1;
        if (errors.size() == 1) cell.error = read_number(frame.columns[errors[0]].cells[r], style).value;
        if (errors.empty() && margins.size() == 1)
            cell.error = read_number(frame.columns[margins[0]].cells[r], style).value / 1.645;
        cube.cells.push_back(std::move(cell));
    }
    if (errors.empty() && margins.size() == 1)
        reading.decisions.emplace_back("margins of error read as se = M / 1.645");
    if (flagged > 0)
        reading.decisions.push_back(std::to_string(flagged) + " counts have flags, which are cut off");
    if (unknown > 0)
        reading.decisions.push_back(std::to_string(unknown) + " counts are blank or symbols: not known");
    cube.unit = frame.columns[count].name;
    return cube;
}

}  // namespace drover::read
