#include <algorithm>
#include <filesystem>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

#include "certificate_check.hpp"

namespace drover::cli {
namespace {

namespace fs = std::filesystem;

std::string bare_name(const std::string& path) { return fs::path{path}.filename().string(); }

// Collects what differs.
class Comparison {
  public:
    void compare(const std::string& place, const std::string& expected, const std::string& got) {
        if (expected != got) found_.push_back(place + ": expected " + expected + ", got " + got);
    }
    void compare_files(const CertifiedFile& expected, const CertifiedFile& got) {
        compare(expected.file + ": sha256", expected.sha256, got.sha256);
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

}  // namespace

std::string locate(const std::string& recorded, const std::string& certificate_path) {
    const fs::path folder = fs::path{certificate_path}.parent_path();
    std::error_code ignored;
    for (const fs::path& path : {fs::path{recorded}, folder / recorded, folder / bare_name(recorded)})
        if (fs::exists(path, ignored)) return path.string();
    throw IoError(certificate_path + ": cannot find " + quoted(recorded) +
                  ", neither at its recorded path nor beside the certificate");
}

std::vector<std::string> in_certified_order(const std::vector<std::string>& files,
                                            const Certificate& certificate,
                                            const std::string& certificate_path) {
    std::vector<std::string> rest = files;
    std::vector<std::string> ordered;
    for (const CertifiedFile& input : certificate.inputs) {
        const auto found = std::find_if(rest.begin(), rest.end(), [&](const std::string& file) {
            return bare_name(file) == bare_name(input.file);
        });
        check_input(found != rest.end(), [&] {
            return certificate_path + ": expected the table file " + quoted(bare_name(input.file)) +
                   ", got none of that name";
        });
        ordered.push_back(*found);
        rest.erase(found);
    }
    check_input(rest.empty(), [&] {
        return certificate_path + ": expected only the table files it names, got " +
               drover::quoted(rest.front());
    });
    return ordered;
}

Certificate recomputed(const Certificate& recorded, const std::vector<std::string>& inputs,
                       const Reference& reference, const RowFacts& facts) {
    Certificate found = recorded;
    for (std::size_t k = 0; k < inputs.size(); ++k) found.inputs[k].sha256 = file_digest(inputs[k]);
    found.rows.sha256 = facts.digest;
    found.row_count = facts.fit.rows;
    found.unit = reference.targets.moments.total;
    found.exact = reference.targets.exact;
    found.rounding = reference.targets.rounding;
    std::vector<TableError> errors;
    for (const TableFit& table : facts.fit.tables) errors.push_back(table.exact);
    found.tables = certified_tables(reference.schema, reference.names, reference.targets, errors);
    return found;
}

std::vector<std::string> differences(const Certificate& recorded, const Certificate& found) {
    Comparison comparison;
    for (std::size_t k = 0; k < recorded.inputs.size(); ++k)
        comparison.compare_files(recorded.inputs[k], found.inputs[k]);
    comparison.compare_files(recorded.rows, found.rows);
    comparison.compare("rows", std::to_string(recorded.row_count), std::to_string(found.row_count));
    comparison.compare("unit", std::to_string(recorded.unit), std::to_string(found.unit));
    comparison.compare("exact", recorded.exact ? "true" : "false", found.exact ? "true" : "false");
    comparison.compare("rounding", shortest(recorded.rounding), shortest(found.rounding));
    comparison.compare("tables", std::to_string(recorded.tables.size()), std::to_string(found.tables.size()));
    for (std::size_t k = 0; k < std::min(recorded.tables.size(), found.tables.size()); ++k)
        comparison.compare_tables(recorded.tables[k], found.tables[k]);
    return std::move(comparison).result();
}

}  // namespace drover::cli
