#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/number/decimal.hpp>

namespace drover {
namespace {

void parse(std::string_view text, Rational& number) { number = parse_rational(text); }
void parse(std::string_view text, QuadraticNumber& number) { number = parse_quadratic(text); }

bool is_small(const Rational& number) {
    const Int128 limit = Int128{1} << 62;
    return floor(number) < limit && floor(number) >= -limit;
}
bool is_small(const QuadraticNumber& number) {
    return number.is_rational() ? is_small(number.rational_part()) : std::abs(number.to_double()) < 0x1p62;
}

// Parses a number; an InputError has the place.
template <class Number = Rational>
Number number_at(const std::string& field, const Place& place) {
    Number number;
    at(place, [&] { parse(trimmed(field), number); });
    check_input(is_small(number), [&] {
        return Problem{Fault::range, place, "a number below 2^62 in magnitude", quoted(field)};
    });
    return number;
}

// Whether it looks like a number, even if it cannot be read as one.
template <class Number>
bool is_number(const std::string& field) {
    const std::string_view text = trimmed(field);
    if (std::same_as<Number, QuadraticNumber> && looks_quadratic(text)) return true;
    return text.find_first_of("0123456789") != std::string_view::npos &&
           text.find_first_not_of("0123456789+-./eE") == std::string_view::npos;
}

Place line_place(const std::string& file, const CsvRecord& record, const std::string& column = {},
                 const std::string& key = {}) {
    return {.file = file, .line = static_cast<std::int64_t>(record.line), .column = column, .key = key};
}

template <class Number>
class NamedNumbersReader {
  public:
    NamedNumbersReader(const std::string& file, const std::vector<std::string>& names,
                       const std::string& kind)
        : file_{file}, names_{names}, kind_{kind} {}

    std::vector<Number> read(std::vector<CsvRecord> records) const {
        check_input(!records.empty(), [&] {
            return Problem{Fault::missing, {.file = file_}, "a number for each " + kind_, "an empty file"};
        });
        if (is_wide(records)) return wide(records);
        if (records.size() == 1 && records[0].fields.size() == names_.size() &&
            std::all_of(records[0].fields.begin(), records[0].fields.end(), is_number<Number>)) {
            return in_order(records[0].fields, {records[0]});
        }
        if (!is_number<Number>(records.front().fields.back())) records.erase(records.begin());  // the header
        if (std::all_of(records.begin(), records.end(), [](const auto& r) { return r.fields.size() == 1; })) {
            return one_a_line(records);
        }
        return by_name(records);
    }

  private:
    // A header of names, in any order, and one row.
    bool is_wide(const std::vector<CsvRecord>& records) const {
        return records.size() == 2 && records[0].fields.size() == names_.size() &&
               std::is_permutation(names_.begin(), names_.end(), records[0].fields.begin());
    }

    std::vector<Number> wide(const std::vector<CsvRecord>& records) const {
        check_width(records[1], names_.size());
        std::vector<Number> numbers;
        for (const std::string& name : names_) {
            const auto& header = records[0].fields;
            const auto column =
                static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
            numbers.push_back(
                number_at<Number>(records[1].fields[column], line_place(file_, records[1], name)));
        }
        return numbers;
    }

    std::vector<Number> one_a_line(const std::vector<CsvRecord>& records) const {
        std::vector<std::string> fields;
        for (const CsvRecord& record : records) fields.push_back(record.fields[0]);
        return in_order(fields, records);
    }

    std::vector<Number> in_order(const std::vector<std::string>& fields,
                                 const std::vector<CsvRecord>& records) const {
        check_input(fields.size() == names_.size(), [&] {
            return Problem{Fault::range,
                           {.file = file_},
                           std::to_string(names_.size()) + " numbers, one per " + kind_,
                           std::to_string(fields.size())};
        });
        std::vector<Number> numbers;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            numbers.push_back(
                number_at<Number>(fields[i], line_place(file_, records[std::min(i, records.size() - 1)])));
        }
        return numbers;
    }

    std::vector<Number> by_name(const std::vector<CsvRecord>& records) const {
        std::unordered_map<std::string, std::size_t> index;
        for (std::size_t i = 0; i < names_.size(); ++i) index.emplace(names_[i], i);
        std::vector<std::optional<Number>> found(names_.size());
        for (const CsvRecord& record : records) {
            check_width(record, 2);
            const std::string& name = record.fields[0];
            const auto entry = index.find(name);
            check_input(entry != index.end(), [&] {
                return Problem{.fault = Fault::unknown,
                               .place = line_place(file_, record),
                               .hint = did_you_mean(name, names_),
                               .text = "unknown " + kind_ + " " + quoted(name)};
            });
            std::optional<Number>& slot = found[entry->second];
            check_input(!slot, [&] {
                return Problem{Fault::repeated, line_place(file_, record), "each " + kind_ + " once",
                               quoted(name) + " twice"};
            });
            slot = number_at<Number>(record.fields[1],
                                     line_place(file_, record, {}, kind_ + " " + quoted(name)));
        }
        return complete(found);
    }

    std::vector<Number> complete(const std::vector<std::optional<Number>>& found) const {
        std::vector<Number> numbers;
        for (std::size_t i = 0; i < found.size(); ++i) {
            check_input(found[i].has_value(), [&] {
                return Problem{Fault::missing,
                               {.file = file_},
                               "a number for every " + kind_,
                               "none for " + quoted(names_[i])};
            });
            numbers.push_back(*found[i]);
        }
        return numbers;
    }

    void check_width(const CsvRecord& record, std::size_t width) const {
        check_input(record.fields.size() == width, [&] {
            return Problem{Fault::syntax, line_place(file_, record), std::to_string(width) + " fields",
                           std::to_string(record.fields.size())};
        });
    }

    const std::string& file_;
    const std::vector<std::string>& names_;
    const std::string& kind_;
};

}  // namespace

FeatureTable parse_feature_csv(std::string_view text, const std::string& file) {
    CsvTable csv = parse_csv(text, file);
    check_input(csv.header.size() >= 2, [&] {
        return Problem{Fault::syntax,
                       {.file = file, .key = "header"},
                       "the state's name and at least one feature, separated by commas",
                       quoted(csv.header[0])};
    });
    check_input(!csv.rows.empty(), [&] {
        return Problem{Fault::missing, {.file = file}, "at least one state", "none"};
    });
    FeatureTable table{.file = file,
                       .state_names = {},
                       .feature_names = {csv.header.begin() + 1, csv.header.end()},
                       .features = {}};
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < csv.rows.size(); ++i) {
        const std::vector<std::string>& fields = csv.rows[i].fields;
        check_input(!fields[0].empty(), [&] {
            return Problem{Fault::missing, csv.place(i, 0), "a name", "nothing"};
        });
        check_input(seen.insert(fields[0]).second, [&] {
            return Problem{Fault::repeated, csv.place(i, 0), "each state once", quoted(fields[0]) + " twice"};
        });
        table.state_names.push_back(fields[0]);
        for (std::size_t j = 1; j < fields.size(); ++j)
            table.features.push_back(number_at(fields[j], csv.place(i, j)));
    }
    return table;
}

std::vector<Rational> parse_named_numbers(std::string_view text, const std::string& file,
                                          const std::vector<std::string>& names, const std::string& kind) {
    return NamedNumbersReader<Rational>{file, names, kind}.read(parse_csv_records(text, file));
}

std::vector<QuadraticNumber> parse_named_quadratics(std::string_view text, const std::string& file,
                                                    const std::vector<std::string>& names,
                                                    const std::string& kind) {
    auto numbers = NamedNumbersReader<QuadraticNumber>{file, names, kind}.read(parse_csv_records(text, file));
    std::int64_t radicand = 0;
    at({.file = file}, [&] {
        for (const QuadraticNumber& number : numbers) radicand = common_radicand(radicand, number.radicand());
    });
    return numbers;
}

}  // namespace drover
