#include <algorithm>
#include <cstdlib>

#include <drover/data/csv.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {
namespace {

std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + csv_field(fields[i]);
    return line + '\n';
}

std::string long_text(const PublishedTable& table) {
    std::vector<std::string> header = table.columns;
    header.emplace_back("count");
    if (!table.errors.empty()) header.emplace_back("se");
    std::string text = csv_line(header);
    const std::size_t width = table.columns.size();
    for (std::size_t cell = 0; cell < table.cell_count(); ++cell) {
        std::vector<std::string> fields;
        for (std::size_t j = 0; j < width; ++j)
            fields.push_back(table.values[j][table.codes[cell * width + j]]);
        fields.push_back(table.counts[cell]);
        if (!table.errors.empty()) fields.push_back(table.errors[cell]);
        text += csv_line(fields);
    }
    return text;
}

std::string table_shape(const PublishedTable& table) {
    std::vector<std::string> parts;
    for (std::size_t j = 0; j < table.columns.size(); ++j)
        parts.push_back(table.columns[j] + " " + std::to_string(table.values[j].size()));
    std::string text = join(parts, " x ") + ", " + std::to_string(table.cell_count()) + " cells, total " +
                       grouped(table.total());
    if (!table.unit.empty()) text += " " + table.unit;
    if (table.unknown_count() > 0) text += ", " + std::to_string(table.unknown_count()) + " not known";
    return text;
}

std::string file_stem(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    std::string stem = slash == std::string::npos ? file : file.substr(slash + 1);
    const std::size_t point = stem.rfind('.');
    return point == std::string::npos || point == 0 ? stem : stem.substr(0, point);
}

std::string without_slashes(std::string name) {
    std::replace(name.begin(), name.end(), '/', '-');
    std::replace(name.begin(), name.end(), '\\', '-');
    return name;
}

}  // namespace

std::size_t PublishedTable::unknown_count() const {
    return static_cast<std::size_t>(std::count(counts.begin(), counts.end(), std::string{}));
}

double PublishedTable::total() const {
    double sum = 0;
    for (const std::string& count : counts) sum += count.empty() ? 0 : std::strtod(count.c_str(), nullptr);
    return sum;
}

std::string Reading::summary() const {
    std::string text = file + ": ";
    if (outcome == Outcome::refused) {
        for (const std::string& decision : decisions)
            if (decision.starts_with("encoding") || decision.starts_with("separated") ||
                decision.starts_with("sheet") || decision.starts_with("file"))
                text += decision + "; ";
        text += refusal.what + " (" + reason_name(refusal.reason) + "): " + refusal.seen + ".";
        if (!refusal.options.empty()) text += " To settle it: " + join(refusal.options, "; ") + ".";
        return text;
    }
    text += format;
    if (outcome == Outcome::microdata) {
        text += ", microdata: " + std::to_string(microdata.rows.size()) + " rows of " +
                std::to_string(microdata.columns.size()) + " columns";
        if (!microdata.identifiers.empty())
            text += "; identifiers left out: " + join(microdata.identifiers, ", ");
    }
    for (std::size_t i = 0; i < tables.size() && i < 12; ++i)
        text += (i == 0 ? ", " : "; ") + table_shape(tables[i]);
    for (const std::string& decision : decisions) text += "; " + decision;
    return text + ".";
}

std::vector<TableText> texts_of(const Reading& reading) {
    std::vector<TableText> texts;
    if (reading.outcome == Outcome::microdata) {
        std::string text = csv_line(reading.microdata.columns);
        for (const auto& row : reading.microdata.rows) text += csv_line(row);
        texts.push_back({file_stem(reading.file) + ".csv", std::move(text)});
    }
    for (const PublishedTable& table : reading.tables) {
        const bool is_single = reading.tables.size() == 1;
        texts.push_back(
            {file_stem(reading.file) + (is_single ? "" : "-" + without_slashes(table.name)) + ".csv",
             long_text(table)});
    }
    return texts;
}

const char* reason_name(Reason reason) {
    switch (reason) {
        case Reason::none:
            return "none";
        case Reason::foreign_format:
            return "foreign format";
        case Reason::several_sheets:
            return "several sheets";
        case Reason::no_header:
            return "no header";
        case Reason::time_series:
            return "time series";
        case Reason::percentages:
            return "percentages";
        case Reason::several_measures:
            return "several measures";
        case Reason::overlapping:
            return "overlapping categories";
        case Reason::repeated_cells:
            return "repeated cells";
        case Reason::groups_needed:
            return "groups needed";
        case Reason::mapping:
            return "mapping";
        case Reason::mostly_unknown:
            return "mostly unknown";
        case Reason::ambiguous_number:
            return "ambiguous numbers";
        case Reason::damaged:
            return "damaged";
        case Reason::bad_option:
            return "option does not fit";
        case Reason::unclear:
            return "unclear";
    }
    return "";
}

}  // namespace drover::read
