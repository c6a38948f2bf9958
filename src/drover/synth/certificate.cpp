#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/json_text_detail.hpp>
#include <drover/version.hpp>

namespace drover {
namespace {

using detail::Json;

constexpr const char* certificate_format = "drover.certificate/1";

Json file_json(const CertifiedFile& file) {
    Json json{{"file", file.file}, {"sha256", file.sha256}};
    if (!file.option.empty()) json["option"] = file.option;
    return json;
}

Json table_json(const CertifiedTable& table) {
    return {
        {"name", table.name}, {"columns", table.columns}, {"l1", table.l1}, {"worst_cell", table.worst_cell}};
}

Json margins_json(const std::optional<CertifiedMargins>& margins) {
    if (!margins) return nullptr;
    return {{"steps", margins->steps}, {"positive", margins->positive}};
}

template <class T, class Convert>
Json list_json(const std::vector<T>& items, Convert&& convert) {
    Json list = Json::array();
    for (const T& item : items) list.push_back(convert(item));
    return list;
}

// What the value of a key must be.
template <class T>
struct Kind;
template <>
struct Kind<std::string> {
    static constexpr const char* name = "a text";
    static bool fits(const Json& value) { return value.is_string(); }
};
template <>
struct Kind<std::int64_t> {
    static constexpr const char* name = "a whole number";
    static bool fits(const Json& value) {
        return value.is_number_integer() &&
               (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
    }
};
template <>
struct Kind<double> {
    static constexpr const char* name = "a number";
    static bool fits(const Json& value) { return value.is_number(); }
};
template <>
struct Kind<bool> {
    static constexpr const char* name = "true or false";
    static bool fits(const Json& value) { return value.is_boolean(); }
};
template <>
struct Kind<std::vector<std::string>> {
    static constexpr const char* name = "a list of texts";
    static bool fits(const Json& value) {
        return value.is_array() &&
               std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
    }
};

// A part of the certificate, with its place for messages.
class Part {
  public:
    Part(const Json& json, std::string place) : json_{json}, place_{std::move(place)} {}

    void expect(bool holds, const char* expected) const {
        check_input(holds, [&] { return place_ + ": expected " + expected + ", got " + shown(); });
    }
    /// An object with these keys and no others.
    void expect_keys(const std::vector<std::string>& keys) const {
        expect(json_.is_object(), "an object");
        detail::check_keys(json_, keys, place_);
    }
    Part at(const char* key) const {
        expect(json_.is_object(), "an object");
        check_input(json_.contains(key),
                    [&] { return place_ + ": expected a key " + quoted(key) + ", got none"; });
        return {json_[key], place_ + ": " + key};
    }
    template <class T>
    T value() const {
        expect(Kind<T>::fits(json_), Kind<T>::name);
        return json_.get<T>();
    }
    template <class T>
    T value(const char* key) const {
        return at(key).value<T>();
    }
    bool has(const char* key) const { return json_.contains(key); }
    std::int64_t at_least(const char* key, std::int64_t lowest) const {
        const auto number = value<std::int64_t>(key);
        at(key).expect(number >= lowest, lowest == 0 ? "at least 0" : "at least 1");
        return number;
    }
    template <class Take>
    void for_each(Take&& take) const {
        expect(json_.is_array(), "a list");
        for (std::size_t i = 0; i < json_.size(); ++i)
            take(Part{json_[i], place_ + ' ' + std::to_string(i + 1)});
    }
    const Json& json() const { return json_; }

  private:
    std::string shown() const {
        const std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() <= 40 ? text : text.substr(0, 40) + "...";
    }

    const Json& json_;
    std::string place_;
};

CertifiedFile parse_file(const Part& part) {
    part.expect_keys({"file", "sha256", "option"});
    CertifiedFile file{part.value<std::string>("file"), part.value<std::string>("sha256")};
    if (part.has("option")) file.option = part.value<std::string>("option");
    return file;
}

CertifiedTable parse_table(const Part& part) {
    part.expect_keys({"name", "columns", "l1", "worst_cell"});
    return {part.value<std::string>("name"), part.value<std::vector<std::string>>("columns"),
            part.value<std::string>("l1"), part.value<std::string>("worst_cell")};
}

NamedTexts parse_options(const Part& part) {
    part.expect(part.json().is_object(), "an object");
    NamedTexts options;
    for (const auto& [key, value] : part.json().items())
        options.emplace_back(key, part.value<std::string>(key.c_str()));
    return options;
}

std::optional<CertifiedMargins> parse_margins(const Part& part) {
    if (part.json().is_null()) return {};
    part.expect_keys({"steps", "positive"});
    return CertifiedMargins{.steps = part.at_least("steps", 0), .positive = part.at_least("positive", 0)};
}

std::vector<CertifiedTable> certified_tables(const FitSummary& fit) {
    std::vector<CertifiedTable> tables;
    for (const TableFit& table : fit.tables)
        tables.push_back(
            {table.name, table.columns, to_string(table.exact.l1), to_string(table.exact.worst)});
    return tables;
}

// Whatever order they come in.
std::vector<CertifiedTable> by_name(std::vector<CertifiedTable> tables) {
    std::sort(tables.begin(), tables.end(),
              [](const CertifiedTable& a, const CertifiedTable& b) { return a.name < b.name; });
    return tables;
}

// Collects what differs.
class Comparison {
  public:
    void compare(const std::string& place, const std::string& expected, const std::string& got) {
        if (expected != got) found_.push_back(place + ": expected " + expected + ", got " + got);
    }
    void compare_tables(const CertifiedTable& expected, const CertifiedTable& got) {
        const std::string place = "table " + quoted(expected.name);
        compare(place + ": name", quoted(expected.name), quoted(got.name));
        compare(place + ": columns", listed(expected.columns), listed(got.columns));
        compare(place + ": l1", expected.l1, got.l1);
        compare(place + ": worst_cell", expected.worst_cell, got.worst_cell);
    }
    std::vector<std::string> result() && { return std::move(found_); }

  private:
    static std::string listed(const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quoted(name);
        return text;
    }

    std::vector<std::string> found_;
};

const char* truth(bool is_true) { return is_true ? "true" : "false"; }

// What no row may be, counted in the rows themselves.
void compare_rules(const Certificate& recorded, const CheckResult& found, Comparison& comparison) {
    const bool is_hard = found.zeros_are_hard.value_or(false);
    comparison.compare("zeros_are_hard", truth(recorded.zeros_are_hard), truth(is_hard));
    comparison.compare("impossible_rows", std::to_string(recorded.impossible_rows),
                       std::to_string(found.fit.impossible_rows));
    if (is_hard || recorded.zeros_are_hard)
        comparison.compare("rows in cells of count 0", "0", std::to_string(found.fit.impossible_rows));
    const std::string forbid = recorded.option("forbid").value_or("");
    const auto rules = std::count(forbid.begin(), forbid.end(), '\n') + (forbid.empty() ? 0 : 1);
    comparison.compare("combinations of --forbid", std::to_string(rules),
                       std::to_string(found.forbidden_rows.size()));
    for (const std::int64_t rows : found.forbidden_rows)
        comparison.compare("rows that --forbid rules out", "0", std::to_string(rows));
}

}  // namespace

std::optional<std::string> Certificate::option(const std::string& name) const {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.first == name; });
    return found == options.end() ? std::optional<std::string>{} : found->second;
}

Certificate certify(const Synthesis& made, std::vector<CertifiedFile> inputs, NamedTexts options,
                    const std::string& rows_file) {
    return {.version = drover::version,
            .inputs = std::move(inputs),
            .options = std::move(options),
            .row_count = made.fit.rows,
            .rows = {rows_file, made.digest},
            .unit = made.arithmetic.unit,
            .exact = made.arithmetic.exact,
            .rounding = made.arithmetic.rounding,
            .tables = certified_tables(made.fit),
            .zeros_are_hard = made.zeros_are_hard,
            .impossible_rows = made.fit.impossible_rows,
            .margins = CertifiedMargins{.steps = made.steps, .positive = made.positive_margins}};
}

std::string certificate_text(const Certificate& certificate) {
    Json options = Json::object();
    for (const auto& [name, value] : certificate.options) options[name] = value;
    const Json json{{"format", certificate_format},
                    {"version", certificate.version},
                    {"inputs", list_json(certificate.inputs, file_json)},
                    {"options", options},
                    {"row_count", certificate.row_count},
                    {"rows", file_json(certificate.rows)},
                    {"unit", certificate.unit},
                    {"exact", certificate.exact},
                    {"rounding", certificate.rounding},
                    {"tables", list_json(certificate.tables, table_json)},
                    {"zeros_are_hard", certificate.zeros_are_hard},
                    {"impossible_rows", certificate.impossible_rows},
                    {"margins", margins_json(certificate.margins)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Certificate parse_certificate(const std::string& text, const std::string& name) {
    const Json json = detail::parse_json(text, name);
    const Part whole{json, name};
    const auto format = whole.value<std::string>("format");
    check_input(format == certificate_format, [&] {
        return name + ": format: expected " + quoted(certificate_format) + ", got " + quoted(format);
    });
    whole.expect_keys({"format", "version", "inputs", "options", "row_count", "rows", "unit", "exact",
                       "rounding", "tables", "zeros_are_hard", "impossible_rows", "margins"});
    Certificate certificate;
    certificate.version = whole.value<std::string>("version");
    whole.at("inputs").for_each([&](const Part& part) { certificate.inputs.push_back(parse_file(part)); });
    certificate.options = parse_options(whole.at("options"));
    certificate.row_count = whole.at_least("row_count", 0);
    certificate.rows = parse_file(whole.at("rows"));
    certificate.unit = whole.at_least("unit", 1);
    certificate.exact = whole.value<bool>("exact");
    certificate.rounding = whole.value<double>("rounding");
    whole.at("tables").for_each([&](const Part& part) { certificate.tables.push_back(parse_table(part)); });
    certificate.zeros_are_hard = whole.value<bool>("zeros_are_hard");
    certificate.impossible_rows = whole.at_least("impossible_rows", 0);
    certificate.margins = parse_margins(whole.at("margins"));
    return certificate;
}

std::vector<std::string> differences(const Certificate& recorded, std::span<const std::string> input_digests,
                                     const CheckResult& found) {
    Comparison comparison;
    for (std::size_t k = 0; k < recorded.inputs.size(); ++k)
        comparison.compare(recorded.inputs[k].file + ": sha256", recorded.inputs[k].sha256, input_digests[k]);
    comparison.compare(recorded.rows.file + ": sha256", recorded.rows.sha256, found.digest);
    comparison.compare("rows", std::to_string(recorded.row_count), std::to_string(found.fit.rows));
    const Arithmetic& now = found.arithmetic;
    comparison.compare("unit", std::to_string(recorded.unit), std::to_string(now.unit));
    comparison.compare("exact", truth(recorded.exact), truth(now.exact));
    comparison.compare("rounding", shortest(recorded.rounding), shortest(now.rounding));
    const std::vector<CertifiedTable> expected = by_name(recorded.tables);
    const std::vector<CertifiedTable> tables = by_name(certified_tables(found.fit));
    comparison.compare("tables", std::to_string(expected.size()), std::to_string(tables.size()));
    for (std::size_t k = 0; k < std::min(expected.size(), tables.size()); ++k)
        comparison.compare_tables(expected[k], tables[k]);
    compare_rules(recorded, found, comparison);
    return std::move(comparison).result();
}

}  // namespace drover
