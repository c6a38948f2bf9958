#include <algorithm>
#include <array>

#include <drover/tables/read/impl/bytes.hpp>
#include <drover/tables/read/impl/decide.hpp>
#include <drover/tables/read/impl/eurostat.hpp>
#include <drover/tables/read/impl/json_stat.hpp>
#include <drover/tables/read/impl/px.hpp>
#include <drover/tables/read/impl/settle.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/xlsx.hpp>
#include <drover/tables/read/impl/xml.hpp>
#include <drover/tables/read/impl/zip.hpp>
#include <drover/tables/read/read.hpp>

namespace drover::read {
namespace {

constexpr std::array<std::string_view, 8> data_endings{".csv",  ".tsv",  ".txt", ".px",
                                                       ".json", ".xlsx", ".dat", ".tab"};

void read_bytes(std::string_view bytes, const ReadOptions& options, Reading& reading, bool is_inner);

void read_text_grid(const DecodedText& decoded, const ReadOptions& options, Reading& reading) {
    const bool is_tsv = is_eurostat_tsv(split_grid(decoded.text.substr(0, 4000), '\t'));
    const char separator = options.separator != 0 ? options.separator
                           : is_tsv               ? '\t'
                                                  : guess_separator(decoded.text);
    const Grid grid = split_grid(decoded.text, separator);
    reading.format = "delimited text";
    if (decoded.encoding != "UTF-8") reading.decisions.push_back("encoding " + decoded.encoding);
    if (separator != ',')
        reading.decisions.push_back(std::string{"separated by "} +
                                    (separator == '\t'  ? "tabs"
                                     : separator == ' ' ? "blanks"
                                                        : "\"" + std::string(1, separator) + "\""));
    if (is_eurostat_tsv(grid)) {
        std::size_t flagged = 0;
        if (auto cube = read_eurostat_tsv(grid, flagged)) {
            reading.format = "Eurostat TSV";
            if (flagged > 0)
                reading.decisions.push_back(std::to_string(flagged) +
                                            " counts have flags, which are cut off");
            settle(std::move(*cube), options, reading);
            return;
        }
    }
    NumberStyle style = guess_style(grid, options);
    const bool is_genesis = contains(decoded.text.substr(0, 3000), "GENESIS") ||
                            contains(decoded.text.substr(0, 3000), "Auspraegung");
    style.dash_is_zero = is_genesis;
    if (is_genesis) reading.format = "GENESIS table";
    if (style.decimal == ',') reading.decisions.emplace_back("decimal comma");
    read_grid(grid, style, options, reading);
}

void read_px_text(const DecodedText& decoded, const ReadOptions& options, Reading& reading) {
    reading.format = "PC-Axis";
    std::string problem;
    auto cube = read_px(decoded.text, problem);
    if (!cube) {
        refuse(reading, Reason::damaged, "a PC-Axis file", problem, {"download it again"});
        return;
    }
    if (decoded.encoding != "UTF-8") reading.decisions.push_back("encoding " + decoded.encoding);
    settle(std::move(*cube), options, reading);
}

void read_json(const DecodedText& decoded, const ReadOptions& options, Reading& reading) {
    JsonStat json = read_json_stat(decoded.text);
    reading.format = "JSON-stat";
    switch (json.format) {
        case JsonFormat::json_stat:
            settle(std::move(*json.cube), options, reading);
            return;
        case JsonFormat::sdmx_json:
            refuse(reading, Reason::foreign_format, "an SDMX-JSON file", "keys of SDMX-JSON",
                   {"ask the office for SDMX-CSV or JSON-stat"});
            return;
        case JsonFormat::several_data_sets:
            refuse(reading, Reason::several_sheets, "a JSON-stat file", json.problem,
                   {"save each data set as a file"});
            return;
        case JsonFormat::damaged:
            refuse(reading, Reason::damaged, "a JSON file", json.problem, {"download it again"});
            return;
        case JsonFormat::other:
            break;
    }
    const ForeignFormat foreign = foreign_format(Format::json);
    refuse(reading, Reason::foreign_format, foreign.name, "no data set of JSON-stat", {foreign.way_out});
}

// A sheet with a column of numbers below a header.
bool may_be_table(const Sheet& sheet, const ReadOptions& options) {
    Reading scratch;
    read_grid(sheet.grid, guess_style(sheet.grid, options), options, scratch);
    if (scratch.outcome != Outcome::refused) return true;
    std::size_t numbers = 0;
    for (const GridRow& row : sheet.grid.rows)
        numbers += static_cast<std::size_t>(std::count_if(
            row.begin(), row.end(), [](const std::string& cell) { return is_number(cell, {}); }));
    return numbers >= 4;
}

void read_workbook(std::string_view bytes, const ReadOptions& options, Reading& reading) {
    reading.format = "Excel workbook";
    const auto sheets = read_xlsx(bytes, options.memory);
    if (!sheets || sheets->empty()) {
        refuse(reading, Reason::damaged, "an Excel workbook (xlsx)",
               "it is damaged, encrypted or larger than {memory}", {"save it again as .xlsx or CSV"});
        return;
    }
    std::vector<std::string> names;
    std::vector<const Sheet*> chosen;
    for (const Sheet& sheet : *sheets) {
        names.push_back("\"" + sheet.name + "\"");
        if (options.sheet.empty() ? may_be_table(sheet, options) : sheet.name == options.sheet)
            chosen.push_back(&sheet);
    }
    if (!options.sheet.empty() && chosen.empty()) {
        refuse(reading, Reason::bad_option, "an Excel workbook", "its sheets are " + join(names, ", ", 30),
               {"{sheet}"});
        return;
    }
    if (chosen.size() > 1) {
        std::vector<std::string> tables;
        for (const Sheet* sheet : chosen) tables.push_back("\"" + sheet->name + "\"");
        refuse(reading, Reason::several_sheets, "an Excel workbook",
               "several sheets have numbers: " + join(tables, ", ", 30), {"{sheet} " + tables.front()});
        return;
    }
    if (chosen.empty()) {
        refuse(reading, Reason::unclear, "an Excel workbook",
               "no sheet has a table of numbers: " + join(names, ", ", 30), {"{sheet}"});
        return;
    }
    reading.decisions.push_back("sheet \"" + chosen.front()->name + "\"");
    const NumberStyle style = guess_style(chosen.front()->grid, options);
    read_grid(chosen.front()->grid, style, options, reading);
}

void read_archive(std::string_view bytes, const ReadOptions& options, Reading& reading) {
    std::vector<std::string> names;
    for (const std::string& name : zip_names(bytes)) {
        const std::string folded = fold(name);
        const bool is_data = std::any_of(data_endings.begin(), data_endings.end(),
                                         [&](std::string_view end) { return folded.ends_with(end); });
        if (options.sheet.empty() ? is_data && !contains(folded, "__macosx") : name == options.sheet)
            names.push_back(name);
    }
    if (names.size() != 1) {
        refuse(reading, Reason::several_sheets, "a zip archive",
               names.empty() ? "no file of data in it" : "it has the files " + join(names, ", ", 20),
               {"{sheet} FILE", "unpack it"});
        return;
    }
    const auto inner = unzip(bytes, names.front(), options.memory);
    if (!inner) {
        refuse(reading, Reason::damaged, "a zip archive",
               "\"" + names.front() + "\" is damaged, encrypted or larger than {memory}", {"unpack it"});
        return;
    }
    reading.decisions.push_back("file \"" + names.front() + "\" of a zip archive");
    ReadOptions inside = options;
    inside.sheet.clear();
    read_bytes(*inner, inside, reading, true);
}

std::vector<std::string> ods_sheets(std::string_view bytes, std::size_t most) {
    std::vector<std::string> names;
    const auto document = unzip(bytes, "content.xml", most);
    if (!document) return names;
    XmlEvents events;
    events.start = [&](const std::string& name, const XmlAttributes& attributes) {
        if (name == "table") names.push_back("\"" + xml_attribute(attributes, "name") + "\"");
    };
    parse_xml(*document, events);
    return names;
}

void refuse_foreign(std::string_view bytes, Format format, const ReadOptions& options, Reading& reading) {
    ForeignFormat foreign = foreign_format(format);
    std::string seen = "its first bytes";
    if (format == Format::ods) seen = "its sheets are " + join(ods_sheets(bytes, options.memory), ", ", 30);
    if (format == Format::xml && contains(fold(bytes.substr(0, 3000)), "sdmx")) {
        foreign.name = "an SDMX-ML file";
        seen = "names of SDMX in its first lines";
    }
    refuse(reading, Reason::foreign_format, foreign.name, seen, {foreign.way_out});
}

void read_bytes(std::string_view bytes, const ReadOptions& options, Reading& reading, bool is_inner) {
    if (strip(bytes).empty()) {
        refuse(reading, Reason::unclear, "an empty file", "no text", {});
        return;
    }
    const Format format = format_of(bytes);
    switch (format) {
        case Format::text:
            read_text_grid(decode(bytes, options.encoding), options, reading);
            return;
        case Format::px:
            read_px_text(decode(bytes, options.encoding), options, reading);
            return;
        case Format::json:
            read_json(decode(bytes, options.encoding), options, reading);
            return;
        case Format::xlsx:
            read_workbook(bytes, options, reading);
            return;
        case Format::zip:
            if (!is_inner) {
                read_archive(bytes, options, reading);
                return;
            }
            break;
        default:
            break;
    }
    refuse_foreign(bytes, format, options, reading);
}

}  // namespace

Reading read_published(std::string_view bytes, const std::string& name, const ReadOptions& options) {
    Reading reading;
    reading.file = name;
    read_bytes(bytes, options, reading, false);
    return reading;
}

}  // namespace drover::read
