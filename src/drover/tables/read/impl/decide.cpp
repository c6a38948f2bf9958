#include <algorithm>
#include <unordered_set>

#include <drover/tables/read/impl/decide.hpp>
#include <drover/tables/read/impl/layout.hpp>
#include <drover/tables/read/impl/long_table.hpp>
#include <drover/tables/read/impl/microdata.hpp>
#include <drover/tables/read/impl/settle.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/wide_table.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

void keep_rows(Frame& frame, const std::vector<bool>& keep) {
    for (FrameColumn& column : frame.columns) {
        std::vector<std::string> kept;
        for (std::size_t r = 0; r < frame.row_count; ++r)
            if (keep[r]) kept.push_back(std::move(column.cells[r]));
        column.cells = std::move(kept);
    }
    frame.row_count = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), true));
}

class Decider {
  public:
    Decider(Frame frame, const NumberStyle& style, const ReadOptions& options, Reading& reading)
        : frame_{std::move(frame)}, style_{style}, options_(options), reading_{reading} {}

    void run() {
        for (std::string& note : frame_.notes) reading_.decisions.push_back(std::move(note));
        if (!has_known_columns()) return;
        fill_down();
        roles_ = roles_of(frame_, style_, options_, reading_);
        if (!apply_where()) return;
        switch (options_.kind) {
            case Kind::microdata:
                read_microdata(frame_, roles_, style_, options_, reading_);
                return;
            case Kind::long_table:
                read_as_long();
                return;
            case Kind::wide:
            case Kind::crosstab:
                read_as_wide();
                return;
            case Kind::automatic:
                break;
        }
        guess();
    }

  private:
    // Rows chosen by columns that will be no variables; the others are chosen in settle().
    bool apply_where() {
        std::vector<Where> later;
        for (Where where : options_.where) {
            const auto found =
                std::find_if(frame_.columns.begin(), frame_.columns.end(),
                             [&](const FrameColumn& c) { return fold(c.name) == fold(where.column); });
            if (found == frame_.columns.end()) {
                later.push_back(where);
                continue;
            }
            auto c = static_cast<std::size_t>(found - frame_.columns.begin());
            const auto row =
                std::find_if(found->cells.begin(), found->cells.end(),
                             [&](const std::string& cell) { return strip(cell) == strip(where.value); });
            if (row == found->cells.end()) {
                refuse(reading_, Reason::bad_option, reading_.format,
                       "column \"" + where.column + "\" has no value \"" + where.value + "\"", {"{where}"});
                return false;
            }
            if (roles_.columns[c].role == Role::twin) {
                c = roles_.columns[c].twin;
                where = {column_name(frame_, c),
                         frame_.columns[c].cells[static_cast<std::size_t>(row - found->cells.begin())]};
            }
            const Role role = roles_.columns[c].role;
            if (role == Role::label || role == Role::time || role == Role::number)
                later.push_back(where);
            else if (role != Role::constant)
                choose_rows(c, where);
        }
        options_.where = later;
        return true;
    }

    void choose_rows(std::size_t c, const Where& where) {
        std::vector<bool> keep;
        for (const std::string& cell : frame_.columns[c].cells)
            keep.push_back(strip(cell) == strip(where.value));
        keep_rows(frame_, keep);
        reading_.decisions.push_back("only rows with " + where.column + " = " + where.value);
        roles_ = roles_of(frame_, style_, options_, reading_);
    }

    // In a wide file only the key becomes variables.
    void choose_rows_beside_key() {
        const std::vector<Where> asked = options_.where;
        for (const Where& where : asked) {
            const auto key = row_key(frame_, roles_, options_);
            for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
                if (fold(frame_.columns[c].name) != fold(where.column) ||
                    std::find(key.begin(), key.end(), c) != key.end())
                    continue;
                std::erase_if(options_.where, [&](const Where& w) { return w.column == where.column; });
                choose_rows(c, where);
                break;
            }
        }
    }

    bool has_known_columns() {
        std::vector<std::string> names = options_.key;
        names.insert(names.end(), options_.ignore.begin(), options_.ignore.end());
        for (const std::string& name : {options_.count, options_.se, options_.moe})
            if (!name.empty()) names.push_back(name);
        for (const std::string& name : names) {
            if (std::any_of(frame_.columns.begin(), frame_.columns.end(),
                            [&](const FrameColumn& c) { return c.name == name; }))
                continue;
            std::vector<std::string> columns;
            for (const FrameColumn& c : frame_.columns) columns.push_back(c.name);
            refuse(reading_, Reason::bad_option, reading_.format,
                   "no column \"" + name + "\" among " + join(columns, ", ", 20),
                   {"{count}", "{key}", "{ignore}"});
            return false;
        }
        return true;
    }

    // Blank labels in the first columns mean "as above": where the first one is filled and others follow it.
    void fill_down() {
        std::size_t labels = 0;
        while (labels < frame_.columns.size() && !frame_.columns[labels].is_numeric) ++labels;
        const bool has_more = labels < frame_.columns.size();
        std::vector<std::string> filled;
        for (std::size_t c = 0; c < labels; ++c) {
            FrameColumn& column = frame_.columns[c];
            std::size_t blank = 0;
            for (const std::string& cell : column.cells) blank += strip(cell).empty() ? 1 : 0;
            const bool is_last = c + 1 == labels;
            if (blank == 0 || column.cells.empty() || strip(column.cells.front()).empty() || !has_more)
                continue;
            if (frame_.is_plain() ? is_last || blank * 3 < frame_.row_count
                                  : is_last && blank * 2 < frame_.row_count)
                continue;
            for (std::size_t r = 1; r < column.cells.size(); ++r)
                if (strip(column.cells[r]).empty()) column.cells[r] = column.cells[r - 1];
            filled.push_back(column_name(frame_, c));
        }
        if (!filled.empty())
            reading_.decisions.push_back("blank labels mean as above: " + join(filled, ", "));
    }

    void guess() {
        if (style_.is_ambiguous && !roles_.with(Role::number).empty()) {
            refuse(reading_, Reason::ambiguous_number, reading_.format,
                   "a comma or point before three digits can mean thousands or decimals; " + preview(),
                   {"{decimal}"});
            return;
        }
        const CountColumn count = find_count(frame_, roles_, options_);
        if (count.candidates.size() > 1 && !count.column) {
            std::vector<std::string> names;
            for (const std::size_t c : count.candidates) names.push_back(column_name(frame_, c));
            refuse(reading_, Reason::several_measures, reading_.format,
                   "several columns may be the counts: " + join(names, ", "),
                   {"{count} " + names.front(), "{kind}"});
            return;
        }
        if (count.column && is_plausible(*count.column)) {
            note_count(*count.column, count.reason);
            settle(long_cube(frame_, roles_, *count.column, style_, reading_), options_, reading_);
            return;
        }
        if (guess_wide()) return;
        guess_rows();
    }

    void note_count(std::size_t column, const std::string& reason) {
        reading_.decisions.insert(
            reading_.decisions.begin(),
            "long table, counts in \"" + column_name(frame_, column) + "\" (" + reason + ")");
        std::vector<std::string> rates;
        for (const std::size_t c : roles_.with(Role::rate)) rates.push_back(column_name(frame_, c));
        if (!rates.empty())
            reading_.decisions.push_back("percentages, rates and the like left out: " + join(rates, ", "));
    }

    // Other numbers beside a count must be codes of categories, not measures.
    bool is_plausible(std::size_t count) {
        double cells = 1;
        bool has_numbers = false;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const ColumnFacts& facts = roles_.columns[c];
            if (c == count ||
                (facts.role != Role::label && facts.role != Role::number && facts.role != Role::time))
                continue;
            if (facts.role == Role::number && total_name(frame_.columns[c].name) == TotalName::strong)
                continue;
            if (facts.role == Role::number && !is_id_name(frame_.columns[c].name) &&
                !is_place_name(frame_.columns[c].name))
                has_numbers = true;
            cells *= static_cast<double>(facts.distinct);
        }
        return !has_numbers || static_cast<double>(frame_.row_count) / cells >= 0.01;
    }

    bool guess_wide() {
        const std::size_t numbers = roles_.with(Role::number).size();
        if (numbers == 0 || (numbers == 1 && frame_.is_plain())) return false;
        choose_rows_beside_key();
        WideReading wide = read_wide(frame_, roles_, style_, options_);
        wide_doubt_ = wide.doubt;
        has_sums_ = !wide.evidence.empty();
        if (wide.evidence.empty() || !wide.doubt.empty() || wide.cubes.empty()) return false;
        take_wide(std::move(wide));
        return true;
    }

    void take_wide(WideReading wide) {
        const bool is_crosstab = frame_.title_lines > 0 || frame_.foot_lines > 0;
        std::string line =
            (is_crosstab ? "crosstab" : "wide table") + std::string{" ("} + wide.evidence + ")";
        if (frame_.header_lines > 1) line += ", " + std::to_string(frame_.header_lines) + " header lines";
        if (frame_.title_lines + frame_.foot_lines > 0)
            line += ", " + std::to_string(frame_.title_lines) + " title lines, " +
                    std::to_string(frame_.foot_lines) + " foot lines";
        reading_.decisions.insert(reading_.decisions.begin(), line);
        if (!roles_.with(Role::margin).empty())
            reading_.decisions.emplace_back("margins of error read as se = M / 1.645");
        for (std::string& note : wide.notes) reading_.decisions.push_back(std::move(note));
        std::vector<PublishedTable> tables;
        for (Cube& cube : wide.cubes) {
            reading_.tables.clear();
            settle(std::move(cube), options_, reading_);
            if (reading_.refusal.reason != Reason::none) return;
            for (PublishedTable& table : reading_.tables) tables.push_back(std::move(table));
        }
        reading_.tables = std::move(tables);
        std::sort(reading_.decisions.begin() + 1, reading_.decisions.end());
        reading_.decisions.erase(std::unique(reading_.decisions.begin() + 1, reading_.decisions.end()),
                                 reading_.decisions.end());
    }

    void guess_rows() {
        if (is_mapping(frame_, roles_)) {
            refuse(reading_, Reason::mapping, "a mapping of codes",
                   "all columns are codes or places and none counts anything; " + preview(),
                   {"{kind} microdata if the rows are individuals"});
            return;
        }
        if (is_series()) return;
        std::string doubt = has_sums_ ? "columns are sums of others" : doubt_of_microdata(frame_, roles_);
        if (doubt.empty() && looks_like_table())
            doubt = "every combination of its labels comes once, so it may be a table";
        if (doubt.empty()) {
            read_microdata(frame_, roles_, style_, options_, reading_);
            return;
        }
        const std::size_t numbers = roles_.with(Role::number).size();
        const bool is_wide = numbers >= 2;
        const std::string seen = std::to_string(frame_.row_count) + " rows of " +
                                 std::to_string(frame_.columns.size()) + " columns, " +
                                 std::to_string(numbers) + " of them numbers" +
                                 (wide_doubt_.empty() ? "" : "; " + wide_doubt_) + "; not microdata, as " +
                                 doubt + "; " + preview();
        refuse(reading_, is_wide ? Reason::groups_needed : Reason::unclear,
               reading_.format + " that no rule fits", seen,
               is_wide ? std::vector<std::string>{"{kind}", "{key} and {groups}", "{count}"}
                       : std::vector<std::string>{"{kind}", "{count}", "{header}"});
    }

    bool is_series() {
        for (const std::size_t time : roles_.with(Role::time)) {
            if (roles_.columns[time].distinct < 2 || roles_.with(Role::number).empty()) continue;
            const auto key = row_key(frame_, roles_, options_);
            const auto numbers = roles_.with(Role::number);
            const bool are_counts = std::all_of(numbers.begin(), numbers.end(),
                                                [&](std::size_t c) { return roles_.columns[c].is_integer; });
            if (!are_counts || key.empty() || std::find(key.begin(), key.end(), time) == key.end()) continue;
            std::vector<std::string> values;
            std::unordered_set<std::string_view> seen;
            for (const std::string& cell : frame_.columns[time].cells)
                if (seen.insert(cell).second) values.push_back(cell);
            refuse(reading_, Reason::time_series, reading_.format + " with a time series",
                   "column \"" + column_name(frame_, time) + "\" has " + std::to_string(values.size()) +
                       " dates (" + join(values, ", ", 12) + "), which cannot be added up",
                   {"{where} " + column_name(frame_, time) + "=" + values.back()});
            return true;
        }
        return false;
    }

    // Few labels that tell all rows apart, most combinations listed: no sample of individuals.
    bool looks_like_table() const {
        std::vector<std::size_t> labels = roles_.with(Role::label);
        for (const std::size_t c : roles_.with(Role::time)) labels.push_back(c);
        const auto numbers = roles_.with(Role::number);
        if (labels.empty() || labels.size() > 4 || numbers.empty()) return false;
        if (!std::all_of(numbers.begin(), numbers.end(),
                         [&](std::size_t c) { return roles_.columns[c].is_integer; }))
            return false;
        double cells = 1;
        for (const std::size_t c : labels) cells *= static_cast<double>(roles_.columns[c].distinct);
        if (labels.size() == 1 && roles_.columns[labels[0]].distinct > 20) return false;  // names
        return static_cast<double>(frame_.row_count) / cells >= 0.1 && is_key(frame_, labels);
    }

    void read_as_long() {
        const CountColumn count = find_count(frame_, roles_, options_);
        if (!count.column) {
            refuse(reading_, Reason::bad_option, reading_.format,
                   "no column of counts is certain; " + preview(), {"{count}"});
            return;
        }
        note_count(*count.column, count.reason);
        settle(long_cube(frame_, roles_, *count.column, style_, reading_), options_, reading_);
    }

    void read_as_wide() {
        choose_rows_beside_key();
        WideReading wide = read_wide(frame_, roles_, style_, options_);
        if (wide.cubes.empty()) {
            refuse(reading_, Reason::bad_option, reading_.format, wide.doubt + "; " + preview(),
                   {"{key}", "{groups}"});
            return;
        }
        take_wide(std::move(wide));
    }

    std::string preview() const {
        std::vector<std::string> lines;
        std::vector<std::string> names;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) names.push_back(column_name(frame_, c));
        lines.push_back("[" + join(names, " | ", 8) + "]");
        for (std::size_t r = 0; r < frame_.row_count && r < 2; ++r) {
            std::vector<std::string> cells;
            for (const FrameColumn& column : frame_.columns) cells.emplace_back(strip(column.cells[r]));
            lines.push_back("[" + join(cells, " | ", 8) + "]");
        }
        return "as read: " + join(lines, " ");
    }

    Frame frame_;
    const NumberStyle& style_;
    ReadOptions options_;
    Reading& reading_;
    Roles roles_;
    std::string wide_doubt_;
    bool has_sums_ = false;
};

}  // namespace

void read_grid(const Grid& grid, NumberStyle style, const ReadOptions& options, Reading& reading) {
    auto frame = find_frame(grid, style, options, reading);
    if (!frame) return;
    Decider{std::move(*frame), style, options, reading}.run();
}

}  // namespace drover::read
