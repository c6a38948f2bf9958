#include <algorithm>

#include <drover/tables/read/impl/microdata.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

bool is_person_id(const Frame& frame, const Roles& roles, std::size_t c) {
    const ColumnFacts& facts = roles.columns[c];
    const FrameColumn& column = frame.columns[c];
    const std::size_t filled = facts.filled;
    const std::size_t different = facts.distinct - (filled < frame.row_count ? 1 : 0);
    if (!column.is_numeric) return different * 2 > filled && different > 20;
    const bool is_different = different * 10 >= filled * 9;
    const bool is_first = c == 0 || (c == 1 && roles.columns[0].role == Role::row_number);
    if (!facts.is_integer) return false;
    if (is_id_name(column.name) && different * 2 > filled && !is_place_name(column.name)) return true;
    return is_different && filled > 5 && (is_first || is_id_name(column.name));
}

}  // namespace

std::string doubt_of_microdata(const Frame& frame, const Roles& roles) {
    if (frame.header_lines != 1) return "it has " + std::to_string(frame.header_lines) + " header lines";
    if (frame.block_count != 1 || frame.title_lines > 0 || frame.foot_lines > 0 || frame.heading_lines > 0)
        return "it has lines of title, notes or headings";
    if (frame.row_count < 5) return "it has " + std::to_string(frame.row_count) + " rows only";
    std::size_t columns = 0;
    std::size_t identifiers = 0;
    std::size_t repeating = 0;
    std::size_t large = 0;
    for (std::size_t c = 0; c < frame.columns.size(); ++c) {
        const ColumnFacts& facts = roles.columns[c];
        if (facts.role == Role::row_number || facts.role == Role::ignored || facts.role == Role::constant)
            continue;
        if (frame.columns[c].name.empty()) return "column " + std::to_string(c + 1) + " has no name";
        if (is_year(frame.columns[c].name) || is_time_value(frame.columns[c].name))
            return "column \"" + frame.columns[c].name + "\" is a date";
        if (is_person_id(frame, roles, c)) {
            ++identifiers;
            continue;
        }
        ++columns;
        repeating += facts.distinct * 10 <= frame.row_count * 9 ? 1 : 0;
        large += facts.is_integer && facts.median >= 100 && facts.distinct * 2 > frame.row_count ? 1 : 0;
    }
    if (columns < 2) return "it has " + std::to_string(columns) + " columns beside identifiers";
    if (identifiers > 4 && identifiers > columns / 2) return "most columns never repeat a value";
    if (columns > 8 && frame.row_count < 2 * columns) return "it has more columns than rows";
    if (repeating * 2 < columns) return "most columns never repeat a value";
    if (large * 2 > columns) return "more than half of the columns are large whole numbers";
    return {};
}

bool is_mapping(const Frame& frame, const Roles& roles) {
    std::size_t columns = 0;
    for (std::size_t c = 0; c < frame.columns.size(); ++c) {
        const ColumnFacts& facts = roles.columns[c];
        if (facts.role == Role::row_number || facts.role == Role::ignored) continue;
        const std::string& name = frame.columns[c].name;
        if (name.size() > 30 || (!is_place_name(name) && !is_id_name(name))) return false;
        if (frame.columns[c].is_numeric && !facts.is_integer) return false;
        ++columns;
    }
    return columns >= 2;
}

void read_microdata(const Frame& frame, const Roles& roles, const NumberStyle& style,
                    const ReadOptions& options, Reading& reading) {
    std::vector<std::size_t> kept;
    std::vector<std::size_t> numbered;
    Microdata& out = reading.microdata;
    for (std::size_t c = 0; c < frame.columns.size(); ++c) {
        const ColumnFacts& facts = roles.columns[c];
        if (facts.role == Role::row_number || facts.role == Role::ignored) continue;
        const auto asked = std::find_if(options.ids.begin(), options.ids.end(),
                                        [&](const auto& id) { return id.first == frame.columns[c].name; });
        const bool is_id =
            asked == options.ids.end() ? is_person_id(frame, roles, c) : asked->second != IdRule::keep;
        if (asked != options.ids.end() && asked->second == IdRule::number) numbered.push_back(c);
        if (is_id && (asked == options.ids.end() || asked->second == IdRule::leave_out)) {
            out.identifiers.push_back(column_name(frame, c));
            continue;
        }
        kept.push_back(c);
        out.columns.push_back(column_name(frame, c));
    }
    for (std::size_t r = 0; r < frame.row_count; ++r) {
        std::vector<std::string> row;
        for (const std::size_t c : kept) {
            const std::string text{strip(frame.columns[c].cells[r])};
            const NumberCell number = frame.columns[c].is_numeric && !roles.columns[c].has_leading_zeros
                                          ? read_number(text, style)
                                          : NumberCell{.type = CellType::text};
            const bool is_missing =
                text == "NA" || text == "?" || text == "N/A" || text == "NaN" || text == "nan" ||
                text == "null" ||
                std::find(options.missing.begin(), options.missing.end(), text) != options.missing.end();
            if (std::find(numbered.begin(), numbered.end(), c) != numbered.end())
                row.push_back(std::to_string(r + 1));
            else
                row.push_back(is_missing                                               ? ""
                              : number.type == CellType::number && number.flag.empty() ? number.digits
                                                                                       : text);
        }
        out.rows.push_back(std::move(row));
    }
    const auto is_of_tables = [](const std::string& line) {
        return line.starts_with("constant and left out") || line.starts_with("codes or labels of another") ||
               line.starts_with("attributes left out");
    };
    std::erase_if(reading.decisions, is_of_tables);
    reading.outcome = Outcome::microdata;
}

}  // namespace drover::read
