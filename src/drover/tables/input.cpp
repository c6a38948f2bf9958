#include <algorithm>
#include <istream>
#include <iterator>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/tables/count/grouped.hpp>
#include <drover/tables/input.hpp>

namespace drover {

TableText text_of(std::istream& in, std::string name) {
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (in.bad()) throw IoError(name, "cannot read");
    return {std::move(name), std::move(text)};
}

std::string name_by_content(std::string_view text, CsvOptions csv) {
    constexpr std::size_t digits = 8;
    constexpr std::size_t longest = 100;
    std::string name;
    try {
        for (const std::string& column : csv_header(text, "", csv))
            if (column != "count" && column != "p" && column != "se")
                name += (name.empty() ? "" : "_x_") + column;
    } catch (const InputError&) {  // reported when it is read
    }
    std::replace(name.begin(), name.end(), '/', '-');
    return (name.empty() || name.size() > longest ? "pipe" : name) + '-' + sha256(text).substr(0, digits);
}

namespace {

bool has_counts(const TableText& text, const InputOptions& options) {
    CsvReader reader{text.text, text.file, options.csv};
    if (!reader.next()) return false;
    const auto header = reader.fields();
    return is_table_header(header) ||
           (!options.count.empty() && std::find(header.begin(), header.end(), options.count) != header.end());
}

// The column of counts of a single text that is certainly a table.
std::string guessed_count(std::span<const TableText> texts, const InputOptions& options) {
    if (texts.size() != 1 || !options.groups.empty() || !options.choice.weight.empty()) return {};
    if (!options.count.empty() || has_counts(texts.front(), options)) return {};
    const TableGuess guess = guess_table(texts.front(), options.csv);
    return guess.kind == TableGuess::Kind::long_table && guess.is_sure ? guess.count : std::string{};
}

// Splits the wide texts among them into tables.
std::vector<TableText> with_long_tables(std::span<const TableText> texts, const InputOptions& options) {
    std::vector<TableText> all;
    std::vector<TableText> wide;
    for (const TableText& text : texts) (has_counts(text, options) ? all : wide).push_back(text);
    check_input(!wide.empty(), [] {
        return Problem{
            Fault::missing, {.option = "groups"}, "a wide file, without a column count or p", "none"};
    });
    const WideOptions how{
        .csv = options.csv, .key = options.key, .groups = options.groups, .suppressed = options.suppressed};
    for (TableText& table : long_tables(wide, how)) all.push_back(std::move(table));
    return all;
}

// Splits the grouped texts among them into tables.
std::vector<TableText> with_grouped_tables(std::span<const TableText> texts, CsvOptions csv) {
    std::vector<TableText> all;
    for (const TableText& text : texts) {
        if (!is_grouped(text, csv)) {
            all.push_back(text);
            continue;
        }
        for (TableText& table : grouped_tables(text, csv)) all.push_back(std::move(table));
    }
    return all;
}

TableSet published(std::span<const TableText> texts, const InputOptions& options, const std::string& count) {
    const auto is_one = [&](const TableText& text) { return is_grouped(text, options.csv); };
    if (std::any_of(texts.begin(), texts.end(), is_one))
        return published(with_grouped_tables(texts, options.csv), options, count);
    TableFileOptions table{.csv = options.csv};
    table.absent_unknown = options.absent_unknown;
    table.noisy = options.noisy;
    table.suppressed = options.suppressed;
    table.count = count;
    if (options.schema) table.schema = options.schema->schema;
    table.memory = options.memory;
    table.control = options.control;
    check_input(options.count.empty() || std::any_of(texts.begin(), texts.end(),
                                                     [&](const TableText& text) {
                                                         const auto header =
                                                             csv_header(text.text, text.file, options.csv);
                                                         return std::find(header.begin(), header.end(),
                                                                          options.count) != header.end();
                                                     }),
                [&] {
                    return Problem{
                        Fault::unknown, {.option = "count"}, "a column of the tables", quoted(options.count)};
                });
    if (options.groups.empty()) return parse_tables(texts, table);
    return parse_tables(with_long_tables(texts, options), table);
}

}  // namespace

std::vector<std::string> doubts_about(const TableText& microdata, const InputOptions& options) {
    if (options.kind == InputKind::microdata || !options.choice.weight.empty()) return {};
    const TableGuess guess = guess_table(microdata, options.csv);
    const std::string start = microdata.file + " is taken as microdata, one row per person; ";
    if (guess.kind == TableGuess::Kind::long_table)
        return {start + "it looks like a table of counts: with the option count set to " +
                quoted(guess.count) + ", it is read as one."};
    if (guess.kind == TableGuess::Kind::wide) {
        return {start + "it looks like a wide table: " + quoted(guess.key) +
                " is different in every row, and " + std::to_string(guess.number_columns) + " of " +
                std::to_string(guess.column_count) + " columns are counts. With the option key set to " +
                quoted(guess.key) + ", and groups, it is read as one."};
    }
    return {};
}

bool is_microdata(std::span<const TableText> texts, const InputOptions& options) {
    return texts.size() == 1 && options.groups.empty() && options.count.empty() &&
           !has_counts(texts.front(), options) && guessed_count(texts, options).empty();
}

TableSet tables_of(std::span<const TableText> texts, const InputOptions& options) {
    if (options.kind == InputKind::tables ||
        (options.kind == InputKind::automatic && !is_microdata(texts, options))) {
        const std::string guessed = guessed_count(texts, options);
        TableSet set = published(texts, options, guessed.empty() ? options.count : guessed);
        if (!guessed.empty()) {
            set.notes.push_back(texts.front().file + " is taken as a table: its column " + quoted(guessed) +
                                " holds the counts, and every combination of the others comes once.");
        }
        return set;
    }
    check_input(texts.size() == 1, [&] {
        return Problem{Fault::syntax, {}, "one file of microdata", std::to_string(texts.size())};
    });
    const TableText& microdata = texts.front();
    TableChoice choice = options.choice;
    choice.memory = options.memory;
    choice.control = options.control;
    const CategoryTable rows =
        microdata_of(microdata.text, microdata.file, choice, options.schema, options.csv);
    check_input(rows.column_count() > 1 || options.choice.order < 2, [&] {
        const std::string separator =
            options.csv.separator == '\t' ? "tab" : std::string(1, options.csv.separator);
        return Problem{Fault::syntax,
                       {.file = microdata.file},
                       "columns separated by " + quoted(separator) + " ({separator})",
                       "one column"};
    });
    TableSet set = tables_of(rows, choice, microdata.file);
    set.notes = doubts_about(microdata, options);
    return set;
}

std::string input_text(const TableSet& tables) {
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    const std::string columns = counted(tables.schema.columns.size(), "column");
    std::string notes;
    for (const std::string& note : tables.notes) notes += "; " + note;
    if (!tables.from_microdata) return counted(tables.tables.size(), "table") + " over " + columns + notes;
    const std::string rows = "microdata, " + std::to_string(tables.row_count) + " rows of " + columns;
    if (!tables.weighted) return rows + notes;
    RationalSum sum;
    for (const Rational& count : tables.tables.front().counts) sum.add(count);
    return rows + " and weights that sum to " + decimal_text(sum.value()) + notes;
}

}  // namespace drover
