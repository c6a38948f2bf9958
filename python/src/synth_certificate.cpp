#include <algorithm>
#include <sstream>

#include <drover/core/sha256.hpp>
#include <drover/synth/certificate.hpp>

#include "bindings.hpp"
#include "findings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

using namespace drover::synth;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::map<std::string, std::int32_t> trust_of(const std::string& text) {
    std::map<std::string, std::int32_t> trust;
    for (const std::string& line : lines_of(text)) {
        const std::size_t at = std::min(line.rfind('='), line.size());
        const Rational times = exact_number("trust", at < line.size() ? line.substr(at + 1) : "");
        check_input(times.denominator() == 1 && times.numerator() >= 1 && times.numerator() <= 100,
                    [&] { return "trust: expected an integer from 1 to 100, got " + quoted(line); });
        trust[line.substr(0, at)] = static_cast<std::int32_t>(times.numerator());
    }
    return trust;
}

// What a certificate says about how rows are measured.
CheckOptions check_options(const Certificate& certificate) {
    const auto text = [&](const char* name) { return certificate.option(name).value_or(""); };
    CheckOptions options{.cells = true};
    if (!text("where").empty()) options.where = parse_values("where", text("where"));
    for (const std::string& line : lines_of(text("forbid")))
        options.forbid.push_back(parse_values("forbid", line));
    options.targets.trust = trust_of(text("trust"));
    if (!text("total").empty()) options.targets.total = exact_number("total", text("total"));
    const std::string zeros = text("zeros");
    options.zeros = choose(zero_choices, zeros.empty() ? "auto" : zeros, "zeros");
    return options;
}

// A text that was read: a file as it was, or a frame as CSV; and the option that it was given by.
struct Given {
    TableText text;
    std::string option;
    bool is_frame = false;

    // The verdict tells frames from files.
    CertifiedFile accepted() const {
        const std::string what = option.empty() ? "table" : option;
        return {text.file, sha256(text.text), is_frame ? what + " as CSV" : option};
    }
};
using PyGiven = std::tuple<TableText, std::string, bool>;

// All that is compared.
struct Claim {
    std::string certificate;
    std::string place;
    Given rows;
    std::vector<Given> inputs;
    InputOptions options;
};

CheckResult verified(const Claim& claim, Course& course) {
    const Certificate certificate = parse_certificate(claim.certificate, claim.place);
    check_certificate(certificate, claim.place);
    std::vector<TableText> tables;
    std::vector<CertifiedFile> files;
    for (const Given& input : claim.inputs) {
        if (input.option.empty()) tables.push_back(input.text);
        files.push_back({input.text.file, sha256(input.text.text), input.option});
    }
    tables = in_certified_order(tables, certificate, claim.place);
    CheckOptions how = check_options(certificate);
    how.csv = claim.options.csv;
    how.control = course.control();
    CheckResult found = check(claim.rows.text, tables_of(tables, claim.options), how);
    found.verdict = verify(certificate, files, found, claim.rows.text.file);
    found.verdict->accepted_files = {claim.rows.accepted()};
    for (const Given& input : claim.inputs) found.verdict->accepted_files.push_back(input.accepted());
    return found;
}

Given given_of(const PyGiven& given) {
    const auto& [text, option, is_frame] = given;
    return {text, option, is_frame};
}

}  // namespace

void bind_verify(nb::module_& module) {
    module.def(
        "certificate_options",
        [](const std::string& text, const std::string& place) {
            return parse_certificate(text, place).options;
        },
        nb::arg("certificate"), nb::arg("place"), "The options of a certificate, by their names.");
    module.def(
        "sealed_certificate",
        [](const std::string& text) { return to_text(sealed(parse_certificate(text, "certificate"))); },
        nb::arg("certificate"), "A certificate of other contents, with their digest.");
    module.def(
        "verify",
        [](const std::string& certificate, const std::string& place, const PyGiven& rows,
           const std::vector<PyGiven>& inputs, const InputOptions& options, const nb::object& progress) {
            Claim claim{certificate, place, given_of(rows), {}, options};
            for (const PyGiven& input : inputs) claim.inputs.push_back(given_of(input));
            return followed(progress, [claim = std::move(claim)](Course& course) {
                return texts_of(verified(claim, course));
            });
        },
        nb::arg("certificate"), nb::arg("place"), nb::arg("rows"), nb::arg("inputs"), nb::arg("options"),
        nb::arg("progress").none(), "What check_columns gives, with a verdict on a certificate.");
}

}  // namespace drover::python
