#include <algorithm>
#include <array>
#include <functional>
#include <sstream>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>
#include <drover/report/impl/json_node.hpp>
#include <drover/version.hpp>

namespace drover::populate {
namespace {

using drover::impl::Json;
using drover::impl::JsonNode;
using drover::impl::RecordComparison;

constexpr const char* certificate_format = "drover.population/1";

std::vector<CertifiedControl> certified_controls(const Input& input, const Fit& fit) {
    std::vector<CertifiedControl> controls;
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        const ControlFit& found = fit.controls[c];
        controls.push_back({input.controls[c].name, input.levels[input.controls[c].level].name,
                            count_text(found.asked), count_text(found.got), count_text(found.error),
                            count_text(found.worst)});
    }
    return controls;
}

Json control_json(const CertifiedControl& one) {
    return {{"control", one.control},
            {"level", one.level},
            {"asked", one.asked},
            {"got", one.got},
            {"absolute_error", one.absolute_error},
            {"worst", one.worst}};
}

CertifiedControl parse_control(const JsonNode& part) {
    part.expect_keys({"control", "level", "asked", "got", "absolute_error", "worst"});
    const auto text = [&](const char* key) { return part.value<std::string>(key); };
    return {text("control"), text("level"),          text("asked"),
            text("got"),     text("absolute_error"), text("worst")};
}

bool has_file(const std::vector<CertifiedFile>& files, const char* name) {
    return std::any_of(files.begin(), files.end(),
                       [&](const CertifiedFile& file) { return file.file == name; });
}

void check_files(const std::vector<CertifiedFile>& files, const std::string& place) {
    static constexpr std::array known{"households.csv", "persons.csv", "weights.csv", "controls_summary.csv"};
    for (const CertifiedFile& file : files) {
        check_input(std::find(known.begin(), known.end(), file.file) != known.end(), [&] {
            return place + ": files: expected names of files of drover populate, got " + quoted(file.file);
        });
        check_input(
            std::count_if(files.begin(), files.end(),
                          [&](const CertifiedFile& other) { return other.file == file.file; }) == 1,
            [&] { return place + ": files: expected each once, got " + quoted(file.file) + " twice"; });
    }
    for (const char* name : {"weights.csv", "controls_summary.csv"})
        check_input(has_file(files, name),
                    [&] { return place + ": files: expected " + quoted(name) + ", got none"; });
    check_input(!has_file(files, "persons.csv") || has_file(files, "households.csv"), [&] {
        return place + R"(: files: expected "households.csv" beside "persons.csv", got none)";
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

// The line of the first byte in which they differ.
void compare_lines(const std::string& file, std::string_view expected, std::string_view got,
                   RecordComparison& comparison) {
    if (expected == got) return;
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
    comparison.note(file + ": line " + std::to_string(number) + ": expected " + line(expected) + ", got " +
                    line(got));
}

void compare_controls(const std::vector<CertifiedControl>& expected, const std::vector<CertifiedControl>& got,
                      RecordComparison& comparison) {
    comparison.compare("controls", std::to_string(expected.size()), std::to_string(got.size()));
    for (std::size_t c = 0; c < std::min(expected.size(), got.size()); ++c) {
        const CertifiedControl& one = expected[c];
        const CertifiedControl& now = got[c];
        const std::string place = "control " + quoted(one.control) + ": ";
        comparison.compare(place + "name", quoted(one.control), quoted(now.control));
        comparison.compare(place + "level", quoted(one.level), quoted(now.level));
        comparison.compare(place + "asked", one.asked, now.asked);
        comparison.compare(place + "got", one.got, now.got);
        comparison.compare(place + "absolute_error", one.absolute_error, now.absolute_error);
        comparison.compare(place + "worst", one.worst, now.worst);
    }
}

}  // namespace

Certificate certify(const Input& input, const Fit& fit, std::vector<CertifiedFile> inputs, NamedTexts options,
                    std::vector<CertifiedFile> files) {
    return {.version = drover::version,
            .inputs = std::move(inputs),
            .options = std::move(options),
            .files = std::move(files),
            .households = fit.households,
            .persons = fit.persons,
            .controls = certified_controls(input, fit)};
}

std::string certificate_text(const Certificate& certificate) {
    return drover::impl::json_text(
        {{"format", certificate_format},
         {"version", certificate.version},
         {"inputs", drover::impl::list_json(certificate.inputs, drover::impl::file_json)},
         {"options", drover::impl::texts_json(certificate.options)},
         {"files", drover::impl::list_json(certificate.files, drover::impl::file_json)},
         {"households", certificate.households},
         {"persons", certificate.persons},
         {"controls", drover::impl::list_json(certificate.controls, control_json)}});
}

bool is_certificate(const std::string& text, const std::string& name) {
    const Json json = drover::impl::parse_json(text, name);
    return json.is_object() && json.contains("format") && json["format"].is_string() &&
           json["format"].get<std::string>().starts_with("drover.population/");
}

Certificate parse_certificate(const std::string& text, const std::string& name) {
    const Json json = drover::impl::parse_json(text, name);
    const JsonNode whole{json, name};
    whole.expect_format(certificate_format);
    whole.expect_keys(
        {"format", "version", "inputs", "options", "files", "households", "persons", "controls"});
    Certificate certificate;
    certificate.version = whole.value<std::string>("version");
    whole.at("inputs").for_each(
        [&](const JsonNode& part) { certificate.inputs.push_back(drover::impl::parse_file(part)); });
    certificate.options = drover::impl::parse_texts(whole.at("options"));
    whole.at("files").for_each(
        [&](const JsonNode& part) { certificate.files.push_back(drover::impl::parse_file(part)); });
    check_files(certificate.files, name);
    certificate.households = whole.at_least("households", 0);
    certificate.persons = whole.at_least("persons", 0);
    whole.at("controls").for_each([&](const JsonNode& part) {
        certificate.controls.push_back(parse_control(part));
    });
    return certificate;
}

Verification verify(const Certificate& recorded, const Input& input,
                    std::span<const std::string> input_digests, std::span<const NamedText> texts) {
    drover::impl::check_one_each("verify", "digests of inputs", recorded.inputs.size(), input_digests.size());
    drover::impl::check_one_each("verify", "texts of files", recorded.files.size(), texts.size());
    RecordComparison comparison;
    for (std::size_t k = 0; k < recorded.inputs.size(); ++k)
        comparison.compare(recorded.inputs[k].file + ": sha256", recorded.inputs[k].sha256, input_digests[k]);
    const char* rows = has_file(recorded.files, "households.csv") ? "households.csv" : "weights.csv";
    comparison.compare("persons.csv",
                       input.has_persons && has_file(recorded.files, "households.csv") ? "one" : "none",
                       has_file(recorded.files, "persons.csv") ? "one" : "none");
    Result made;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        comparison.compare(recorded.files[k].file + ": sha256", recorded.files[k].sha256,
                           sha256(texts[k].text));
        if (recorded.files[k].file == rows) made = read_result(input, texts[k]);
    }
    comparison.compare("households", std::to_string(recorded.households),
                       std::to_string(made.fit.households));
    comparison.compare("persons", std::to_string(recorded.persons), std::to_string(made.fit.persons));
    compare_controls(recorded.controls, certified_controls(input, made.fit), comparison);
    for (std::size_t k = 0; k < texts.size(); ++k) {
        std::ostringstream anew;
        writer_of(recorded.files[k].file)(anew, input, made);
        compare_lines(recorded.files[k].file, anew.view(), texts[k].text, comparison);
    }
    return {std::move(made.fit), std::move(comparison).result()};
}

}  // namespace drover::populate
