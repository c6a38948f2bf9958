#include <algorithm>
#include <cmath>
#include <numbers>

#include <drover/core/number_text.hpp>
#include <drover/herd/run.hpp>
#include <drover/learn/table_herder.hpp>
#include <drover/model/unreachable.hpp>
#include <drover/record/trajectory.hpp>

#include "orbit.hpp"
#include "plane.hpp"
#include "watched_orbit.hpp"

namespace drover::cli::dynamics {
namespace {

struct Weighed {
    std::int64_t t = 0;
    std::size_t state = 0;        // taken at step t
    std::size_t next = 0;         // taken at step t + 1: the cone of the weights after step t
    std::vector<double> weights;  // after step t, in the units of the table
};

struct Found {
    std::vector<Weighed> trajectory;
    std::optional<Cones> cones;                           // of two features
    std::vector<std::vector<double>> translations;        // one a state
    std::optional<std::vector<std::size_t>> unreachable;  // nothing for large tables
};

std::vector<Weighed> follow(const Model& model, const OrbitItem& options, Streams& streams) {
    Trajectory<std::size_t> trajectory;
    Watch watch{"dynamics orbit", options.steps, options.dynamics.common, streams};
    with_orbit(model, options.steps + 1, [&](auto orbit) {
        WatchedOrbit watched{std::move(orbit), watch};
        return run(watched, {.steps = options.steps + 1}, trajectory);
    });
    std::vector<Weighed> points;
    for (std::size_t k = 0; k + 1 < trajectory.result().size(); ++k) {
        const auto& point = trajectory.result()[k];
        Weighed weighed{.t = point.t, .state = point.state, .weights = point.weights};
        weighed.next = trajectory.result()[k + 1].state;
        for (double& weight : weighed.weights) weight /= model.unit();
        points.push_back(std::move(weighed));
    }
    return points;
}

Found find(const Model& model, const OrbitItem& options, Streams& streams) {
    Found found{.trajectory = follow(model, options, streams)};
    const StateTable& features = model.whole.features;
    if (features.feature_count() == 2) found.cones = find_cones(features, model.moments);
    if (features.state_count() * features.feature_count() <= max_hull_cells)
        found.unreachable = unreachable_states(features);
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        std::vector<double> move;
        for (std::size_t a = 0; a < features.feature_count(); ++a) {
            const Int128 whole = model.whole.moments.counts[a] -
                                 model.whole.moments.total * static_cast<Int128>(features.row(s)[a]);
            move.push_back(static_cast<double>(whole) / static_cast<double>(model.whole.moments.total) /
                           model.unit());
        }
        found.translations.push_back(std::move(move));
    }
    return found;
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

std::vector<Report> cone_rows(const Model& model, const Cones& cones) {
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

std::vector<Report> trajectory_rows(const Model& model, const Found& found) {
    std::vector<Report> rows;
    for (const Weighed& point : found.trajectory) {
        Report row;
        row.add("t", "", point.t);
        row.add("state", "", model.state(point.state));
        row.add("weights", "", point.weights);
        rows.push_back(std::move(row));
    }
    return rows;
}

Report report_of(const OrbitItem& options, const Model& model, const Found& found) {
    Report report = item_report("orbit", options.dynamics, &model);
    report.add("steps", "", options.steps);
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

void write_trajectory(std::ostream& out, const Model& model, const Found& found) {
    constexpr std::size_t most_shown = 20;
    std::vector<std::string> header{"t", "state"};
    for (const std::string& name : model.table.feature_names) header.push_back("w " + name);
    TextTable table{header, {1}};
    for (std::size_t k = 0; k < std::min(most_shown, found.trajectory.size()); ++k) {
        const Weighed& point = found.trajectory[k];
        std::vector<std::string> row{std::to_string(point.t), model.state(point.state)};
        for (const double weight : point.weights) row.push_back(rounded(weight, 5));
        table.add(std::move(row));
    }
    table.write(out);
    if (found.trajectory.size() > most_shown)
        out << "... and " << found.trajectory.size() - most_shown << " more; --json has them all\n";
}

void write_cones(std::ostream& out, const Model& model, const Found& found) {
    constexpr double degrees = 180 / std::numbers::pi;
    TextTable table{{"cone of", "from", "to", "moves weights by"}, {0}};
    for (const Cone& cone : found.cones->cones) {
        table.add({model.state(cone.state), rounded(degrees * cone.from_angle, 5),
                   rounded(degrees * cone.to_angle, 5), numbers_text(found.translations[cone.state])});
    }
    out << "\nAngles in degrees:\n";
    table.write(out);
}

void write_moves(std::ostream& out, const Model& model, const Found& found) {
    TextTable table{{"state", "moves weights by"}};
    for (std::size_t s = 0; s < found.translations.size(); ++s)
        table.add({model.state(s), numbers_text(found.translations[s])});
    out << '\n';
    table.write(out);
}

void write_unreachable(std::ostream& out, const Model& model, const Found& found) {
    if (!found.unreachable || found.unreachable->empty()) return;
    out << "\nNever chosen, but for ties of all states:";
    for (const std::string& name : state_names(model, *found.unreachable)) out << ' ' << name;
    out << '\n';
}

Chart picture(const Model& model, const Found& found) {
    std::vector<PlanePoint> points;
    for (const Weighed& point : found.trajectory)
        points.push_back({.x = point.weights[0], .y = point.weights[1], .state = point.next});
    return plane_chart("Weights of " + std::to_string(points.size()) + " steps, by the state they choose",
                       model, *found.cones, points);
}

}  // namespace

void add_orbit(CLI::App& dynamics, OrbitItem& options) {
    CLI::App& item = add_command(dynamics, "orbit", "The steps, the cones they go through, and their moves",
                                 "Example: drover dynamics orbit dice.csv --steps 1000 --svg orbit.svg");
    add_count(item, "--steps", options.steps, "Steps to take");
    add_model_item_options(item, options.dynamics);
}

ExitCode run_orbit(const OrbitItem& options, Streams& streams) {
    check_files(options.dynamics);
    check_range("--steps", options.steps, 0, 1'000'000);
    const Model model = read_model(options.dynamics.model, options.steps + 1);
    check_plane(options.dynamics, model);
    const Found found = find(model, options, streams);
    if (found.cones) write_picture(options.dynamics, streams, picture(model, found));
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

}  // namespace drover::cli::dynamics
