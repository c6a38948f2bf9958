#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include <drover/baselines/plane_classes.hpp>
#include <drover/baselines/plane_study.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/contour.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/terminal.hpp"
#include "paper.hpp"

namespace drover::cli::paper {
namespace {

// Two classes in the plane, separated by perceptrons, conditional herding and a discriminative RBM.
struct BoundaryOptions {
    CommonOptions common;
    std::int64_t points = 500;
    std::int64_t passes = 1000;
    std::int64_t hidden = 20;
    std::string svg;
};

void describe(OptionList& list, BoundaryOptions& options) {
    list.count("--points", options.points, "Points of each class").within(10, 10'000);
    list.count("--passes", options.passes, "Passes over the points").within(1, 10'000);
    list.count("--hidden", options.hidden, "Hidden units of CH and dRBM").within(1, 1'000);
    describe_svg(list, options.svg);
    describe(list, options.common);
}

constexpr std::size_t fresh_per_class = 1'000;
constexpr std::size_t batch_size = 100;
constexpr std::size_t grid_lines = 101;

struct Plane {
    std::string name;
    Examples train;
    Examples fresh;
    PlaneGrid grid;
    std::vector<baselines::PlaneMethod> methods = {};
};

struct Bounds {
    double low = 0;
    double high = 0;
};

std::vector<double> coordinate(const Examples& points, std::size_t column, std::uint32_t label) {
    std::vector<double> found;
    for (std::size_t i = 0; i < points.rows.row_count(); ++i) {
        if (points.labels[i] != label) continue;
        const SparseRow row = points.rows[i];
        double value = 0;
        for (std::size_t e = 0; e < row.size(); ++e) {
            if (row.columns[e] == column) value = points.unit * row.values[e];
        }
        found.push_back(value);
    }
    return found;
}

Bounds bounds(const Examples& points, std::size_t column) {
    Bounds found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const std::uint32_t label : {0U, 1U}) {
        for (const double value : coordinate(points, column, label))
            found = {std::min(found.low, value), std::max(found.high, value)};
    }
    return {std::floor(found.low - 0.5), std::ceil(found.high + 0.5)};
}

PlaneGrid grid_over(const Examples& points) {
    const Bounds x = bounds(points, 0);
    const Bounds y = bounds(points, 1);
    const double step = std::max(x.high - x.low, y.high - y.low) / static_cast<double>(grid_lines - 1);
    const auto lines = [&](const Bounds& b) { return static_cast<std::size_t>((b.high - b.low) / step) + 1; };
    return {x.low, y.low, step, lines(x), lines(y)};
}

SparseRows places_of(const PlaneGrid& grid, double unit) {
    SparseRows rows{2};
    for (std::size_t node = 0; node < grid.size(); ++node) {
        rows.add(0, static_cast<std::int32_t>(std::lround(grid.x(node) / unit)));
        rows.add(1, static_cast<std::int32_t>(std::lround(grid.y(node) / unit)));
        rows.end_row();
    }
    return rows;
}

std::vector<Plane> make_planes(const BoundaryOptions& options) {
    const std::uint64_t seed = options.common.seed;
    const auto points = static_cast<std::size_t>(options.points);
    std::vector<Plane> planes{{"Banana",
                               baselines::make_banana(points, CounterRandom{seed, 1}),
                               baselines::make_banana(fresh_per_class, CounterRandom{seed, 2}),
                               {}},
                              {"Lithuanian",
                               baselines::make_lithuanian(points, CounterRandom{seed, 3}),
                               baselines::make_lithuanian(fresh_per_class, CounterRandom{seed, 4}),
                               {}}};
    for (Plane& plane : planes) plane.grid = grid_over(plane.train);
    return planes;
}

void study(std::vector<Plane>& planes, const BoundaryOptions& options, Streams& streams) {
    const std::int64_t batches =
        (2 * options.points + std::int64_t{batch_size} - 1) / std::int64_t{batch_size};
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    for (Plane& plane : planes) {
        Progress progress{"paper boundaries: " + plane.name, batches * options.passes, options.common,
                          streams, "updates"};
        plane.methods =
            baselines::study_plane(plane.train, plane.fresh, places_of(plane.grid, plane.train.unit),
                                   {.passes = options.passes,
                                    .hidden = static_cast<std::size_t>(options.hidden),
                                    .batch = batch_size,
                                    .seed = options.common.seed,
                                    .pool = &pool,
                                    .control = progress.control()});
        if (plane.methods.empty() || progress.stopped()) throw Interrupted{};
    }
}

// ---- writing ------------------------------------------------------------------------------------------

void write_errors(std::ostream& out, const std::vector<Plane>& planes) {
    TextTable table{{"data", "method", "training error", "error on new points"}, {0, 1}};
    for (const Plane& plane : planes) {
        for (const baselines::PlaneMethod& method : plane.methods)
            table.add({plane.name, method.name, percent(method.training_error), percent(method.fresh_error)});
    }
    table.write(out);
}

void write_agreement(std::ostream& out, const std::vector<Plane>& planes) {
    TextTable table{{"data", "VP and CH", "VP and dRBM", "CH and dRBM"}};
    for (const Plane& plane : planes) {
        const std::vector<baselines::PlaneMethod>& by = plane.methods;
        table.add({plane.name, percent(agreement(by[0], by[1])), percent(agreement(by[0], by[2])),
                   percent(agreement(by[1], by[2]))});
    }
    table.write(out);
}

void write_text(std::ostream& out, const BoundaryOptions& options, const std::vector<Plane>& planes) {
    out << "Two classes in the plane, " << options.points << " points each; " << options.passes
        << " passes in batches of " << batch_size << ", " << options.hidden << " hidden units; seed "
        << options.common.seed << "\n\n";
    write_errors(out, planes);
    out << "\nShare of the plane shown in the picture where two of them choose the same class:\n\n";
    write_agreement(out, planes);
    out << "\nVP: voted perceptron. CH: conditional herding, a tenth of the updates as burn-in. dRBM: "
           "discriminative RBM.\n"
           "All have the normalising feature in addition to the two coordinates. New points: "
        << 2 * fresh_per_class << " more from the same distribution.\n";
}

Report report_of(const BoundaryOptions& options, const std::vector<Plane>& planes) {
    Report report;
    report.add("format", "", "drover.paper/1");
    report.add("item", "", "boundaries");
    echo(report, options);
    std::vector<Result> results;
    for (const Plane& plane : planes) {
        for (const baselines::PlaneMethod& method : plane.methods) {
            Result result{.dataset = plane.name, .method = method.name, .ours = method.training_error};
            result.more.add("error_on_new_points", "", method.fresh_error);
            for (const baselines::PlaneMethod& other : plane.methods)
                result.more.add("agreement_with_" + other.name, "", agreement(method, other));
            results.push_back(std::move(result));
        }
    }
    add_rows(report, results);
    return report;
}

Chart chart_of(const Plane& plane) {
    const PlaneGrid& grid = plane.grid;
    const auto side = [&](double low, std::size_t lines) {
        return AxisRange{low, low + grid.step * static_cast<double>(lines - 1)};
    };
    Chart chart{.title = plane.name + ": points of two classes, and decision boundaries",
                .x = {.range = side(grid.left, grid.columns)},
                .y = {.range = side(grid.bottom, grid.rows)}};
    for (const baselines::PlaneMethod& method : plane.methods) {
        Series line = contour(plane.grid, method.shares, 0.5);
        line.name = method.name + ", error " + percent(method.training_error);
        line.colour = method_colour(method.name);
        if (method.name == "VP") line.mark = Mark::dashed;
        chart.series.push_back(std::move(line));
    }
    for (const std::uint32_t label : {0U, 1U}) {
        chart.series.push_back({.name = "class " + plane.train.classes[label],
                                .x = coordinate(plane.train, 0, label),
                                .y = coordinate(plane.train, 1, label),
                                .mark = Mark::points,
                                .colour = label == 0 ? "#d55e00" : "#777"});
    }
    // About the same scale for both axes, within 800 pixels.
    const double ratio = static_cast<double>(plane.grid.columns) / static_cast<double>(plane.grid.rows);
    chart.width = std::clamp(60 + 700 * ratio, 520.0, 720.0);
    chart.height = 110 + (chart.width - 60) / ratio;
    return chart;
}

Panels picture(const std::vector<Plane>& planes) {
    Panels panels{.title = "Decision boundaries of three classifiers"};
    for (const Plane& plane : planes) panels.charts.emplace_back(chart_of(plane));
    return panels;
}

ExitCode run_boundaries(const BoundaryOptions& options, Streams& streams) {
    std::vector<Plane> planes = make_planes(options);
    study(planes, options, streams);
    write_picture(options.svg, streams, picture(planes));
    write_result(options.common, streams, report_of(options, planes),
                 [&](std::ostream& out) { write_text(out, options, planes); });
    return ExitCode::ok;
}

}  // namespace

Command boundaries_item() {
    return {.name = "boundaries",
            .summary = "Decision boundaries of perceptrons, conditional herding and dRBM in the plane",
            .footer = "Example: drover paper boundaries --svg boundaries.svg",
            .task = task<run_boundaries>};
}

}  // namespace drover::cli::paper
