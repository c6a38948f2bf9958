#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <sstream>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>
#include <drover/version.hpp>

namespace drover::populate {
namespace {

constexpr const char* result_role = "result";

CertifiedTable certified_fit(const Input& input, const Fit& fit) {
    CertifiedTable all{"fit", {"control", "level", "asked", "got", "absolute_error", "worst"}, {}};
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        const ControlFit& found = fit.controls[c];
        all.rows.push_back({input.controls[c].name, input.levels[input.controls[c].level].name,
                            count_text(found.asked), count_text(found.got), count_text(found.error),
                            count_text(found.worst)});
    }
    return all;
}

bool has_file(const std::vector<CertifiedFile>& files, const char* name) {
    return std::any_of(files.begin(), files.end(),
                       [&](const CertifiedFile& file) { return file.file == name; });
}

void check_outputs(const std::vector<CertifiedFile>& files, const std::string& place) {
    static constexpr std::array known{"households.csv", "persons.csv", "weights.csv", "controls_summary.csv"};
    for (const CertifiedFile& file : files) {
        check_input(
            file.option == result_role && std::find(known.begin(), known.end(), file.file) != known.end(),
            [&] {
                return place + ": outputs: expected files of drover populate with the role " +
                       "\"result\", got " + role_of(file) + ' ' + quoted(file.file);
            });
        check_input(std::count_if(files.begin(), files.end(),
                                  [&](const CertifiedFile& other) { return other.file == file.file; }) == 1,
                    [&] {
                        return Problem{Fault::repeated,
                                       {.file = place, .key = "outputs"},
                                       "each once",
                                       quoted(file.file) + " twice"};
                    });
    }
    for (const char* name : {"weights.csv", "controls_summary.csv"})
        check_input(has_file(files, name), [&] {
            return Problem{Fault::missing, {.file = place, .key = "outputs"}, quoted(name), "none"};
        });
    check_input(!has_file(files, "persons.csv") || has_file(files, "households.csv"), [&] {
        return place + R"(: outputs: expected "households.csv" beside "persons.csv", got none)";
    });
}

// The households of the result, in their order if the file has it.
Result read_result(const Input& input, const NamedText& text) {
    const std::vector<PlacedHousehold> placed = read_placed(text, input, {});
    Result made;
    for (const PlacedHousehold& one : placed) {
        made.zones.push_back(one.zone);
        made.households.push_back(one.household);
    }
    made.weights = merged(placed);
    made.fit = measure(input, made.weights);
    return made;
}

using Write = std::function<void(std::ostream&, const Input&, const Result&)>;

// How a file of the result is written.
Write writer_of(const std::string& file) {
    if (file == "households.csv") return write_households;
    if (file == "persons.csv") return write_persons;
    if (file == "weights.csv") return write_weights;
    return [](std::ostream& out, const Input& input, const Result& made) {
        write_controls_summary(out, input, made.fit);
    };
}

// The line of the first byte in which a file differs from what its households say; nothing where it does not.
std::optional<std::string> wrong_line(const std::string& file, std::string_view expected,
                                      std::string_view got) {
    if (expected == got) return {};
    const auto at = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    const auto same = static_cast<std::size_t>(at.first - expected.begin());
    const std::size_t start = same == 0 ? 0 : expected.rfind('\n', same - 1) + 1;
    const auto line = [&](std::string_view text) {
        if (start >= text.size()) return std::string{"the end"};
        constexpr std::size_t longest = 80;
        return quoted(std::string{text.substr(start, std::min(text.find('\n', start) - start, longest))});
    };
    const auto number =
        1 + std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(start), '\n');
    return file + ": line " + std::to_string(number) + ": expected " + line(expected) + ", got " + line(got);
}

}  // namespace

Certificate certify(const Input& input, const Fit& fit, std::vector<CertifiedFile> inputs, NamedTexts options,
                    std::vector<CertifiedFile> files) {
    for (CertifiedFile& file : files) file.option = result_role;
    return sealed(
        {.product = "populate",
         .version = drover::version,
         .inputs = std::move(inputs),
         .outputs = std::move(files),
         .options = std::move(options),
         .facts = {{"households", std::to_string(fit.households)}, {"persons", std::to_string(fit.persons)}},
         .tables = {certified_fit(input, fit)},
         .sha256 = {}});
}

void check_certificate(const Certificate& certificate, const std::string& name) {
    check_product(certificate, "populate", name);
    check_outputs(certificate.outputs, name);
}

Verification verify(const Certificate& recorded, const Input& input, std::vector<CertifiedFile> inputs,
                    std::span<const NamedText> texts) {
    check_input(texts.size() == recorded.outputs.size(), [&] {
        return Problem{Fault::syntax,
                       {.key = "verify"},
                       std::to_string(recorded.outputs.size()) + " texts of files",
                       std::to_string(texts.size())};
    });
    const char* rows = has_file(recorded.outputs, "households.csv") ? "households.csv" : "weights.csv";
    Result made;
    std::vector<CertifiedFile> outputs;
    std::vector<CertifiedFile> files;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const std::string& name = recorded.outputs[k].file;
        outputs.push_back({name, sha256(texts[k].text), result_role});
        files.push_back({texts[k].name, outputs.back().sha256, result_role});
        if (name == rows) made = read_result(input, texts[k]);
    }
    files.insert(files.end(), inputs.begin(), inputs.end());
    Verdict verdict = judge(recorded, certify(input, made.fit, std::move(inputs), recorded.options, outputs),
                            std::move(files));
    if (input.has_persons && has_file(outputs, "households.csv") && !has_file(outputs, "persons.csv"))
        verdict.differences.emplace_back("persons.csv: expected one beside households.csv, got none");
    if (!input.has_persons && has_file(outputs, "persons.csv"))
        verdict.differences.emplace_back("persons.csv: expected none, as the sample has no persons, got one");
    for (std::size_t k = 0; k < texts.size(); ++k) {
        std::ostringstream anew;
        writer_of(outputs[k].file)(anew, input, made);
        if (auto line = wrong_line(outputs[k].file, anew.view(), texts[k].text))
            verdict.differences.push_back(std::move(*line));
    }
    return {std::move(made.fit), std::move(verdict)};
}

}  // namespace drover::populate
