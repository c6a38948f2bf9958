#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/data/named_text.hpp>
#include <drover/data/sparse_rows.hpp>
#include <drover/number/rational.hpp>
#include <drover/zones/level.hpp>

namespace drover::populate {

/// What households for zones are made from, as texts of CSV files. Lines that begin with # are ignored,
/// except in the sample.
struct Texts {
    NamedText households;                   ///< of the sample
    std::optional<NamedText> persons = {};  ///< of these
    NamedText geography;                    ///< which zone lies in which larger units
    NamedText controls;                     ///< what is counted where, see docs/populate.md
    std::vector<std::pair<std::string, NamedText>> totals = {};  ///< level and its totals, one row per unit
};

/// How they are read. The names are those of the program: --id is .id.
struct ReadOptions {
    std::string id = {};         ///< column of the households' numbers, in persons too
    std::string person_id = {};  ///< what it is called in persons; empty: the same
    std::string weight = {};     ///< column of the households' weights; empty: all weigh the same
    /// The column of a level in the geography, where its name is different. By default the column of the same
    /// name, or the only one whose name begins with the level's.
    std::vector<std::pair<std::string, std::string>> levels = {};
    std::string area =
        {};  ///< column of households and geography: households stay in theirs; empty: anywhere
    std::string total = {};  ///< control of the number of households; empty: the first that all count for
    std::vector<std::string> without = {};                          ///< controls to leave out
    std::vector<std::pair<std::string, Rational>> trust = {};       ///< of levels; 1 without
    bool equal_importance = false;                                  ///< instead of what the controls say
    std::vector<std::pair<std::string, Rational>> importance = {};  ///< of single controls
    std::optional<std::vector<std::string>> columns =
        {};  ///< of households to keep; by default those in conditions
    std::optional<std::vector<std::string>> person_columns = {};
    std::uint64_t seed = 0;  ///< of the order of equally good households; 0: the sample's
    CsvOptions csv = {};
    RunControl control = {};  ///< checked throughout; nothing is told
};

/// Counts are kept in millionths of a household or person.
inline constexpr std::int64_t count_unit = 1'000'000;
/// "12", or "12.5".
std::string count_text(std::int64_t millionths);

struct Control {
    std::string name;
    std::size_t level = 0;
    bool about_persons = false;
    std::string field;  ///< column of the totals
    std::string condition;
    double importance = 1;  ///< with the trust of its level
};

/// Zones, or larger units that zones lie in.
struct InputLevel {
    std::string name;
    std::string column;                   ///< of the geography
    std::vector<std::string> names = {};  ///< of the units
    zones::Level units = {};
    std::vector<std::size_t> controls = {};  ///< on this level
    std::vector<std::int64_t> asked = {};    ///< unit after unit, control after control, in millionths
};

/// A sample of households, controls and zones, checked.
struct Input {
    std::vector<Control> controls;
    std::vector<InputLevel> levels;         ///< zones first, then ever larger units
    std::vector<std::int64_t> zone_counts;  ///< households to be placed
    std::vector<std::uint32_t> area_of;     ///< by zone; all 0 without areas

    std::vector<std::string> ids;               ///< of the sample's households
    std::vector<std::int64_t> weights;          ///< in millionths, above 0
    std::vector<std::uint32_t> signature_of;    ///< by household
    std::vector<std::uint32_t> signature_area;  ///< by signature; rising
    SparseRows counts;                      ///< of signatures: how often they count, one column per control
    std::vector<std::size_t> first_person;  ///< by household, and the end
    std::vector<std::string> household_columns;  ///< kept for the result
    std::vector<std::string> household_fields;  ///< these columns of each household, as a piece of a CSV line
    std::vector<std::string> person_columns;
    std::vector<std::string> person_fields;
    bool has_persons = false;
    std::string id;  ///< names of columns, for the result
    std::string weight;
    std::vector<std::string> notes;  ///< for the user

    std::size_t signature_count() const { return counts.row_count(); }
    std::size_t household_count() const { return ids.size(); }
    const std::string& zone_name(std::uint32_t zone) const { return levels.front().names[zone]; }
};

/// Throws InputError naming file, row, column, control or unit; Stopped where the control asks for that.
Input read_input(const Texts& texts, const ReadOptions& reading);

}  // namespace drover::populate
