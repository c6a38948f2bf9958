#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/tipi_figure.hpp>
#include <drover/dynamics/tipi_grid.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "raster.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// The Tipi function over the plane of weights, or over a line for one feature, and the attractor on it.
struct TipiItem {
    Options dynamics;
    std::int64_t steps = 10'000;
    std::int64_t burn_in = 1'000;
    std::int64_t points = 61;
    std::string reach;  ///< half the side of the square; empty: twice that of the attractor
    RasterOptions raster;
};

void describe(OptionList& list, TipiItem& options) {
    list.count("--steps", options.steps, "Points of the attractor").within(1, 100'000'000);
    list.count("--burn-in", options.burn_in, "Steps before the first point").within(0, 1'000'000'000'000);
    list.count("--points", options.points, "Points of the grid along each side").within(2, 1'001);
    list.text("--reach", options.reach,
              "Half the side of the square, above 0 [default: twice the attractor's]")
        .typed("R")
        .silent();  // the JSON has that used
    describe(list, options.raster);
    describe(list, options.dynamics);
}

TipiAttractor find(const TipiItem& options, const ExactModel& model, Streams& streams) {
    TipiOptions asked{
        .steps = options.steps, .burn_in = options.burn_in, .side = static_cast<std::size_t>(options.points)};
    if (!options.reach.empty()) {
        asked.reach = option_number("--reach", options.reach).to_double();
        check_input(*asked.reach > 0,
                    [&] { return "--reach: expected a number above 0, got " + options.reach; });
    }
    Progress progress{"dynamics tipi", options.steps + options.burn_in, options.dynamics.common, streams};
    asked.control = progress.control();
    TipiAttractor found = find_tipi(model, asked);
    if (found.stopped) throw Interrupted{};
    return found;
}

Report report_of(const TipiItem& options, const ExactModel& model, const TipiAttractor& found) {
    Report report = item_report("tipi", options, &model);
    report.add("reach", "", found.reach);
    report.add("x", "", found.grid.x);
    report.add("y", "", found.grid.y);
    report.add("values", "", found.grid.values);
    report.add("states", "", state_names(model, found.grid.states));
    std::vector<Report> further;
    const std::vector<FeaturePair> planes = picture_planes(model.table().feature_count());
    for (std::size_t p = 1; p < planes.size(); ++p) {
        Report plane;
        plane.add("x_feature", "", model.table().feature_names[planes[p].first]);
        plane.add("y_feature", "", model.table().feature_names[planes[p].second]);
        plane.add("values", "", found.further[p - 1].values);
        plane.add("states", "", state_names(model, found.further[p - 1].states));
        further.push_back(std::move(plane));
    }
    report.add("further_planes", "", further);
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

void write_text(std::ostream& out, const TipiAttractor& found) {
    const auto [low, high] = std::minmax_element(found.grid.values.begin(), found.grid.values.end());
    TextTable table{{"Tipi function", "lowest", "highest"}};
    const std::string reach = rounded(found.reach, 4);
    const bool is_line = found.grid.y.size() == 1;
    table.add({is_line ? "from -" + reach + " to " + reach : "over the square of half side " + reach,
               rounded(*low, 4), rounded(*high, 4)});
    table.add({"on the attractor", rounded(found.lowest_on_attractor, 4), ""});
    out << '\n';
    table.write(out);
    out << '\n';
    if (!found.further.empty())
        out << "The square is that of the first two features, where all other weights are 0.\n";
    out << (*high > 1e-9 * found.reach
                ? "Above 0 somewhere: no mix of the states has these moments, and the weights diverge.\n"
                : "Not above 0 on this grid, as it must be where some mix of the states has the moments.\n");
}

void draw(const TipiItem& options, const ExactModel& model, const TipiAttractor& found, Streams& streams) {
    if (!is_wanted(options.dynamics, options.raster)) return;
    const PlaneWindow window =
        zoom_of(options.raster).value_or(PlaneWindow{-found.reach, found.reach, -found.reach, found.reach});
    Progress progress{"dynamics tipi, picture", options.steps + options.burn_in, options.dynamics.common,
                      streams};
    const std::vector<PointDensity> densities =
        attractor_density(model, {.steps = options.steps,
                                  .burn_in = options.burn_in,
                                  .zoom = window,
                                  .zooms_all = options.raster.zoom.empty(),
                                  .control = progress.control()});
    if (densities.empty()) throw Interrupted{};
    write_picture(options.dynamics, streams, tipi_figure(model, densities));
    write_image(options.raster, streams, tipi_raster(model, densities.front()));
}

ExitCode run_tipi(const TipiItem& options, Streams& streams) {
    zoom_of(options.raster);
    const ExactModel model =
        read_model(options.dynamics.model, options.steps + options.burn_in, ModelNeed::points);
    const TipiAttractor found = find(options, model, streams);
    draw(options, model, found, streams);
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, found);
    });
    return ExitCode::ok;
}

}  // namespace

Command tipi_item() {
    return {.name = "tipi",
            .summary = "The Tipi function over the weights, with the attractor",
            .footer = "Example: drover dynamics tipi six.csv --moments six_moments.csv --svg tipi.svg",
            .task = task<run_tipi>};
}

}  // namespace drover::cli::dynamics
