#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/lattice/ising.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "../lattice/pictures.hpp"

namespace drover::cli::paper {
namespace {

// The Ising experiment: many variants of herding, compared with samples of the model.
struct IsingSearchOptions {
    CommonOptions common;
    std::int64_t size = 100;
    std::int64_t samples = 2'000;
    std::int64_t burn_in = 500;
    std::string svg;
};

void describe(OptionList& list, IsingSearchOptions& options) {
    list.count("--size", options.size, "Sites along a side").within(4, 1024);
    list.count("--samples", options.samples, "Samples of each variant; five times as many of the model")
        .within(1, 1'000'000);
    list.count("--burn-in", options.burn_in, "Steps before the first sample").within(0, 1'000'000);
    describe_svg(list, options.svg);
    describe(list, options.common);
}

struct Variant {
    std::string name;
    drover::lattice::Herding choice;
};

struct Tried {
    std::string name;
    drover::lattice::Statistics statistics;
    drover::lattice::Distance apart;
};

const drover::lattice::AscentOptions checkerboard{.order = drover::lattice::SiteOrder::checkerboard};
const drover::lattice::AscentOptions one_sweep{.sweeps = 1};
const drover::lattice::AscentOptions fresh{.start = SearchStart::fresh};

class Variants {
  public:
    void add(std::string name, const drover::lattice::FeatureOptions& features,
             drover::lattice::AscentOptions ascent = {}, Rational node_rate = 1,
             StartWeights start = MomentStart{}) {
        list_.push_back(
            {std::move(name),
             {.features = features, .ascent = ascent, .node_rate = node_rate, .start = std::move(start)}});
    }
    std::vector<Variant>& list() { return list_; }

  private:
    std::vector<Variant> list_;
};

// The chapter's features are nodes and edges; search, starts, weights and rates are varied.
void add_local(Variants& variants) {
    const drover::lattice::FeatureOptions chapter{};
    variants.add("nodes, edges", chapter);
    variants.add("  checkerboard", chapter, checkerboard);
    variants.add("  1 sweep a step", chapter, one_sweep);
    variants.add("  1 sweep, checkerboard", chapter,
                 {.order = drover::lattice::SiteOrder::checkerboard, .sweeps = 1});
    variants.add("  3 sweeps a step", chapter, {.sweeps = 3});
    variants.add("  fresh starts", chapter, fresh);
    variants.add("  w_0 = 0", chapter, {}, 1, ZeroStart{});
    variants.add("  node rate 10", chapter, {}, 10);
    variants.add("  node rate 1/10", chapter, {}, {1, 10});
    variants.add("  node rate 1/100", chapter, {}, {1, 100});
    const drover::lattice::FeatureOptions edges{.nodes = false};
    variants.add("edges", edges);
    variants.add("  checkerboard", edges, checkerboard);
    variants.add("  1 sweep a step", edges, one_sweep);
    variants.add("  fresh starts", edges, fresh);
}

void add_neighbourhoods(Variants& variants) {
    variants.add("nodes, edges, diagonals", {.diagonals = true});
    variants.add("edges, diagonals", {.nodes = false, .diagonals = true});
    variants.add("edges, plaquettes", {.nodes = false, .plaquettes = true});
    variants.add("edges, diagonals, plaquettes", {.nodes = false, .diagonals = true, .plaquettes = true});
    variants.add("nodes, edges, diagonals, plaquettes", {.diagonals = true, .plaquettes = true});
}

void add_far(Variants& variants, const std::vector<std::size_t>& distances) {
    std::vector<std::size_t> some;
    for (const std::size_t distance : distances) {
        some.push_back(distance);
        variants.add("nodes, edges, far to " + std::to_string(distance), {.far_pairs = some});
    }
    const std::string to = "far to " + std::to_string(distances.back());
    const drover::lattice::FeatureOptions all{.far_pairs = distances};
    variants.add("  checkerboard", all, checkerboard);
    variants.add("  1 sweep a step", all, one_sweep);
    variants.add("  fresh starts", all, fresh);
    const drover::lattice::FeatureOptions unbiased{.nodes = false, .far_pairs = distances};
    variants.add("edges, " + to, unbiased);
    variants.add("  checkerboard", unbiased, checkerboard);
    variants.add("  1 sweep a step", unbiased, one_sweep);
    variants.add("  2 sweeps a step", unbiased, {.sweeps = 2});
    variants.add("nodes, edges, diagonals, " + to, {.diagonals = true, .far_pairs = distances});
}

std::vector<Variant> variants_on(const drover::lattice::Lattice& lattice) {
    Variants variants;
    add_local(variants);
    add_neighbourhoods(variants);
    add_far(variants, drover::lattice::far_distances(lattice));
    const bool even = lattice.rows() % 2 == 0;
    std::erase_if(variants.list(), [&](const Variant& variant) {
        return !even && variant.choice.ascent.order == drover::lattice::SiteOrder::checkerboard;
    });
    return variants.list();
}

// The features of all variants, which the reference has to measure.
drover::lattice::FeatureOptions all_features(const drover::lattice::Lattice& lattice) {
    return {.diagonals = true, .plaquettes = true, .far_pairs = drover::lattice::far_distances(lattice)};
}

// Distances are in order: those of a variant are the first ones.
drover::lattice::FeatureValues moments_for(const Variant& variant, drover::lattice::FeatureValues moments) {
    moments.far.resize(variant.choice.features.far_pairs.size());
    return moments;
}

// The full names of the lines: an indented one starts with the name of the line above it.
std::vector<std::string> full_names(const std::vector<Tried>& tried) {
    std::vector<std::string> names;
    std::string base;
    for (const Tried& each : tried) {
        const bool indented = each.name.front() == ' ';
        if (!indented) base = each.name;
        names.push_back(indented ? base + ";" + each.name.substr(1) : each.name);
    }
    return names;
}

const Tried& closest(const std::vector<Tried>& tried) {
    return *std::min_element(tried.begin(), tried.end(),
                             [](const Tried& a, const Tried& b) { return a.apart.sum() < b.apart.sum(); });
}

std::string number(double value, int digits) { return fmt::format("{:.{}f}", value, digits); }

void add_row(TextTable& table, const std::string& name, const drover::lattice::Statistics& statistics,
             const drover::lattice::Distance* apart) {
    std::vector<std::string> row{name, lattice::slope_text(statistics.clusters),
                                 number(statistics.averages.magnetisation.mean, 3)};
    row.push_back(statistics.herding ? std::to_string(statistics.herding->positive_margins) : "-");
    row.push_back(statistics.herding ? rounded(statistics.herding->worst_moment_error, 2) : "-");
    row.push_back(apart != nullptr ? number(apart->sum(), 3) : "-");
    table.add(std::move(row));
}

void add_correlations(TextTable& table, const std::string& name,
                      const drover::lattice::Statistics& statistics) {
    std::vector<std::string> row{name};
    for (std::size_t d = 1; d <= statistics.averages.along_rows.size(); ++d)
        row.push_back(number(statistics.correlation(d).value_or(0), 2));
    table.add(std::move(row));
}

void write_text(std::ostream& out, const IsingSearchOptions& options,
                const drover::lattice::ModelSamples& reference, const std::vector<Tried>& tried,
                double exact) {
    out << "Ising model, " << options.size << " x " << options.size << " torus at the critical temperature; "
        << options.samples << " samples after " << options.burn_in
        << " steps.\nHerding matches the moments of the features named; edge moment " << number(exact, 6)
        << " (exact), the others by Swendsen-Wang.\n\n";
    TextTable table{{"herding", "slope", "|m|", "margins > 0", "worst error", "apart"}};
    add_row(table, "Swendsen-Wang", reference.statistics, nullptr);
    for (const Tried& each : tried) add_row(table, each.name, each.statistics, &each.apart);
    table.write(out);
    out << "\nCorrelations at distances 1 to " << reference.statistics.averages.along_rows.size() << ":\n\n";
    std::vector<std::string> header{"herding"};
    for (std::size_t d = 1; d <= reference.statistics.averages.along_rows.size(); ++d)
        header.push_back(std::to_string(d));
    TextTable correlations{header};
    add_correlations(correlations, "Swendsen-Wang", reference.statistics);
    for (const Tried& each : tried) add_correlations(correlations, each.name, each.statistics);
    correlations.write(out);
    const Tried& best = closest(tried);
    out << "\nIndented: like the line above except as stated. Start and order are the previous state and\n"
           "raster, sweeps continue to a local maximum, w_0 = moments. apart: the difference of the slopes, "
           "plus\n"
           "that of |m|, plus the root mean square difference of the correlations, from Swendsen-Wang.\n"
           "far: pairs 2, 4, 8, ... sites apart. Slopes with standard errors.\n\n"
           "The chapter reports an almost identical exponent for nodes and edges; here the slopes are "
        << lattice::slope_text(tried.front().statistics.clusters) << "\nagainst "
        << lattice::slope_text(reference.statistics.clusters) << " of the model.\nThe closest is \""
        << full_names(tried)[static_cast<std::size_t>(&best - tried.data())] << "\": slope "
        << lattice::slope_text(best.statistics.clusters) << ", |m| "
        << number(best.statistics.averages.magnetisation.mean, 3) << ".\n";
}

Report report_of(const IsingSearchOptions& options, const drover::lattice::ModelSamples& reference,
                 const std::vector<Tried>& tried, double exact) {
    Report report;
    report.add("format", "", "drover.paper/1");
    report.add("item", "", "ising");
    echo(report, options);
    report.add("correlation_exact", "", exact);
    std::vector<Report> rows(1);
    rows[0].add("method", "", "Swendsen-Wang");
    lattice::add_statistics(rows[0], reference.statistics);
    const std::vector<std::string> names = full_names(tried);
    for (std::size_t k = 0; k < tried.size(); ++k) {
        Report& row = rows.emplace_back();
        row.add("method", "", names[k]);
        lattice::add_statistics(row, tried[k].statistics);
        row.add("apart", "", tried[k].apart.sum());
    }
    report.add("rows", "", rows);
    report.add("closest_row", "", std::int64_t{&closest(tried) - tried.data() + 1});
    return report;
}

Panels picture(const drover::lattice::ModelSamples& reference, const std::vector<Tried>& tried) {
    drover::lattice::Statistics chapter = tried.front().statistics;
    chapter.method = "herding, nodes and edges";
    drover::lattice::Statistics best = closest(tried).statistics;
    best.method = "herding, closest";
    return lattice::comparison({reference.statistics, chapter, best});
}

std::vector<Tried> try_all(const drover::lattice::Lattice& lattice, const std::vector<Variant>& variants,
                           const drover::lattice::ModelSamples& reference,
                           const drover::lattice::FeatureValues& moments, const IsingSearchOptions& options,
                           StepWatch& watch) {
    std::vector<Tried> tried;
    for (const Variant& variant : variants) {
        drover::lattice::Statistics statistics =
            drover::lattice::herd(lattice, moments_for(variant, moments), variant.choice,
                                  {options.samples, options.burn_in, options.common.seed}, watch);
        if (!watch.goes_on(0)) throw Interrupted{};
        const drover::lattice::Distance difference =
            drover::lattice::distance_from(reference.statistics, statistics);
        tried.push_back({variant.name, std::move(statistics), difference});
    }
    return tried;
}

ExitCode run_ising(const IsingSearchOptions& options, Streams& streams) {
    const auto side = static_cast<std::size_t>(options.size);
    const drover::lattice::Lattice lattice{side, side};
    const std::vector<Variant> variants = variants_on(lattice);
    // The reference is sampled longer: all rows are compared with it.
    const drover::lattice::RunOptions reference_run{5 * options.samples, options.burn_in,
                                                    options.common.seed};
    const std::int64_t steps =
        static_cast<std::int64_t>(variants.size()) * (options.samples + options.burn_in);
    Progress progress{"paper ising", steps + reference_run.step_count(), options.common, streams};
    StepWatch watch = drover::lattice::make_watch(lattice, progress.control());
    const double exact = drover::lattice::kaufman_correlation(side, side, drover::lattice::critical_beta());
    const drover::lattice::ModelSamples reference = drover::lattice::sample_swendsen_wang(
        lattice, all_features(lattice), drover::lattice::critical_beta(), reference_run, watch);
    if (!watch.goes_on(0)) throw Interrupted{};
    drover::lattice::FeatureValues moments = reference.moments;
    moments.edge = {std::llround(exact * 1e6), 1'000'000};
    const std::vector<Tried> tried = try_all(lattice, variants, reference, moments, options, watch);
    write_picture(options.svg, streams, picture(reference, tried));
    write_result(options.common, streams, report_of(options, reference, tried, exact),
                 [&](std::ostream& out) { write_text(out, options, reference, tried, exact); });
    return ExitCode::ok;
}

}  // namespace

Command ising_item() {
    return {.name = "ising",
            .summary = "Which variant of herding is closest to the critical Ising model",
            .footer =
                "Runs many variants of herding on the critical Ising model and compares them with "
                "Swendsen-Wang.\n"
                "drover ising runs a single one.\n\n"
                "Example: drover paper ising --svg ising.svg",
            .task = task<run_ising>};
}

}  // namespace drover::cli::paper
