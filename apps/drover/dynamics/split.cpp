#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/split_times.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// How long two orbits that start close to each other take the same states.
struct SplitItem {
    Options dynamics{.model = {.start = ""}};
    std::int64_t pairs = 101;
    std::int64_t steps = 200'000;
    std::int64_t burn_in = 1'000;
    std::int64_t first_bits = 3;
    std::int64_t last_bits = 12;
};

void describe(OptionList& list, SplitItem& options) {
    list.count("--pairs", options.pairs, "Pairs of orbits for each distance").within(1, 1'000'000);
    list.count("--steps", options.steps, "Steps after which a pair counts as never apart")
        .within(1, 1'000'000'000);
    list.count("--burn-in", options.burn_in, "Steps from a random start to where a pair begins")
        .within(0, 1'000'000'000);
    list.count("--first-bits", options.first_bits, "Largest distance: the spread of the features times 2^-N")
        .within(0, 40);
    list.count("--last-bits", options.last_bits, "Smallest distance, likewise; at least --first-bits")
        .within(0, 40);
    describe(list, options.dynamics);
}

SplitTimes find(const SplitItem& options, const ExactModel& model, Streams& streams) {
    ThreadPool pool{options.dynamics.common.threads};
    Progress progress{"dynamics split", options.steps, options.dynamics.common, streams};
    SplitTimes times = find_split_times(model,
                                        {.first_bits = static_cast<int>(options.first_bits),
                                         .last_bits = static_cast<int>(options.last_bits),
                                         .pair_count = static_cast<std::size_t>(options.pairs),
                                         .burn_in = options.burn_in,
                                         .max_steps = options.steps,
                                         .seed = options.dynamics.common.seed,
                                         .control = progress.control()},
                                        &pool);
    if (times.stopped) throw Interrupted{};
    return times;
}

std::vector<double> fitted_range(const SplitTimes& times) {
    if (times.fitted_count == 0) return {};
    return {times.points.front().distance, times.points[times.fitted_count - 1].distance};
}

Report report_of(const SplitItem& options, const ExactModel& model, const SplitTimes& times) {
    Report report = item_report("split", options, &model);
    std::vector<double> distances;
    std::vector<double> medians;
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<std::int64_t> unsplit;
    for (const SplitPoint& point : times.points) {
        distances.push_back(point.distance);
        medians.push_back(point.median);
        lower.push_back(point.lower_quartile);
        upper.push_back(point.upper_quartile);
        unsplit.push_back(static_cast<std::int64_t>(point.unsplit));
    }
    report.add("eps", "", distances);
    report.add("median_times", "", medians);
    report.add("lower_quartile_times", "", lower);
    report.add("upper_quartile_times", "", upper);
    report.add("unsplit", "", unsplit);
    report.add("exponent", "", times.exponent ? ReportValue{times.exponent->slope} : ReportValue{});
    report.add("exponent_interval", "",
               ReportValue{});  // none would be honest: the same pairs are at all distances
    report.add("exponent_range", "", times.exponent ? fitted_range(times) : std::vector<double>{});
    report.add("local_slopes", "", times.local_slopes);
    report.add("lyapunov", "", SplitTimes::lyapunov);
    report.add("lyapunov_reason", "", SplitTimes::lyapunov_reason);
    return report;
}

void write_text(std::ostream& out, const SplitTimes& times) {
    TextTable table{{"distance", "median steps until apart", "local slope", "pairs never apart"}, {}};
    for (std::size_t k = 0; k < times.points.size(); ++k) {
        const SplitPoint& point = times.points[k];
        const bool has_slope = k > 0 && k <= times.local_slopes.size();
        table.add({rounded(point.distance, 4), rounded(point.median),
                   has_slope ? rounded(times.local_slopes[k - 1], 3) : "", std::to_string(point.unsplit)});
    }
    out << '\n';
    table.write(out);
    out << '\n';
    if (times.exponent) {
        out << "Over the first " << times.fitted_count << " distances the median grows like distance^"
            << rounded(times.exponent->slope, 3) << "; more --pairs make the local slopes agree better.\n";
    } else {
        out << "No exponent: fewer than three distances at which half the pairs came apart.\n";
    }
    out << "Lyapunov exponent: 0, for " << SplitTimes::lyapunov_reason << ".\n";
}

Chart picture(const SplitTimes& times) {
    Chart chart{.title = "Steps until two orbits take different states",
                .x = {.label = "distance", .scale = Scale::log},
                .y = {.label = "steps", .scale = Scale::log}};
    Series medians{.name = "median, and the middle half of the pairs", .mark = Mark::points};
    for (const SplitPoint& point : times.points) {
        medians.x.push_back(point.distance);
        medians.y.push_back(point.median);
        medians.low.push_back(point.lower_quartile);
        medians.high.push_back(point.upper_quartile);
    }
    chart.series.push_back(std::move(medians));
    if (!times.exponent) return chart;
    Series fit{.name = "distance^{" + rounded(times.exponent->slope, 3) + "}", .mark = Mark::reference};
    for (const double distance : fitted_range(times)) {
        fit.x.push_back(distance);
        fit.y.push_back(std::exp(times.exponent->intercept + times.exponent->slope * std::log(distance)));
    }
    chart.series.push_back(std::move(fit));
    return chart;
}

void check_options(const SplitItem& options) {
    check_range("--last-bits", options.last_bits, options.first_bits, 40);
}

ExitCode run_split(const SplitItem& options, Streams& streams) {
    check_options(options);
    const ExactModel model =
        read_model(options.dynamics.model, options.steps + options.burn_in, ModelNeed::moments,
                   {.fraction_bits = split_fraction_bits(static_cast<int>(options.last_bits))});
    const SplitTimes times = find(options, model, streams);
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(times));
    write_result(options.dynamics, streams, report_of(options, model, times), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, times);
    });
    return ExitCode::ok;
}

}  // namespace

Command split_item() {
    return {.name = "split",
            .summary = "How long orbits that start close take the same states",
            .footer = "Example: drover dynamics split six.csv --moments six_moments.csv --svg split.svg",
            .task = task<run_split>};
}

}  // namespace drover::cli::dynamics
