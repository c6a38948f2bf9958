#include <algorithm>

#include <drover/dynamics/period.hpp>
#include <drover/herd/run.hpp>
#include <drover/record/trajectory.hpp>

#include "period.hpp"
#include "watched_orbit.hpp"

namespace drover::cli::dynamics {
namespace {

// The weights until they have come again twice, or as far as a picture shows something.
Chart picture(const Model& model, const std::optional<Period>& period) {
    constexpr std::int64_t most_steps = 400;
    const std::int64_t steps =
        period ? std::min(most_steps, period->preperiod + 2 * period->period) : most_steps;
    Chart chart{.title = "Weights after each step", .x = {.label = "step"}, .y = {.label = "weight"}};
    Trajectory<std::size_t> trajectory;
    with_orbit(model, steps, [&](auto orbit) { return run(orbit, {.steps = steps}, trajectory); });
    for (std::size_t a = 0; a < model.table.feature_count(); ++a) {
        Series series{.name = model.table.feature_names[a]};
        for (const auto& point : trajectory.result()) series.y.push_back(point.weights[a] / model.unit());
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Report report_of(const PeriodItem& options, const Model& model, const std::optional<Period>& period) {
    Report report = item_report("period", options.dynamics, &model);
    report.add("max_period", "", options.max_period);
    report.add("preperiod", "", period ? ReportValue{period->preperiod} : ReportValue{});
    report.add("period", "", period ? ReportValue{period->period} : ReportValue{});
    return report;
}

void write_text(std::ostream& out, const PeriodItem& options, const std::optional<Period>& period) {
    if (!period) {
        out << "\nNo period: the weights did not come again within " << options.max_period << " steps.\n";
        return;
    }
    out << "\npreperiod  " << period->preperiod << "\nperiod     " << period->period
        << "\n\nAfter the preperiod the weights come again, exactly, every "
        << (period->period == 1 ? "step" : std::to_string(period->period) + " steps") << ".\n";
}

}  // namespace

void add_period(CLI::App& dynamics, PeriodItem& options) {
    CLI::App& item = add_command(dynamics, "period", "After how many steps the weights come again",
                                 "Example: drover dynamics period dice.csv --probabilities loaded.csv");
    add_count(item, "--max-period", options.max_period, "Longest period to look for");
    add_model_item_options(item, options.dynamics);
}

ExitCode run_period(const PeriodItem& options, Streams& streams) {
    check_files(options.dynamics);
    check_range("--max-period", options.max_period, 1, 1'000'000'000'000);
    const std::int64_t steps = 3 * options.max_period;
    const Model model = read_model(options.dynamics.model, steps);
    std::optional<Period> period;
    {
        Watch watch{"dynamics period", steps, options.dynamics.common, streams};
        period = with_orbit(model, steps, [&](auto orbit) {
            return find_period(WatchedOrbit{std::move(orbit), watch}, {.max_period = options.max_period});
        });
    }
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(model, period));
    write_result(options.dynamics, streams, report_of(options, model, period), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, options, period);
    });
    return ExitCode::ok;
}

}  // namespace drover::cli::dynamics
