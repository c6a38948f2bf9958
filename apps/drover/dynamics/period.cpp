#include <algorithm>

#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/period.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// When the weights recur.
struct PeriodItem {
    Options dynamics;
    std::int64_t max_period = 1'000'000;
};

void describe(OptionList& list, PeriodItem& options) {
    list.count("--max-period", options.max_period, "Longest period to look for").within(1, 1'000'000'000'000);
    describe(list, options.dynamics);
}

// The weights until they have recurred twice, or as far as a picture shows something.
Chart picture(const ExactModel& model, const std::optional<Period>& period) {
    constexpr std::int64_t most_steps = 100;
    const std::int64_t steps =
        period ? std::min(most_steps, period->preperiod + 2 * period->period) : most_steps;
    Chart chart{.title = "Weights after each step", .x = {.label = "step"}, .y = {.label = "weight"}};
    const OrbitTrace trace = trace_orbit(model, steps);
    for (std::size_t a = 0; a < model.table().feature_count(); ++a) {
        Series series{.name = model.table().feature_names[a]};
        for (const TracedStep& step : trace.steps) series.y.push_back(step.weights[a]);
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Report report_of(const PeriodItem& options, const ExactModel& model, const std::optional<Period>& period) {
    Report report = item_report("period", options, &model);
    report.add("preperiod", "", period ? ReportValue{period->preperiod} : ReportValue{});
    report.add("period", "", period ? ReportValue{period->period} : ReportValue{});
    report.add("aperiodic", "", is_aperiodic(model));
    return report;
}

void write_text(std::ostream& out, const PeriodItem& options, const ExactModel& model,
                const std::optional<Period>& period) {
    if (is_aperiodic(model)) {
        out << "\nNo period is possible: a moment is irrational, and after any number of steps the weights "
               "have moved by\nthat many times the moment less a sum of features, which are rational.\n";
        return;
    }
    if (!period) {
        out << "\nNo period: the weights did not recur within " << options.max_period << " steps.\n";
        return;
    }
    out << "\npreperiod  " << period->preperiod << "\nperiod     " << period->period
        << "\n\nAfter the preperiod the weights recur exactly every "
        << (period->period == 1 ? "step" : std::to_string(period->period) + " steps") << ".\n";
}

ExitCode run_period(const PeriodItem& options, Streams& streams) {
    const std::int64_t steps = 3 * options.max_period;
    const ExactModel model = read_model(options.dynamics.model, steps);
    const std::optional<Period> period = [&] {
        Progress progress{"dynamics period", steps, options.dynamics.common, streams};
        return find_period(model, {.max_period = options.max_period, .control = progress.control()});
    }();
    throw_if_interrupted();
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(model, period));
    write_result(options.dynamics, streams, report_of(options, model, period), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, options, model, period);
    });
    return ExitCode::ok;
}

}  // namespace

Command period_item() {
    return {.name = "period",
            .summary = "After how many steps the weights recur",
            .footer = "Example: drover dynamics period dice.csv --probabilities loaded.csv",
            .task = task<run_period>};
}

}  // namespace drover::cli::dynamics
