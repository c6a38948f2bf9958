#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/density_raster.hpp>
#include <drover/dynamics/plane_figures.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "raster.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// Where the weights end up, and how many boxes they lie in.
struct AttractorItem {
    Options dynamics;
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 10'000;
    std::int64_t levels = 12;
    RasterOptions raster;
};

void describe(OptionList& list, AttractorItem& options) {
    list.count("--steps", options.steps, "Points to take, one per step").within(1, 1'000'000'000);
    list.count("--burn-in", options.burn_in, "Steps before the first point").within(0, 1'000'000'000'000);
    list.count("--levels", options.levels, "Box sizes: 1, 1/2, 1/4, ...").within(1, 63);
    describe(list, options.raster);
    describe(list, options.dynamics);
}

void add_torus_entries(Report& report, const ExactModel& model, const Attractor& attractor) {
    const auto& cover = attractor.torus;
    report.add("torus_volume", "",
               cover ? ReportValue{torus_volume(cover->torus, model.unit())} : ReportValue{});
    report.add("torus_cover", "", cover ? ReportValue{cover->cover} : ReportValue{});
    report.add("torus_identity_holds", "", cover ? ReportValue{cover->check.holds} : ReportValue{});
}

Report report_of(const AttractorItem& options, const ExactModel& model, const Attractor& attractor) {
    Report report = item_report("attractor", options, &model);
    std::vector<Report> boxes;
    for (const BoxLevel& box : attractor.boxes.boxes) {
        Report row;
        row.add("level", "", std::int64_t{box.level});
        row.add("count", "", box.count);
        boxes.push_back(std::move(row));
    }
    report.add("boxes", "", boxes);
    report.add("local_slopes", "", attractor.boxes.local_slopes);
    const auto& dimension = attractor.boxes.dimension;
    report.add("slope", "", dimension ? ReportValue{dimension->fit.slope} : ReportValue{});
    report.add("slope_interval", "", ReportValue{});  // none would be honest: the points are of one curve
    report.add("range", "",
               dimension ? std::vector<std::int64_t>{dimension->first, dimension->last}
                         : std::vector<std::int64_t>{});
    report.add("slope_count", "", static_cast<std::int64_t>(attractor.boxes.slope_count));
    add_plateau(report, attractor.boxes.plateau);
    add_torus_entries(report, model, attractor);
    return report;
}

void write_dimension(std::ostream& out, const BoxCounts& boxes) {
    const auto slopes = std::span{boxes.local_slopes}.first(boxes.slope_count);
    if (const auto& plateau = boxes.plateau) {
        out << "Box dimension: " << plateau_text(*plateau) << ", from level " << plateau->first << " to "
            << plateau->last + 1 << ".\n";
    } else if (slopes.size() >= 3) {
        out << "No dimension yet: up to level " << slopes.size() << ", where boxes hold 30 points, the local "
            << "slopes are still changing,\n"
            << last_slopes_text(slopes) << ". More --steps show more.\n";
    } else {
        out << "No dimension: fewer than four levels have 30 points per box. More --steps show more.\n";
    }
}

void write_text(std::ostream& out, const ExactModel& model, const Attractor& attractor) {
    std::vector<std::string> header{"side", "boxes", "local slope"};
    if (attractor.torus) header.emplace_back("volume / torus");
    TextTable table{header};
    const BoxCounts& boxes = attractor.boxes;
    for (std::size_t k = 0; k < boxes.boxes.size(); ++k) {
        std::vector<std::string> row{
            "2^-" + std::to_string(boxes.boxes[k].level), std::to_string(boxes.boxes[k].count),
            k == 0 || boxes.local_slopes.empty() ? "" : rounded(boxes.local_slopes[k - 1], 4)};
        if (attractor.torus) row.push_back(rounded(attractor.torus->cover[k], 4));
        table.add(std::move(row));
    }
    out << '\n';
    table.write(out);
    out << '\n';
    write_dimension(out, boxes);
    if (attractor.torus) {
        out << "One state more than features: the torus has the volume "
            << rounded(torus_volume(attractor.torus->torus, model.unit())) << "; the rotation "
            << (attractor.torus->check.holds ? "was exact" : "FAILED") << ".\n";
    }
}

// What --memory leaves beside the program itself.
std::uint64_t box_memory(const CommonOptions& options) {
    constexpr std::uint64_t usual = std::uint64_t{1} << 30U;
    constexpr std::uint64_t for_the_rest = std::uint64_t{32} << 20U;
    return (options.memory > 0 ? options.memory : usual) - for_the_rest;
}

Attractor find(const AttractorItem& options, const ExactModel& model, Streams& streams) {
    Progress progress{"dynamics attractor", options.steps + options.burn_in, options.dynamics.common,
                      streams};
    Attractor attractor = find_attractor(
        model, {.steps = options.steps, .burn_in = options.burn_in, .control = progress.control()},
        {.levels = static_cast<int>(options.levels), .memory = box_memory(options.dynamics.common)});
    if (attractor.stopped) throw Interrupted{};
    return attractor;
}

void draw(const AttractorItem& options, const ExactModel& model, Streams& streams) {
    if (!is_wanted(options.dynamics, options.raster)) return;
    Progress progress{"dynamics attractor, picture", options.steps + options.burn_in, options.dynamics.common,
                      streams};
    const std::vector<PointDensity> densities = attractor_density(model, {.steps = options.steps,
                                                                          .burn_in = options.burn_in,
                                                                          .zoom = zoom_of(options.raster),
                                                                          .include = feature_points(model),
                                                                          .control = progress.control()});
    if (densities.empty()) throw Interrupted{};
    write_picture(options.dynamics, streams, attractor_figure(model, densities, options.steps));
    write_image(options.raster, streams,
                density_raster(densities.front(), state_colours(model.table().state_count())));
}

ExitCode run_attractor(const AttractorItem& options, Streams& streams) {
    zoom_of(options.raster);  // before the long run
    const ExactModel model =
        read_model(options.dynamics.model, options.steps + options.burn_in, ModelNeed::points,
                   {.fraction_bits = static_cast<int>(options.levels) - 1});
    const Attractor attractor = find(options, model, streams);
    draw(options, model, streams);
    write_result(options.dynamics, streams, report_of(options, model, attractor), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, model, attractor);
    });
    return ExitCode::ok;
}

}  // namespace

Command attractor_item() {
    return {
        .name = "attractor",
        .summary = "Where the weights end up, and its box counts",
        .footer =
            "Points are not kept: where their boxes do not fit into --memory, here 1 GiB unless given, "
            "the orbit "
            "is\nfollowed several times, counting some of the boxes each time. The numbers are the same.\n\n"
            "Example: drover dynamics attractor six.csv --moments six_moments.csv --svg attractor.svg",
        .task = task<run_attractor>};
}

}  // namespace drover::cli::dynamics
