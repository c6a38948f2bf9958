#include <algorithm>
#include <tuple>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/coded_rows.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/impl/column_coding.hpp>
#include <drover/data/quantile_bins.hpp>

namespace drover::impl {
namespace {

constexpr int max_decimals = 18;

std::string got(std::string_view text) { return quoted(std::string{text}); }

// The numbers of a column; nothing where a text is blank.
struct Numbers {
    std::vector<std::optional<Decimal>> written;
    std::vector<std::int64_t> units;
    int decimals = 0;
};

[[noreturn]] void throw_too_large(const PlaceOf& place, const Dictionary& texts, std::size_t code) {
    throw InputError(
        Problem{Fault::range, place(code), "a number below 2^62 in magnitude", got(texts.text(code))});
}

// The most decimals, up to those written, with which every number fits.
int fitting_decimals(std::span<const std::optional<Decimal>> numbers) {
    int decimals = 0;
    for (const auto& number : numbers) decimals = std::max(decimals, number ? number->scale : 0);
    decimals = std::min(decimals, max_decimals);
    for (const auto& number : numbers) {
        while (decimals > 0 && number && !to_units(*number, decimals)) --decimals;
    }
    return decimals;
}

// The first text that is neither blank nor a number, or the end.
std::size_t find_text(const Dictionary& texts, Numbers& numbers) {
    numbers.written.reserve(texts.size());
    for (std::size_t code = 0; code < texts.size(); ++code) {
        numbers.written.push_back(parse_decimal(texts.text(code)));
        if (!numbers.written.back() && !trimmed(texts.text(code)).empty()) return code;
    }
    return texts.size();
}

// Converts the numbers as written to units of numbers.decimals.
void bring_to_units(Numbers& numbers, const Dictionary& texts, const PlaceOf& place) {
    for (std::size_t code = 0; code < numbers.written.size(); ++code) {
        const std::optional<Decimal>& number = numbers.written[code];
        const auto units = number ? to_units(*number, numbers.decimals) : 0;
        if (!units) throw_too_large(place, texts, code);
        numbers.units.push_back(*units);
    }
}

bool are_integers(const Numbers& numbers) {
    return std::all_of(numbers.written.begin(), numbers.written.end(),
                       [](const auto& number) { return !number || is_integer(*number); });
}

std::vector<NumberCount> sorted_counts(const Numbers& numbers, const Dictionary& texts) {
    std::vector<NumberCount> counts;
    for (std::size_t code = 0; code < texts.size(); ++code) {
        if (numbers.written[code])
            counts.push_back({.number = numbers.units[code], .count = texts.count(code)});
    }
    std::sort(counts.begin(), counts.end(),
              [](const NumberCount& a, const NumberCount& b) { return a.number < b.number; });
    std::size_t kept = 0;
    for (const NumberCount& next : counts) {
        if (kept > 0 && counts[kept - 1].number == next.number) {
            counts[kept - 1].count += next.count;
        } else {
            counts[kept++] = next;
        }
    }
    counts.resize(kept);
    return counts;
}

// A column of these bins, and the bin of each number; blanks are missing, the last category.
ColumnCoding code_into_bins(const std::string& name, std::vector<Bin> bins, const Numbers& numbers,
                            const Dictionary& texts, const PlaceOf& place) {
    ColumnCoding coding{.column = {.name = name, .decimals = numbers.decimals}};
    const auto missing = static_cast<std::uint32_t>(bins.size());
    for (const Bin& bin : bins) coding.column.values.push_back(bin_name(bin, numbers.decimals));
    for (std::size_t code = 0; code < texts.size(); ++code) {
        const auto bin = numbers.written[code] ? find_bin(bins, numbers.units[code]) : missing;
        check_input(bin.has_value(), [&] {
            return Problem{Fault::range, place(code),
                           "a number from " + decimal_text(bins.front().first, numbers.decimals) + " to " +
                               decimal_text(bins.back().last, numbers.decimals),
                           got(texts.text(code))};
        });
        if (*bin == missing && coding.column.values.size() == missing) coding.column.values.emplace_back();
        coding.categories.push_back(*bin);
    }
    coding.column.bins = std::move(bins);
    return coding;
}

ColumnCoding code_numbers(const std::string& name, Numbers& numbers, const Dictionary& texts,
                          const MicrodataOptions& options, const PlaceOf& place) {
    const bool integers = are_integers(numbers);
    numbers.decimals = integers ? 0 : fitting_decimals(numbers.written);
    bring_to_units(numbers, texts, place);
    const std::vector<NumberCount> counts = sorted_counts(numbers, texts);
    const bool plain = integers && counts.size() <= options.max_distinct;
    ColumnCoding coding = code_into_bins(
        name, quantile_bins(counts, plain ? std::max<std::size_t>(counts.size(), 1) : options.bin_count),
        numbers, texts, place);
    if (plain) coding.column.bins.clear();
    return coding;
}

// Numbers first, by value, then texts in byte order, then the missing value.
ColumnCoding code_texts(const std::string& name, const Dictionary& texts) {
    using Key = std::tuple<int, std::int64_t, std::string_view, std::uint32_t>;
    std::vector<Key> keys;
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
        const std::string_view text = texts.text(code);
        const std::optional<Decimal> number = parse_decimal(text);
        const std::optional<std::int64_t> units = number ? to_units(*number, 0) : std::nullopt;
        keys.emplace_back(text.empty() ? 2 : units ? 0 : 1, units.value_or(0), text, code);
    }
    std::sort(keys.begin(), keys.end());
    ColumnCoding coding{.column = {.name = name}, .categories = std::vector<std::uint32_t>(texts.size())};
    for (const auto& [kind, number, text, code] : keys) {
        coding.categories[code] = static_cast<std::uint32_t>(coding.column.values.size());
        coding.column.values.emplace_back(text);
    }
    return coding;
}

std::string expected_values(const Column& column) {
    constexpr std::size_t listed = 8;
    if (column.values.size() > listed)
        return "one of the " + std::to_string(column.values.size()) + " values of the schema";
    std::string list;
    for (const std::string& value : column.values) list += (list.empty() ? "" : ", ") + quoted(value);
    return (column.values.size() == 1 ? "" : "one of ") + list;
}

std::string expected_by(const Column& column) {
    if (column.bins.empty()) return expected_values(column);
    return "a number in a bin of the schema (" + decimal_text(column.bins.front().first, column.decimals) +
           " to " + decimal_text(column.bins.back().last, column.decimals) + ")";
}

}  // namespace

ColumnCoding code_by_data(const std::string& name, const Dictionary& texts, const MicrodataOptions& options,
                          const PlaceOf& place) {
    Numbers numbers;
    const bool all_numbers = find_text(texts, numbers) == texts.size();
    return all_numbers ? code_numbers(name, numbers, texts, options, place) : code_texts(name, texts);
}

ColumnCoding code_by_edges(const std::string& name, const Dictionary& texts, std::span<const Decimal> edges,
                           const PlaceOf& place) {
    Numbers numbers;
    const std::size_t text = find_text(texts, numbers);
    check_input(text == texts.size(), [&] {
        return Problem{Fault::type, place(text), "a number", got(texts.text(text))};
    });
    std::vector<std::optional<Decimal>> all = numbers.written;
    all.insert(all.end(), edges.begin(), edges.end());
    numbers.decimals = are_integers({.written = all}) ? 0 : fitting_decimals(all);
    bring_to_units(numbers, texts, place);
    std::vector<std::int64_t> edge_units;
    for (const Decimal& edge : edges) {
        const auto units = to_units(edge, numbers.decimals);
        check_input(units.has_value(), [&] {
            return Problem{Fault::range, {.column = name}, "edges below 2^62 in magnitude", "a larger one"};
        });
        edge_units.push_back(*units);
    }
    return code_into_bins(name, edge_bins(edge_units), numbers, texts, place);
}

ColumnCoding code_by_column(const Column& column, const Dictionary& texts, const PlaceOf& place) {
    ColumnCoder coder{column};
    ColumnCoding coding{.column = column};
    for (std::size_t code = 0; code < texts.size(); ++code) {
        const std::uint32_t category = coder.code(texts.text(code));
        check_input(category != unknown_category, [&] {
            const std::string text{texts.text(code)};
            return Problem{column.bins.empty() ? Fault::unknown : Fault::range, place(code),
                           expected_by(column), got(text),
                           column.bins.empty() ? did_you_mean(text, column.values) : std::string{}};
        });
        coding.categories.push_back(category);
    }
    return coding;
}

ColumnCoding code_column(const std::string& name, const Dictionary& texts, const MicrodataOptions& options,
                         const PlaceOf& place) {
    const auto edges = options.edges.find(name);
    if (edges != options.edges.end()) return code_by_edges(name, texts, edges->second, place);
    const auto known = options.schema ? options.schema->find(name) : std::nullopt;
    if (known) return code_by_column(options.schema->columns[*known], texts, place);
    return code_by_data(name, texts, options, place);
}

ChosenColumns::ChosenColumns(const std::vector<std::string>& header, const std::string& name,
                             const MicrodataOptions& options) {
    const auto position = [&](const std::string& column) {
        const auto found = std::find(header.begin(), header.end(), column);
        check_input(found != header.end(), [&] {
            return Problem{Fault::unknown,
                           {.file = name, .key = "header"},
                           "a column " + quoted(column),
                           "none",
                           did_you_mean(column, header)};
        });
        return static_cast<std::size_t>(found - header.begin());
    };
    check_csv_header(header, name);
    names = options.columns.empty() ? header : options.columns;
    check_csv_header(names, name, "chosen columns: header");
    if (!options.weight.empty()) {
        weight_at = position(options.weight);
        const bool is_chosen = std::erase(names, options.weight) > 0 && !options.columns.empty();
        check_input(!is_chosen && !names.empty(), [&] {
            return Problem{Fault::conflict,
                           {.file = name},
                           "columns other than the weight " + quoted(options.weight),
                           (is_chosen ? "it among the chosen columns" : "none")};
        });
    }
    for (const std::string& column : names) positions.push_back(position(column));
    if (!options.columns.empty()) return;
    // A schema column that the data lack is more likely misspelt than left out.
    if (options.schema)
        for (const Column& column : options.schema->columns) position(column.name);
    for (const auto& [column, edges] : options.edges) position(column);
}

Rational parse_weight(std::string_view text, const std::function<Place()>& place) {
    const Rational weight = at(place, [&] { return parse_rational(trimmed(text)); });
    check_input(weight.numerator() >= 0, [&] {
        return Problem{Fault::range, place(), "a weight of at least 0", got(text)};
    });
    return weight;
}

}  // namespace drover::impl
