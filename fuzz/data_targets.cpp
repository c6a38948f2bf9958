#include <algorithm>

#include <drover/data/binary_table.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/data/idx.hpp>
#include <drover/files/gzip.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/grid.hpp>
#include <drover/number/proportions.hpp>
#include <drover/populate/condition.hpp>
#include <drover/rbm/observed_row.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

CsvOptions chosen_csv(unsigned choice) { return {.separator = ",;\t|"[choice % 4]}; }

std::string line_of(const CsvRecord& record, CsvOptions csv) {
    std::string line;
    for (const std::string& field : record.fields)
        line += (&field == record.fields.data() ? "" : std::string{csv.separator}) + csv_field(field, csv);
    return line + '\n';
}

// Records survive writing and reading.
void csv(std::string_view bytes) {
    const CsvOptions csv = chosen_csv(take_choice(bytes));
    tried([&] { return parse_csv(bytes, "f.csv", csv); });
    tried([&] { return parse_headless_csv(bytes, "f.csv", {"a", "b"}, csv); });
    const auto records = tried([&] { return parse_csv_records(bytes, "f.csv", csv); });
    if (!records) return;
    for (const CsvRecord& record : *records) {
        if (record.fields.size() == 1 && record.fields.front().empty()) continue;  // a blank line
        const auto again = parse_csv_records(line_of(record, csv), "again", csv);
        require(again.size() == 1 && again.front().fields == record.fields);
    }
}

void bits(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    tried([&] { return parse_binary_csv(bytes, "f.csv"); });
    rbm::ObserveOptions options;
    if (choice % 2 == 1) options.threshold = Rational{choice % 16, 8};
    tried([&] { return rbm::parse_observed(bytes, "f.csv", options); });
}

void decimal(std::string_view text) {
    const auto number = parse_decimal(text);
    const auto exact = tried([&] { return parse_rational(text); });
    if (!number) return;
    for (const int decimals : {0, 2, 18}) to_units(*number, decimals);
    const double nearest = to_double(*number);
    const bool is_short = text.size() <= 20 && number->scale >= 0 && number->scale <= 37;
    if (exact && is_short) require(nearest == exact->to_double());
}

void grid(const std::vector<Rational>& values) {
    tried([&] { return to_grid(values); });
    const auto is_negative = [](const Rational& v) { return v.numerator() < 0; };
    const auto is_positive = [](const Rational& v) { return v.numerator() > 0; };
    if (std::any_of(values.begin(), values.end(), is_negative)) return;
    if (std::none_of(values.begin(), values.end(), is_positive)) return;
    const Proportions shares = in_proportion(values);
    require(shares.parts.size() == values.size() && shares.error_bound < 0x1p-29);
    require(
        std::any_of(shares.parts.begin(), shares.parts.end(), [](std::int64_t part) { return part > 0; }));
}

void numbers(std::string_view bytes) {
    std::vector<Rational> values;
    while (!bytes.empty() && values.size() < 8) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const std::string_view text = bytes.substr(0, end);
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
        decimal(text);
        const auto value = tried([&] { return parse_rational(text); });
        if (!value) continue;
        require(parse_rational(to_string(*value)) == *value);
        require(parse_rational(decimal_text(*value)) == *value);
        values.push_back(*value);
    }
    if (!values.empty()) grid(values);
}

void features(std::string_view bytes) {
    const auto parts = parts_of(bytes);
    const auto table = tried([&] { return parse_feature_csv(parts.front(), "f.csv"); });
    if (parts.size() < 2) return;
    const std::vector<std::string> names = table ? table->state_names : std::vector<std::string>{"a", "b"};
    const auto values = tried([&] { return parse_named_numbers(parts[1], "n.csv", names, "state"); });
    if (values) require(values->size() == names.size());
}

void gzip(std::string_view bytes) {
    require(is_gzip(bytes) == bytes.starts_with("\x1f\x8b"));
    tried([&] { return inflate_gzip(bytes, "f.gz"); });
}

void idx(std::string_view bytes) {
    const auto array = tried([&] { return parse_idx(bytes, "f.idx"); });
    if (!array) return;
    require(is_idx(bytes));
    std::size_t size = 1;
    for (const std::size_t length : array->sizes) size *= length;
    require(size == array->bytes.size() && array->item_size() * array->count() == size);
}

void condition(std::string_view bytes) {
    const auto parts = parts_of(bytes);
    const auto read = tried(
        [&] { return populate::parse_condition(parts.front(), {.file = "c.csv", .row = 1}, "households"); });
    if (!read) return;
    std::vector<std::uint8_t> truths;
    for (const populate::Comparison& comparison : read->comparisons())
        truths.push_back(tried([&] { return comparison.holds(parts.back()); }).value_or(false) ? 1 : 0);
    read->holds(truths);
    require(read->columns().size() <= truths.size());
}

}  // namespace

std::vector<Target> data_targets() {
    return {{"csv", csv},   {"bits", bits}, {"numbers", numbers},    {"features", features},
            {"gzip", gzip}, {"idx", idx},   {"condition", condition}};
}

}  // namespace drover::fuzz
