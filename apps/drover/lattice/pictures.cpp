#include "pictures.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <ostream>

#include <fmt/format.h>

#include <drover/core/number_text.hpp>

namespace drover::cli::lattice {

using namespace drover::lattice;
namespace {

// Number of connected clusters of s like spins ~ s^-tau on the infinite critical lattice: tau = 379/187, and
// 31/15 for clusters of Fortuin and Kasteleyn.
constexpr double geometric_slope = -379.0 / 187;
constexpr double bond_slope = -31.0 / 15;

std::string fixed(double number, int digits) { return fmt::format("{:.{}f}", number, digits); }

std::string with_error(double mean, double error, int digits) {
    return fixed(mean, digits) + (std::isfinite(error) ? " (" + fixed(error, digits) + ")" : "");
}

std::string text_of(const MeanEstimate& estimate) { return with_error(estimate.mean, estimate.error, 4); }

std::string number_or_dash(const std::optional<double>& number) { return number ? fixed(*number, 4) : "-"; }

// Fewer blocks of samples give no error.
double slope_error(const PowerLaw& law) {
    return law.block_count >= 16 ? law.slope_error : std::numeric_limits<double>::infinity();
}

void add_slope(Report& report, const std::string& prefix, const std::optional<PowerLaw>& law) {
    const auto value = [&](double number) { return law ? ReportValue{number} : ReportValue{}; };
    report.add(prefix + "slope", "", value(law ? law->slope : 0));
    report.add(prefix + "slope_error", "", value(law ? slope_error(*law) : 0));
    report.add(prefix + "slope_range", "",
               law ? std::vector<std::int64_t>{law->first_size, law->end_size} : std::vector<std::int64_t>{});
}

void add_bins(Report& report, const PowerLaw& law) {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> counts;
    std::vector<double> densities;
    for (const SizeBin& bin : law.bins) {
        sizes.push_back(bin.first_size);
        counts.push_back(bin.cluster_count);
        densities.push_back(bin.density);
    }
    report.add("cluster_sizes", "", sizes);
    report.add("cluster_counts", "", counts);
    report.add("cluster_densities", "", densities);
}

// One line of the comparison: the quantity, a cell per method, and the value of the model.
void add_line(TextTable& table, const std::string& what, const std::vector<Statistics>& statistics,
              const std::function<std::string(const Statistics&)>& cell, const std::string& model = "") {
    std::vector<std::string> line{what};
    for (const Statistics& each : statistics) line.push_back(cell(each));
    line.push_back(model);
    table.add(std::move(line));
}

void add_herding_lines(TextTable& table, const std::vector<Statistics>& statistics) {
    const auto line = [&](const char* what, const std::function<std::string(const HerdingFacts&)>& cell) {
        add_line(table, what, statistics, [&](const Statistics& each) {
            return each.herding ? cell(*each.herding) : std::string{"-"};
        });
    };
    line("worst moment error",
         [](const HerdingFacts& facts) { return rounded(facts.worst_moment_error, 3); });
    line("positive margins",
         [](const HerdingFacts& facts) { return std::to_string(facts.positive_margins); });
    line("largest |weight|", [](const HerdingFacts& facts) { return rounded(facts.largest_weight, 3); });
    line("sweeps a step", [](const HerdingFacts& facts) { return rounded(facts.sweeps_per_step, 3); });
}

Chart cluster_chart(const std::vector<Statistics>& statistics) {
    Chart chart{.title = "Clusters of like spins",
                .x = {.label = "size, in bins that double", .scale = Scale::log},
                .y = {.label = "clusters of one size, a site and sample", .scale = Scale::log}};
    for (const Statistics& each : statistics) {
        if (!each.clusters) continue;
        Series series{.name = each.method + ": " + slope_text(each.clusters),
                      .colour = method_colour(each.method)};
        for (const SizeBin& bin : each.clusters->bins) {
            if (bin.cluster_count == 0) continue;
            series.x.push_back(static_cast<double>(bin.first_size));
            series.y.push_back(bin.density);
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart correlation_chart(const std::vector<Statistics>& statistics) {
    Chart chart{.title = "Correlation of spins by distance",
                .x = {.label = "distance along rows and columns"},
                .y = {.label = "mean of x_{i} x_{j}", .include = {0}}};
    for (const Statistics& each : statistics) {
        Series series{.name = each.method, .colour = method_colour(each.method)};
        for (std::size_t d = 1; d <= each.averages.along_rows.size(); ++d)
            series.y.push_back(each.correlation(d).value_or(0));
        chart.series.push_back(std::move(series));
    }
    return chart;
}

}  // namespace

std::string slope_text(const std::optional<PowerLaw>& clusters) {
    return clusters ? with_error(clusters->slope, slope_error(*clusters), 3) : "-";
}

void add_statistics(Report& report, const Statistics& statistics) {
    report.add("correlation", "", statistics.averages.edge_correlation.mean);
    report.add("correlation_error", "", statistics.averages.edge_correlation.error);
    report.add("abs_magnetisation", "", statistics.averages.magnetisation.mean);
    report.add("abs_magnetisation_error", "", statistics.averages.magnetisation.error);
    std::vector<double> correlations;
    for (std::size_t d = 1; d <= statistics.averages.along_rows.size(); ++d)
        correlations.push_back(statistics.correlation(d).value_or(0));
    report.add("correlations", "", correlations);
    add_slope(report, "", statistics.clusters);
    if (statistics.clusters) add_bins(report, *statistics.clusters);
    if (statistics.bond_clusters) add_slope(report, "bond_", statistics.bond_clusters);
    const auto& herding = statistics.herding;
    report.add("positive_margins", "", herding ? ReportValue{herding->positive_margins} : ReportValue{});
    report.add("worst_moment_error", "", herding ? ReportValue{herding->worst_moment_error} : ReportValue{});
    report.add("largest_weight", "", herding ? ReportValue{herding->largest_weight} : ReportValue{});
    report.add("sweeps_per_step", "", herding ? ReportValue{herding->sweeps_per_step} : ReportValue{});
    report.add("digest", "", statistics.digest);
}

void write_statistics(std::ostream& out, const std::vector<Statistics>& statistics, const Known& known) {
    std::vector<std::string> header{""};
    for (const Statistics& each : statistics) header.push_back(each.method);
    header.emplace_back("known");
    TextTable table{header};
    add_line(
        table, "correlation over an edge", statistics,
        [](const Statistics& each) { return text_of(each.averages.edge_correlation); },
        known.correlation ? fixed(*known.correlation, 6) : "");
    for (const std::size_t d : {2U, 5U, 10U, 20U})
        add_line(table, "at distance " + std::to_string(d), statistics,
                 [d](const Statistics& each) { return number_or_dash(each.correlation(d)); });
    add_line(table, "|mean spin|", statistics,
             [](const Statistics& each) { return text_of(each.averages.magnetisation); });
    add_line(
        table, "slope of cluster sizes", statistics,
        [](const Statistics& each) { return slope_text(each.clusters); },
        known.critical ? fixed(geometric_slope, 3) : "");
    if (std::any_of(statistics.begin(), statistics.end(),
                    [](const Statistics& each) { return each.bond_clusters; }))
        add_line(
            table, "slope of bond clusters", statistics,
            [](const Statistics& each) { return slope_text(each.bond_clusters); },
            known.critical ? fixed(bond_slope, 3) : "");
    if (statistics.front().herding) add_herding_lines(table, statistics);
    table.write(out);
    out << '\n';
    for (const Statistics& each : statistics)
        out << "digest of " << each.method << "  " << each.digest << '\n';
    out << "\nIn brackets: standard errors over blocks of samples, the longer the more alike neighbouring "
           "ones "
           "are;\n"
           "guesses where samples stay alike all the time, as those of Gibbs at the critical temperature do.";
    if (statistics.front().clusters) {
        out << "\nSlopes are fitted over clusters of " << statistics.front().clusters->first_size << " to "
            << statistics.front().clusters->end_size - 1 << " sites"
            << (known.critical ? "; those known belong to the infinite lattice." : ".");
    }
    out << '\n';
}

Panels comparison(const std::vector<Statistics>& statistics) {
    Panels panels{.title = "Samples of the Ising model"};
    const Chart clusters = cluster_chart(statistics);
    Chart correlations = correlation_chart(statistics);
    if (clusters.series.empty()) {
        correlations.note = "No slopes of cluster sizes: there were too few samples for them";
    } else {
        panels.charts.emplace_back(clusters);
    }
    panels.charts.emplace_back(std::move(correlations));
    return panels;
}

Image sample_image(const Statistics& statistics, const Lattice& lattice) {
    return {.title = statistics.method,
            .column_count = lattice.columns(),
            .values = {statistics.last.begin(), statistics.last.end()},
            .white = -1,
            .black = 1,
            .width = 440};
}

std::string image_name(const Statistics& statistics) {
    std::string name = statistics.method;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name + ".svg";
}

}  // namespace drover::cli::lattice
