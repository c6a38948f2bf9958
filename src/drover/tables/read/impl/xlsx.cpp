#include <algorithm>
#include <cstdlib>
#include <map>

#include <drover/core/number_text.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/xlsx.hpp>
#include <drover/tables/read/impl/xml.hpp>
#include <drover/tables/read/impl/zip.hpp>

namespace drover::read {
namespace {

constexpr std::size_t most_columns = 16'384;  // of Excel
constexpr std::size_t most_rows = 1'048'576;
constexpr std::size_t most_cells = std::size_t{1} << 25U;

struct SheetEntry {
    std::string name;
    std::string relation;
};

std::optional<std::vector<SheetEntry>> workbook_sheets(const std::string& document) {
    std::vector<SheetEntry> sheets;
    XmlEvents events;
    events.start = [&](const std::string& name, const XmlAttributes& attributes) {
        if (name == "sheet" && !xml_attribute(attributes, "state").ends_with("idden"))
            sheets.push_back({xml_attribute(attributes, "name"), xml_attribute(attributes, "id")});
    };
    if (!parse_xml(document, events)) return {};
    return sheets;
}

std::map<std::string, std::string> workbook_relations(const std::string& document) {
    std::map<std::string, std::string> targets;
    XmlEvents events;
    events.start = [&](const std::string& name, const XmlAttributes& attributes) {
        if (name != "Relationship") return;
        std::string target = xml_attribute(attributes, "Target");
        if (target.starts_with('/'))
            target.erase(0, 1);
        else
            target = "xl/" + target;
        targets[xml_attribute(attributes, "Id")] = target;
    };
    parse_xml(document, events);
    return targets;
}

// Texts of sharedStrings.xml; phonetic guides (rPh) are no part of them.
std::optional<std::vector<std::string>> shared_strings(const std::string& document) {
    std::vector<std::string> strings;
    bool in_text = false;
    bool in_guide = false;
    XmlEvents events;
    events.start = [&](const std::string& name, const XmlAttributes&) {
        if (name == "si") strings.emplace_back();
        if (name == "rPh") in_guide = true;
        in_text = name == "t" && !in_guide;
    };
    events.end = [&](const std::string& name) {
        if (name == "rPh") in_guide = false;
        if (name == "t") in_text = false;
    };
    events.text = [&](std::string_view text) {
        if (in_text && !strings.empty()) strings.back() += text;
    };
    if (!parse_xml(document, events)) return {};
    return strings;
}

// Number formats of the cell styles that show dates.
std::vector<bool> date_styles(const std::string& document) {
    std::map<std::string, bool> custom;
    std::vector<bool> styles;
    bool in_cells = false;
    XmlEvents events;
    events.start = [&](const std::string& name, const XmlAttributes& attributes) {
        if (name == "numFmt") {
            std::string code = fold(xml_attribute(attributes, "formatCode"));
            for (std::size_t at = code.find('['); at != std::string::npos; at = code.find('[')) {
                const std::size_t close = code.find(']', at);
                code.erase(at, close == std::string::npos ? close : close - at + 1);
            }
            for (std::size_t at = code.find('"'); at != std::string::npos; at = code.find('"')) {
                const std::size_t close = code.find('"', at + 1);
                code.erase(at, close == std::string::npos ? close : close - at + 1);
            }
            custom[xml_attribute(attributes, "numFmtId")] =
                contains(code, "yy") || (contains(code, "d") && contains(code, "m"));
        }
        if (name == "cellXfs") in_cells = true;
        if (name == "xf" && in_cells) {
            const std::string id = xml_attribute(attributes, "numFmtId");
            const int number = std::atoi(id.c_str());
            styles.push_back((number >= 14 && number <= 17) || number == 22 ||
                             (custom.count(id) != 0 && custom[id]));
        }
    };
    events.end = [&](const std::string& name) {
        if (name == "cellXfs") in_cells = false;
    };
    parse_xml(document, events);
    return styles;
}

// Days since 1899-12-30 as a date. Howard Hinnant, "chrono-compatible low-level date algorithms".
std::string date_text(double serial) {
    const auto days = static_cast<long>(serial) - 25'569 + 719'468;
    const long era = days / 146'097;
    const long day_of_era = days - era * 146'097;
    const long year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const long mp = (5 * day_of_year + 2) / 153;
    const long day = day_of_year - (153 * mp + 2) / 5 + 1;
    const long month = mp < 10 ? mp + 3 : mp - 9;
    const long year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
    const auto two = [](long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(year) + '-' + two(month) + '-' + two(day);
}

struct CellPlace {
    std::size_t row = 0;
    std::size_t column = 0;
};

std::optional<CellPlace> cell_place(const std::string& reference) {
    CellPlace place;
    std::size_t i = 0;
    for (; i < reference.size() && reference[i] >= 'A' && reference[i] <= 'Z' && place.column < most_columns;
         ++i)
        place.column = place.column * 26 + static_cast<std::size_t>(reference[i] - 'A') + 1;
    for (; i < reference.size() && reference[i] >= '0' && reference[i] <= '9' && place.row <= most_rows; ++i)
        place.row = place.row * 10 + static_cast<std::size_t>(reference[i] - '0');
    if (i != reference.size() || place.row == 0 || place.column == 0 || place.row > most_rows ||
        place.column > most_columns)
        return {};
    return CellPlace{place.row - 1, place.column - 1};
}

// "276.0" and "1.5E3" as the number that they are, in shortest form.
std::string number_cell(const std::string& text) {
    if (text.find_first_of(".eE") == std::string::npos) return text;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return end == text.c_str() + text.size() ? shortest(value) : text;
}

class SheetBuilder {
  public:
    SheetBuilder(const std::vector<std::string>& strings, const std::vector<bool>& dates)
        : strings_{strings}, dates_{dates} {}

    std::optional<Grid> read(const std::string& document) {
        XmlEvents events;
        events.start = [this](const std::string& name, const XmlAttributes& attributes) {
            start(name, attributes);
        };
        events.end = [this](const std::string& name) { end(name); };
        events.text = [this](std::string_view text) {
            if (in_value_) value_ += text;
        };
        if (!parse_xml(document, events) || too_large_) return {};
        grid_.is_sheet = true;
        return std::move(grid_);
    }

  private:
    void start(const std::string& name, const XmlAttributes& attributes) {
        if (name == "row") {
            const std::string number = xml_attribute(attributes, "r");
            if (number.empty()) ++next_.row;
            next_.column = 0;
        }
        if (name == "c") {
            const auto place = cell_place(xml_attribute(attributes, "r"));
            place_ = place.value_or(CellPlace{next_.row == 0 ? 0 : next_.row - 1, next_.column});
            next_.column = place_.column + 1;
            type_ = xml_attribute(attributes, "t");
            const std::string style = xml_attribute(attributes, "s");
            const auto number = static_cast<std::size_t>(std::max(0, std::atoi(style.c_str())));
            is_date_ = !style.empty() && number < dates_.size() && dates_[number];
            value_.clear();
        }
        in_value_ = name == "v" || name == "t";
    }

    void end(const std::string& name) {
        if (name == "v" || name == "t") in_value_ = false;
        if (name != "c" || strip(value_).empty()) return;
        std::string text = value_;
        if (type_ == "s") {
            const auto index = static_cast<std::size_t>(std::max(0, std::atoi(value_.c_str())));
            text = index < strings_.size() ? strings_[index] : "";
        } else if (type_.empty() || type_ == "n") {
            text =
                is_date_ && value_.size() < 12 ? date_text(std::atof(value_.c_str())) : number_cell(value_);
        } else if (type_ == "b") {
            text = value_ == "1" ? "true" : "false";
        }
        put(std::move(text));
    }

    void put(std::string text) {
        if (grid_.rows.size() <= place_.row) grid_.rows.resize(place_.row + 1);
        GridRow& row = grid_.rows[place_.row];
        if (row.size() <= place_.column) {
            cells_ += place_.column + 1 - row.size();
            if (cells_ > most_cells) {
                too_large_ = true;
                return;
            }
            row.resize(place_.column + 1);
        }
        std::replace(text.begin(), text.end(), '\n', ' ');
        std::replace(text.begin(), text.end(), '\r', ' ');
        row[place_.column] = std::move(text);
    }

    const std::vector<std::string>& strings_;
    const std::vector<bool>& dates_;
    Grid grid_;
    CellPlace place_;
    CellPlace next_;
    std::string type_;
    std::string value_;
    bool is_date_ = false;
    bool in_value_ = false;
    bool too_large_ = false;
    std::size_t cells_ = 0;
};

}  // namespace

std::optional<std::vector<Sheet>> read_xlsx(std::string_view archive, std::size_t most) {
    const auto workbook = unzip(archive, "xl/workbook.xml", most);
    const auto relations = unzip(archive, "xl/_rels/workbook.xml.rels", most);
    if (!workbook || !relations) return {};
    const auto entries = workbook_sheets(*workbook);
    if (!entries) return {};
    const auto targets = workbook_relations(*relations);
    std::vector<std::string> strings;
    if (const auto document = unzip(archive, "xl/sharedStrings.xml", most)) {
        auto read = shared_strings(*document);
        if (!read) return {};
        strings = std::move(*read);
    }
    const auto styles = unzip(archive, "xl/styles.xml", most);
    const std::vector<bool> dates = styles ? date_styles(*styles) : std::vector<bool>{};
    std::vector<Sheet> sheets;
    for (const SheetEntry& entry : *entries) {
        const auto target = targets.find(entry.relation);
        if (target == targets.end() || !contains(target->second, "worksheets/")) continue;
        const auto document = unzip(archive, target->second, most);
        if (!document) return {};
        auto grid = SheetBuilder{strings, dates}.read(*document);
        if (!grid) return {};
        sheets.push_back({entry.name, std::move(*grid)});
    }
    return sheets;
}

}  // namespace drover::read
