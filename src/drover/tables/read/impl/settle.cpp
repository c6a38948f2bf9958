#include <algorithm>
#include <cmath>
#include <set>

#include <drover/tables/read/impl/settle.hpp>
#include <drover/tables/read/impl/slices.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

bool is_measure_variable(const Variable& variable) {
    if (variable.is_measure) return true;
    const std::string name = fold(variable.name);
    for (const std::string_view word :
         {"measure",   "measures",     "unit",        "units",   "uom",      "indicator",     "indicators",
          "statistic", "statistics",   "indicador",   "concept", "concepts", "estimate type", "series name",
          "indic",     "unit_measure", "masseinheit", "einheit", "metric",   "observations"})
        if (name == word) return true;
    return false;
}

bool is_source_variable(const Variable& variable) {
    const std::string name = fold(variable.name);
    for (const std::string_view word : {"cohort", "source", "dataset", "survey", "wave", "scenario",
                                        "projection", "variant", "definition", "version", "database"})
        if (name == word) return true;
    return false;
}

bool is_rate_label(const std::string& label) {
    const std::string text = fold(label);
    if (text == "%" || text.ends_with("(%)") || text.ends_with(" %") || text.starts_with("% ")) return true;
    const auto words = words_of(text);
    if (words.empty()) return false;
    for (const std::string_view word : {"percent", "percentage", "pct", "rate", "tasa", "taux", "prozent",
                                        "index", "median", "average", "mean", "ratio"})
        if (words.front() == word || words.back() == word) return true;
    return contains(text, "per cent of") || contains(text, "percentage of");
}

class Settler {
  public:
    Settler(Cube cube, const ReadOptions& options, Reading& reading)
        : cube_{std::move(cube)}, options_{options}, reading_{reading} {}

    void run() {
        if (!options_.where.empty()) drop_known_totals();
        if (!apply_where() || !refuse_rates() || !refuse_measures() || !refuse_time()) return;
        drop_constants();
        if (!refuse_repeated() || !refuse_values()) return;
        for (Cube& part : by_source()) {
            if (!make_tables(std::move(part))) return;
        }
        if (reading_.tables.empty()) {
            no_tables();
            return;
        }
        reading_.outcome = Outcome::tables;
    }

  private:
    bool apply_where() {
        for (const Where& where : options_.where) {
            const auto found =
                std::find_if(cube_.variables.begin(), cube_.variables.end(),
                             [&](const Variable& v) { return fold(v.name) == fold(where.column); });
            if (found == cube_.variables.end()) continue;
            const auto j = static_cast<std::size_t>(found - cube_.variables.begin());
            std::vector<bool> keep(cube_.cells.size());
            bool any = false;
            for (std::size_t cell = 0; cell < keep.size(); ++cell) {
                const std::uint32_t code = cube_.code(cell, j);
                keep[cell] = strip(found->values[code]) == strip(where.value) ||
                             (!found->codes.empty() && found->codes[code] == where.value);
                any = any || keep[cell];
            }
            if (!any) {
                refuse(reading_, Reason::bad_option, reading_.format,
                       where.column + " has no value \"" + where.value + "\" but " +
                           join(found->values, ", ", 12),
                       {"{where}"});
                return false;
            }
            cube_.filter(keep);
            reading_.decisions.push_back("only rows with " + where.column + " = " + where.value);
        }
        return true;
    }

    // Before the choice of a date or place, sums can be checked in more slices.
    void drop_known_totals() {
        if (options_.totals == TotalRule::keep || repeated_cell(cube_)) return;
        TotalsFound found = totals_of(cube_, options_.total_names);
        if (!found.problem.empty() || !found.groups.empty()) return;
        for (const Where& where : options_.where) keep_asked(where, found.keep);
        cube_.filter(found.keep);
        for (std::string& note : found.notes) reading_.decisions.push_back(std::move(note));
    }

    // What is asked for stays, even if it is a total.
    void keep_asked(const Where& where, std::vector<bool>& keep) const {
        for (std::size_t j = 0; j < cube_.width(); ++j) {
            if (fold(cube_.variables[j].name) != fold(where.column)) continue;
            for (std::size_t cell = 0; cell < keep.size(); ++cell)
                if (strip(cube_.variables[j].values[cube_.code(cell, j)]) == strip(where.value) &&
                    total_name(where.value) != TotalName::none)
                    keep[cell] = true;
        }
    }

    bool refuse_rates() {
        if (cube_.unit.empty() || !has_rate_word(cube_.unit)) return true;
        refuse(reading_, Reason::percentages, reading_.format + " of percentages or rates",
               "the unit is \"" + std::string{strip(cube_.unit)} +
                   "\", which counts nothing: " + shape_text(cube_),
               {"look for the same table in numbers of persons or households"});
        return false;
    }

    bool refuse_measures() {
        for (const Variable& variable : cube_.variables) {
            if (variable.values.size() < 2) continue;
            const bool has_rates = std::any_of(variable.values.begin(), variable.values.end(), is_rate_label);
            if (!is_measure_variable(variable) && !has_rates) continue;
            refuse(reading_, Reason::several_measures, reading_.format + " of several measures",
                   "column \"" + variable.name + "\" has the measures " + join(variable.values, "; ", 8),
                   {"{where} " + variable.name + "=" + variable.values.front()});
            return false;
        }
        return true;
    }

    bool refuse_time() {
        for (const Variable& variable : cube_.variables) {
            if (!variable.is_time || variable.values.size() < 2) continue;
            refuse(reading_, Reason::time_series, reading_.format + " with a time series",
                   "column \"" + variable.name + "\" has " + std::to_string(variable.values.size()) +
                       " dates (" + join(variable.values, ", ", 12) +
                       "), which cannot be added up: " + shape_text(cube_),
                   {"{where} " + variable.name + "=" + variable.values.back()});
            return false;
        }
        return true;
    }

    void drop_constants() {
        std::vector<std::string> dropped;
        for (std::size_t j = cube_.width(); j-- > 0;) {
            if (cube_.variables[j].values.size() != 1 || cube_.width() == 1) continue;
            dropped.push_back(cube_.variables[j].name + " (" + cube_.variables[j].values.front() + ")");
            cube_.remove_variable(j);
        }
        std::reverse(dropped.begin(), dropped.end());
        if (!dropped.empty()) reading_.decisions.push_back("constant and left out: " + join(dropped, ", "));
    }

    bool refuse_repeated() {
        const auto repeated = repeated_cell(cube_);
        if (!repeated) return true;
        std::vector<std::string> values;
        for (std::size_t j = 0; j < cube_.width(); ++j)
            values.push_back(cube_.variables[j].values[cube_.code(*repeated, j)]);
        refuse(reading_, Reason::repeated_cells, reading_.format,
               "the cell " + join(values, ", ") + " comes more than once: " + shape_text(cube_),
               {"{where}", "{ignore}", "{kind}"});
        return false;
    }

    bool refuse_values() {
        std::size_t known = 0;
        bool is_negative = false;
        double largest = 0;
        bool has_fractions = false;
        for (const CubeCell& cell : cube_.cells) {
            if (!cell.is_known) continue;
            ++known;
            is_negative = is_negative || cell.value < 0;
            largest = std::max(largest, cell.value);
            has_fractions = has_fractions || cell.value != std::floor(cell.value);
        }
        if (is_negative) {
            refuse(reading_, Reason::unclear, reading_.format,
                   "some numbers are below zero, so they are no counts", {"{missing}", "{count}"});
            return false;
        }
        if (known * 2 < cube_.cells.size() || known == 0) {
            refuse(reading_, Reason::mostly_unknown, reading_.format,
                   std::to_string(cube_.cells.size() - known) + " of " + std::to_string(cube_.cells.size()) +
                       " counts are missing: " + shape_text(cube_),
                   {"{where}", "{missing}", "{count}"});
            return false;
        }
        if (has_fractions && largest <= 100 && sums_to_hundred(cube_)) {
            refuse(reading_, Reason::percentages, reading_.format + " of percentages",
                   "the numbers lie between 0 and 100 and sum to 100: " + shape_text(cube_),
                   {"look for the same table in numbers of persons or households"});
            return false;
        }
        if (has_fractions && !is_thousands(cube_.unit)) {
            if (largest < 20 && !has_measure_word(cube_.unit)) {
                refuse(
                    reading_, Reason::percentages, reading_.format,
                    "the numbers are small and have decimals, so they are rates or shares and no counts: " +
                        shape_text(cube_),
                    {"{kind}", "{count}"});
                return false;
            }
            reading_.decisions.push_back("some counts have decimals");
        }
        if (is_thousands(cube_.unit)) reading_.decisions.push_back("counts are in thousands");
        return true;
    }

    // One cube per source, where a column says that the same people are counted twice.
    std::vector<Cube> by_source() {
        for (std::size_t j = 0; j < cube_.width(); ++j) {
            if (!is_source_variable(cube_.variables[j])) continue;
            std::vector<Cube> parts;
            const Variable source = cube_.variables[j];
            for (std::size_t value = 0; value < source.values.size(); ++value) {
                Cube part = cube_;
                std::vector<bool> keep(part.cells.size());
                for (std::size_t cell = 0; cell < keep.size(); ++cell)
                    keep[cell] = part.code(cell, j) == value;
                part.filter(keep);
                part.remove_variable(j);
                part.name = source.name + "-" + source.values[value];
                parts.push_back(std::move(part));
            }
            reading_.decisions.push_back("one table for each " + source.name + ": " +
                                         join(source.values, ", "));
            return parts;
        }
        return {cube_};
    }

    bool make_tables(Cube cube) {
        if (options_.totals == TotalRule::keep) {
            add_table(std::move(cube));
            return true;
        }
        drop_country_groups(cube);
        TotalsFound found = totals_of(cube, options_.total_names);
        if (!found.problem.empty()) {
            refuse(reading_, found.reason, reading_.format, found.problem + ": " + shape_text(cube),
                   {"{where}", "{totals}", "{ignore}"});
            return false;
        }
        for (std::string& note : found.notes) reading_.decisions.push_back(std::move(note));
        if (found.groups.empty()) {
            cube.filter(found.keep);
            add_table(std::move(cube));
            return true;
        }
        for (const StackedGroup& group : found.groups) {
            Cube part = cube;
            part.filter(group.keep);
            part.variables[group.variable].name = group.name;
            part.name = group.name;
            add_table(std::move(part));
        }
        return true;
    }

    void drop_country_groups(Cube& cube) {
        for (std::size_t j = 0; j < cube.width(); ++j) {
            std::vector<std::string> dropped;
            if (fold(cube.variables[j].name) != "geo") continue;
            for (const std::string& value : cube.variables[j].values)
                if (is_country_group(value)) dropped.push_back(value);
            if (dropped.empty() || dropped.size() == cube.variables[j].values.size()) continue;
            std::vector<bool> keep(cube.cells.size());
            for (std::size_t cell = 0; cell < keep.size(); ++cell)
                keep[cell] = !is_country_group(cube.variables[j].values[cube.code(cell, j)]);
            cube.filter(keep);
            reading_.decisions.push_back("groups of countries left out: " + join(dropped, ", "));
        }
    }

    void add_table(Cube cube) {
        for (std::size_t j = cube.width(); j-- > 0;)
            if (cube.variables[j].values.size() == 1 && cube.width() > 1) cube.remove_variable(j);
        PublishedTable table;
        table.unit = is_thousands(cube.unit) ? "thousands" : "";
        const bool has_errors =
            std::any_of(cube.cells.begin(), cube.cells.end(), [](const CubeCell& c) { return c.error >= 0; });
        for (const Variable& variable : cube.variables) {
            table.columns.push_back(unused_name(table.columns, std::string{strip(variable.name)}));
            table.values.emplace_back();
            for (std::size_t i = 0; i < variable.values.size(); ++i)
                table.values.back().emplace_back(options_.names == NameRule::codes && !variable.codes.empty()
                                                     ? variable.codes[i]
                                                     : std::string{strip(variable.values[i])});
        }
        table.codes = std::move(cube.codes);
        for (const CubeCell& cell : cube.cells) {
            table.counts.push_back(cell.is_known ? cell.digits : "");
            if (has_errors) table.errors.push_back(cell.error < 0 ? "" : plain_error(cell.error));
        }
        table.name = (cube.name.empty() ? "" : cube.name + "-") + join(table.columns, "_x_");
        reading_.tables.push_back(std::move(table));
    }

    static std::string plain_error(double error) { return grouped_free(std::round(error * 1e6) / 1e6); }

    static std::string grouped_free(double value) {
        std::string text = std::to_string(value);
        while (text.ends_with('0')) text.pop_back();
        if (text.ends_with('.')) text.pop_back();
        return text;
    }

    static std::string unused_name(const std::vector<std::string>& taken, std::string name) {
        if (name.empty()) name = "column " + std::to_string(taken.size() + 1);
        const std::string folded = fold(name);
        if (folded == "count" || folded == "p" || folded == "se") name += " (value)";
        while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += " again";
        return name;
    }

    void no_tables() {
        refuse(reading_, Reason::unclear, reading_.format, "no counts are left", {"{kind}", "{where}"});
    }

    Cube cube_;
    const ReadOptions& options_;
    Reading& reading_;
};

}  // namespace

void refuse(Reading& reading, Reason reason, std::string what, std::string seen,
            std::vector<std::string> options) {
    reading.outcome = Outcome::refused;
    reading.tables.clear();
    reading.microdata = {};
    reading.refusal = {reason, std::move(what), std::move(seen), std::move(options)};
}

std::string shape_text(const Cube& cube) {
    std::vector<std::string> parts;
    for (const Variable& variable : cube.variables)
        parts.push_back(variable.name + " " + std::to_string(variable.values.size()));
    return join(parts, " x ");
}

void settle(Cube cube, const ReadOptions& options, Reading& reading) {
    Settler{std::move(cube), options, reading}.run();
}

}  // namespace drover::read
