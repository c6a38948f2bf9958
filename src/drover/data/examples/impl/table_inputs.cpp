#include <algorithm>
#include <cmath>
#include <map>

#include <drover/core/check.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/impl/text_columns.hpp>
#include <drover/data/impl/text_lines.hpp>
#include <drover/data/natural_order.hpp>
#include <drover/number/decimal.hpp>

namespace drover {
namespace {

using impl::Dictionary;
using impl::TextColumns;

// What a text of a column is coded as: one of the column's inputs, and its value; 0 means no entry.
struct CodedText {
    std::uint32_t input = 0;
    std::int32_t value = 0;
};

using NumberCounts = std::map<double, std::int64_t>;  // of rows with each number, rising

bool contains(std::span<const std::string> names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Nothing if a text is neither missing nor a number.
std::optional<NumberCounts> count_numbers(const TextColumns& table, std::size_t j) {
    NumberCounts counts;
    const Dictionary& texts = table.texts(j);
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
        if (texts.text(code).empty()) continue;
        const auto number = impl::input_number(texts.text(code), [&] { return table.first_place(code, j); });
        if (!number) return std::nullopt;
        counts[*number] += texts.count(code);
    }
    return counts;
}

// For columns of mostly numbers: a single stray text turns all of them into categories.
void note_stray_text(const TextColumns& table, std::size_t j, std::vector<std::string>& notes) {
    const Dictionary& texts = table.texts(j);
    std::int64_t numbers = 0;
    std::int64_t others = 0;
    std::optional<std::uint32_t> first;
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
        if (texts.text(code).empty()) continue;
        const bool is_number = parse_decimal(texts.text(code)).has_value();
        (is_number ? numbers : others) += texts.count(code);
        if (!is_number && !first) first = code;
    }
    if (!first || numbers <= others) return;
    notes.push_back(to_text(table.first_place(*first, j)) + ": " + impl::shown(texts.text(*first)) +
                    " beside " + impl::counted(static_cast<std::size_t>(numbers), "number") +
                    ": the column is taken for categories; a missing number is blank or ?");
}

// Sums run over the distinct numbers in ascending order, each times its count, so the order of the rows does
// not matter. Distances are divided by the largest, so that no square leaves the range of a double.
void learn_scale(const NumberCounts& counts, InputColumn& column) {
    double sum = 0;
    double rows = 0;
    for (const auto& [number, count] : counts) {
        sum += number * static_cast<double>(count);
        rows += static_cast<double>(count);
    }
    column.mean = sum / rows;
    const double largest =
        std::max(counts.rbegin()->first - column.mean, column.mean - counts.begin()->first);
    double squares = 0;
    for (const auto& [number, count] : counts) {
        const double distance = (number - column.mean) / largest;
        squares += distance * distance * static_cast<double>(count);
    }
    column.deviation = largest * std::sqrt(squares / rows);
}

std::vector<std::string> find_categories(const Dictionary& texts) {
    std::vector<std::string> categories;
    for (std::size_t code = 0; code < texts.size(); ++code) categories.emplace_back(texts.text(code));
    std::sort(categories.begin(), categories.end(), natural_less);
    return categories;
}

// Nothing if the column is constant.
std::optional<InputColumn> learn_column(const TextColumns& table, std::size_t j, bool categorical) {
    InputColumn column{.name = table.header()[j]};
    const std::optional<NumberCounts> counts = categorical ? std::nullopt : count_numbers(table, j);
    if (counts) {
        if (counts->size() < 2) return std::nullopt;
        learn_scale(*counts, column);
        if (!(column.deviation > 0)) return std::nullopt;
    } else {
        column.categories = find_categories(table.texts(j));
        if (column.categories.size() < 2) return std::nullopt;
    }
    return column;
}

void check_options(const TextColumns& table, const TableInputs& options, const std::string& name) {
    table.position(options.label);
    for (const std::string& column : options.ignore) table.position(column);
    for (const std::string& column : options.categorical) table.position(column);
    check_input(!contains(options.ignore, options.label), [&] {
        return Problem{Fault::unknown,
                       {.file = name},
                       "a label column that is not ignored",
                       quoted(options.label) + " among the columns to ignore"};
    });
    check_input(table.row_count() > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "at least one row", "none"};
    });
}

TableCoding learn_columns(const TextColumns& table, const TableInputs& options,
                          std::vector<std::string>& constant, std::vector<std::string>& notes) {
    TableCoding coding{.separator = options.csv.separator, .label = options.label, .columns = {}};
    for (std::size_t j = 0; j < table.header().size(); ++j) {
        const std::string& name = table.header()[j];
        if (name == options.label) continue;
        const bool ignored = contains(options.ignore, name);
        const bool categorical = contains(options.categorical, name);
        auto column = ignored ? std::nullopt : learn_column(table, j, categorical);
        if (column) {
            if (!categorical && !column->categories.empty()) note_stray_text(table, j, notes);
            coding.columns.push_back(std::move(*column));
        } else {
            coding.unused.push_back(name);
            if (!ignored) constant.push_back(name);
        }
    }
    return coding;
}

CodedText code_number(const InputColumn& column, std::string_view text, const TextColumns& table,
                      std::size_t j, std::uint32_t code) {
    if (text.empty()) return {};
    const auto place = [&] { return table.first_place(code, j); };
    const std::optional<double> number = impl::input_number(text, place);
    check_input(number.has_value(), [&] {
        return Problem{Fault::type, place(), "a number", impl::shown(text)};
    });
    return {.input = 0, .value = impl::on_input_grid((*number - column.mean) / column.deviation)};
}

CodedText code_category(const InputColumn& column, std::string_view text) {
    const auto& known = column.categories;
    const auto found = std::lower_bound(known.begin(), known.end(), text, natural_less);
    if (found == known.end() || *found != text) return {};
    return {.input = static_cast<std::uint32_t>(found - known.begin()), .value = input_grid};
}

// What each text of column j of the table is coded as, and a note if some are not known categories.
std::vector<CodedText> code_texts(const InputColumn& column, const TextColumns& table, std::size_t j,
                                  std::vector<std::string>& notes) {
    std::vector<CodedText> coded;
    std::int64_t unseen_rows = 0;
    std::vector<std::string_view> unseen;
    const Dictionary& texts = table.texts(j);
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
        const std::string_view text = texts.text(code);
        const bool numbers = column.categories.empty();
        coded.push_back(numbers ? code_number(column, text, table, j, code) : code_category(column, text));
        if (numbers || text.empty() || coded.back().value != 0) continue;
        unseen_rows += texts.count(code);
        unseen.push_back(text);
    }
    if (!unseen.empty())
        notes.push_back("column " + quoted(column.name) + ": " +
                        impl::counted(static_cast<std::size_t>(unseen_rows), "row") +
                        " with categories that the training data do not have: " + impl::listed(unseen));
    return coded;
}

SparseRows code_rows(const TableCoding& coding, const TextColumns& table, std::vector<std::string>& notes) {
    struct Source {
        std::size_t position;
        std::size_t first_input;
        std::vector<CodedText> coded;
    };
    std::vector<Source> sources;
    std::size_t inputs = 0;
    for (const InputColumn& column : coding.columns) {
        const std::size_t j = table.position(column.name);
        sources.push_back({j, inputs, code_texts(column, table, j, notes)});
        inputs += column.input_count();
    }
    SparseRows rows{inputs};
    for (std::size_t i = 0; i < table.row_count(); ++i) {
        for (const Source& source : sources) {
            const CodedText& text = source.coded[table.code(i, source.position)];
            rows.add(source.first_input + text.input, text.value);
        }
        rows.end_row();
    }
    return rows;
}

void note_new_columns(const TableCoding& coding, const TextColumns& table, std::vector<std::string>& notes) {
    std::vector<std::string> unknown;
    for (const std::string& name : table.header()) {
        const bool used = std::any_of(coding.columns.begin(), coding.columns.end(),
                                      [&](const InputColumn& column) { return column.name == name; });
        if (!used && name != coding.label && !contains(coding.unused, name)) unknown.push_back(name);
    }
    if (!unknown.empty())
        notes.push_back("ignored columns that the training data do not have: " + impl::listed(unknown));
}

// Outlives the table, but not the data.
impl::LabelTexts label_texts(const TextColumns& table, const std::string& label, const NamedText& data) {
    const std::size_t j = table.position(label);
    impl::LabelTexts labels{
        .texts = Dictionary{data.text}, .codes = {}, .place = [name = data.name, label](std::size_t row) {
            return Place{.file = name, .row = static_cast<std::int64_t>(row) + 1, .column = label};
        }};
    for (std::size_t i = 0; i < table.row_count(); ++i) labels.add(table.texts(j).text(table.code(i, j)));
    return labels;
}

}  // namespace

impl::RawExamples impl::code(const TableCoding& coding, const NewData& from) {
    const TextColumns table{from.data, {.separator = coding.separator}, from.control};
    RawExamples found;
    if (from.with_labels) found.labels = label_texts(table, coding.label, from.data);
    found.rows = code_rows(coding, table, found.notes);
    note_new_columns(coding, table, found.notes);
    return found;
}

LearnedInputs learn_table(const NamedText& data, const TableInputs& options, const RunControl& control) {
    const TextColumns table{data, options.csv, control};
    check_options(table, options, data.name);
    impl::RawExamples raw{.rows = SparseRows{}, .labels = label_texts(table, options.label, data)};
    std::vector<std::string> constant;
    const TableCoding coding = learn_columns(table, options, constant, raw.notes);
    check_input(!coding.columns.empty(), [&] {
        return Problem{
            Fault::missing, {.file = data.name}, "a column besides the label that is not constant", "none"};
    });
    if (!constant.empty())
        raw.notes.push_back("left out columns that are the same in every row: " + impl::listed(constant));
    raw.rows = code_rows(coding, table, raw.notes);
    return impl::learned({.classes = {}, .inputs = coding}, std::move(raw),
                         data.name + ": column " + quoted(options.label));
}

}  // namespace drover
