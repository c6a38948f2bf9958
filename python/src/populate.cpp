#include <nanobind/stl/map.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include <drover/core/sha256.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>
#include <drover/populate/job.hpp>
#include <drover/populate/populationsim.hpp>

#include "job.hpp"

namespace drover::python {
namespace {

using namespace drover::populate;

// Households for zones, and what they were made from.
struct MadePopulation {
    std::shared_ptr<const Input> input;
    Result made;
    std::vector<CertifiedFile> inputs;
};

template <class Write, class... What>
std::string written(Write write, const What&... what) {
    std::ostringstream text;
    write(text, what...);
    return std::move(text).str();
}

// Texts of Python's that stay while the library looks at them.
struct PopulationSources {
    TableText households;
    std::optional<TableText> persons;
    TableText geography;
    TableText controls;
    std::vector<std::pair<std::string, TableText>> totals;

    Texts texts() const {
        const auto named = [](const TableText& text) { return NamedText{text.text, text.file}; };
        Texts all{
            .households = named(households), .geography = named(geography), .controls = named(controls)};
        if (persons) all.persons = named(*persons);
        for (const auto& [level, text] : totals) all.totals.emplace_back(level, named(text));
        return all;
    }
    std::vector<CertifiedFile> files() const {
        std::vector<CertifiedFile> files;
        const auto add = [&](const TableText& text, const char* option) {
            files.push_back({text.file, sha256(text.text), option});
        };
        add(households, "households");
        if (persons) add(*persons, "persons");
        add(geography, "geography");
        add(controls, "controls");
        for (const auto& [level, text] : totals) add(text, "totals");
        return files;
    }
};

MadePopulation populate(const PopulationSources& sources, const ReadOptions& reading,
                        const std::vector<std::string>& notes, std::int64_t repair, double pull,
                        const LongRun& run, const NamedTexts& texts) {
    return followed(run.watcher(), [=, plan = run.plan](Course& course) {
        ThreadPool pool{plan.threads};
        ReadOptions how = reading;
        how.control = course.control();
        auto input = std::make_shared<Input>(read_input(sources.texts(), how));
        input->notes.insert(input->notes.end(), notes.begin(), notes.end());
        const JobKind kind{.identity = {.product = "populate", .inputs = sources.files(), .options = texts},
                           .unit = "households",
                           .checkpoint_every = 1'000'000};
        populate::Job job{*input,
                          {.repair_passes = repair,
                           .pull = pull,
                           .memory = plan.memory,
                           .control = course.control(),
                           .pool = &pool}};
        python::run(job, kind, plan, course);
        return MadePopulation{input, job.result(), kind.identity.inputs};
    });
}

// Computes the digest of what is written, and passes it on to a file if there is one.
class DigestedFile : public std::streambuf {
  public:
    explicit DigestedFile(const std::string& path) : path_{path} {
        if (!path.empty()) file_.open(path, std::ios::binary);
    }

    // SHA-256 of all that was written. Throws IoError if some of it is not in the file.
    std::string finish() {
        if (!path_.empty()) file_.close();
        if (!file_) throw IoError(path_, "cannot write", errno);
        return digest_.hex();
    }

  protected:
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        digest_.add({bytes, static_cast<std::size_t>(count)});
        if (!path_.empty()) file_.write(bytes, count);
        return file_ ? count : 0;
    }
    int_type overflow(int_type c) override {
        const char byte = traits_type::to_char_type(c);
        return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
    }

  private:
    std::string path_;
    std::ofstream file_;
    Sha256 digest_;
};

void write_part(const std::string& name, const MadePopulation& found, std::ostream& out) {
    if (name == "households.csv") return write_households(out, *found.input, found.made);
    if (name == "persons.csv") return write_persons(out, *found.input, found.made);
    if (name == "weights.csv") return write_weights(out, *found.input, found.made);
    write_controls_summary(out, *found.input, found.made.fit);
}

std::string write_file(std::shared_ptr<MadePopulation> found, const std::string& name,
                       const std::string& path) {
    return asked(std::move(found), [name, path](const MadePopulation& all) {
        DigestedFile file{path};
        std::ostream out{&file};
        write_part(name, all, out);
        return file.finish();
    });
}

// A file of the result, as a method of Python's.
template <class Write>
auto texts_by(Write write) {
    return [write](std::shared_ptr<MadePopulation> found) {
        return asked(std::move(found),
                     [write](const MadePopulation& all) { return written(write, *all.input, all.made); });
    };
}

std::string json(const MadePopulation& found) {
    Report report;
    report.add("format", "", "drover.populate/1");
    add_result(report, *found.input, found.made);
    return written([](std::ostream& out, const Report& all) { write_json(out, all); }, report);
}

std::vector<CertifiedFile> certified(const NamedTexts& files) {
    std::vector<CertifiedFile> all;
    for (const auto& [file, digest] : files) all.push_back({file, digest});
    return all;
}

std::string html(const MadePopulation& found, const std::string& title, const NamedTexts& options,
                 NamedTexts digests) {
    for (const CertifiedFile& file : found.inputs) digests.emplace_back(file.file, file.sha256);
    return to_html(*found.input, found.made.fit,
                   {.title = title,
                    .course = found.made.course,
                    .notes = found.made.notes,
                    .options = options,
                    .digests = std::move(digests)});
}

std::vector<std::pair<std::string, Rational>> exact_numbers(
    const char* what, const std::vector<std::pair<std::string, std::string>>& texts) {
    std::vector<std::pair<std::string, Rational>> numbers;
    for (const auto& [name, text] : texts) numbers.emplace_back(name, exact_number(what, text));
    return numbers;
}

// A part of settings.yaml, as a reader of YAML gives it to Python: texts, lists and dicts.
SettingsNode settings_node(const nb::handle& value, int& left) {
    check_input(--left > 0, [] {
        return "settings: expected at most " + std::to_string(max_settings_parts) + " of them, got more";
    });
    SettingsNode node;
    if (nb::isinstance<nb::str>(value)) {
        node.kind = SettingsNode::Kind::text;
        node.text = nb::cast<std::string>(value);
    } else if (nb::isinstance<nb::list>(value)) {
        node.kind = SettingsNode::Kind::list;
        for (const nb::handle part : nb::borrow<nb::list>(value))
            node.values.push_back(settings_node(part, left));
    } else if (nb::isinstance<nb::dict>(value)) {
        node.kind = SettingsNode::Kind::keys;
        for (const auto& [key, part] : nb::borrow<nb::dict>(value)) {
            node.keys.push_back(nb::isinstance<nb::str>(key) ? nb::cast<std::string>(key) : "");
            node.values.push_back(settings_node(part, left));
        }
    }
    return node;
}

// A text with the columns of its header renamed as settings say.
TableText renamed(const SettingsFile& file, const std::string& text) {
    return {file.file, with_renamed_columns(text, file.file, file.renamed)};
}

void bind_folder(nb::module_& module) {
    nb::class_<SettingsFile>(module, "SettingsFile", "A file of a folder of PopulationSim.")
        .def(nb::init<>())
        .def_rw("file", &SettingsFile::file)
        .def(
            "renamed",
            [](const SettingsFile& file, const TableText& text) { return renamed(file, text.text); },
            nb::arg("text"), "The text with its columns renamed as the settings say.");
    nb::class_<PopulationSimFolder>(module, "PopulationSimFolder", "What a folder of PopulationSim holds.")
        .def_ro("households", &PopulationSimFolder::households)
        .def_ro("persons", &PopulationSimFolder::persons)
        .def_ro("geography", &PopulationSimFolder::geography)
        .def_ro("totals", &PopulationSimFolder::totals)
        .def_ro("controls", &PopulationSimFolder::controls)
        .def_ro("id", &PopulationSimFolder::id)
        .def_ro("weight", &PopulationSimFolder::weight)
        .def_ro("area", &PopulationSimFolder::area)
        .def_ro("total", &PopulationSimFolder::total)
        .def_ro("passed_over", &PopulationSimFolder::passed_over);
    module.def("populationsim_settings", &populationsim_settings, nb::arg("folder"));
    module.def(
        "read_populationsim",
        [](const std::string& folder, const nb::object& settings) {
            int left = max_settings_parts;
            return read_populationsim(folder, settings_node(settings, left));
        },
        nb::arg("folder"), nb::arg("settings"),
        "What the settings of a folder say, read as texts, lists and dicts.");
}

void bind_reading(nb::module_& module) {
    nb::class_<ReadOptions>(module, "PopulationReading", "How a sample, controls and totals are read.")
        .def(nb::init<>())
        .def_rw("id", &ReadOptions::id)
        .def_rw("person_id", &ReadOptions::person_id)
        .def_rw("weight", &ReadOptions::weight)
        .def_rw("levels", &ReadOptions::levels)
        .def_rw("area", &ReadOptions::area)
        .def_rw("total", &ReadOptions::total)
        .def_rw("without", &ReadOptions::without)
        .def_rw("equal_importance", &ReadOptions::equal_importance)
        .def_rw("columns", &ReadOptions::columns, nb::arg().none())
        .def_rw("person_columns", &ReadOptions::person_columns, nb::arg().none())
        .def_rw("seed", &ReadOptions::seed)
        .def("set_trust", [](ReadOptions& reading,
                             const NamedTexts& numbers) { reading.trust = exact_numbers("trust", numbers); })
        .def("set_importance", [](ReadOptions& reading, const NamedTexts& numbers) {
            reading.importance = exact_numbers("importance", numbers);
        });
}

}  // namespace

void bind_populate(nb::module_& module) {
    bind_folder(module);
    bind_reading(module);
    nb::class_<PopulationSources>(module, "PopulationSources", "The texts that a population is made from.")
        .def(nb::init<TableText, std::optional<TableText>, TableText, TableText,
                      std::vector<std::pair<std::string, TableText>>>(),
             nb::arg("households"), nb::arg("persons").none(), nb::arg("geography"), nb::arg("controls"),
             nb::arg("totals"));
    nb::class_<MadePopulation>(module, "MadePopulation", "Households for zones, and how well they fit.")
        .def_prop_ro("zone", [](const MadePopulation& found) { return found.input->levels.front().name; })
        .def_prop_ro("levels",
                     [](const MadePopulation& found) {
                         std::vector<std::string> names;
                         for (const InputLevel& level : found.input->levels) names.push_back(level.name);
                         return names;
                     })
        .def_prop_ro("id", [](const MadePopulation& found) { return found.input->id; })
        .def_prop_ro("has_persons", [](const MadePopulation& found) { return found.input->has_persons; })
        .def("households", texts_by(write_households))
        .def("persons", texts_by(write_persons))
        .def("weights", texts_by(write_weights))
        .def("summary",
             [](const MadePopulation& f) { return written(write_controls_summary, *f.input, f.made.fit); })
        .def("text",
             [](const MadePopulation& f) { return written(write_control_table, *f.input, f.made.fit); })
        .def("write", write_file, nb::arg("name"), nb::arg("path"),
             "Writes a file of the result, or none for an empty path; returns its SHA-256.")
        .def("json", json)
        .def("html", html, nb::arg("title"), nb::arg("options"), nb::arg("digests"))
        .def(
            "certificate",
            [](const MadePopulation& found, const NamedTexts& options, const NamedTexts& files,
               const std::map<std::string, std::string>& renamed) {
                std::vector<CertifiedFile> inputs = found.inputs;
                for (CertifiedFile& input : inputs) {
                    const auto name = renamed.find(input.file);
                    if (name != renamed.end()) input.file = name->second;
                }
                return to_text(
                    certify(*found.input, found.made.fit, std::move(inputs), options, certified(files)));
            },
            nb::arg("options"), nb::arg("files"), nb::arg("renamed"),
            "Inputs are called otherwise, as `renamed` says.");
    module.def("populate", populate, nb::arg("sources"), nb::arg("reading"), nb::arg("notes"),
               nb::arg("repair"), nb::arg("pull"), nb::arg("run"), nb::arg("texts"),
               "Households of a sample for every zone.");
}

}  // namespace drover::python
