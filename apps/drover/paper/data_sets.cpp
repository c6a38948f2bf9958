#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <drover/core/check.hpp>
#include <drover/data/binarize.hpp>
#include <drover/data/csv.hpp>
#include <drover/files/file.hpp>

#include "data_sets.hpp"
#include "substitutes.hpp"

namespace drover::cli::paper {
namespace {

std::string path_in(const std::string& folder, const char* file) {
    return (std::filesystem::path{folder} / file).string();
}

void check_row_count(const CsvTable& table, std::size_t expected) {
    check_input(table.rows.size() == expected, [&] {
        return Problem{Fault::range,
                       {.file = table.name},
                       std::to_string(expected) + " rows",
                       std::to_string(table.rows.size())};
    });
}

std::optional<Decimal> sex_code(const std::string& field) {
    if (field == "M") return Decimal{.digits = 0};
    if (field == "F") return Decimal{.digits = 1};
    if (field == "I") return Decimal{.digits = 2};
    return std::nullopt;
}

// The sum of thousands of such numbers, and its multiples by their count, fit into 128 bits.
bool has_exact_mean(const Decimal& number) {
    constexpr int most_decimals = 18;
    return number.digits == 0 || (number.scale <= most_decimals && std::abs(to_double(number)) < 1e6);
}

std::vector<Decimal> abalone_column(const CsvTable& table, std::size_t column) {
    std::vector<Decimal> numbers;
    numbers.reserve(table.rows.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::string& field = table.rows[row].fields[column];
        const std::optional<Decimal> number = column == 0 ? sex_code(field) : parse_decimal(field);
        check_input(number && has_exact_mean(*number), [&] {
            return Problem{Fault::type, table.place(row, column),
                           (column == 0 ? "M, F or I" : "a number below 10^6 with at most 18 decimals"),
                           quoted(field)};
        });
        numbers.push_back(*number);
    }
    return numbers;
}

BinaryTable abalone_bits(const CsvTable& table) {
    std::vector<std::vector<Decimal>> columns;
    for (std::size_t j = 0; j < table.header.size(); ++j) columns.push_back(abalone_column(table, j));
    check_row_count(table, 4'177);
    return at({.file = table.name}, [&] { return binarize_at_mean(table.header, columns); });
}

// A file whose first column is `first` and not 0/1.
CsvTable read_led_table(const std::string& path, const char* first, std::size_t column_count) {
    CsvTable table = parse_csv(read_file(path), path);
    check_input(table.header.size() == column_count && table.header[0] == first, [&] {
        return Problem{Fault::range,
                       {.file = path, .key = "header"},
                       std::to_string(column_count) + " columns, the first " + quoted(first),
                       std::to_string(table.header.size()) + ", the first " + quoted(table.header[0])};
    });
    return table;
}

void check_field(const CsvTable& table, std::size_t row, std::size_t column,
                 std::initializer_list<std::string_view> allowed, const char* expected) {
    const std::string& field = table.rows[row].fields[column];
    check_input(std::find(allowed.begin(), allowed.end(), field) != allowed.end(), [&] {
        return Problem{Fault::type, table.place(row, column), expected, quoted(field)};
    });
}

// The columns after the first, with room for more bits up to `size`.
std::vector<BitRow> rows_behind_first(const CsvTable& table, std::size_t size) {
    std::vector<BitRow> rows;
    rows.reserve(table.rows.size());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        BitRow row(size);
        for (std::size_t j = 1; j < table.header.size(); ++j) {
            check_field(table, i, j, {"0", "1"}, "0 or 1");
            row.set(j - 1, table.rows[i].fields[j] == "1");
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

// So that its numbers, in a table or a picture, are not mistaken for those of the real data.
DataSet named_as_substitute(DataSet set) {
    set.name += " (substitute)";
    return set;
}

// Where the rows of a data set come from.
struct Source {
    const char* name;
    DataSet (*read)(const std::string& folder);  // null: no copy is available
    DataSet (*make)(std::uint64_t seed);
};

constexpr std::array sources{
    Source{"abalone", read_abalone, make_abalone}, Source{"bowling", nullptr, make_bowling},
    Source{"digits", read_digits, make_digits}, Source{"news", read_news, make_news}};

}  // namespace

BinaryTable joint_table(const DataSet& set) {
    if (set.joint_count == set.table.column_count()) return set.table;
    const auto& names = set.table.names();
    std::vector<BitRow> rows;
    rows.reserve(set.table.row_count());
    for (const BitRow& row : set.table) {
        BitRow joint(set.joint_count);
        for (std::size_t i = 0; i < set.joint_count; ++i) joint.set(i, row[i]);
        rows.push_back(std::move(joint));
    }
    return {{names.begin(), names.begin() + static_cast<std::ptrdiff_t>(set.joint_count)}, std::move(rows)};
}

DataSet read_abalone(const std::string& folder) {
    const std::string path = path_in(folder, "abalone/abalone.data");
    const CsvTable table = parse_headless_csv(
        read_file(path), path,
        {"sex", "length", "diameter", "height", "whole", "shucked", "viscera", "shell", "rings"});
    return {.name = "Abalone",
            .table = abalone_bits(table),
            .joint_count = table.header.size(),
            .label = table.header.size() - 1,
            .label_note = "rings, as in the chapter",
            .train_count = 2'000,
            .note = path +
                    ": sex as M 0, F 1, I 2 (the chapter does not say how); every column 1 from its "
                    "mean on"};
}

DataSet read_digits(const std::string& folder) {
    const std::string path = path_in(folder, "digits8x8/usps_3v5_binary8x8.csv.gz");
    const CsvTable table = read_led_table(path, "label", 65);
    for (std::size_t j = 1; j < table.header.size(); ++j) {
        const std::string pixel = "p" + std::to_string((j - 1) / 8) + std::to_string((j - 1) % 8);
        check_input(table.header[j] == pixel, [&] {
            return Problem{Fault::type,
                           {.file = path, .key = "header"},
                           quoted(pixel) + " as column " + std::to_string(j + 1),
                           quoted(table.header[j])};
        });
    }
    std::vector<BitRow> rows = rows_behind_first(table, 65);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_field(table, i, 0, {"3", "5"}, "3 or 5");
        rows[i].set(64, table.rows[i].fields[0] == "5");
    }
    check_row_count(table, 2'200);
    std::vector<std::string> names{table.header.begin() + 1, table.header.end()};
    names.emplace_back("five");
    return {.name = "Digits",
            .table = {std::move(names), std::move(rows)},
            .joint_count = 64,
            .label = 64,
            .label_note = "the digit: 3 is 0, 5 is 1",
            .train_count = 1'600,
            .note = path +
                    ": USPS digits 3 and 5 at 8 x 8 pixels (the chapter states neither source nor "
                    "threshold)"};
}

DataSet read_news(const std::string& folder) {
    const std::string path = path_in(folder, "20news_w100/20news_w100.csv.gz");
    const CsvTable table = read_led_table(path, "group", 101);
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        check_field(table, i, 0, {"1", "2", "3", "4"}, "1, 2, 3 or 4");
    std::vector<BitRow> rows = rows_behind_first(table, 100);
    check_row_count(table, 16'242);
    std::vector<std::string> names{table.header.begin() + 1, table.header.end()};
    const std::string last = quoted(names.back());
    return {.name = "News",
            .table = {std::move(names), std::move(rows)},
            .joint_count = 100,
            .label = 99,
            .label_note = "the last word, " + last + " (the chapter does not say which)",
            .train_count = 10'000,
            .note = path + ": presence of 100 words in each document, without the newsgroup"};
}

const std::vector<std::string>& data_set_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Source& source : sources) all.emplace_back(source.name);
        return all;
    }();
    return names;
}

DataSet data_set(const std::string& name, const std::string& folder, std::uint64_t seed) {
    for (const Source& source : sources) {
        if (name != source.name) continue;
        const bool is_made = folder.empty() || source.read == nullptr;
        return is_made ? named_as_substitute(source.make(seed)) : source.read(folder);
    }
    throw InputError(
        Problem{Fault::unknown, {}, "one of the data sets abalone, bowling, digits and news", quoted(name)});
}

std::string data_folder(const std::string& option) {
    if (!option.empty()) return option;
    const char* const variable = std::getenv("DROVER_DATA");
    return variable == nullptr ? std::string{} : std::string{variable};
}

}  // namespace drover::cli::paper
