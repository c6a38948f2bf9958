#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include <drover/number/rational.hpp>

namespace drover {

struct Report;

/// A value of a report: nothing, true or false, a number, a text, or a list of values of one kind.
using ReportValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<std::string>, std::vector<Report>>;

/// An integer as it is, any other number as the nearest double.
ReportValue number_value(const Rational& value);

/// Named results, in order. `key` is the name in JSON; `label` is the name in text, and an entry without one
/// appears in JSON only.
struct ReportEntry {
    std::string key;
    std::string label;
    ReportValue value;
};

struct Report {
    std::vector<ReportEntry> entries;

    Report() = default;
    /// Adds the results of recorders, in order: Report{error.result(), ones.result()}.
    template <class... Results>
    requires(sizeof...(Results) > 0) explicit Report(const Results&... results) {
        (add_result(*this, results), ...);
    }

    void add(std::string key, std::string label, ReportValue value) {
        entries.push_back({std::move(key), std::move(label), std::move(value)});
    }
};

/// One line per entry with a label, values aligned, numbers to six digits; folded where the stream has a
/// width (text_width.hpp).
void write_text(std::ostream& out, const Report& report);

/// One JSON object on one line: numbers in shortest round-trip form, non-finite ones as null.
void write_json(std::ostream& out, const Report& report);

/// Text in aligned columns: those in `left` (by default the first) to the left, the others to the right.
/// Where the stream has a width (text_width.hpp), wide columns are broken into lines.
class TextTable {
  public:
    explicit TextTable(std::vector<std::string> header, std::vector<std::size_t> left = {0})
        : rows_{std::move(header)}, left_{std::move(left)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void write(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> left_;
};

}  // namespace drover
