#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <drover/tables/read/impl/roles.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

ColumnFacts facts_of(const FrameColumn& column, const NumberStyle& style) {
    ColumnFacts facts;
    std::unordered_set<std::string_view> seen;
    std::vector<double> values;
    std::size_t whole = 0;
    for (const std::string& cell : column.cells) {
        const std::string_view text = strip(cell);
        seen.insert(text);
        if (text.empty()) continue;
        ++facts.filled;
        if (text.size() > 1 && text[0] == '0' &&
            text.find_first_not_of("0123456789") == std::string_view::npos)
            facts.has_leading_zeros = true;
        if (!column.is_numeric) continue;
        const NumberCell number = read_number(text, style);
        if (number.type != CellType::number) continue;
        values.push_back(number.value);
        whole += number.digits.find_first_of(".-") == std::string::npos ? 1 : 0;
    }
    facts.distinct = seen.size();
    facts.numbers = values.size();
    facts.is_integer = !values.empty() && whole == values.size();
    if (!values.empty()) {
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                         values.end());
        facts.median = values[values.size() / 2];
        facts.largest = *std::max_element(values.begin(), values.end());
    }
    facts.role = column.is_numeric ? Role::number : Role::label;
    return facts;
}

bool counts_rows(const FrameColumn& column, const NumberStyle& style) {
    double expected = 0;
    for (std::size_t r = 0; r < column.cells.size(); ++r) {
        const NumberCell cell = read_number(column.cells[r], style);
        if (cell.type != CellType::number) return false;
        if (r == 0) expected = cell.value;
        if (cell.value != expected || expected > static_cast<double>(r) + 1) return false;
        ++expected;
    }
    return true;
}

bool is_row_number_name(const std::string& name) {
    const std::string folded = fold(name);
    if (!folded.empty() && folded.find_first_not_of("0123456789") == std::string::npos) return true;
    for (const std::string_view known : {"", "rownames", "row.names", "index", "unnamed: 0", "x", "row",
                                         "row_nr", "rownum", "row_number", "...1", "#"})
        if (folded == known) return true;
    return false;
}

// Blank or marks of one or two letters.
bool has_only_marks(const FrameColumn& column) {
    return std::all_of(column.cells.begin(), column.cells.end(),
                       [](const std::string& cell) { return strip(cell).size() <= 2; });
}

bool has_short_attribute_name(const std::string& name) {
    const std::string folded = fold(name);
    for (const std::string_view known : {"status", "symbol", "note", "notes", "flag", "flags", "action",
                                         "structure", "updated", "powercode"})
        if (folded == known) return true;
    return false;
}

bool are_times_in(const FrameColumn& column) {
    std::size_t filled = 0;
    for (const std::string& cell : column.cells) {
        if (strip(cell).empty()) continue;
        ++filled;
        if (!is_time_value(cell)) return false;
    }
    return filled > 0;
}

bool is_birth_year(const std::string& name) {
    const std::string folded = fold(name);
    for (const std::string_view word : {"birth", "born", "built", "construction", "arrival", "geburt",
                                        "baujahr", "nacimiento", "naissance"})
        if (contains(folded, word)) return true;
    return false;
}

bool are_one_to_one(const FrameColumn& a, const FrameColumn& b) {
    std::unordered_map<std::string_view, std::string_view> forward;
    std::unordered_map<std::string_view, std::string_view> backward;
    for (std::size_t r = 0; r < a.cells.size(); ++r) {
        const std::string_view x = strip(a.cells[r]);
        const std::string_view y = strip(b.cells[r]);
        if (forward.emplace(x, y).first->second != y || backward.emplace(y, x).first->second != x)
            return false;
    }
    return true;
}

double letter_count(const FrameColumn& column) {
    std::size_t letters = 0;
    for (const std::string& cell : column.cells)
        for (const char c : cell)
            letters += (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 ? 1 : 0;
    return static_cast<double>(letters);
}

class RoleFinder {
  public:
    RoleFinder(Frame& frame, const NumberStyle& style, const ReadOptions& options, Reading& reading)
        : frame_{frame}, style_{style}, options_{options}, reading_{reading} {}

    Roles find() {
        for (const FrameColumn& column : frame_.columns) roles_.columns.push_back(facts_of(column, style_));
        find_ignored();
        find_sdmx();
        find_attributes();
        find_constants();
        find_times();
        find_measures();
        name_genesis_variables();
        find_twins();
        return std::move(roles_);
    }

  private:
    const FrameColumn& column(std::size_t c) const { return frame_.columns[c]; }
    ColumnFacts& facts(std::size_t c) { return roles_.columns[c]; }
    bool is_open(std::size_t c) { return facts(c).role == Role::label || facts(c).role == Role::number; }

    void note(const std::string& what, const std::vector<std::string>& names) {
        if (!names.empty()) reading_.decisions.push_back(what + ": " + join(names, ", ", 10));
    }

    void find_ignored() {
        std::vector<std::string> rows;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const bool is_asked = std::find(options_.ignore.begin(), options_.ignore.end(), column(c).name) !=
                                  options_.ignore.end();
            if (is_asked || facts(c).filled == 0) facts(c).role = Role::ignored;
            if (c == 0 && frame_.columns.size() > 2 && is_open(c) && column(c).is_numeric &&
                is_row_number_name(column(c).name) && counts_rows(column(c), style_)) {
                facts(c).role = Role::row_number;
                rows.push_back(column_name(frame_, c));
            }
        }
        note("row numbers left out", rows);
    }

    void find_sdmx() {
        const std::string first = frame_.columns.empty() ? "" : fold(column(0).name);
        roles_.is_sdmx = first == "dataflow" || first.starts_with("structure");
        if (!roles_.is_sdmx) return;
        reading_.format = "SDMX-CSV";
        bool is_after = false;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const bool is_value = fold(column(c).name).starts_with("obs_value");
            if (is_after && !is_value && !is_time_name(column(c).name) && is_open(c))
                facts(c).role = Role::attribute;
            is_after = is_after || is_value;
        }
    }

    void find_attributes() {
        std::size_t named = 0;
        for (const FrameColumn& c : frame_.columns) named += is_attribute_name(c.name) ? 1 : 0;
        std::vector<std::string> names;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            if (!is_open(c)) continue;
            const bool is_annotation = fold(column(c).name).starts_with("annotation of");
            const bool is_mark = has_short_attribute_name(column(c).name)
                                     ? has_only_marks(column(c)) || named >= 3
                                     : named >= 2 || roles_.is_sdmx;
            const bool is_code_of_all = fold(column(c).name) == "dguid";
            if (!(is_attribute_name(column(c).name) && is_mark) && !is_annotation && !is_code_of_all)
                continue;
            facts(c).role = Role::attribute;
            names.push_back(column_name(frame_, c));
        }
        note("attributes left out", names);
    }

    void find_constants() {
        std::vector<std::string> names;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            if (!is_open(c) || facts(c).distinct != 1 || frame_.row_count < 2 ||
                is_count_name(column(c).name))
                continue;
            if (column(c).is_numeric && frame_.header_lines > 1 && facts(c).numbers > 0 &&
                facts(c).median == 0)
                continue;  // a category without people
            const bool is_code_name = is_place_name(column(c).name) || is_id_name(column(c).name);
            if (column(c).is_numeric && facts(c).median == 0 && (!is_code_name || c > first_value()))
                continue;
            facts(c).role = Role::constant;
            names.push_back(column_name(frame_, c) + " (" + std::string{strip(column(c).cells.front())} +
                            ")");
        }
        note("constant and left out", names);
    }

    // The first column of numbers that is no code.
    std::size_t first_value() {
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const bool is_code_name = is_place_name(column(c).name) || is_id_name(column(c).name);
            if (column(c).is_numeric && facts(c).distinct > 1 && !is_code_name) return c;
        }
        return frame_.columns.size();
    }

    void find_times() {
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            if (!is_open(c) || !are_times_in(column(c))) continue;
            // Numbers that look like years need a name that says so, or stand in front.
            const bool is_in_front = c < 3 && facts(c).distinct > 1 && frame_.row_count > 2;
            if (column(c).is_numeric && !is_time_name(column(c).name) &&
                (!is_in_front || is_count_name(column(c).name) || is_birth_year(column(c).name)))
                continue;
            facts(c).role = Role::time;
        }
    }

    void find_measures() {
        std::vector<std::string> rates;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            if (facts(c).role != Role::number) continue;
            const std::string& name = full_name(c);
            if (name == options_.count && !name.empty()) continue;
            if (is_margin_name(name) || (!options_.moe.empty() && name == options_.moe))
                facts(c).role = has_rate_word(name) ? Role::rate : Role::margin;
            else if (is_error_name(name) || (!options_.se.empty() && name == options_.se))
                facts(c).role = Role::error;
            else if (has_rate_word(name) && !is_count_name(name))
                facts(c).role = Role::rate;
            if (facts(c).role == Role::rate) rates.push_back(column_name(frame_, c));
        }
        rate_names_ = rates;
    }

    const std::string& full_name(std::size_t c) const { return column(c).name; }

    // Flat files of GENESIS: "1_Merkmal_Label" names the variable whose values are in "1_Auspraegung_Label".
    void name_genesis_variables() {
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const std::string name = fold(column(c).name);
            const std::size_t mark = name.find("_auspraegung_label") != std::string::npos
                                         ? name.find("_auspraegung_label")
                                         : name.find("_variable_attribute_label");
            if (mark == std::string::npos) continue;
            const std::string start = name.substr(0, mark);
            for (const FrameColumn& other : frame_.columns) {
                const std::string folded = fold(other.name);
                if ((folded == start + "_merkmal_label" || folded == start + "_variable_label") &&
                    !other.cells.empty())
                    frame_.columns[c].name = std::string{strip(other.cells.front())};
            }
        }
    }

    void find_twins() {
        std::vector<std::string> names;
        for (std::size_t a = 0; a < frame_.columns.size(); ++a) {
            for (std::size_t b = a + 1; b < frame_.columns.size(); ++b) {
                if (!may_be_twins(a, b)) continue;
                if (facts(a).distinct != facts(b).distinct || facts(a).distinct < 2 ||
                    !are_one_to_one(column(a), column(b)))
                    continue;
                const bool label_first = letter_count(column(a)) >= letter_count(column(b));
                const bool keeps_first = options_.names == NameRule::labels ? label_first : !label_first;
                const std::size_t gone = keeps_first ? b : a;
                const std::size_t kept = keeps_first ? a : b;
                if (facts(gone).role == Role::time && frame_.row_count > 1) facts(kept).role = Role::time;
                facts(gone).role = Role::twin;
                facts(gone).twin = kept;
                names.push_back(column_name(frame_, gone) + " (of " + column_name(frame_, kept) + ")");
                if (gone == a) break;
            }
        }
        note("codes or labels of another column left out", names);
    }

    bool may_be_twins(std::size_t a, std::size_t b) {
        const auto is_candidate = [&](std::size_t c) { return is_open(c) || facts(c).role == Role::time; };
        if (!is_candidate(a) || !is_candidate(b)) return false;
        if (column(a).is_numeric && column(b).is_numeric &&
            (facts(a).role == Role::time) != (facts(b).role == Role::time) && frame_is_wide())
            return false;
        const auto is_code = [&](std::size_t c) {
            if (!column(c).is_numeric) return true;
            const bool is_beside_label = b == a + 1 && !(column(a).is_numeric && column(b).is_numeric);
            if (facts(c).distinct * 2 <= frame_.row_count && facts(c).filled == frame_.row_count &&
                is_beside_label && !is_count_name(column(c).name))
                return true;
            if (is_count_name(column(c).name) || has_measure_word(column(c).name)) return false;
            return is_id_name(column(c).name) || is_place_name(column(c).name) ||
                   facts(c).has_leading_zeros || facts(c).role == Role::time;
        };
        // In a small table two labels can be one to one by chance: then the names must be related.
        if (facts(a).distinct * 2 > frame_.row_count && !frame_is_wide() && !have_related_names(a, b))
            return false;
        return is_code(a) && is_code(b) && (b == a + 1 || facts(a).distinct > 5 || have_related_names(a, b));
    }

    bool frame_is_wide() {
        std::size_t numbers = 0;
        for (const ColumnFacts& f : roles_.columns) numbers += f.role == Role::number ? 1 : 0;
        return numbers >= 2;
    }

    bool have_related_names(std::size_t a, std::size_t b) const {
        const std::string x = fold(column(a).name);
        const std::string y = fold(column(b).name);
        const auto is_coded = [](const std::string& n) {
            return contains(n, "code") || contains(n, "label") || contains(n, "desc") ||
                   contains(n, "name") || contains(n, "id") || contains(n, "_0") || contains(n, "geo");
        };
        return contains(x, y) || contains(y, x) || is_coded(x) || is_coded(y);
    }

    Frame& frame_;
    const NumberStyle& style_;
    const ReadOptions& options_;
    Reading& reading_;
    Roles roles_;
    std::vector<std::string> rate_names_;
};

}  // namespace

std::vector<std::size_t> Roles::with(Role role) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].role == role) found.push_back(c);
    return found;
}

std::size_t distinct_rows(const Frame& frame, const std::vector<std::size_t>& columns) {
    std::unordered_set<std::string> seen;
    for (std::size_t r = 0; r < frame.row_count; ++r) {
        std::string row;
        for (const std::size_t c : columns) {
            row += strip(frame.columns[c].cells[r]);
            row += '\x1F';
        }
        seen.insert(std::move(row));
    }
    return seen.size();
}

bool is_key(const Frame& frame, const std::vector<std::size_t>& columns) {
    return distinct_rows(frame, columns) == frame.row_count;
}

std::string column_name(const Frame& frame, std::size_t column) {
    const std::string& name = frame.columns[column].name;
    return name.empty() ? "column " + std::to_string(column + 1) : name;
}

Roles roles_of(Frame& frame, const NumberStyle& style, const ReadOptions& options, Reading& reading) {
    return RoleFinder{frame, style, options, reading}.find();
}

}  // namespace drover::read
