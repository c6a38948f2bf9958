#include <drover/core/check.hpp>
#include <drover/files/file.hpp>
#include <drover/tables/names.hpp>

#include "../cli/inputs.hpp"
#include "files.hpp"

namespace drover::cli::populate {

void describe_sample(OptionList& list, Files& files) {
    list.file("--households", files.households, "The sample: one row per household").shaping_rows();
    list.file("--persons", files.persons, "Its persons: one row each").shaping_rows();
    list.text("--id", files.id, "Column of the households' numbers, in both").typed("COLUMN").shaping_rows();
    list.text("--person-id", files.person_id, "Its name in the persons' file [default: the same]")
        .typed("COLUMN")
        .shaping_rows();
    list.file("--geography", files.geography, "Which zone lies in which larger units: one column per level")
        .shaping_rows();
    list.file("--controls", files.controls, "What is counted in which units: see docs/populate.md")
        .shaping_rows();
    list.texts("--totals", files.totals, "Totals of a level, one row per unit; may be repeated")
        .once_each()
        .typed("LEVEL=FILE")
        .shaping_rows();
    list.folder("--populationsim", files.populationsim,
                "Instead: a folder of PopulationSim, with configs/settings.yaml and data/")
        .typed("DIR")
        .shaping_rows();
    list.texts("--level", files.levels, "Column of the geography for a level that has another name there")
        .once_each()
        .typed("LEVEL=COLUMN")
        .shaping_rows()
        .for_field("levels");
    list.texts("--without", files.without, "Leave a control out; may be repeated")
        .once_each()
        .typed("CONTROL")
        .shaping_rows();
}

void describe(OptionList& list, Files& files) {
    describe_sample(list, files);
    list.text("--weight", files.weight, "Column of the households' weights [default: all weigh the same]")
        .typed("COLUMN")
        .shaping_rows();
    list.text("--area", files.area,
              "Column of households and geography: households serve zones of their own area only")
        .typed("COLUMN")
        .shaping_rows();
    list.text("--total", files.total,
              "Control of the number of households [default: one that every household counts for]")
        .typed("CONTROL")
        .shaping_rows();
    list.texts("--trust", files.trust,
               "A level that counts more, by this factor; the highest gives the number of households")
        .once_each()
        .typed("LEVEL=X")
        .shaping_rows();
    list.texts("--importance", files.importance,
               "Of controls: equal, given (as the file says), or of one CONTROL=X, above 0; may be repeated "
               "[default: "
               "equal]")
        .once_each()
        .typed("X")
        .shaping_rows();
    list.text("--separator", files.separator, "Between the fields of CSV files; one character or tab")
        .typed("C")
        .with_default()
        .shaping_rows();
}

void describe_columns(OptionList& list, Files& files) {
    list.text("--columns", files.columns,
              "Columns of the sample's households in the result, or all [default: those that controls use]")
        .typed("A,B,...")
        .shaping_rows();
    list.text("--person-columns", files.person_columns, "The same for persons")
        .typed("A,B,...")
        .shaping_rows();
}

std::pair<std::string, std::string> name_and_rest(const char* option, const std::string& text,
                                                  const char* expected) {
    const std::size_t at = text.find('=');
    check_input(at != std::string::npos && at > 0 && at + 1 < text.size(),
                [&] { return std::string{option} + ": expected " + expected + ", got " + quoted(text); });
    return {text.substr(0, at), text.substr(at + 1)};
}

namespace {

ReadOptions reading_of(const Files& files, std::uint64_t seed) {
    ReadOptions reading{.id = files.id,
                        .person_id = files.person_id,
                        .weight = files.weight,
                        .area = files.area,
                        .total = files.total,
                        .without = files.without,
                        .equal_importance = true,
                        .seed = seed,
                        .csv = csv_options(files.separator)};
    for (const std::string& text : files.levels)
        reading.levels.push_back(name_and_rest("--level", text, "LEVEL=COLUMN"));
    for (const std::string& text : files.trust) {
        const auto [level, number] = name_and_rest("--trust", text, "LEVEL=NUMBER");
        reading.trust.emplace_back(level, option_number("--trust", number));
    }
    for (const std::string& text : files.importance) {
        if (text == "given" || text == "equal") {
            reading.equal_importance = text == "equal";
            continue;
        }
        const auto [control, rest] = name_and_rest("--importance", text, "given, equal or CONTROL=NUMBER");
        const std::string& number = rest;
        const Rational value = option_number("--importance", number);
        check_input(Rational{0} < value && value < Rational{1'000'000'000'001}, [&] {
            return "--importance: expected a number above 0, at most 10^12, got " + quoted(number);
        });
        reading.importance.emplace_back(control, value);
    }
    if (!files.columns.empty()) reading.columns = parse_names("columns", files.columns);
    if (!files.person_columns.empty())
        reading.person_columns = parse_names("person_columns", files.person_columns);
    return reading;
}

void check_given(const Files& files) {
    const auto expect = [](bool holds, const char* option) {
        check_input(holds, [&] {
            return std::string{option} + ": expected it, or --populationsim DIR, got neither";
        });
    };
    expect(!files.households.empty(), "--households");
    expect(!files.id.empty(), "--id");
    expect(!files.geography.empty(), "--geography");
    expect(!files.controls.empty(), "--controls");
    expect(!files.totals.empty(), "--totals");
    FileUses uses;
    uses.inputs = input_files(files);
    check_file_uses(uses);
}

}  // namespace

std::vector<FileUse> input_files(const Files& files) {
    std::vector<FileUse> inputs{{"--households", files.households},
                                {"--persons", files.persons},
                                {"--geography", files.geography},
                                {"--controls", files.controls}};
    for (const std::string& text : files.totals)
        inputs.push_back({"--totals", name_and_rest("--totals", text, "LEVEL=FILE").second});
    inputs.push_back({"--populationsim", files.settings.file});
    std::erase_if(inputs, [](const FileUse& input) { return input.path.empty(); });
    return inputs;
}

ReadFiles read_files(const Files& given, std::uint64_t seed, const RunControl& control) {
    const Files files = given.populationsim.empty() ? given : from_populationsim(given);
    check_given(files);
    ReadOptions reading = reading_of(files, seed);
    reading.control = control;
    PinnedFiles pins;
    std::vector<std::string> texts;
    for (const FileUse& input : input_files(files)) {
        if (input.path == files.settings.file) continue;  // already read to find the others
        throw_if_stopped(control);
        texts.push_back(pins.read(input.path, input.option.substr(2)));
        for (const SettingsFile& file : files.renamed)
            if (file.file == input.path)
                texts.back() = with_renamed_columns(texts.back(), input.path, file.renamed, reading.csv);
    }
    ReadFiles result;
    result.files = pins.files();
    if (!files.settings.file.empty()) result.files.push_back(files.settings);
    std::size_t next = 0;
    const auto text = [&] {
        const std::size_t k = next++;
        const std::string& name = result.files[k].file;
        return NamedText{texts[k], name == "-" ? "standard input" : name};
    };
    Texts all;
    all.households = text();
    if (!files.persons.empty()) all.persons = text();
    all.geography = text();
    all.controls = text();
    for (const std::string& total : files.totals)
        all.totals.emplace_back(name_and_rest("--totals", total, "LEVEL=FILE").first, text());
    result.input = read_input(all, reading);
    std::string passed_over;
    for (const std::string& key : files.passed_over) passed_over += (passed_over.empty() ? "" : ", ") + key;
    if (!passed_over.empty()) result.input.notes.push_back("settings passed over: " + passed_over);
    result.given = files;
    return result;
}

}  // namespace drover::cli::populate
