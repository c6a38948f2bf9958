#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/tables/slips.hpp>

namespace drover {
namespace {

constexpr std::size_t most_of_a_kind = 10;
constexpr double near = 1e-9;
constexpr double nearly =
    0.05;  // tolerance for a row of totals with a telling name, as rounding may leave it

bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

// Only lower-case letters and digits; without dashes of any kind and leading zeros.
std::string plain(std::string text) {
    for (std::size_t at = text.find("\xE2\x80"); at != std::string::npos; at = text.find("\xE2\x80"))
        text.erase(at, 3);
    std::string kept;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (is_letter_or_digit(c)) kept += c;
    }
    const std::size_t first = kept.find_first_not_of('0');
    return first == std::string::npos ? kept : kept.substr(first);
}

std::string without_digits(const std::string& text) {
    std::string rest;
    for (const char c : text)
        if (c < '0' || c > '9') rest += c;
    return rest;
}

std::string digits_of(const std::string& text) {
    std::string digits;
    for (const char c : text)
        if (c >= '0' && c <= '9') digits += c;
    return digits;
}

// One letter inserted, missing or replaced, in texts of at least four.
bool differ_by_a_letter(const std::string& a, const std::string& b) {
    const std::string& shorter = a.size() < b.size() ? a : b;
    const std::string& longer = a.size() < b.size() ? b : a;
    if (without_digits(shorter).size() < 4 || longer.size() > shorter.size() + 1) return false;
    if (digits_of(a) != digits_of(b)) return false;
    const auto at = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
    const auto skip = longer.size() == shorter.size() && at.first != shorter.end() ? 1 : 0;
    return std::equal(at.first + skip, shorter.end(), at.second + 1, longer.end());
}

bool is_total_name(const std::string& value) {
    static const std::vector<std::string> names{"total", "totals", "all", "both", "sum", "overall"};
    const std::string name = plain(value);
    return std::find(names.begin(), names.end(), name) != names.end() || name.starts_with("total") ||
           value.starts_with("All ") || value.starts_with("all ");
}

// The sums of the counts by the values of one column, and which values are listed or unknown.
struct ColumnView {
    std::size_t table = 0;
    std::vector<double> sums;
    std::vector<bool> has;
    bool is_complete = true;
};

// The number of a cell as the value of one column and the number of the rest.
struct Digit {
    std::uint64_t stride = 1;
    std::uint64_t count = 1;

    std::size_t value(std::uint64_t cell) const { return static_cast<std::size_t>(cell / stride % count); }
    std::uint64_t rest(std::uint64_t cell) const { return cell - value(cell) * stride; }
};

Digit digit_of(const TableSet& set, const CountTable& table, std::size_t position) {
    Digit digit{.stride = 1, .count = set.schema.columns[table.columns[position]].values.size()};
    for (std::size_t j = position + 1; j < table.columns.size(); ++j)
        digit.stride *= set.schema.columns[table.columns[j]].values.size();
    return digit;
}

class SlipFinder {
  public:
    SlipFinder(const TableSet& set, double tolerance) : set_{set}, tolerance_{tolerance} {
        for (std::size_t k = 0; k < set.tables.size(); ++k) {
            for (std::size_t j = 0; j < set.tables[k].columns.size(); ++j) view(k, j);
        }
    }

    std::vector<std::string> find() && {
        for (std::size_t k = 0; k < set_.tables.size(); ++k) {
            for (std::size_t j = 0; j < set_.tables[k].columns.size(); ++j) find_totals_row(k, j);
        }
        take();
        for (const auto& [column, views] : views_) find_spellings(column, views);
        take();
        for (std::size_t k = 0; k < set_.tables.size(); ++k) find_share_sum(k);
        take();
        return std::move(notes_);
    }

  private:
    void view(std::size_t k, std::size_t j) {
        const CountTable& table = set_.tables[k];
        const Digit digit = digit_of(set_, table, j);
        ColumnView& view = views_[table.columns[j]].emplace_back();
        view.table = k;
        view.sums.resize(set_.schema.columns[table.columns[j]].values.size());
        view.has.resize(view.sums.size());
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            const bool unknown = table.is_unknown(cell);
            if (!unknown && table.counts[cell].numerator() == 0) continue;
            view.sums[digit.value(table.number(cell))] += table.counts[cell].to_double();
            view.has[digit.value(table.number(cell))] = true;
            view.is_complete = view.is_complete && !unknown;
        }
    }

    const ColumnView& view_of(std::size_t k, std::size_t column) const {
        const std::vector<ColumnView>& views = views_.at(column);
        return *std::find_if(views.begin(), views.end(), [&](const ColumnView& v) { return v.table == k; });
    }

    void find_totals_row(std::size_t k, std::size_t j) {
        const CountTable& table = set_.tables[k];
        const std::size_t column = table.columns[j];
        const ColumnView& view = view_of(k, column);
        double total = 0;
        for (const double sum : view.sums) total += sum;
        if (std::count(view.has.begin(), view.has.end(), true) < 3) return;
        for (std::size_t v = 0; v < view.sums.size(); ++v) {
            const bool is_named = is_total_name(set_.schema.columns[column].values[v]);
            const double off = std::abs(2 * view.sums[v] - total);
            if (off > (is_named ? nearly : near) * total) continue;
            if (!is_named && !is_sum_of_others(table, j, v)) continue;
            found_.push_back("Table " + table.name + ": " + quoted(set_.schema.columns[column].values[v]) +
                             " looks like a row of totals of column " + quoted(table_column(column)) +
                             ": its counts are the sums of the others. Leave it out.");
        }
    }

    // In each of at least three combinations of the other columns.
    bool is_sum_of_others(const CountTable& table, std::size_t j, std::size_t value) const {
        const Digit digit = digit_of(set_, table, j);
        std::unordered_map<std::uint64_t, double> differences;
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            if (table.is_unknown(cell) || table.counts[cell].numerator() == 0) continue;
            const double count = table.counts[cell].to_double();
            differences[digit.rest(table.number(cell))] +=
                digit.value(table.number(cell)) == value ? -count : count;
        }
        return differences.size() >= 3 &&
               std::all_of(differences.begin(), differences.end(),
                           [](const auto& entry) { return std::abs(entry.second) < near; });
    }

    const std::string& table_column(std::size_t column) const { return set_.schema.columns[column].name; }

    // Values that some of the tables have and others lack: similar pairs first, then the others.
    void find_spellings(std::size_t column, const std::vector<ColumnView>& views) {
        const std::vector<std::string>& values = set_.schema.columns[column].values;
        std::vector<std::size_t> partial;
        for (std::size_t v = 0; v < values.size(); ++v) {
            const auto count =
                std::count_if(views.begin(), views.end(), [&](const auto& view) { return view.has[v]; });
            if (count > 0 && count < std::ssize(views)) partial.push_back(v);
        }
        std::vector<bool> paired(values.size());
        std::map<std::string, std::size_t> seen;
        for (const std::size_t v : partial) {
            const auto [first, is_new] = seen.emplace(plain(values[v]), v);
            if (!is_new) add_pair(column, views, first->second, v, paired);
        }
        constexpr std::size_t most_compared = 300;
        for (std::size_t a = 0; a < std::min(partial.size(), most_compared); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                if (differ_by_a_letter(plain(values[partial[b]]), plain(values[partial[a]])))
                    add_pair(column, views, partial[b], partial[a], paired);
            }
        }
        for (const std::size_t v : partial)
            if (!paired[v]) add_absent(column, views, v);
    }

    void add_pair(std::size_t column, const std::vector<ColumnView>& views, std::size_t a, std::size_t b,
                  std::vector<bool>& paired) {
        if (paired[a] || paired[b]) return;
        const auto first =
            std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.has[a]; });
        const auto second =
            std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.has[b]; });
        if (std::any_of(views.begin(), views.end(),
                        [&](const auto& view) { return view.has[a] && view.has[b]; }))
            return;
        paired[a] = paired[b] = true;
        const std::vector<std::string>& values = set_.schema.columns[column].values;
        found_.push_back("Column " + quoted(table_column(column)) + ": " + quoted(values[a]) + " in table " +
                         set_.tables[first->table].name + " and " + quoted(values[b]) + " in table " +
                         set_.tables[second->table].name + " look like one value in two spellings.");
    }

    void add_absent(std::size_t column, const std::vector<ColumnView>& views, std::size_t v) {
        const auto has =
            std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.sums[v] > 0; });
        const auto lacks = std::find_if(views.begin(), views.end(),
                                        [&](const auto& view) { return view.is_complete && !view.has[v]; });
        if (has == views.end() || lacks == views.end()) return;
        found_.push_back("Column " + quoted(table_column(column)) + ": " +
                         quoted(set_.schema.columns[column].values[v]) + " has " + rounded(has->sums[v]) +
                         " in table " + set_.tables[has->table].name + " and nothing in table " +
                         set_.tables[lacks->table].name + '.');
    }

    void find_share_sum(std::size_t k) {
        const CountTable& table = set_.tables[k];
        if (!table.shares || table.has_unknown()) return;
        RationalSum sum;
        for (const Rational& count : table.counts) sum.add(count);
        const double total = sum.value().to_double();
        if (std::abs(total - 1) <= tolerance_) return;
        int digits = 6;
        while (digits < 17 && rounded(total, digits) == "1") ++digits;
        found_.push_back("Table " + table.name + ": the shares sum to " + rounded(total, digits) +
                         " and not to 1; they are taken as parts of that sum.");
    }

    // The notes of one kind, but not too many.
    void take() {
        const std::size_t count = std::min(found_.size(), most_of_a_kind);
        notes_.insert(notes_.end(), found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(count));
        if (found_.size() > count)
            notes_.push_back("And " + std::to_string(found_.size() - count) + " more of this kind.");
        found_.clear();
    }

    const TableSet& set_;
    double tolerance_;
    std::map<std::size_t, std::vector<ColumnView>> views_;  // by column
    std::vector<std::string> found_;
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> find_slips(const TableSet& set, double tolerance) {
    return SlipFinder{set, tolerance}.find();
}

}  // namespace drover
