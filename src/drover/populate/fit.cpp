#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>
#include <tuple>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/csv.hpp>
#include <drover/number/decimal.hpp>
#include <drover/populate/fit.hpp>

namespace drover::populate {
namespace {

double real(std::int64_t millionths) {
    return static_cast<double>(millionths) / static_cast<double>(count_unit);
}

std::vector<std::vector<std::int64_t>> count(const Input& input, std::span<const PlacedHousehold> placed) {
    std::vector<std::vector<std::int64_t>> got;
    std::vector<std::size_t> place_of(input.controls.size());
    for (const InputLevel& level : input.levels) {
        got.emplace_back(level.asked.size());
        for (std::size_t k = 0; k < level.controls.size(); ++k) place_of[level.controls[k]] = k;
    }
    for (const PlacedHousehold& one : placed) {
        const SparseRow row = input.counts[input.signature_of[one.household]];
        for (std::size_t e = 0; e < row.size(); ++e) {
            const std::size_t g = input.controls[row.columns[e]].level;
            const InputLevel& level = input.levels[g];
            const std::size_t cell =
                level.units.unit_of[one.zone] * level.controls.size() + place_of[row.columns[e]];
            got[g][cell] += one.count * row.values[e];
        }
    }
    return got;
}

// Control k of a level.
ControlFit fit_control(const InputLevel& level, std::span<const std::int64_t> got, std::size_t k) {
    ControlFit fit;
    double squares = 0;
    std::int64_t used = 0;
    for (std::size_t u = 0; u < level.names.size(); ++u) {
        const std::int64_t asked = level.asked[u * level.controls.size() + k];
        const std::int64_t here = got[u * level.controls.size() + k] * count_unit;
        const std::int64_t off = std::abs(here - asked);
        fit.asked += asked;
        fit.got += here;
        fit.error += off;
        if (off > fit.worst) fit.worst_unit = u;
        fit.worst = std::max(fit.worst, off);
        fit.exact_units += off == 0 ? 1 : 0;
        if (asked == 0 && here == 0) continue;
        ++used;
        squares += real(off) * real(off);
    }
    const double mean = used == 0 ? 0 : real(fit.asked) / static_cast<double>(used);
    if (mean > 0) fit.rmse_percent = 100 * std::sqrt(squares / static_cast<double>(used)) / mean;
    return fit;
}

UseFit fit_uses(const Input& input, std::span<const PlacedHousehold> placed) {
    std::vector<std::int64_t> uses(input.household_count());
    for (const PlacedHousehold& one : placed) uses[one.household] += one.count;
    const auto all = static_cast<double>(std::accumulate(uses.begin(), uses.end(), std::int64_t{0}));
    double weights = 0;
    for (const std::int64_t weight : input.weights) weights += real(weight);
    const auto mean_weight = weights / static_cast<double>(uses.size());
    UseFit fit;
    double squares = 0;
    double sample_squares = 0;
    for (std::size_t h = 0; h < uses.size(); ++h) {
        fit.distinct += uses[h] > 0 ? 1 : 0;
        fit.most = std::max(fit.most, uses[h]);
        const double weight = real(input.weights[h]);
        fit.expansion.push_back(all > 0 ? static_cast<double>(uses[h]) / (weight * all / weights) : 0);
        squares += weight * (fit.expansion.back() - 1) * (fit.expansion.back() - 1);
        sample_squares += (weight / mean_weight - 1) * (weight / mean_weight - 1);
    }
    fit.spread = std::sqrt(squares / weights);
    fit.sample_spread = std::sqrt(sample_squares / static_cast<double>(uses.size()));
    return fit;
}

void fit_zones(Fit& fit, const Input& input, std::span<const PlacedHousehold> placed) {
    const InputLevel& zones = input.levels.front();
    std::vector<std::int64_t> households(zones.names.size());
    for (const PlacedHousehold& one : placed) households[one.zone] += one.count;
    for (std::uint32_t z = 0; z < households.size(); ++z) {
        ZoneFit zone{z, households[z], 0};
        bool asks = false;
        for (std::size_t k = 0; k < zones.controls.size(); ++k) {
            const std::size_t cell = z * zones.controls.size() + k;
            zone.error += std::abs(fit.got.front()[cell] * count_unit - zones.asked[cell]);
            asks = asks || zones.asked[cell] > 0;
        }
        if (households[z] > 0 || asks) fit.zones.push_back(zone);
    }
}

std::string unit_name(const Input& input, const Control& control, const ControlFit& fit) {
    return fit.worst == 0 ? "" : input.levels[control.level].names[fit.worst_unit];
}

void check_placed(const Input& input, std::span<const PlacedHousehold> placed) {
    for (const PlacedHousehold& one : placed)
        check_input(
            one.zone < input.zone_counts.size() && one.household < input.household_count() && one.count >= 0,
            [&] {
                return Problem{Fault::range,
                               {.function = "measure"},
                               "a zone below " + std::to_string(input.zone_counts.size()) +
                                   ", a household below " + std::to_string(input.household_count()) +
                                   " and a count of at least 0",
                               std::to_string(one.zone) + ", " + std::to_string(one.household) + " and " +
                                   std::to_string(one.count)};
            });
}

ReportValue number(std::int64_t millionths) {
    if (millionths % count_unit == 0) return millionths / count_unit;
    return real(millionths);
}

}  // namespace

std::vector<PlacedHousehold> merged(std::vector<PlacedHousehold> placed) {
    std::sort(placed.begin(), placed.end(), [](const PlacedHousehold& a, const PlacedHousehold& b) {
        return std::tie(a.zone, a.household) < std::tie(b.zone, b.household);
    });
    std::size_t count = 0;
    for (const PlacedHousehold& here : placed) {
        if (here.count == 0) continue;
        if (count > 0 && placed[count - 1].zone == here.zone && placed[count - 1].household == here.household)
            placed[count - 1].count += here.count;
        else
            placed[count++] = here;
    }
    placed.resize(count);
    return placed;
}

Fit measure(const Input& input, std::span<const PlacedHousehold> placed) {
    check_placed(input, placed);
    Fit fit;
    fit.got = count(input, placed);
    for (const PlacedHousehold& one : placed) {
        fit.households += one.count;
        if (input.has_persons)
            fit.persons += one.count * static_cast<std::int64_t>(input.first_person[one.household + 1] -
                                                                 input.first_person[one.household]);
    }
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        const InputLevel& level = input.levels[input.controls[c].level];
        const auto k = std::find(level.controls.begin(), level.controls.end(), c) - level.controls.begin();
        fit.controls.push_back(
            fit_control(level, fit.got[input.controls[c].level], static_cast<std::size_t>(k)));
        fit.mean_rmse_percent +=
            fit.controls.back().rmse_percent / static_cast<double>(input.controls.size());
    }
    fit_zones(fit, input, placed);
    fit.uses = fit_uses(input, placed);
    return fit;
}

std::vector<ZoneFit> worst_zones(const Fit& fit, std::size_t count) {
    std::vector<ZoneFit> zones = fit.zones;
    std::erase_if(zones, [](const ZoneFit& zone) { return zone.error == 0; });
    std::stable_sort(zones.begin(), zones.end(),
                     [](const ZoneFit& a, const ZoneFit& b) { return a.error > b.error; });
    zones.resize(std::min(zones.size(), count));
    return zones;
}

void write_controls_summary(std::ostream& out, const Input& input, const Fit& fit) {
    std::string text = "level,unit,control,asked,got,difference\n";
    for (std::size_t g = 0; g < input.levels.size(); ++g) {
        const InputLevel& level = input.levels[g];
        const std::string level_field = csv_field(level.name) + ",";
        std::vector<std::string> names;
        for (const std::size_t c : level.controls)
            names.push_back("," + csv_field(input.controls[c].name) + ",");
        for (std::size_t u = 0; u < level.names.size(); ++u) {
            const std::string unit = csv_field(level.names[u]);
            for (std::size_t k = 0; k < names.size(); ++k) {
                const std::size_t cell = u * names.size() + k;
                const std::int64_t got = fit.got[g][cell];
                text.append(level_field).append(unit).append(names[k]);
                text.append(count_text(level.asked[cell]))
                    .append(",")
                    .append(std::to_string(got))
                    .append(",");
                text.append(count_text(got * count_unit - level.asked[cell])).append("\n");
            }
            if (text.size() < (1U << 20U)) continue;
            out << text;
            text.clear();
        }
    }
    out << text;
}

void add_result(Report& report, const Input& input, const Fit& fit) {
    report.add("households", "households", fit.households);
    if (input.has_persons) report.add("persons", "persons", fit.persons);
    std::vector<Report> levels;
    for (const InputLevel& level : input.levels) {
        Report& one = levels.emplace_back();
        one.add("level", "", level.name);
        one.add("units", "", static_cast<std::int64_t>(level.names.size()));
        std::int64_t error = 0;
        for (const std::size_t c : level.controls) error += fit.controls[c].error;
        one.add("absolute_error", "", number(error));
        report.add("error_" + level.name, "error, " + level.name, number(error));
    }
    report.add("levels", "", levels);
    report.add("mean_rmse_percent", "mean % RMSE", fit.mean_rmse_percent);
    report.add("sample_households", "sample households", static_cast<std::int64_t>(input.household_count()));
    report.add("signatures", "  signatures", static_cast<std::int64_t>(input.signature_count()));
    report.add("distinct_households", "  used", fit.uses.distinct);
    report.add("most_used", "  one at most", fit.uses.most);
    report.add("use_spread", "", fit.uses.spread);
    report.add("weight_spread", "", fit.uses.sample_spread);
    std::vector<Report> controls;
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        Report& one = controls.emplace_back();
        one.add("control", "", input.controls[c].name);
        one.add("level", "", input.levels[input.controls[c].level].name);
        one.add("about", "", input.controls[c].about_persons ? "persons" : "households");
        one.add("asked", "", number(fit.controls[c].asked));
        one.add("got", "", number(fit.controls[c].got));
        one.add("absolute_error", "", number(fit.controls[c].error));
        one.add("worst", "", number(fit.controls[c].worst));
        one.add("worst_unit", "", unit_name(input, input.controls[c], fit.controls[c]));
        one.add("exact_units", "", fit.controls[c].exact_units);
        one.add("rmse_percent", "", fit.controls[c].rmse_percent);
    }
    report.add("controls", "", controls);
}

void write_control_table(std::ostream& out, const Input& input, const Fit& fit) {
    TextTable table{{"control", "level", "asked", "got", "error", "% rmse", "worst", "where"}, {0, 1}};
    for (std::size_t c = 0; c < input.controls.size(); ++c) {
        const ControlFit& one = fit.controls[c];
        table.add({input.controls[c].name, input.levels[input.controls[c].level].name, count_text(one.asked),
                   count_text(one.got), count_text(one.error), rounded(one.rmse_percent, 3),
                   count_text(one.worst), unit_name(input, input.controls[c], one)});
    }
    table.write(out);
}

}  // namespace drover::populate
