#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/partition.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// The cells of the plane in which herding takes the same states, counted exactly, along with the words of
/// an orbit.
struct PartitionItem {
    Options dynamics;
    std::int64_t length = 32;
    std::int64_t settling = 64;
    std::int64_t plane_length = 16;
    std::int64_t draw = 8;
    std::int64_t max_cells = 100'000'000;
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 1'000;
};

void describe(OptionList& list, PartitionItem& options) {
    list.count("--length", options.length, "Longest words").within(1, 4'096);
    list.count("--settling", options.settling, "Steps after which words count as those of the long run")
        .within(0, 4'096);
    list.count("--plane-length", options.plane_length,
               "Longest words whose cells are counted in the whole plane")
        .within(1, 4'096);
    list.count("--draw", options.draw,
               "Length of the words whose cells are drawn; --length where that is less")
        .within(1, 4'096);
    list.count("--max-cells", options.max_cells, "Cells of all lengths at which to give up")
        .within(1, 100'000'000'000);
    list.count("--steps", options.steps, "Steps of the orbit whose words are counted along with the cells")
        .within(1, 1'000'000'000);
    list.count("--burn-in", options.burn_in, "Steps of the orbit before the first word")
        .within(0, 1'000'000'000'000);
    describe(list, options.dynamics);
}

std::int64_t drawn_length(const PartitionItem& options) { return std::min(options.draw, options.length); }

Partition find(const PartitionItem& options, const ExactModel& model, Streams& streams) {
    ThreadPool pool{options.dynamics.common.threads};
    Progress progress{"dynamics partition", options.steps + options.burn_in, options.dynamics.common,
                      streams};
    Partition found = find_partition(
        model,
        {.max_length = static_cast<std::size_t>(options.length),
         .plane_length = static_cast<std::size_t>(options.plane_length),
         .settling = static_cast<std::size_t>(options.settling),
         .draw_length = options.dynamics.svg.empty() ? 0 : static_cast<std::size_t>(drawn_length(options)),
         .max_cells = options.max_cells,
         .orbit_steps = options.steps,
         .burn_in = options.burn_in,
         .control = progress.control()},
        &pool);
    if (found.stopped) throw Interrupted{};
    return found;
}

Report report_of(const PartitionItem& options, const ExactModel& model, const Partition& found) {
    Report report = item_report("partition", options, &model);
    report.add("plane_cells", "", found.plane);
    report.add("bounded_cells", "", found.bounded);
    report.add("radius", "", found.radius ? ReportValue{*found.radius} : ReportValue{});
    report.add("square_cells", "", found.square);
    report.add("settled_words", "", found.settled);
    report.add("M", "", found.words.counts);
    report.add("saturated_to", "", static_cast<std::int64_t>(found.words.saturated_to));
    report.add("plane_exponents", "", doubling_exponents(found.plane));
    report.add("square_exponents", "", doubling_exponents(found.square));
    report.add("settled_exponents", "", doubling_exponents(found.settled));
    report.add("M_exponents", "", doubling_exponents(found.words.counts));
    return report;
}

std::string count_text(const std::vector<std::int64_t>& counts, std::size_t length) {
    return length <= counts.size() ? std::to_string(counts[length - 1]) : "";
}

std::string exponent_text(const std::vector<std::int64_t>& counts, std::size_t length) {
    if (length % 2 != 0 || length > counts.size()) return "";
    return rounded(doubling_exponents(counts)[length / 2 - 1], 3);
}

void write_text(std::ostream& out, const PartitionItem& options, const Partition& found) {
    TextTable table{{"T", "cells of the plane", "exponent", "of the square", "exponent", "settled words",
                     "exponent", "words seen", "exponent"},
                    {}};
    for (std::size_t length = 1; length <= static_cast<std::size_t>(options.length); length *= 2) {
        std::vector<std::string> row{std::to_string(length)};
        for (const auto* counts : {&found.plane, &found.square, &found.settled, &found.words.counts}) {
            row.push_back(count_text(*counts, length));
            row.push_back(exponent_text(*counts, length));
        }
        table.add(std::move(row));
    }
    out << '\n';
    table.write(out);
    out << "\nAll but the words seen are counted exactly; exponents compare T with T / 2.\n";
    if (found.radius) {
        out << "Every orbit ends within " << rounded(*found.radius, 4)
            << " of the origin, inside the square. Settled words are all that orbits from the\nsquare can "
               "contain after "
            << options.settling
            << " steps; in the long run an orbit has at least the words seen and at most these.\n";
    } else {
        out << "No square and no settled words: the moments are not strictly inside the hull of the states, "
               "and "
               "weights\nmay diverge.\n";
    }
}

MapPolygon polygon_of(const PlaneCell& cell) {
    return {.x = cell.x, .y = cell.y, .group = cell.word.front(), .is_pale = !cell.is_seen};
}

PolygonMap cell_picture(const PartitionItem& options, const ExactModel& model, const Partition& found) {
    PolygonMap map{.title = "Cells of words of " + std::to_string(drawn_length(options)) +
                            " states, by the first; pale: not seen in the orbit",
                   .x = {.label = "weight of " + model.table().feature_names[0]},
                   .y = {.label = "weight of " + model.table().feature_names[1]},
                   .groups = model.table().state_names};
    for (const PlaneCell& cell : found.drawn) map.polygons.push_back(polygon_of(cell));
    return map;
}

Series counted(const std::string& name, const std::vector<std::int64_t>& counts) {
    Series series{.name = name};
    for (const std::int64_t count : counts) series.y.push_back(static_cast<double>(count));
    return series;
}

Chart count_picture(const Partition& found) {
    Chart chart{.title = "Cells and words of length T",
                .x = {.label = "T", .scale = Scale::log},
                .y = {.label = "count", .scale = Scale::log}};
    chart.series.push_back(counted("cells of the plane", found.plane));
    if (!found.settled.empty()) {
        chart.series.push_back(counted("of the square", found.square));
        chart.series.push_back(counted("settled words", found.settled));
    }
    chart.series.push_back(counted("words seen", found.words.counts));
    const auto end = static_cast<double>(found.words.counts.size());
    const auto top = static_cast<double>(found.words.counts.back());
    if (end > 1)
        chart.series.push_back(
            {.name = "T^{2}", .x = {1, end}, .y = {top / (end * end), top}, .mark = Mark::reference});
    return chart;
}

ExitCode run_partition(const PartitionItem& options, Streams& streams) {
    const ExactModel model =
        read_model(options.dynamics.model, options.steps + options.burn_in, ModelNeed::moments,
                   {.cell_steps = options.length + options.settling});
    check_input(model.table().feature_count() == 2, [&] {
        return options.dynamics.model.features + ": expected two features, got " +
               std::to_string(model.table().feature_count());
    });
    const Partition found = find(options, model, streams);
    if (!options.dynamics.svg.empty()) {
        Panels panels{.title = "The partition of the plane", .charts = {}};
        if (found.radius) panels.charts.emplace_back(cell_picture(options, model, found));
        panels.charts.emplace_back(count_picture(found));
        write_picture(options.dynamics, streams, panels);
    }
    write_result(options.dynamics, streams, report_of(options, model, found), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, options, found);
    });
    return ExitCode::ok;
}

}  // namespace

Command partition_item() {
    return {.name = "partition",
            .summary = "The cells of the plane with the same words, counted exactly",
            .footer =
                "Example: drover dynamics partition six.csv --moments six_moments.csv --length 64 --svg "
                "cells.svg",
            .task = task<run_partition>};
}

}  // namespace drover::cli::dynamics
