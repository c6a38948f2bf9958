#include <algorithm>
#include <cmath>
#include <numbers>

#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/plane_figures.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// The steps themselves, and the cones they pass through.
struct OrbitItem {
    Options dynamics;
    std::int64_t steps = 100;
};

void describe(OptionList& list, OrbitItem& options) {
    list.count("--steps", options.steps, "Steps to take").within(0, 1'000'000);
    describe(list, options.dynamics);
}

const char* name_of(ConeKind kind) {
    switch (kind) {
        case ConeKind::sector:
            return "sector";
        case ConeKind::ray:
            return "ray";
        case ConeKind::everything:
            return "everything";
    }
    return "";
}

std::string text_of(const PlaneVector& direction) {
    return to_string(direction.x) + ' ' + to_string(direction.y);
}

std::vector<Report> cone_rows(const ExactModel& model, const Cones& cones) {
    std::vector<Report> rows;
    for (const Cone& cone : cones.cones) {
        Report row;
        row.add("state", "", model.state(cone.state));
        row.add("kind", "", name_of(cone.kind));
        row.add("from", "", text_of(cone.from));
        row.add("to", "", text_of(cone.to));
        row.add("from_angle", "", cone.from_angle);
        row.add("to_angle", "", cone.to_angle);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Report> trajectory_rows(const ExactModel& model, const OrbitTrace& found) {
    std::vector<Report> rows;
    for (const TracedStep& point : found.steps) {
        Report row;
        row.add("t", "", point.t);
        row.add("state", "", model.state(point.state));
        row.add("weights", "", point.weights);
        rows.push_back(std::move(row));
    }
    return rows;
}

Report report_of(const OrbitItem& options, const ExactModel& model, const OrbitTrace& found) {
    Report report = item_report("orbit", options, &model);
    report.add("trajectory", "", trajectory_rows(model, found));
    report.add("cones", "", found.cones ? ReportValue{cone_rows(model, *found.cones)} : ReportValue{});
    std::vector<Report> translations;
    for (std::size_t s = 0; s < found.translations.size(); ++s) {
        Report row;
        row.add("state", "", model.state(s));
        row.add("move", "", found.translations[s]);
        translations.push_back(std::move(row));
    }
    report.add("translations", "", translations);
    report.add("unreachable_states", "",
               found.unreachable ? ReportValue{state_names(model, *found.unreachable)} : ReportValue{});
    return report;
}

std::string numbers_text(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : "  ") + rounded(value, 5);
    return text;
}

void write_trajectory(std::ostream& out, const ExactModel& model, const OrbitTrace& found) {
    constexpr std::size_t most_shown = 20;
    std::vector<std::string> header{"t", "state"};
    for (const std::string& name : model.table().feature_names) header.push_back("w " + name);
    TextTable table{header, {1}};
    for (std::size_t k = 0; k < std::min(most_shown, found.steps.size()); ++k) {
        const TracedStep& point = found.steps[k];
        std::vector<std::string> row{std::to_string(point.t), model.state(point.state)};
        for (const double weight : point.weights) row.push_back(rounded(weight, 5));
        table.add(std::move(row));
    }
    table.write(out);
    if (found.steps.size() > most_shown)
        out << "... and " << found.steps.size() - most_shown << " more; --json has them all\n";
}

void write_cones(std::ostream& out, const ExactModel& model, const OrbitTrace& found) {
    constexpr double degrees = 180 / std::numbers::pi;
    TextTable table{{"cone of", "from", "to", "moves weights by"}, {0}};
    for (const Cone& cone : found.cones->cones) {
        table.add({model.state(cone.state), rounded(degrees * cone.from_angle, 5),
                   rounded(degrees * cone.to_angle, 5), numbers_text(found.translations[cone.state])});
    }
    out << "\nAngles in degrees:\n";
    table.write(out);
}

void write_moves(std::ostream& out, const ExactModel& model, const OrbitTrace& found) {
    TextTable table{{"state", "moves weights by"}};
    for (std::size_t s = 0; s < found.translations.size(); ++s)
        table.add({model.state(s), numbers_text(found.translations[s])});
    out << '\n';
    table.write(out);
}

void write_unreachable(std::ostream& out, const ExactModel& model, const OrbitTrace& found) {
    if (!found.unreachable || found.unreachable->empty()) return;
    out << "\nNever chosen, except in ties of all states:";
    for (const std::string& name : state_names(model, *found.unreachable)) out << ' ' << shown_text(name);
    out << '\n';
}

ExitCode run_orbit(const OrbitItem& options, Streams& streams) {
    const ExactModel model = read_model(options.dynamics.model, options.steps + 1);
    const OrbitTrace found = [&] {
        Progress progress{"dynamics orbit", options.steps, options.dynamics.common, streams};
        return trace_orbit(model, options.steps, progress.control());
    }();
    throw_if_interrupted();
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, orbit_figure(model, found));
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        out << '\n';
        write_trajectory(out, model, found);
        if (found.cones) {
            write_cones(out, model, found);
        } else {
            write_moves(out, model, found);
        }
        write_unreachable(out, model, found);
    });
    return ExitCode::ok;
}

}  // namespace

Command orbit_item() {
    return {.name = "orbit",
            .summary = "The steps, the cones they pass through, and their moves",
            .footer = "Example: drover dynamics orbit dice.csv --steps 1000 --svg orbit.svg",
            .task = task<run_orbit>};
}

}  // namespace drover::cli::dynamics
