#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/csv.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/philox.hpp>
#include <drover/populate/impl/parts.hpp>

namespace drover::populate::impl {
namespace {

// A table of the sample.
class SampleTable {
  public:
    SampleTable(const NamedText& text, const ReadOptions& reading)
        : name_{text.name}, table_{text, reading.csv, reading.control} {}

    const TextColumns& columns() const { return table_; }
    std::size_t row_count() const { return table_.row_count(); }
    std::string_view text(std::size_t row, std::size_t column) const {
        return table_.texts(column).text(table_.code(row, column));
    }
    Place place(std::size_t row, std::size_t column) const {
        return {.file = name_, .row = static_cast<std::int64_t>(row) + 1, .column = table_.header()[column]};
    }

    // For each row whether the condition holds; each distinct text of a column is compared once.
    std::vector<bool> where(const ControlLine& line) const {
        const std::vector<Comparison>& comparisons = line.condition.comparisons();
        std::vector<std::size_t> columns;
        std::vector<std::vector<std::uint8_t>> truths;
        for (const Comparison& comparison : comparisons) {
            const std::optional<std::size_t> column = table_.find(comparison.column);
            check_input(column.has_value(), [&] {
                return Problem{
                    Fault::unknown, line.place, "a column of " + name_, quoted(comparison.column),
                    did_you_mean(comparison.column, {table_.header().begin(), table_.header().end()})};
            });
            columns.push_back(*column);
            std::vector<std::uint8_t>& truth = truths.emplace_back();
            for (std::uint32_t code = 0; code < table_.texts(*column).size(); ++code)
                truth.push_back(holds(comparison, code, *column, line) ? 1 : 0);
        }
        std::vector<bool> result(row_count());
        std::vector<std::uint8_t> here(comparisons.size());
        for (std::size_t r = 0; r < result.size(); ++r) {
            for (std::size_t k = 0; k < here.size(); ++k) here[k] = truths[k][table_.code(r, columns[k])];
            result[r] = line.condition.holds(here);
        }
        return result;
    }

    // Chosen columns of a row as a piece of a line of the result.
    std::string piece(std::size_t row, const std::vector<std::size_t>& chosen) const {
        std::string line;
        for (const std::size_t column : chosen) {
            line.push_back(',');
            line += csv_field(std::string{text(row, column)});
        }
        return line;
    }

  private:
    bool holds(const Comparison& comparison, std::uint32_t code, std::size_t column,
               const ControlLine& line) const {
        try {
            return comparison.holds(table_.texts(column).text(code));
        } catch (const InputError& error) {
            Problem problem = completed(error.problem(), table_.first_place(code, column));
            problem.got += ", for the control " + quoted(line.control.name);
            throw InputError(std::move(problem));
        }
    }

    std::string name_;
    TextColumns table_;
};

std::int64_t weight_in(std::string_view text, const Place& place) {
    const std::optional<Decimal> number = parse_decimal(text);
    const std::optional<std::int64_t> units =
        number && number->digits >= 0 ? to_units(*number, 6) : std::nullopt;
    check_input(units && *units <= 1'000'000'000 * count_unit, [&] {
        return Problem{Fault::range, place, "a weight of at least 0", quoted(std::string{text})};
    });
    return *units;
}

// Rows of the sample that are used, in the order that breaks ties; ids must differ.
struct Households {
    std::vector<std::size_t> rows;
    std::vector<std::int64_t> weights;
    std::unordered_map<std::string_view, std::size_t>
        number_of;  // of all, by their id; no_number if not used
    static constexpr std::size_t no_number = static_cast<std::size_t>(-1);
};

Households read_households(const SampleTable& table, const ReadOptions& reading, Input& input) {
    check_input(table.row_count() > 0, [&] {
        return Problem{Fault::missing, {.option = "households"}, "at least one household", "none"};
    });
    const std::size_t id = table.columns().position(reading.id);
    const std::optional<std::size_t> weight =
        reading.weight.empty() ? std::nullopt : std::optional{table.columns().position(reading.weight)};
    Households found;
    std::unordered_map<std::string_view, std::size_t> row_of;
    std::vector<std::int64_t> weights;
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        const std::string_view name = table.text(r, id);
        check_input(!name.empty(), [&] {
            return Problem{Fault::missing, table.place(r, id), "a number or name", "nothing"};
        });
        const std::size_t before = row_of.emplace(name, r).first->second;
        check_input(before == r, [&] {
            return Problem{Fault::repeated, table.place(r, id), "each household once",
                           quoted(std::string{name}) + " as in row " + std::to_string(before + 1)};
        });
        weights.push_back(weight ? weight_in(table.text(r, *weight), table.place(r, *weight)) : count_unit);
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (reading.seed != 0) {
        const CounterRandom random{reading.seed};
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return random.bits(a) < random.bits(b); });
    }
    for (const std::size_t r : order) {
        const bool is_used = weights[r] > 0;
        found.number_of.emplace(table.text(r, id), is_used ? found.rows.size() : Households::no_number);
        if (!is_used) continue;
        found.rows.push_back(r);
        found.weights.push_back(weights[r]);
        input.ids.emplace_back(table.text(r, id));
    }
    const std::size_t unused = weights.size() - found.rows.size();
    check_input(!found.rows.empty(), [&] {
        return Problem{Fault::range,
                       {.option = "weight"},
                       "a household with a weight above 0",
                       std::to_string(unused) + " with 0"};
    });
    if (unused > 0)
        input.notes.push_back(std::to_string(unused) +
                              " households of the sample have the weight 0 and are not used");
    return found;
}

// The number of each person's household; no_number if it is not used.
std::vector<std::size_t> household_of(const SampleTable& persons, const Households& households,
                                      const ReadOptions& reading) {
    const std::size_t id =
        persons.columns().position(reading.person_id.empty() ? reading.id : reading.person_id);
    std::vector<std::size_t> result;
    for (std::size_t r = 0; r < persons.row_count(); ++r) {
        const auto found = households.number_of.find(persons.text(r, id));
        check_input(found != households.number_of.end(), [&] {
            return Problem{Fault::unknown, persons.place(r, id), "a household of the sample",
                           quoted(std::string{persons.text(r, id)})};
        });
        result.push_back(found->second);
    }
    return result;
}

std::vector<std::size_t> chosen_columns(const SampleTable& table,
                                        const std::optional<std::vector<std::string>>& wanted,
                                        const std::vector<ControlLine>& controls, bool about_persons,
                                        const std::string& id, std::vector<std::string>& names) {
    if (wanted) {
        names = *wanted;
        if (names == std::vector<std::string>{"all"})
            names.assign(table.columns().header().begin(), table.columns().header().end());
    } else {
        for (const ControlLine& line : controls) {
            if (line.control.about_persons != about_persons) continue;
            for (const std::string& column : line.condition.columns())
                if (std::find(names.begin(), names.end(), column) == names.end()) names.push_back(column);
        }
    }
    std::erase(names, id);  // it has a column of its own
    std::vector<std::size_t> columns;
    for (const std::string& name : names) columns.push_back(table.columns().position(name));
    return columns;
}

// How often each used household counts for a control.
std::vector<std::int32_t> counts_of(const ControlLine& line, const SampleTable& households,
                                    const Households& used, const SampleTable* persons,
                                    const std::vector<std::size_t>& home) {
    std::vector<std::int32_t> counts(used.rows.size());
    if (!line.control.about_persons) {
        const std::vector<bool> holds = households.where(line);
        for (std::size_t h = 0; h < counts.size(); ++h) counts[h] = holds[used.rows[h]] ? 1 : 0;
        return counts;
    }
    check_input(persons != nullptr, [&] {
        return Problem{Fault::missing, line.place, "{persons} FILE for a control of persons", "none"};
    });
    const std::vector<bool> holds = persons->where(line);
    for (std::size_t p = 0; p < holds.size(); ++p)
        if (holds[p] && home[p] != Households::no_number) ++counts[home[p]];
    return counts;
}

// Numbers for the areas of households and zones.
std::vector<std::uint32_t> areas_of(Input& input, const SampleTable& table, const Households& used,
                                    const std::vector<std::string>& zone_areas, const std::string& column) {
    std::vector<std::uint32_t> result(used.rows.size());
    input.area_of.assign(input.levels.front().names.size(), 0);
    if (column.empty()) return result;
    const std::size_t at = table.columns().position(column);
    std::map<std::string, std::uint32_t, std::less<>> numbers;
    for (const std::size_t row : used.rows) numbers.emplace(table.text(row, at), 0);
    std::uint32_t next = 0;
    for (auto& [name, number] : numbers) number = next++;
    for (std::size_t h = 0; h < result.size(); ++h)
        result[h] = numbers.find(table.text(used.rows[h], at))->second;
    for (std::size_t z = 0; z < zone_areas.size(); ++z) {
        const auto found = numbers.find(zone_areas[z]);
        check_input(found != numbers.end(), [&] {
            return Problem{Fault::missing,
                           {.option = "area"},
                           "households of the sample in " + column + " " + quoted(zone_areas[z]) +
                               " for the zone " + quoted(input.zone_name(static_cast<std::uint32_t>(z))),
                           "none"};
        });
        input.area_of[z] = found->second;
    }
    return result;
}

// Households of one area that count alike share a signature; ordered by area, then by the first household.
void find_signatures(Input& input, const std::vector<std::vector<std::int32_t>>& counts,
                     const std::vector<std::uint32_t>& areas) {
    using Key = std::vector<std::int32_t>;
    std::map<std::pair<std::uint32_t, Key>, std::size_t> first;
    std::vector<std::size_t> kind(areas.size());
    std::vector<std::pair<std::uint32_t, std::size_t>> order;  // area and first household
    for (std::size_t h = 0; h < areas.size(); ++h) {
        Key key;
        for (const auto& control : counts) key.push_back(control[h]);
        const auto [entry, is_new] = first.emplace(std::pair{areas[h], std::move(key)}, h);
        if (is_new) order.emplace_back(areas[h], h);
        kind[h] = entry->second;
    }
    std::sort(order.begin(), order.end());
    std::unordered_map<std::size_t, std::uint32_t> number;
    input.counts = SparseRows{counts.size()};
    for (const auto& [area, household] : order) {
        number.emplace(household, static_cast<std::uint32_t>(number.size()));
        input.signature_area.push_back(area);
        for (std::size_t c = 0; c < counts.size(); ++c) input.counts.add(c, counts[c][household]);
        input.counts.end_row();
    }
    for (const std::size_t household : kind) input.signature_of.push_back(number.at(household));
}

void keep_persons(Input& input, const SampleTable& persons, const std::vector<std::size_t>& home,
                  const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> order(home.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return home[a] < home[b]; });
    input.first_person.assign(1, 0);
    std::size_t at = 0;
    for (std::size_t h = 0; h < input.household_count(); ++h) {
        for (; at < order.size() && home[order[at]] == h; ++at)
            input.person_fields.push_back(persons.piece(order[at], columns));
        input.first_person.push_back(at);
    }
}

}  // namespace

void read_sample(Input& input, const std::vector<ControlLine>& controls, const Texts& texts,
                 const ReadOptions& reading, const std::vector<std::string>& zone_areas) {
    check_input(!reading.id.empty(), [] {
        return Problem{Fault::missing, {.option = "id"}, "a column of the households", "none"};
    });
    const SampleTable households{texts.households, reading};
    const Households used = read_households(households, reading, input);
    input.weights = used.weights;
    std::optional<SampleTable> persons;
    std::vector<std::size_t> home;
    if (texts.persons) {
        persons.emplace(*texts.persons, reading);
        home = household_of(*persons, used, reading);
    }
    std::vector<std::vector<std::int32_t>> counts;
    for (const ControlLine& line : controls) {
        throw_if_stopped(reading.control);
        counts.push_back(counts_of(line, households, used, persons ? &*persons : nullptr, home));
    }
    for (std::size_t c = 0; c < controls.size(); ++c) {
        const Control& control = input.controls[c];
        const bool is_served =
            std::any_of(counts[c].begin(), counts[c].end(), [](std::int32_t n) { return n > 0; });
        const InputLevel& level = input.levels[control.level];
        const auto place = static_cast<std::size_t>(
            std::find(level.controls.begin(), level.controls.end(), c) - level.controls.begin());
        std::int64_t asked = 0;
        for (std::size_t u = 0; u < level.names.size(); ++u)
            asked += level.asked[u * level.controls.size() + place];
        check_input(is_served || asked == 0, [&] {
            return Problem{
                Fault::impossible, controls[c].place, "households of the sample that count for it", "none",
                count_text(asked) + " are asked for ({without} " + control.name + " leaves it out)"};
        });
    }
    throw_if_stopped(reading.control);
    find_signatures(input, counts, areas_of(input, households, used, zone_areas, reading.area));
    const auto columns =
        chosen_columns(households, reading.columns, controls, false, reading.id, input.household_columns);
    for (const std::size_t row : used.rows) input.household_fields.push_back(households.piece(row, columns));
    throw_if_stopped(reading.control);
    input.has_persons = persons.has_value();
    if (!persons) return;
    const std::string person_id = reading.person_id.empty() ? reading.id : reading.person_id;
    keep_persons(
        input, *persons, home,
        chosen_columns(*persons, reading.person_columns, controls, true, person_id, input.person_columns));
}

}  // namespace drover::populate::impl
