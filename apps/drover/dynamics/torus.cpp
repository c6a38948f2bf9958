#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/torus.hpp>
#include <drover/dynamics/torus_figure.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// The rotation behind K + 1 states of K features.
struct TorusItem {
    Options dynamics;
    std::int64_t steps = 10'000;
};

void describe(OptionList& list, TorusItem& options) {
    list.count("--steps", options.steps, "Steps to check the rotation for")
        .within(0, 1'000'000'000)
        .keyed("steps_asked");
    describe(list, options.dynamics);
}

std::vector<QuadraticNumber> rotation(const TorusOrbit& found) {
    if (!found.irrational_rotation.empty()) return found.irrational_rotation;
    return {found.torus.rotation.begin(), found.torus.rotation.end()};
}

// A sentence on whether the orbit fills the torus.
std::string filling(const ExactModel& model, const TorusOrbit& found) {
    const Torus& torus = found.torus;
    if (torus.status != TorusStatus::rotates) return std::string{describe(torus.status)};
    if (!found.irrational_rotation.empty()) {
        const std::string never = "the rotation is irrational, and no point of it comes again";
        if (found.irrational_rotation.size() == 1) return "fills the torus, a circle: " + never;
        return "does not fill the torus but closed curves on it: " + never +
               "; its numbers are those of one quadratic field, so that it stays on them";
    }
    const std::string points = !torus.point_count        ? "more than 2^127 points"
                               : *torus.point_count == 1 ? "a single point"
                                                         : to_string(*torus.point_count) + " points";
    std::string text = "does not fill the torus: the rotation is rational, and the orbit comes to " + points +
                       " of it, again and again";
    if (model.is_rounded()) text += " (of the numbers as they were rounded)";
    return text;
}

// As text where a number would need more than 64 bits.
ReportValue point_count(const TorusOrbit& found) {
    const Torus& torus = found.torus;
    if (!torus.point_count || !found.irrational_rotation.empty()) return {};
    if (fits_int64(*torus.point_count)) return static_cast<std::int64_t>(*torus.point_count);
    return to_string(*torus.point_count);
}

Report report_of(const TorusItem& options, const ExactModel& model, const TorusOrbit& found) {
    const Torus& torus = found.torus;
    Report report = item_report("torus", options, &model);
    report.add("rotates", "", torus.status == TorusStatus::rotates);
    std::vector<std::string> exact;
    std::vector<double> real;
    for (const QuadraticNumber& turn : rotation(found)) {
        exact.push_back(to_string(turn));
        real.push_back(turn.to_double());
    }
    report.add("rotation", "", exact);
    report.add("rotation_values", "", real);
    report.add("volume", "", found.check ? ReportValue{torus_volume(torus, model.unit())} : ReportValue{});
    report.add("point_count", "", point_count(found));
    report.add("identity_holds", "", found.check ? ReportValue{found.check->holds} : ReportValue{});
    report.add("steps", "", found.check ? ReportValue{found.check->steps} : ReportValue{});
    report.add("filling", "", filling(model, found));
    return report;
}

void write_text(std::ostream& out, const ExactModel& model, const TorusOrbit& found) {
    out << '\n';
    if (found.check) {
        TextTable table{{"state", "rotation", ""}};
        const std::vector<QuadraticNumber> turns = rotation(found);
        for (std::size_t d = 0; d < turns.size(); ++d) {
            const QuadraticNumber& turn = turns[d];
            table.add({model.state(d + 1), to_string(turn), rounded(turn.to_double())});
        }
        table.write(out);
        out << "\nVolume of the torus: " << rounded(torus_volume(found.torus, model.unit()))
            << ". The rotation " << (found.check->holds ? "was exact for " : "FAILED after ")
            << found.check->steps << " steps.\n";
    }
    out << (found.check ? "The orbit " : "There is ") << filling(model, found) << ".\n";
}

ExitCode run_torus(const TorusItem& options, Streams& streams) {
    const ExactModel model = read_model(options.dynamics.model, options.steps);
    const TorusOrbit found = [&] {
        Progress progress{"dynamics torus", options.steps, options.dynamics.common, streams};
        return follow_torus(model, {.steps = options.steps, .control = progress.control()});
    }();
    throw_if_interrupted();
    check_input(options.dynamics.svg.empty() || found.check,
                [&] { return "--svg: " + std::string{describe(found.torus.status)}; });
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, torus_figure(model, found));
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, model, found);
    });
    return ExitCode::ok;
}

}  // namespace

Command torus_item() {
    return {.name = "torus",
            .summary = "The rotation behind K + 1 states of K features",
            .footer =
                "Example: drover dynamics torus triangle.csv --moments triangle_moments.csv --svg torus.svg",
            .task = task<run_torus>};
}

}  // namespace drover::cli::dynamics
