#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/bifurcation_figure.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/files/read.hpp>
#include <drover/number/error_text.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "raster.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// What the weights do at a temperature, as it falls to that of herding, 0.
struct BifurcationItem {
    Options dynamics{.model = {.start = "near"}};
    std::string from;  ///< temperatures, in either order; empty: 1.1 T_1 and 0.2 T_1
    std::string to;
    std::int64_t temperatures = 200;
    std::int64_t max_period = 512;
    std::int64_t max_steps = 6'000;
    std::int64_t exponent_steps = 1'000'000;
    std::int64_t points = 1'000;
    RasterOptions raster;
};

void describe(OptionList& list, BifurcationItem& options) {
    // The JSON has the temperatures used.
    list.text("--from", options.from, "Temperature to begin at, above 0 [default: 1.1 T_1]")
        .typed("T")
        .silent();
    list.text("--to", options.to, "Temperature to end at, above 0 [default: 0.2 T_1]").typed("T").silent();
    list.count("--temperatures", options.temperatures, "Temperatures in between, evenly spaced")
        .within(2, 20'000);
    list.count("--max-period", options.max_period, "Longest cycles to look for").within(1, 4'096);
    list.count("--max-steps", options.max_steps, "Steps at each temperature to find a cycle")
        .within(1, 1'000'000'000);
    list.count("--exponent-steps", options.exponent_steps,
               "Steps for the Lyapunov exponents at each temperature without a cycle")
        .within(64, 1'000'000'000'000);
    list.count("--points", options.points, "Points in each of the picture's 1000 columns")
        .within(1, 1'000'000'000);
    describe(list, options.raster);
    describe(list, options.dynamics);
    list.at("--start")
        .described("Start weights: near (three near the fixed point), zero, moments, or a file")
        .typed("near|zero|moments|FILE");
}

struct RealModel {
    FeatureTable table;
    TemperedMap map;
};

RealModel read_real_model(const ModelFiles& files) {
    FeatureTable table = read_feature_csv(files.features);
    TemperedMap map = tempered_map(table, read_target(files, table));
    return {std::move(table), std::move(map)};
}

// None: the library takes three near the fixed point.
std::vector<std::vector<double>> read_starts(const ModelFiles& files, const RealModel& model) {
    if (files.start == "near") return {};
    const ModelStart start = read_start(files, model.table);
    const auto moments = model.map.moments();
    if (std::holds_alternative<MomentStart>(start)) return {{moments.begin(), moments.end()}};
    std::vector<double> weights(moments.size());
    if (const auto* given = std::get_if<std::vector<QuadraticNumber>>(&start)) {
        for (std::size_t a = 0; a < weights.size(); ++a) weights[a] = (*given)[a].to_double();
    }
    return {weights};
}

std::optional<double> temperature(const char* option, const std::string& text) {
    if (text.empty()) return std::nullopt;
    const double value = option_number(option, text).to_double();
    check_input(value > 0,
                [&] { return std::string{option} + ": expected a temperature above 0, got " + text; });
    return value;
}

void check_options(const BifurcationItem& options) {
    const auto from = temperature("--from", options.from);
    const auto to = temperature("--to", options.to);
    check_input(!from || from != to,
                [&] { return "--from and --to: expected two temperatures, got " + options.from + " twice"; });
    zoom_of(options.raster);
}

Bifurcation find(const BifurcationItem& options, const RealModel& model, Streams& streams) {
    const double t_1 = maximum_likelihood(model.map).first_threshold;
    const double usual = t_1 > 0 ? t_1 : 1;
    const double from = temperature("--from", options.from).value_or(1.1 * usual);
    const double to = temperature("--to", options.to).value_or(0.2 * usual);
    const auto [lowest, highest] = std::minmax(from, to);
    check_input(lowest >= 1e-9 * highest, [&, low = lowest, high = highest] {
        return "--from and --to: expected temperatures within a factor of 10^9, got " + rounded(high) +
               " and " + rounded(low);
    });
    ThreadPool pool{options.dynamics.common.threads};
    BifurcationOptions asked{.highest = highest,
                             .lowest = lowest,
                             .temperature_count = static_cast<std::size_t>(options.temperatures),
                             .starts = read_starts(options.dynamics.model, model),
                             .max_period = options.max_period,
                             .max_steps = options.max_steps,
                             .exponent_steps = options.exponent_steps,
                             .point_count = 100};
    Progress progress{"dynamics bifurcation", asked.attractor_count(), options.dynamics.common, streams,
                      "attractors"};
    asked.control = progress.control();
    Bifurcation found = bifurcation(model.map, asked, &pool);
    if (found.stopped) throw Interrupted{};
    return found;
}

std::string status_name(LikelihoodStatus status) {
    switch (status) {
        case LikelihoodStatus::found:
            return "found";
        case LikelihoodStatus::boundary:
            return "boundary";
        case LikelihoodStatus::outside:
            break;
    }
    return "outside";
}

ReportValue number_or_null(const std::optional<double>& value) {
    return value ? ReportValue{*value} : ReportValue{};
}

std::optional<double> temperature_of(const std::optional<Threshold>& threshold) {
    return threshold ? std::optional{threshold->temperature} : std::nullopt;
}

std::vector<Report> threshold_rows(const std::vector<Threshold>& thresholds) {
    std::vector<Report> rows;
    for (const Threshold& threshold : thresholds) {
        Report& row = rows.emplace_back();
        row.add("kind", "", name(threshold.kind));
        row.add("period", "", threshold.period);
        row.add("temperature", "", threshold.temperature);
        row.add("gap_ratio", "", number_or_null(threshold.gap_ratio));
        row.add("cascade", "", static_cast<std::int64_t>(threshold.cascade + 1));
    }
    return rows;
}

std::vector<Report> cascade_rows(const std::vector<DoublingCascade>& cascades) {
    std::vector<Report> rows;
    for (const DoublingCascade& cascade : cascades) {
        Report& row = rows.emplace_back();
        row.add("periods", "", cascade.periods);
        row.add("t_inf", "", number_or_null(cascade.limit));
        row.add("t_inf_error", "", number_or_null(cascade.limit_error));
    }
    return rows;
}

void add_rotation(Report& row, const std::optional<TorusRotation>& rotation) {
    row.add("curve_count", "", rotation ? ReportValue{rotation->curve_count} : ReportValue{});
    row.add("rotation_number", "", rotation ? ReportValue{rotation->number} : ReportValue{});
    row.add("rotation_error", "", rotation ? ReportValue{rotation->error} : ReportValue{});
}

std::vector<Report> period_rows(const std::vector<PeriodAt>& periods) {
    std::vector<Report> rows;
    for (const PeriodAt& at : periods) {
        Report& row = rows.emplace_back();
        row.add("temperature", "", at.temperature);
        row.add("period", "", at.period ? ReportValue{*at.period} : ReportValue{});
        row.add("lyapunov", "", at.lyapunov);
        row.add("other_periods", "", at.other_periods);
        row.add("kind", "", name(at.kind));
        row.add("spectrum", "", at.spectrum);
        row.add("spectrum_errors", "", at.spectrum_errors);
        add_rotation(row, at.rotation);
    }
    return rows;
}

std::vector<Report> window_rows(const std::vector<PeriodicWindow>& windows) {
    std::vector<Report> rows;
    for (const PeriodicWindow& window : windows) {
        Report& row = rows.emplace_back();
        row.add("period", "", window.period);
        row.add("above", "", number_or_null(temperature_of(window.above)));
        row.add("above_kind", "", window.above ? ReportValue{name(window.above->kind)} : ReportValue{});
        row.add("below", "", number_or_null(temperature_of(window.below)));
        row.add("below_kind", "", window.below ? ReportValue{name(window.below->kind)} : ReportValue{});
    }
    return rows;
}

constexpr std::array kinds{AttractorKind::cycle, AttractorKind::torus, AttractorKind::chaos,
                           AttractorKind::undecided};

std::int64_t count_of(const std::vector<PeriodAt>& periods, AttractorKind kind) {
    return std::count_if(periods.begin(), periods.end(),
                         [kind](const PeriodAt& at) { return at.kind == kind; });
}

Report report_of(const BifurcationItem& options, const RealModel& model, const Bifurcation& result) {
    Report report = begun_report("bifurcation", options.dynamics, nullptr);
    report.add("from", "", result.highest);
    report.add("to", "", result.lowest);
    echo(report, options);
    report.add("state_names", "", model.table.state_names);
    report.add("feature_names", "", model.table.feature_names);
    report.add("moments", "", std::vector<double>(model.map.moments().begin(), model.map.moments().end()));
    report.add("status", "", status_name(result.status));
    report.add("theta_mle", "", result.theta_mle);
    report.add("t_1", "", result.t_1 > 0 ? ReportValue{result.t_1} : ReportValue{});
    report.add("thresholds", "", threshold_rows(result.thresholds));
    report.add("t_inf", "", number_or_null(result.t_inf));
    report.add("t_inf_error", "", number_or_null(result.t_inf_error));
    report.add("cascades", "", cascade_rows(result.cascades));
    report.add("route", "", result.route);
    report.add("route_end", "", name(result.end));
    report.add("windows", "", window_rows(result.windows));
    for (const AttractorKind kind : kinds)
        report.add(name(kind) + "_count", "", count_of(result.periods, kind));
    report.add("periods", "", period_rows(result.periods));
    return report;
}

std::string kind_text(ThresholdKind kind) {
    return kind == ThresholdKind::neimark_sacker ? "Neimark-Sacker" : name(kind);
}

void write_fixed_point(std::ostream& out, const RealModel& model, const Bifurcation& found) {
    TextTable table{{"feature", "moment", "theta"}};
    for (std::size_t a = 0; a < model.map.feature_count(); ++a) {
        table.add(
            {model.table.feature_names[a], rounded(model.map.moments()[a]), rounded(found.theta_mle[a])});
    }
    table.write(out);
    out << "\nThe fixed point is T theta, with theta of maximum likelihood";
    if (found.t_1 > 0) out << "; it is stable above T = " << rounded(found.t_1, 10);
    out << ".\n";
}

void write_thresholds(std::ostream& out, const Bifurcation& result) {
    out << "From there on as T falls: " << result.route << ".\n";
    if (result.thresholds.empty()) return;
    std::vector<std::string> header{"threshold", "period before", "T", "gap ratio"};
    const bool has_several = result.cascades.size() > 1;
    if (has_several) header.emplace_back("cascade");
    TextTable table{header};
    for (const Threshold& threshold : result.thresholds) {
        std::vector<std::string> row{kind_text(threshold.kind), std::to_string(threshold.period),
                                     rounded(threshold.temperature, 10),
                                     threshold.gap_ratio ? rounded(*threshold.gap_ratio, 5) : ""};
        if (has_several) row.push_back(std::to_string(threshold.cascade + 1));
        table.add(std::move(row));
    }
    out << '\n';
    table.write(out);
}

void write_windows(std::ostream& out, const std::vector<PeriodicWindow>& windows) {
    if (windows.empty()) return;
    const auto end = [](const std::optional<Threshold>& threshold) {
        return threshold ? rounded(threshold->temperature, 8) + ' ' + kind_text(threshold->kind) : "";
    };
    TextTable table{{"other cycles of period", "stable below T", "and above T"}};
    for (const PeriodicWindow& window : windows)
        table.add({std::to_string(window.period), end(window.above), end(window.below)});
    out << '\n';
    table.write(out);
}

void write_tori(std::ostream& out, const std::vector<PeriodAt>& periods) {
    TextTable table{{"torus at T", "closed curves", "rotation number"}, {}};
    constexpr int most_rows = 10;
    int rows = 0;
    for (const PeriodAt& at : periods) {
        if (!at.rotation || ++rows > most_rows) continue;
        table.add({rounded(at.temperature), std::to_string(at.rotation->curve_count),
                   with_error(at.rotation->number, at.rotation->error)});
    }
    if (rows == 0) return;
    out << '\n';
    table.write(out);
    if (rows > most_rows) out << "and " << rows - most_rows << " more\n";
}

void write_sweep(std::ostream& out, const Bifurcation& found) {
    const auto& periods = found.periods;
    if (periods.empty()) return;
    const auto count = [&](AttractorKind kind) { return count_of(periods, kind); };
    const auto highest = std::max_element(
        periods.begin(), periods.end(), [](const auto& a, const auto& b) { return a.lyapunov < b.lyapunov; });
    out << "\nOf " << periods.size() << " temperatures from " << rounded(found.highest) << " to "
        << rounded(found.lowest) << ", " << count(AttractorKind::cycle) << " end in a cycle, "
        << count(AttractorKind::torus) << " on a torus, " << count(AttractorKind::chaos) << " in chaos; "
        << count(AttractorKind::undecided) << " are undecided.\nThe highest exponent is "
        << with_error(highest->lyapunov, highest->spectrum_errors.front())
        << " nats per step, at T = " << rounded(highest->temperature) << ".\n";
    const auto others = std::count_if(periods.begin(), periods.end(),
                                      [](const PeriodAt& at) { return !at.other_periods.empty(); });
    if (others > 0) out << "At " << others << " of them other starts end elsewhere.\n";
    if (found.highest < found.t_1)
        out << "Begun below the first threshold, they need not follow the route from the fixed point.\n";
    write_tori(out, periods);
}

void write_text(std::ostream& out, const RealModel& model, const Bifurcation& found) {
    out << "states    " << model.map.state_count() << "\nfeatures  " << model.map.feature_count() << "\n\n";
    if (found.status != LikelihoodStatus::found) {
        out << "No finite point of maximum likelihood: " << describe(found.status) << ".\n";
        return;
    }
    write_fixed_point(out, model, found);
    write_thresholds(out, found);
    write_windows(out, found.windows);
    write_sweep(out, found);
}

void draw(const BifurcationItem& options, const RealModel& model, const Bifurcation& found,
          Streams& streams) {
    if (!is_wanted(options.dynamics, options.raster)) return;
    Progress progress{"dynamics bifurcation, picture", 1'000, options.dynamics.common, streams, "columns"};
    const std::optional<PointDensity> density = temperature_density(
        model.map, found,
        {.points = options.points, .zoom = zoom_of(options.raster), .control = progress.control()});
    throw_if_interrupted();
    if (!options.dynamics.svg.empty())
        write_picture(options.dynamics, streams,
                      bifurcation_figure(
                          model.map, found, density,
                          {.feature_names = model.table.feature_names, .max_period = options.max_period}));
    check_input(options.raster.png.empty() || density,
                [] { return std::string{"--png: there are no attractors to show"}; });
    if (density) write_image(options.raster, streams, density_raster(*density, {"#0072b2", "#d55e00"}));
}

ExitCode run_bifurcation(const BifurcationItem& options, Streams& streams) {
    check_options(options);
    const RealModel model = read_real_model(options.dynamics.model);
    const Bifurcation found = find(options, model, streams);
    draw(options, model, found, streams);
    write_result(options.dynamics, streams, report_of(options, model, found),
                 [&](std::ostream& out) { write_text(out, model, found); });
    return ExitCode::ok;
}

}  // namespace

Command bifurcation_item() {
    return {.name = "bifurcation",
            .summary = "Herding at a temperature: its attractors, and where they change as it falls",
            .footer =
                "States have the probability ~ exp(<w, phi> / T): T -> 0 is herding, a large T ends in one "
                "point.\n"
                "This item computes in floating point; results are the same on every machine.\n\n"
                "Example: drover dynamics bifurcation four.csv --from 0.36 --to 0.1 --svg bifurcation.svg",
            .task = task<run_bifurcation>};
}

}  // namespace drover::cli::dynamics
