#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/torus.hpp>

#include "../command.hpp"
#include "../terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
namespace {

/// The rotation behind K + 1 states of K features.
struct TorusItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 10'000;
};

void describe(OptionList& list, TorusItem& options) {
    list.count("--steps", options.steps, "Steps to check the rotation for").keyed("steps_asked");
    describe(list, options.dynamics);
}

// Whether the orbit fills the torus, in words.
std::string filling(const ExactModel& model, const Torus& torus) {
    if (torus.status != TorusStatus::rotates) return std::string{describe(torus.status)};
    const std::string points = !torus.point_count        ? "more than 2^127 points"
                               : *torus.point_count == 1 ? "a single point"
                                                         : to_string(*torus.point_count) + " points";
    std::string text = "does not fill the torus: the rotation is rational, and the orbit comes to " + points +
                       " of it, again and again";
    if (model.is_rounded()) text += " (of the numbers as they were rounded)";
    return text;
}

// As text where a number would need more than 64 bits.
ReportValue point_count(const Torus& torus) {
    if (!torus.point_count) return {};
    if (fits_int64(*torus.point_count)) return static_cast<std::int64_t>(*torus.point_count);
    return to_string(*torus.point_count);
}

Report report_of(const TorusItem& options, const ExactModel& model, const TorusOrbit& found) {
    const Torus& torus = found.torus;
    Report report = item_report("torus", options, &model);
    report.add("rotates", "", torus.status == TorusStatus::rotates);
    std::vector<std::string> exact;
    std::vector<double> real;
    for (const Rational& turn : torus.rotation) {
        exact.push_back(to_string(turn));
        real.push_back(turn.to_double());
    }
    report.add("rotation", "", exact);
    report.add("rotation_values", "", real);
    report.add("volume", "", found.check ? ReportValue{torus_volume(torus, model.unit())} : ReportValue{});
    report.add("point_count", "", point_count(torus));
    report.add("identity_holds", "", found.check ? ReportValue{found.check->holds} : ReportValue{});
    report.add("steps", "", found.check ? ReportValue{found.check->steps} : ReportValue{});
    report.add("filling", "", filling(model, torus));
    return report;
}

void write_text(std::ostream& out, const ExactModel& model, const TorusOrbit& found) {
    out << '\n';
    if (found.check) {
        TextTable table{{"state", "rotation", ""}};
        for (std::size_t d = 0; d < found.torus.rotation.size(); ++d) {
            const Rational& turn = found.torus.rotation[d];
            table.add({model.state(d + 1), to_string(turn), rounded(turn.to_double())});
        }
        table.write(out);
        out << "\nVolume of the torus: " << rounded(torus_volume(found.torus, model.unit()))
            << ". The rotation " << (found.check->holds ? "was exact for " : "FAILED after ")
            << found.check->steps << " steps.\n";
    }
    out << (found.check ? "The orbit " : "There is ") << filling(model, found.torus) << ".\n";
}

// t * turn modulo 1, exactly; a numerator times t fits after the reduction below 2^64 or so, else in double.
double turned(const Rational& turn, std::int64_t t) {
    Int128 product = 0;
    if (!multiply(turn.numerator(), Int128{t}, product)) {
        const double turns = turn.to_double() * static_cast<double>(t);
        return turns - std::floor(turns);
    }
    const Int128 rest = product % turn.denominator();
    return static_cast<double>(rest < 0 ? rest + turn.denominator() : rest) /
           static_cast<double>(turn.denominator());
}

// Weights before each step, in the basis of the differences, with the state they choose.
Chart picture(const ExactModel& model, const TorusOrbit& found) {
    Chart chart{.title = "The torus: weights modulo the differences of states",
                .x = {.label = "share along " + model.state(1) + " - " + model.state(0), .include = {0, 1}},
                .y = {.label = "share along " + model.state(2) + " - " + model.state(0), .include = {0, 1}},
                .width = 640,
                .height = 640};
    for (std::size_t s = 0; s < model.table().state_count(); ++s)
        chart.series.push_back({.name = model.state(s), .mark = Mark::points});
    for (std::size_t t = 0; t < found.states.size(); ++t) {
        Series& series = chart.series[found.states[t]];
        series.x.push_back(turned(found.torus.rotation[0], static_cast<std::int64_t>(t)));
        series.y.push_back(turned(found.torus.rotation[1], static_cast<std::int64_t>(t)));
    }
    std::erase_if(chart.series, [](const Series& series) { return series.x.empty(); });
    return chart;
}

ExitCode run_torus(const TorusItem& options, Streams& streams) {
    check_range("--steps", options.steps, 0, 1'000'000'000);
    const ExactModel model = read_model(options.dynamics.model, options.steps);
    check_plane(options.dynamics, model);
    const TorusOrbit found = [&] {
        Progress progress{"dynamics torus", options.steps, options.dynamics.common, streams};
        return follow_torus(model, {.steps = options.steps, .control = progress.control()});
    }();
    look_for_interrupt();
    check_input(options.dynamics.svg.empty() || found.check,
                [&] { return "--svg: " + std::string{describe(found.torus.status)}; });
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(model, found));
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, model, found);
    });
    return ExitCode::ok;
}

const Command command{
    {.name = "torus",
     .rank = 40,
     .summary = "The rotation behind K + 1 states of K features",
     .footer = "Example: drover dynamics torus triangle.csv --moments triangle_moments.csv --svg torus.svg",
     .parent = "dynamics"},
    task<run_torus>};

}  // namespace
}  // namespace drover::cli::dynamics
