#include <algorithm>
#include <ostream>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/impl/text_columns.hpp>
#include <drover/number/decimal.hpp>
#include <drover/populate/csv.hpp>

namespace drover::populate {
namespace {

constexpr std::size_t flush_size = std::size_t{1} << 18U;

// Lines are written in large pieces.
class Lines {
  public:
    explicit Lines(std::ostream& out) : out_{out} {}
    ~Lines() = default;
    std::string& line() {
        if (text_.size() > flush_size) flush();
        return text_;
    }
    void flush() {
        out_ << text_;
        text_.clear();
    }

  private:
    std::ostream& out_;
    std::string text_;
};

std::vector<std::string> fields_of(const std::vector<std::string>& names) {
    std::vector<std::string> fields;
    for (const std::string& name : names) fields.push_back(csv_field(name));
    return fields;
}

// Names that the result already has get a prefix.
std::string header_piece(const std::vector<std::string>& columns, const std::vector<std::string>& taken) {
    std::string text;
    for (const std::string& column : columns) {
        const bool is_taken = std::find(taken.begin(), taken.end(), column) != taken.end();
        text += "," + csv_field(is_taken ? "sample_" + column : column);
    }
    return text;
}

// Its largest number, at least 1.
std::int64_t most_counted(SparseRow row) {
    std::int64_t most = 1;
    for (const std::int32_t value : row.values) most = std::max<std::int64_t>(most, value);
    return most;
}

}  // namespace

void write_households(std::ostream& out, const Input& input, const Result& made) {
    Lines lines{out};
    std::vector<std::string> taken;
    for (const InputLevel& level : input.levels) taken.push_back(level.name);
    taken.emplace_back("household_id");
    taken.push_back(input.id);
    std::string header;
    for (const std::string& name : taken) header += (header.empty() ? "" : ",") + csv_field(name);
    lines.line() += header + header_piece(input.household_columns, taken) + "\n";
    std::vector<std::string> places;  // by zone
    for (std::size_t z = 0; z < input.zone_counts.size(); ++z) {
        std::string& text = places.emplace_back();
        for (const InputLevel& level : input.levels)
            text += csv_field(level.names[level.units.unit_of[z]]) + ",";
    }
    const std::vector<std::string> ids = fields_of(input.ids);
    for (std::size_t k = 0; k < made.zones.size(); ++k) {
        const std::uint32_t h = made.households[k];
        std::string& text = lines.line();
        text.append(places[made.zones[k]]).append(std::to_string(k + 1)).append(",").append(ids[h]);
        text.append(input.household_fields[h]).append("\n");
    }
    lines.flush();
}

void write_persons(std::ostream& out, const Input& input, const Result& made) {
    Lines lines{out};
    const std::vector<std::string> taken{input.levels.front().name, "household_id", "person", input.id};
    lines.line() += csv_field(taken[0]) + ",household_id,person," + csv_field(input.id) +
                    header_piece(input.person_columns, taken) + "\n";
    const std::vector<std::string> zones = fields_of(input.levels.front().names);
    const std::vector<std::string> ids = fields_of(input.ids);
    for (std::size_t k = 0; k < made.zones.size(); ++k) {
        const std::uint32_t h = made.households[k];
        for (std::size_t p = input.first_person[h]; p < input.first_person[h + 1]; ++p) {
            std::string& text = lines.line();
            text.append(zones[made.zones[k]]).append(",").append(std::to_string(k + 1)).append(",");
            text.append(std::to_string(p - input.first_person[h] + 1)).append(",").append(ids[h]);
            text.append(input.person_fields[p]).append("\n");
        }
    }
    lines.flush();
}

void write_weights(std::ostream& out, const Input& input, const Result& made) {
    Lines lines{out};
    lines.line() += csv_field(input.levels.front().name) + "," + csv_field(input.id) + ",weight\n";
    const std::vector<std::string> zones = fields_of(input.levels.front().names);
    const std::vector<std::string> ids = fields_of(input.ids);
    for (const PlacedHousehold& one : made.weights) {
        std::string& text = lines.line();
        text.append(zones[one.zone]).append(",").append(ids[one.household]).append(",");
        text.append(std::to_string(one.count)).append("\n");
    }
    lines.flush();
}

std::vector<PlacedHousehold> read_placed(const NamedText& text, const Input& input, const std::string& id,
                                         CsvOptions csv) {
    const drover::impl::TextColumns table{text, csv};
    const InputLevel& zones = input.levels.front();
    const std::size_t zone = table.find(zones.name) ? *table.find(zones.name) : table.position(zones.column);
    const std::size_t household = table.position(id.empty() ? input.id : id);
    std::optional<std::size_t> weight = table.find("weight");
    if (table.find("household_id")) weight.reset();  // one line per household: the weight is the sample's
    std::unordered_map<std::string_view, std::uint32_t> zone_of;
    for (std::uint32_t z = 0; z < zones.names.size(); ++z) zone_of.emplace(zones.names[z], z);
    std::unordered_map<std::string_view, std::uint32_t> number_of;
    for (std::uint32_t h = 0; h < input.ids.size(); ++h) number_of.emplace(input.ids[h], h);
    std::vector<PlacedHousehold> placed;
    std::int64_t counted = 0;
    for (std::size_t r = 0; r < table.row_count(); ++r) {
        const auto cell = [&](std::size_t column) { return table.texts(column).text(table.code(r, column)); };
        const auto fail = [&](std::size_t column, const char* expected) {
            return text.name + ": row " + std::to_string(r + 1) + ", column " +
                   quoted(table.header()[column]) + ": expected " + expected + ", got " +
                   quoted(std::string{cell(column)});
        };
        const auto found_zone = zone_of.find(cell(zone));
        check_input(found_zone != zone_of.end(), [&] { return fail(zone, "a zone of the geography"); });
        const auto found = number_of.find(cell(household));
        check_input(found != number_of.end(), [&] { return fail(household, "a household of the sample"); });
        PlacedHousehold one{found_zone->second, found->second, 1};
        if (weight) {
            const std::optional<Decimal> number = parse_decimal(cell(*weight));
            const bool is_count = number && is_integer(*number) && number->digits >= 0;
            const std::optional<std::int64_t> count = is_count ? to_units(*number, 0) : std::nullopt;
            check_input(count && *count <= 1'000'000'000,
                        [&] { return fail(*weight, "a whole number of households"); });
            one.count = *count;
        }
        // The counts, in millionths, must fit into 64 bits.
        constexpr std::int64_t most = 100'000'000'000;
        counted += one.count * most_counted(input.counts[input.signature_of[one.household]]);
        check_input(counted <= most, [&] {
            return Problem{Fault::range,
                           {.file = text.name, .row = static_cast<std::int64_t>(r + 1)},
                           "at most 10^11 households and persons in all",
                           "more"};
        });
        placed.push_back(one);
    }
    return placed;
}

}  // namespace drover::populate
