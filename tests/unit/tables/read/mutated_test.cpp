// Published files changed as people change them: read as before, or refused, but never read as something
// else.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>

#include <drover/data/csv.hpp>
#include <drover/tables/read/impl/bytes.hpp>
#include <drover/tables/read/impl/grid.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

#include "published.hpp"

namespace drover::read {
namespace {

std::string text_of_grid(const Grid& grid, char separator) {
    std::string text;
    for (const GridRow& row : grid.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) text += separator;
            text += csv_field(row[c], {.separator = separator});
        }
        text += '\n';
    }
    return text;
}

void replace_cells(Grid& grid, const std::function<std::string(const std::string&)>& change) {
    for (GridRow& row : grid.rows)
        for (std::string& cell : row) cell = change(cell);
}

// "Total" by a word, in labels that begin or end with it.
Grid with_total_word(Grid grid, const std::string& word) {
    replace_cells(grid, [&](const std::string& cell) {
        std::string out = cell;
        for (const std::string_view old :
             {"Total", "TOTAL", "total", "Insgesamt", "All categories", "All Ages"})
            for (std::size_t at = out.find(old); at != std::string::npos;
                 at = out.find(old, at + word.size()))
                out.replace(at, old.size(), word);
        return out;
    });
    return grid;
}

Grid with_count_name(Grid grid, const std::string& name) {
    for (std::size_t r = 0; r < std::min<std::size_t>(grid.rows.size(), 12); ++r)
        for (std::string& cell : grid.rows[r])
            if (is_count_name(cell)) cell = name;
    return grid;
}

Grid with_words(Grid grid, const std::map<std::string, std::string>& words) {
    replace_cells(grid, [&](const std::string& cell) {
        const auto found = words.find(fold(cell));
        return found == words.end() ? cell : found->second;
    });
    return grid;
}

Grid transposed(const Grid& grid) {
    Grid out;
    out.rows.resize(grid.width());
    for (const GridRow& row : grid.rows)
        for (std::size_t c = 0; c < out.rows.size(); ++c) out.rows[c].push_back(c < row.size() ? row[c] : "");
    return out;
}

Grid with_title(Grid grid) {
    grid.rows.insert(grid.rows.begin(), {{"Table 3. Downloaded on 4 May 2024"}, {}});
    return grid;
}

Grid with_foot(Grid grid) {
    grid.rows.push_back({});
    grid.rows.push_back({"Source: National Statistics Office"});
    grid.rows.push_back({"1) Revised figures"});
    return grid;
}

Grid with_last_column_first(Grid grid) {
    for (GridRow& row : grid.rows)
        if (row.size() > 1) std::rotate(row.begin(), row.end() - 1, row.end());
    return grid;
}

// As data frames are written: for files with one header line.
Grid with_index(Grid grid) {
    if (grid.rows.size() > 1 && grid.rows[0].size() != grid.rows[1].size()) return grid;
    if (grid.rows.size() > 1 && strip(grid.rows[1].front()).empty()) return grid;
    for (std::size_t r = 0; r < grid.rows.size(); ++r)
        grid.rows[r].insert(grid.rows[r].begin(), r == 0 ? "" : std::to_string(r - 1));
    return grid;
}

Grid without_header(Grid grid) {
    if (!grid.rows.empty()) grid.rows.erase(grid.rows.begin());
    return grid;
}

Grid with_grouped_numbers(Grid grid) {
    replace_cells(grid, [](const std::string& cell) {
        if (cell.size() < 5 || cell.size() > 9 || cell[0] == '0' ||
            cell.find_first_not_of("0123456789") != std::string::npos)
            return cell;
        std::string out = cell;
        for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, " ");
        return out;
    });
    return grid;
}

const std::map<std::string, std::string> german{
    {"male", "männlich"},  {"female", "weiblich"},  {"males", "Männer"},  {"females", "Frauen"},
    {"sex", "Geschlecht"}, {"age", "Alter"},        {"region", "Region"}, {"freq", "Häufigkeit"},
    {"count", "Anzahl"},   {"value", "Wert"},       {"n", "Anzahl"},      {"frequency", "Häufigkeit"},
    {"year", "Jahr"},      {"geography", "Gebiet"}, {"obs_value", "Wert"}};
const std::map<std::string, std::string> spanish{
    {"male", "hombres"},    {"female", "mujeres"}, {"sex", "sexo"},    {"age", "edad"},
    {"freq", "frecuencia"}, {"count", "conteo"},   {"value", "valor"}, {"n", "número"}};

struct Mutation {
    std::string name;
    std::function<std::string(const Grid&)> apply;
};

std::vector<Mutation> mutations() {
    return {
        {"semicolons", [](const Grid& g) { return text_of_grid(g, ';'); }},
        {"tabs", [](const Grid& g) { return text_of_grid(g, '\t'); }},
        {"bars", [](const Grid& g) { return text_of_grid(g, '|'); }},
        {"a title line", [](const Grid& g) { return text_of_grid(with_title(g), g.separator); }},
        {"foot notes", [](const Grid& g) { return text_of_grid(with_foot(g), g.separator); }},
        {"count called zzz",
         [](const Grid& g) { return text_of_grid(with_count_name(g, "zzz"), g.separator); }},
        {"count called Menge",
         [](const Grid& g) { return text_of_grid(with_count_name(g, "Menge"), g.separator); }},
        {"count without a name",
         [](const Grid& g) { return text_of_grid(with_count_name(g, ""), g.separator); }},
        {"total called Gesamtheit",
         [](const Grid& g) { return text_of_grid(with_total_word(g, "Gesamtheit"), g.separator); }},
        {"total called Ensemble",
         [](const Grid& g) { return text_of_grid(with_total_word(g, "Ensemble"), g.separator); }},
        {"total called Suma",
         [](const Grid& g) { return text_of_grid(with_total_word(g, "Suma"), g.separator); }},
        {"German", [](const Grid& g) { return text_of_grid(with_words(g, german), g.separator); }},
        {"Spanish", [](const Grid& g) { return text_of_grid(with_words(g, spanish), g.separator); }},
        {"transposed", [](const Grid& g) { return text_of_grid(transposed(g), g.separator); }},
        {"last column first",
         [](const Grid& g) { return text_of_grid(with_last_column_first(g), g.separator); }},
        {"an index", [](const Grid& g) { return text_of_grid(with_index(g), g.separator); }},
        {"no header", [](const Grid& g) { return text_of_grid(without_header(g), g.separator); }},
        {"blanks between thousands",
         [](const Grid& g) { return text_of_grid(with_grouped_numbers(g), g.separator); }},
    };
}

bool is_delimited(const std::string& bytes) { return format_of(bytes) == Format::text; }

std::vector<std::pair<std::size_t, double>> sizes_of(const Reading& reading) {
    std::vector<std::pair<std::size_t, double>> sizes;
    for (const PublishedTable& table : reading.tables) sizes.emplace_back(table.cell_count(), table.total());
    sizes.emplace_back(reading.microdata.rows.size(), 0);
    std::sort(sizes.begin(), sizes.end());
    return sizes;
}

// The same tables, or at least no other numbers of people.
bool is_same(const Reading& before, const Reading& after) {
    if (before.outcome != after.outcome) return false;
    const auto old = sizes_of(before);
    const auto made = sizes_of(after);
    return std::all_of(made.begin(), made.end(), [&](const auto& size) {
        return std::find(old.begin(), old.end(), size) != old.end();
    });
}

TEST(MutatedFiles, AreNeverReadAsSomethingElse) {
    if (published_folder().empty())
        GTEST_SKIP() << "DROVER_PUBLISHED is not set: the published files are not here";
    std::map<std::string, std::array<int, 3>> counts;
    for (const ExpectedFile& file : expected_files()) {
        const std::string bytes = published_bytes(file);
        if (!is_delimited(bytes) || !file.where.empty()) continue;
        const Reading before = read_published(bytes, file.file);
        const std::string text = decode(bytes).text;
        const Grid grid = split_grid(text, guess_separator(text));
        for (const Mutation& mutation : mutations()) {
            const std::string changed = mutation.apply(grid);
            const Reading after = read_published(changed, file.file);
            const bool is_refused = after.outcome == Outcome::refused;
            ++counts[mutation.name][is_refused ? 1 : is_same(before, after) ? 0 : 2];
            EXPECT_TRUE(is_refused || is_same(before, after))
                << mutation.name << ": " << after.summary().substr(0, 600)
                << "\nbefore: " << before.summary().substr(0, 300);
        }
    }
    for (const auto& [name, count] : counts)
        std::cout << name << ": " << count[0] << " the same, " << count[1] << " refused, " << count[2]
                  << " different\n";
}

}  // namespace
}  // namespace drover::read
