#include <algorithm>
#include <unordered_map>

#include <drover/core/number_text.hpp>
#include <drover/core/sha256.hpp>
#include <drover/number/rational.hpp>
#include <drover/report/certificate.hpp>
#include <drover/report/impl/json_node.hpp>

namespace drover {
namespace {

using impl::Json;
using impl::JsonNode;

constexpr const char* certificate_format = "drover.certificate/2";

Json certified_file_json(const CertifiedFile& file) {
    return {{"role", role_of(file)}, {"file", file.file}, {"sha256", file.sha256}};
}

Json certified_table_json(const CertifiedTable& table) {
    return {{"name", table.name}, {"columns", table.columns}, {"rows", table.rows}};
}

Json contents_json(const Certificate& certificate) {
    return {{"format", certificate_format},
            {"product", certificate.product},
            {"version", certificate.version},
            {"inputs", impl::list_json(certificate.inputs, certified_file_json)},
            {"outputs", impl::list_json(certificate.outputs, certified_file_json)},
            {"options", impl::texts_json(certificate.options)},
            {"facts", impl::texts_json(certificate.facts)},
            {"tables", impl::list_json(certificate.tables, certified_table_json)}};
}

std::string contents_digest(const Certificate& certificate) {
    return sha256(contents_json(certificate).dump(-1, ' ', false, Json::error_handler_t::replace));
}

CertifiedFile parse_certified_file(const JsonNode& node) {
    node.expect_keys({"role", "file", "sha256"});
    const auto role = node.value<std::string>("role");
    return {node.value<std::string>("file"), node.value<std::string>("sha256"), role == "table" ? "" : role};
}

CertifiedTable parse_certified_table(const JsonNode& node) {
    node.expect_keys({"name", "columns", "rows"});
    CertifiedTable table{
        node.value<std::string>("name"), node.value<std::vector<std::string>>("columns"), {}};
    node.at("columns").expect(!table.columns.empty(), "at least one column");
    node.at("rows").for_each([&](const JsonNode& row) {
        table.rows.push_back(row.value<std::vector<std::string>>());
        row.expect(table.rows.back().size() == table.columns.size(), "one text per column");
    });
    return table;
}

template <class Item, class Parse>
void parse_list(const JsonNode& node, std::vector<Item>& items, Parse&& parse) {
    node.for_each([&](const JsonNode& part) { items.push_back(parse(part)); });
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Standard input, pipes that the shell numbers, and names that are made of the contents.
bool has_no_name(const CertifiedFile& file) {
    constexpr std::size_t digits = 8;
    return file.file == "-" || file.file.starts_with("/dev/") || file.file.starts_with("/proc/") ||
           (file.sha256.size() > digits && file.file.ends_with('-' + file.sha256.substr(0, digits)));
}

// A fraction as a decimal too; texts other than numbers and plain names in quotes.
std::string shown(const std::string& text) {
    constexpr std::size_t longest = 80;
    const std::size_t bar = text.find('/');
    if (bar != std::string::npos && text.size() <= longest &&
        text.find_first_not_of("0123456789/") == std::string::npos) {
        try {
            return rounded(parse_rational(text).to_double(), 4) + " (exactly " + text + ')';
        } catch (const InputError&) {  // not a number of ours
        }
    }
    const bool is_plain =
        !text.empty() &&
        text.find_first_not_of("0123456789+-._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
            std::string::npos;
    return is_plain ? text : quoted(text);
}

// All texts after those that are skipped.
std::string listed(const std::vector<std::string>& texts, std::size_t skipped = 0) {
    std::string list;
    for (std::size_t k = skipped; k < texts.size(); ++k) list += (list.empty() ? "" : ", ") + shown(texts[k]);
    return list.empty() ? "nothing" : list;
}

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const NamedTexts& texts) {
    Rows rows;
    for (const auto& [name, text] : texts) rows.push_back({name, text});
    return rows;
}

std::string file_place(const CertifiedFile& file) {
    return role_of(file) + ' ' + quoted(base_name(file.file));
}

// Collects what differs.
class Comparison {
  public:
    void note(const std::string& place, const std::string& recorded, const std::string& found) {
        lines_.push_back(place + ": recorded " + recorded + ", found " + found);
    }
    void compare(const std::string& place, const std::string& recorded, const std::string& found) {
        if (recorded != found) note(place, shown(recorded), shown(found));
    }
    void compare_files(const std::vector<CertifiedFile>& recorded, std::vector<CertifiedFile> found);
    // By their first cells; rows of the same name in their order. Columns name the cells, "": without a name.
    void compare_rows(const std::string& place, const std::vector<std::string>& columns, const Rows& recorded,
                      const Rows& found);
    void compare_tables(const std::vector<CertifiedTable>& recorded,
                        const std::vector<CertifiedTable>& found);
    std::vector<std::string> lines() && { return std::move(lines_); }

  private:
    std::vector<std::string> lines_;
};

void Comparison::compare_files(const std::vector<CertifiedFile>& recorded, std::vector<CertifiedFile> found) {
    for (const CertifiedFile& file : recorded) {
        const auto same = std::find_if(found.begin(), found.end(),
                                       [&](const CertifiedFile& other) { return is_same_file(file, other); });
        if (same == found.end()) {
            note(file_place(file), shown(file.sha256), "none of that name");
            continue;
        }
        compare(file_place(file) + ": sha256", file.sha256, same->sha256);
        found.erase(same);
    }
    for (const CertifiedFile& file : found) note(file_place(file), "none", shown(file.sha256));
}

void Comparison::compare_rows(const std::string& place, const std::vector<std::string>& columns,
                              const Rows& recorded, const Rows& found) {
    std::unordered_map<std::string, std::vector<std::size_t>> left;  // of the found, the first one last
    for (std::size_t k = found.size(); k-- > 0;) left[found[k].front()].push_back(k);
    const auto row_place = [&](const std::string& name) {
        return place + columns.front() + ' ' + quoted(name);
    };
    std::size_t last = 0;
    for (const auto& row : recorded) {
        const std::string here = row_place(row.front());
        std::vector<std::size_t>& same = left[row.front()];
        if (same.empty()) {
            note(here, listed(row, 1), "none");
            continue;
        }
        const std::size_t k = same.back();
        same.pop_back();
        for (std::size_t j = 1; j < row.size(); ++j)
            compare(here + (columns[j].empty() ? "" : ": ") + columns[j], row[j], found[k][j]);
        if (k < last) note(here, "after " + quoted(found[last].front()), "before it");
        last = k;
    }
    for (const auto& row : found) {
        std::vector<std::size_t>& same = left[row.front()];
        if (same.empty()) continue;
        same.pop_back();
        note(row_place(row.front()), "none", listed(row, 1));
    }
}

void Comparison::compare_tables(const std::vector<CertifiedTable>& recorded,
                                const std::vector<CertifiedTable>& found) {
    compare("tables", std::to_string(recorded.size()), std::to_string(found.size()));
    for (std::size_t k = 0; k < std::min(recorded.size(), found.size()); ++k) {
        const auto& [name, columns, rows] = found[k];
        compare("table " + std::to_string(k + 1), recorded[k].name, name);
        if (recorded[k].columns == columns) {
            compare_rows(name + ": ", columns, recorded[k].rows, rows);
        } else {
            note(name + ": columns", listed(recorded[k].columns), listed(columns));
        }
    }
}

}  // namespace

std::optional<std::string> Certificate::option(const std::string& name) const {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.first == name; });
    return found == options.end() ? std::optional<std::string>{} : found->second;
}

Certificate sealed(Certificate certificate) {
    certificate.sha256 = contents_digest(certificate);
    return certificate;
}

std::string to_text(const Certificate& certificate) {
    Json json = contents_json(certificate);
    json["sha256"] = certificate.sha256;
    return impl::json_text(json);
}

Certificate parse_certificate(const std::string& text, const std::string& name) {
    const Json json = impl::parse_json(text, name);
    const JsonNode root{json, name};
    root.expect_format(certificate_format);
    root.expect_keys(
        {"format", "product", "version", "inputs", "outputs", "options", "facts", "tables", "sha256"});
    Certificate certificate;
    certificate.product = root.value<std::string>("product");
    certificate.version = root.value<std::string>("version");
    parse_list(root.at("inputs"), certificate.inputs, parse_certified_file);
    parse_list(root.at("outputs"), certificate.outputs, parse_certified_file);
    certificate.options = impl::parse_texts(root.at("options"));
    certificate.facts = impl::parse_texts(root.at("facts"));
    parse_list(root.at("tables"), certificate.tables, parse_certified_table);
    certificate.sha256 = root.value<std::string>("sha256");
    return certificate;
}

void check_product(const Certificate& certificate, const std::string& product, const std::string& name) {
    check_input(certificate.product == product, [&] {
        return Problem{
            Fault::range, {.file = name, .key = "product"}, quoted(product), quoted(certificate.product)};
    });
}

std::string role_of(const CertifiedFile& file) { return file.option.empty() ? "table" : file.option; }

bool is_same_file(const CertifiedFile& a, const CertifiedFile& b) {
    if (role_of(a) != role_of(b)) return false;
    return base_name(a.file) == base_name(b.file) ||
           (a.sha256 == b.sha256 && (has_no_name(a) || has_no_name(b)));
}

std::vector<std::string> differences(const Certificate& recorded, const Certificate& found) {
    Comparison comparison;
    const std::string digest = contents_digest(recorded);
    if (recorded.sha256 != digest)
        comparison.note("sha256 of the certificate, which was edited", shown(recorded.sha256), digest);
    comparison.compare("product", recorded.product, found.product);
    comparison.compare_files(recorded.outputs, found.outputs);
    comparison.compare_files(recorded.inputs, found.inputs);
    comparison.compare_rows("", {"option", ""}, rows_of(recorded.options), rows_of(found.options));
    comparison.compare_rows("", {"fact", ""}, rows_of(recorded.facts), rows_of(found.facts));
    comparison.compare_tables(recorded.tables, found.tables);
    return std::move(comparison).lines();
}

}  // namespace drover
