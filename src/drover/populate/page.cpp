#include <algorithm>
#include <array>
#include <sstream>

#include <drover/core/number_text.hpp>
#include <drover/populate/page.hpp>
#include <drover/report/impl/html_page.hpp>
#include <drover/version.hpp>

namespace drover::populate {
namespace {

constexpr std::size_t most_zones_listed = 15;
constexpr std::size_t most_points = 3000;

std::string counted(std::int64_t millionths) {
    return millionths % count_unit == 0 ? grouped(millionths / count_unit) : count_text(millionths);
}

std::string percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? "" : rounded(100 * static_cast<double>(part) / static_cast<double>(whole), 3) + " %";
}

void add_headline(HtmlPage& page, const Input& input, const Fit& fit) {
    const auto exact = std::count_if(fit.zones.begin(), fit.zones.end(),
                                     [](const ZoneFit& zone) { return zone.error == 0; });
    NamedTexts numbers{{"households", grouped(fit.households)}};
    if (input.has_persons) numbers.emplace_back("persons", grouped(fit.persons));
    numbers.emplace_back("zones (" + input.levels.front().name + ")",
                         grouped(static_cast<std::int64_t>(fit.zones.size())));
    numbers.emplace_back("controls", grouped(static_cast<std::int64_t>(input.controls.size())));
    numbers.emplace_back("mean % RMSE of the controls", rounded(fit.mean_rmse_percent, 3));
    numbers.emplace_back("zones where every control is exact",
                         percent(exact, static_cast<std::int64_t>(fit.zones.size())));
    numbers.emplace_back(
        "of " + grouped(static_cast<std::int64_t>(input.household_count())) + " sample households are used",
        grouped(fit.uses.distinct));
    page.figures(numbers);
}

void add_course(HtmlPage& page, const Input& input, const std::vector<ErrorPoint>& course) {
    if (course.size() < 2) return;
    page.heading("The error along the way");
    Chart chart{.title = "Errors of all controls, as a share of what is asked for so far"};
    chart.x = {.label = "households placed", .scale = Scale::log};
    chart.y = {.label = "share", .scale = Scale::log};
    for (std::size_t g = 0; g < input.levels.size(); ++g) {
        if (input.levels[g].controls.empty()) continue;
        Series line{.name = input.levels[g].name};
        for (const ErrorPoint& point : course) {
            line.x.push_back(static_cast<double>(point.households));
            line.y.push_back(point.errors[g]);
        }
        chart.series.push_back(std::move(line));
    }
    page.picture(chart);
    page.paragraph(
        "Before the repair. Every zone gets its households evenly along the way: what it should have so far "
        "is "
        "mostly a fraction of a household, so that the share falls until the zones are full.");
}

void add_level(HtmlPage& page, const Input& input, const Fit& fit, const InputLevel& level) {
    HtmlTable list{{"control", "asked", "got", "sum of errors", "RMSE in percent", "units exact",
                    "worst unit", "off by"},
                   {false, true, true, true, true, true, true, true},
                   {}};
    std::vector<double> errors;
    std::vector<double> exact;
    for (const std::size_t c : level.controls) {
        errors.push_back(fit.controls[c].rmse_percent);
        exact.push_back(100 * static_cast<double>(fit.controls[c].exact_units) /
                        static_cast<double>(level.names.size()));
    }
    const std::vector<std::string> error_texts = column_texts(errors);
    const std::vector<std::string> exact_texts = column_texts(exact);
    for (std::size_t k = 0; k < level.controls.size(); ++k) {
        const std::size_t c = level.controls[k];
        const ControlFit& one = fit.controls[c];
        list.rows.push_back({input.controls[c].name + (input.controls[c].about_persons ? " (persons)" : ""),
                             counted(one.asked), counted(one.got), counted(one.error), error_texts[k],
                             exact_texts[k] + " %", one.worst == 0 ? "" : level.names[one.worst_unit],
                             one.worst == 0 ? "" : counted(one.worst)});
    }
    page.table(list);
}

void add_controls(HtmlPage& page, const Input& input, const Fit& fit) {
    for (const InputLevel& level : input.levels) {
        if (level.controls.empty()) continue;
        page.heading("Controls of " + level.name + ", " +
                     grouped(static_cast<std::int64_t>(level.names.size())) +
                     (level.names.size() == 1 ? " unit" : " units"));
        add_level(page, input, fit, level);
    }
}

// How many fall between edges: below the first, ..., from the last on.
template <std::size_t n>
std::vector<double> histogram(const std::vector<double>& values, const std::array<double, n>& edges) {
    std::vector<double> counts(n + 1);
    for (const double value : values)
        ++counts[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), value) -
                                          edges.begin())];
    return counts;
}

void add_zones(HtmlPage& page, const Input& input, const Fit& fit) {
    page.heading("Zones");
    std::vector<double> errors;
    Series points{.name = input.levels.front().name, .mark = Mark::points};
    const std::size_t stride = fit.zones.size() / most_points + 1;
    for (std::size_t k = 0; k < fit.zones.size(); ++k) {
        errors.push_back(static_cast<double>(fit.zones[k].error) / count_unit);
        if (k % stride != 0) continue;
        points.x.push_back(static_cast<double>(fit.zones[k].households));
        points.y.push_back(errors.back());
    }
    BarChart bars{.title = "Zones by the sum of their errors"};
    bars.x_label = "sum over the controls of |got - asked|";
    bars.y.label = "zones";
    bars.categories = {"0", "1", "2", "3-4", "5-9", "10-19", "20-49", "50+"};
    bars.groups = {{"zones", histogram(errors, std::array{0.5, 1.5, 2.5, 4.5, 9.5, 19.5, 49.5})}};
    bars.height = 300;
    page.picture(bars);
    Chart chart{.title = "Errors against the size of zones"};
    chart.x.label = "households in the zone";
    chart.y.label = "sum of errors";
    chart.y.include = {0, 4};
    chart.series = {points};
    chart.height = 300;
    page.picture(chart);
    const std::vector<ZoneFit> worst = worst_zones(fit, most_zones_listed);
    if (worst.empty()) return page.paragraph("Every control is met exactly in every zone.");
    HtmlTable list{{"worst zones", "households", "sum of errors"}, {false, true, true}, {}};
    for (const ZoneFit& zone : worst)
        list.rows.push_back({input.zone_name(zone.zone), grouped(zone.households), counted(zone.error)});
    page.table(list);
}

void add_sample(HtmlPage& page, const Input& input, const Fit& fit) {
    page.heading("The sample in the result");
    BarChart bars{.title = "How often households of the sample are used, over what their weights say"};
    bars.x_label = "uses / (weight x households / all weights)";
    bars.y.label = "households of the sample";
    bars.categories = {"0", "to 1/4", "to 1/2", "to 0.8", "to 1.25", "to 2", "to 4", "more"};
    bars.groups = {
        {"households", histogram(fit.uses.expansion, std::array{1e-12, 0.25, 0.5, 0.8, 1.25, 2.0, 4.0})}};
    bars.height = 300;
    page.picture(bars);
    page.paragraph(grouped(fit.uses.distinct) + " of " +
                   grouped(static_cast<std::int64_t>(input.household_count())) +
                   " households are used, one of them " + grouped(fit.uses.most) +
                   " times. What is 1 in the picture would be the sample as it was weighted; the totals ask "
                   "for something "
                   "else, and the spread around 1 is " +
                   rounded(fit.uses.spread, 3) +
                   " (the weights themselves: " + rounded(fit.uses.sample_spread, 3) + ").");
}

void add_list(HtmlPage& page, std::string_view heading, const NamedTexts& texts) {
    if (texts.empty()) return;
    page.heading(heading);
    page.list(texts);
}

}  // namespace

std::string to_html(const Input& input, const Fit& fit, const Page& about) {
    HtmlPage page{about.title};
    add_headline(page, input, fit);
    for (const std::string& note : about.notes) page.paragraph("Note: " + note + ".");
    add_course(page, input, about.course);
    add_controls(page, input, fit);
    add_zones(page, input, fit);
    add_sample(page, input, fit);
    add_list(page, "Options", about.options);
    add_list(page, "Digests (SHA-256)", about.digests);
    std::ostringstream text;
    page.write(
        text,
        std::string{"Made by drover "} + version +
            ". % RMSE is the root of the mean square of the errors over units, in percent of the mean asked. "
            "Every household is one of the sample: the result is as private as the sample, not more.");
    return std::move(text).str();
}

}  // namespace drover::populate
