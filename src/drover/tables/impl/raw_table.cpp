#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/data/csv.hpp>
#include <drover/number/decimal.hpp>
#include <drover/tables/impl/raw_table.hpp>

namespace drover {
namespace {

constexpr std::size_t most_columns = 1'000;
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
using ValueNumbers = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

// Integers of up to 18 digits directly, all others as exact rationals.
Rational number(std::string_view text) {
    std::int64_t integer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (text.size() <= 18 && error == std::errc{} && end == text.data() + text.size()) return integer;
    return parse_rational(text);
}

// The names of a header, checked as parse_csv checks them.
std::vector<std::string> checked_header(std::span<const std::string_view> fields, const std::string& file) {
    std::string line;
    for (const std::string_view field : fields) line += csv_field(std::string{field}) + ',';
    line.pop_back();
    return parse_csv(line, file).header;
}

class RawTableParser {
  public:
    RawTableParser(std::string_view text, const std::string& file, const TableFileOptions& options)
        : reader_{text, file, options.csv},
          control_{options.control},
          noisy_{options.noisy},
          suppressed_{options.suppressed},
          count_name_{options.count} {
        table_.file = file;
    }

    RawTable parse() {
        check_input(reader_.next(), [&] {
            return Problem{Fault::missing, {.file = table_.file}, "a header line", "an empty file"};
        });
        take_header();
        PacedWatch watch{control_};
        while (reader_.next()) {
            take_row();
            if (!watch.goes_on(static_cast<std::int64_t>(table_.row_count()))) throw Stopped{};
        }
        check_input(table_.row_count() > 0, [&] {
            return Problem{Fault::missing, {.file = table_.file}, "at least one cell", "the header only"};
        });
        check_input(std::find(table_.blank.begin(), table_.blank.end(), false) != table_.blank.end(), [&] {
            return Problem{Fault::range,
                           {.file = table_.file, .column = header_[count_at_]},
                           "at least one number",
                           "blanks only"};
        });
        return std::move(table_);
    }

  private:
    void take_header() {
        check_input(reader_.fields().size() <= most_columns, [&] {
            return Problem{Fault::range,
                           {.file = table_.file, .key = "header"},
                           "a table of at most " + std::to_string(most_columns) + " columns",
                           std::to_string(reader_.fields().size())};
        });
        header_ = checked_header(reader_.fields(), table_.file);
        const bool is_named = !count_name_.empty() && position(count_name_) != nowhere;
        const std::size_t count = position(is_named ? std::string_view{count_name_} : "count");
        const std::size_t share = is_named ? nowhere : position("p");
        check_input(count != nowhere || share != nowhere, [&] {
            return Problem{
                Fault::missing, {.file = table_.file, .key = "header"}, "a column count or p", "neither"};
        });
        check_input(count == nowhere || share == nowhere, [&] {
            return Problem{
                Fault::conflict, {.file = table_.file, .key = "header"}, "a column count or p", "both"};
        });
        table_.shares = count == nowhere;
        count_at_ = table_.shares ? share : count;
        error_at_ = position("se");
        table_.has_errors = error_at_ != nowhere;
        for (std::size_t i = 0; i < header_.size(); ++i) {
            if (i == count_at_ || i == error_at_) continue;
            variables_.push_back(i);
            table_.columns.push_back({.name = header_[i], .values = {}, .first_rows = {}});
        }
        check_input(!variables_.empty(), [&] {
            return Problem{Fault::missing,
                           {.file = table_.file, .key = "header"},
                           "a column for each variable besides " + quoted(header_[count_at_]),
                           "none"};
        });
        numbers_.resize(variables_.size());
    }

    std::size_t position(std::string_view name) const {
        const auto found = std::find(header_.begin(), header_.end(), name);
        return found == header_.end() ? nowhere : static_cast<std::size_t>(found - header_.begin());
    }

    void take_row() {
        const auto fields = reader_.fields();
        check_input(fields.size() == header_.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = table_.file, .row = static_cast<std::int64_t>(table_.row_count() + 1)},
                           std::to_string(header_.size()) + " fields",
                           std::to_string(fields.size())};
        });
        for (std::size_t j = 0; j < variables_.size(); ++j)
            table_.codes.push_back(code(j, fields[variables_[j]]));
        std::string_view count = trimmed(fields[count_at_]);
        if (std::find(suppressed_.begin(), suppressed_.end(), count) != suppressed_.end()) count = {};
        if (table_.has_errors) table_.errors.push_back(standard_error(fields[error_at_], count.empty()));
        const Rational value = count.empty() ? Rational{} : checked_count(count);
        table_.blank.push_back(count.empty());
        table_.counts.push_back(value);
    }

    // The number of a value; neighbouring rows often share it.
    std::uint32_t code(std::size_t column, std::string_view value) {
        RawColumn& raw = table_.columns[column];
        if (!table_.counts.empty()) {
            const std::uint32_t above = table_.codes[table_.codes.size() - variables_.size()];
            if (raw.values[above] == value) return above;
        }
        const auto found = numbers_[column].find(value);
        if (found != numbers_[column].end()) return found->second;
        const auto next = static_cast<std::uint32_t>(raw.values.size());
        numbers_[column].emplace(value, next);
        raw.values.emplace_back(value);
        raw.first_rows.push_back(table_.row_count());
        return next;
    }

    Rational checked_number(std::string_view text, std::size_t column) const {
        const auto place = [&] { return table_.place(table_.row_count(), header_[column]); };
        return at(place, [&] {
            const Rational value = number(text);
            const Int128 limit = Int128{1} << 62;
            check_input(absolute(value.numerator()) / value.denominator() < limit, [&] {
                return Problem{
                    Fault::range, {}, "a number below 2^62 in magnitude", quoted(std::string{text})};
            });
            return value;
        });
    }

    Rational checked_count(std::string_view text) const {
        check_input(!is_mark(text), [&] {
            return Problem{Fault::type, table_.place(table_.row_count(), header_[count_at_]), "a number",
                           quoted(std::string{text}),
                           "leave the count of a suppressed cell blank, or name its mark: {suppressed} '" +
                               std::string{text} + "'"};
        });
        const Rational value = checked_number(text, count_at_);
        check_input(noisy_ || value.numerator() >= 0, [&] {
            return Problem{Fault::range, table_.place(table_.row_count(), header_[count_at_]),
                           std::string{"a "} + (table_.shares ? "share" : "count") + " of at least 0",
                           quoted(std::string{text}), "{noisy} allows it"};
        });
        return value;
    }

    Rational standard_error(std::string_view field, bool suppressed) const {
        const std::string_view text = trimmed(field);
        if (text.empty() && suppressed) return {};
        const Rational value = checked_number(text, error_at_);
        check_input(value.numerator() >= 0, [&] {
            return Problem{Fault::range, table_.place(table_.row_count(), header_[error_at_]),
                           "a standard error of at least 0", quoted(std::string{text})};
        });
        return value;
    }

    // What statistical offices write for a suppressed count.
    static bool is_mark(std::string_view text) {
        static constexpr std::array<std::string_view, 14> marks{"NA",  "N/A", "na", "n/a", "-", "--", "..",
                                                                "...", ".",   ":",  "x",   "X", "c",  "s"};
        return text.find_first_of("<>*") == 0 || std::find(marks.begin(), marks.end(), text) != marks.end();
    }

    CsvReader reader_;
    const RunControl& control_;
    bool noisy_;
    const std::vector<std::string>& suppressed_;
    const std::string& count_name_;
    RawTable table_;
    std::vector<std::string> header_;
    std::size_t count_at_ = nowhere;
    std::size_t error_at_ = nowhere;
    std::vector<std::size_t> variables_;  // positions of the variables in a row
    std::vector<ValueNumbers> numbers_;   // one per variable
};

}  // namespace

Place RawTable::place(std::size_t row, std::string_view column) const {
    return {.file = file, .row = static_cast<std::int64_t>(row) + 1, .column = std::string{column}};
}

RawTable parse_raw_table(std::string_view text, const std::string& file, const TableFileOptions& options) {
    return RawTableParser{text, file, options}.parse();
}

}  // namespace drover
