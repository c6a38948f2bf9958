#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/report/heat_map.hpp>

#include "../watch.hpp"
#include "cloud.hpp"
#include "tipi.hpp"

namespace drover::cli::dynamics {
namespace {

struct Found {
    TipiGrid grid;
    std::vector<PlanePoint> attractor;
    double reach = 1;
    std::vector<std::size_t> cells;  // of the grid: those next to a point of the attractor
};

double reach_of(const TipiItem& options, const std::vector<PlanePoint>& points) {
    if (!options.reach.empty()) {
        const double reach = option_number("--reach", options.reach).to_double();
        check_input(reach > 0, [&] { return "--reach: expected a number above 0, got " + options.reach; });
        return reach;
    }
    double reach = 0;
    for (const PlanePoint& point : points) reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
    return reach > 0 ? 2 * reach : 1;
}

// The points of the grid that are nearest to the attractor, each once.
std::vector<std::size_t> cells_of(const Found& found, std::size_t side) {
    std::vector<std::size_t> cells;
    const double width = 2 * found.reach / static_cast<double>(side - 1);
    for (const PlanePoint& point : found.attractor) {
        if (std::abs(point.x) > found.reach || std::abs(point.y) > found.reach) continue;
        const auto column = static_cast<std::size_t>(std::lround((point.x + found.reach) / width));
        const auto row = static_cast<std::size_t>(std::lround((found.reach - point.y) / width));
        cells.push_back(row * side + column);
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

PointCloud find_points(const TipiItem& options, const Model& model, Streams& streams) {
    const std::int64_t steps = options.steps + options.burn_in;
    Progress progress{"dynamics tipi", steps, options.dynamics.common, streams};
    PointCloud cloud = with_orbit(model, steps, [&](auto orbit) {
        return attractor_points(std::move(orbit), {.steps = options.steps,
                                                   .burn_in = options.burn_in,
                                                   .unit = model.whole.unit,
                                                   .control = progress.control()});
    });
    if (interrupted()) throw Interrupted{};
    return cloud;
}

Found find(const TipiItem& options, const Model& model, Streams& streams) {
    constexpr std::size_t most_points = 20'000;
    const PointCloud cloud = find_points(options, model, streams);
    Found found{.attractor = thinned(model, cloud, most_points)};
    found.reach = reach_of(options, found.attractor);
    const auto side = static_cast<std::size_t>(options.points);
    found.grid = tipi_grid(model.whole.features, model.moments,
                           {.x_low = -found.reach,
                            .x_high = found.reach,
                            .y_low = -found.reach,
                            .y_high = found.reach,
                            .column_count = side,
                            .row_count = side,
                            .unit = model.whole.unit});
    found.cells = cells_of(found, side);
    return found;
}

double lowest_on_attractor(const Found& found) {
    double lowest = 0;
    for (const std::size_t cell : found.cells) lowest = std::min(lowest, found.grid.values[cell]);
    return lowest;
}

Report report_of(const TipiItem& options, const Model& model, const Found& found) {
    Report report = item_report("tipi", options.dynamics, &model);
    report.add("steps", "", options.steps);
    report.add("burn_in", "", options.burn_in);
    report.add("points", "", options.points);
    report.add("reach", "", found.reach);
    report.add("x", "", found.grid.x);
    report.add("y", "", found.grid.y);
    report.add("values", "", found.grid.values);
    report.add("states", "", state_names(model, found.grid.states));
    std::vector<double> x;
    std::vector<double> y;
    for (const PlanePoint& point : found.attractor) {
        x.push_back(point.x);
        y.push_back(point.y);
    }
    report.add("attractor_x", "", x);
    report.add("attractor_y", "", y);
    return report;
}

void write_text(std::ostream& out, const Found& found) {
    const auto [low, high] = std::minmax_element(found.grid.values.begin(), found.grid.values.end());
    TextTable table{{"Tipi function", "lowest", "highest"}};
    table.add(
        {"over the square of half side " + rounded(found.reach, 4), rounded(*low, 4), rounded(*high, 4)});
    table.add({"next to the attractor", rounded(lowest_on_attractor(found), 4), ""});
    out << '\n';
    table.write(out);
    out << '\n'
        << (*high > 1e-9 * found.reach
                ? "Above 0 somewhere: no mix of the states has these moments, and the weights run off.\n"
                : "Not above 0 on this grid, as it must be where some mix of the states has the moments.\n");
}

std::vector<std::string> every_tenth(const std::vector<double>& values) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < values.size(); ++k) names.push_back(k % 10 == 0 ? rounded(values[k], 3) : "");
    return names;
}

// The cells of the attractor with a neighbour that is none, so that the function shows within.
std::vector<std::size_t> edge_of(const Found& found) {
    const std::size_t side = found.grid.x.size();
    const auto holds = [&](std::size_t cell) {
        return std::binary_search(found.cells.begin(), found.cells.end(), cell);
    };
    std::vector<std::size_t> edge;
    for (const std::size_t cell : found.cells) {
        const bool inside = cell % side > 0 && cell % side + 1 < side && cell >= side && holds(cell - 1) &&
                            holds(cell + 1) && holds(cell - side) && holds(cell + side);
        if (!inside) edge.push_back(cell);
    }
    return edge;
}

HeatMap picture(const Model& model, const Found& found) {
    HeatMap map{.title = "Tipi function, with the attractor",
                .row_label = "weight of " + model.table.feature_names[1],
                .column_label = "weight of " + model.table.feature_names[0],
                .row_names = every_tenth(found.grid.y),
                .column_names = every_tenth(found.grid.x),
                .values = found.grid.values,
                .grey = "the edge of the attractor"};
    for (const std::size_t cell : edge_of(found)) map.values[cell] = std::numeric_limits<double>::quiet_NaN();
    return map;
}

}  // namespace

void add_tipi(CLI::App& dynamics, TipiItem& options) {
    CLI::App& item =
        add_command(dynamics, "tipi", "The Tipi function of two features, with the attractor",
                    "Example: drover dynamics tipi six.csv --moments six_moments.csv --svg tipi.svg");
    add_count(item, "--steps", options.steps, "Points of the attractor");
    add_count(item, "--burn-in", options.burn_in, "Steps before the first point");
    add_count(item, "--points", options.points, "Points of the grid along each side");
    add_option(item, "--reach", options.reach, "Half the side of the square [default: twice the attractor's]")
        .type_name("R");
    add_model_item_options(item, options.dynamics);
}

ExitCode run_tipi(const TipiItem& options, Streams& streams) {
    check_files(options.dynamics);
    check_range("--steps", options.steps, 1, 100'000'000);
    check_range("--burn-in", options.burn_in, 0, 1'000'000'000'000);
    check_range("--points", options.points, 2, 1'001);
    const Model model = read_model(options.dynamics.model, options.steps + options.burn_in, Need::points);
    check_input(model.table.feature_count() == 2, [&] {
        return options.dynamics.model.features + ": expected two features, got " +
               std::to_string(model.table.feature_count());
    });
    const Found found = find(options, model, streams);
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(model, found));
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, found);
    });
    return ExitCode::ok;
}

}  // namespace drover::cli::dynamics
