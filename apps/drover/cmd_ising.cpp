#include "cmd_ising.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/file.hpp>
#include <drover/model/ising.hpp>

#include "ising/pictures.hpp"
#include "ising/samples.hpp"

namespace drover::cli {
namespace {

using ising::HerdingChoice;
using ising::Looks;
using ising::Reference;

// The options, understood.
struct Setup {
    Lattice lattice;
    double beta;
    HerdingChoice choice;
    std::optional<Rational> edge_moment;  // nothing: from Swendsen-Wang
    std::optional<double> exact;          // edge correlation of the model, on a torus
};

struct Found {
    LatticeValues moments;
    std::vector<Looks> looks;  // what was asked for first, then what it is compared with
};

double beta_of(const std::string& text) {
    if (text == "critical") return critical_beta();
    const double beta = option_number("--beta", text).to_double();
    check_beta(beta, "--beta");
    return beta;
}

std::optional<std::int64_t> sweeps_of(const std::string& text) {
    if (text == "all") return std::nullopt;
    const Rational count = option_number("--sweeps", text);
    check_input(count.denominator() == 1 && count.numerator() >= 1 && count.numerator() <= 1'000'000, [&] {
        return "--sweeps: expected all or a whole number from 1 to 1000000, got " + quoted(text);
    });
    return static_cast<std::int64_t>(count.numerator());
}

LatticeFeatureOptions features_of(const std::vector<std::string>& names, const Lattice& lattice) {
    const auto has = [&](const char* name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    LatticeFeatureOptions features{.nodes = has("nodes"),
                                   .edges = has("edges"),
                                   .diagonals = has("diagonals"),
                                   .plaquettes = has("plaquettes")};
    if (!has("far")) return features;
    features.far_pairs = ising::far_distances(lattice);
    check_input(!features.far_pairs.empty(), [&] {
        return "--features far: expected a side of at least 4, got " + std::to_string(lattice.rows());
    });
    return features;
}

HerdingChoice choice_of(const IsingOptions& options, const Lattice& lattice) {
    const Rational rate = option_number("--node-rate", options.node_rate);
    check_input(Rational{0} < rate,
                [&] { return "--node-rate: expected a number above 0, got " + quoted(options.node_rate); });
    const SiteOrder order = options.order == "raster" ? SiteOrder::raster : SiteOrder::checkerboard;
    if (options.method == "herding") check_site_order(order, lattice);
    return {.features = features_of(options.features, lattice),
            .ascent = {.order = order,
                       .sweeps = sweeps_of(options.sweeps),
                       .start = options.start == "fresh" ? SearchStart::fresh : SearchStart::previous,
                       .seed = options.common.seed},
            .node_rate = rate};
}

Rational millionths(double number) { return {std::llround(number * 1e6), 1'000'000}; }

std::optional<Rational> edge_moment_of(const std::string& text, const std::optional<double>& exact) {
    if (text == "auto") return std::nullopt;
    if (text == "exact") {
        check_input(exact.has_value(), [] {
            return std::string{"--edge-moment exact: expected a torus, got an open boundary; use auto"};
        });
        return millionths(*exact);
    }
    const Rational moment = option_number("--edge-moment", text);
    check_input(!(moment < Rational{-1}) && !(Rational{1} < moment),
                [&] { return "--edge-moment: expected auto, exact or a number from -1 to 1, got " + text; });
    return moment;
}

Setup set_up(const IsingOptions& options) {
    check_range("--size", options.size, 2, 4096);
    const auto side = static_cast<std::size_t>(options.size);
    const Boundary boundary = options.boundary == "torus" ? Boundary::torus : Boundary::open;
    Setup setup{.lattice = {side, side, boundary}, .beta = beta_of(options.beta), .choice = {}};
    setup.choice = choice_of(options, setup.lattice);
    if (boundary == Boundary::torus) setup.exact = kaufman_correlation(side, side, setup.beta);
    setup.edge_moment = edge_moment_of(options.edge_moment, setup.exact);
    return setup;
}

void check_options(const IsingOptions& options) {
    check_picture(options.svg, options.common);
    if (!options.images.empty() && std::filesystem::exists(options.images) &&
        !std::filesystem::is_directory(options.images))
        throw IoError(options.images + ": cannot make the folder: Not a directory");
    check_range("--samples", options.samples, 1, 10'000'000);
    check_range("--burn-in", options.burn_in, 0, 10'000'000);
    check_range("--reference", options.reference, 0, 10'000'000);
    const bool sampled = options.edge_moment == "auto" ||
                         std::any_of(options.features.begin(), options.features.end(),
                                     [](const auto& name) { return name != "nodes" && name != "edges"; });
    check_input(options.method != "herding" || options.reference > 0 || !sampled, [] {
        return std::string{
            "--reference 0: expected an --edge-moment, and no features but nodes and edges: other moments "
            "come from the reference"};
    });
}

Found herd(const IsingOptions& options, const Setup& setup, Watch& watch) {
    Found found;
    std::optional<Reference> reference;
    if (options.reference > 0) {
        reference =
            ising::look_at_swendsen_wang(setup.lattice, setup.choice.features, setup.beta,
                                         options.common.seed, {options.reference, options.burn_in}, watch);
        found.moments = reference->moments;
    }
    if (setup.edge_moment) found.moments.edge = *setup.edge_moment;
    found.looks.push_back(ising::look_at_herding(setup.lattice, found.moments, setup.choice,
                                                 options.common.seed, {options.samples, options.burn_in},
                                                 watch));
    if (reference) found.looks.push_back(std::move(reference->looks));
    return found;
}

Found find(const IsingOptions& options, const Setup& setup, Streams& streams) {
    const bool herding = options.method == "herding";
    const ising::RunLength length{options.samples, options.burn_in};
    const std::int64_t reference = herding && options.reference > 0 ? options.reference + options.burn_in : 0;
    Watch watch{"ising", length.steps() + reference, options.common, streams,
                ising::between_looks(setup.lattice)};
    if (herding) return herd(options, setup, watch);
    if (options.method == "gibbs")
        return {.moments = {},
                .looks = {ising::look_at_gibbs(setup.lattice, setup.beta, setup.choice.ascent.order,
                                               options.common.seed, length, watch)}};
    return {.moments = {},
            .looks = {ising::look_at_swendsen_wang(setup.lattice, {}, setup.beta, options.common.seed, length,
                                                   watch)
                          .looks}};
}

void add_option_entries(Report& report, const IsingOptions& options) {
    report.add("format", "", "drover.ising/1");
    report.add("size", "", options.size);
    report.add("boundary", "", options.boundary);
    report.add("beta", "", options.beta);
    report.add("samples", "", options.samples);
    report.add("burn_in", "", options.burn_in);
    report.add("method", "", options.method);
    report.add("edge_moment", "", options.edge_moment);
    report.add("reference", "", options.reference);
    report.add("features", "", options.features);
    report.add("order", "", options.order);
    report.add("sweeps", "", options.sweeps);
    report.add("start", "", options.start);
    report.add("node_rate", "", options.node_rate);
    report.add("images", "", options.images);
    report.add("svg", "", options.svg);
    add_common_entries(report, options.common);
}

bool matches_edges(const IsingOptions& options, const Setup& setup) {
    return options.method == "herding" && setup.choice.features.edges;
}

Report report_of(const IsingOptions& options, const Setup& setup, const Found& found) {
    Report report;
    add_option_entries(report, options);
    report.add("beta_used", "", setup.beta);
    report.add("correlation_exact", "", setup.exact ? ReportValue{*setup.exact} : ReportValue{});
    report.add("edge_moment_used", "",
               matches_edges(options, setup) ? ReportValue{found.moments.edge.to_double()} : ReportValue{});
    ising::add_looks(report, found.looks.front());
    std::vector<Report> compared;
    for (std::size_t k = 1; k < found.looks.size(); ++k) {
        compared.emplace_back();
        compared.back().add("method", "", found.looks[k].method);
        ising::add_looks(compared.back(), found.looks[k]);
    }
    report.add("compared_with", "", compared);
    return report;
}

std::string moment_line(const IsingOptions& options, const Setup& setup, const Found& found) {
    std::string line = "Edge moment " + rounded(found.moments.edge.to_double(), 6) + " (";
    line += options.edge_moment == "auto"    ? std::to_string(options.reference) + " sweeps of Swendsen-Wang"
            : options.edge_moment == "exact" ? "exact, to six decimals"
                                             : "as given";
    if (setup.exact) line += "; the model's is " + rounded(*setup.exact, 6);
    return line + ").";
}

void write_text(std::ostream& out, const IsingOptions& options, const Setup& setup, const Found& found) {
    out << "Ising model on " << setup.lattice.rows() << " x " << setup.lattice.columns() << " sites, "
        << options.boundary << (options.boundary == "open" ? " boundary" : "") << ", beta "
        << rounded(setup.beta, 6) << (options.beta == "critical" ? " (critical)" : "") << "; "
        << options.samples << " samples after " << options.burn_in << ".\n";
    if (matches_edges(options, setup)) out << moment_line(options, setup, found) << '\n';
    out << '\n';
    ising::write_looks(out, found.looks, {setup.exact, options.beta == "critical"});
}

void write_pictures(const IsingOptions& options, const Setup& setup, const Found& found, Streams& streams) {
    if (!options.svg.empty()) {
        const Panels panels = ising::comparison(found.looks);
        write_output(options.svg, streams.out, [&](std::ostream& out) { write_svg(out, panels); });
    }
    if (options.images.empty()) return;
    std::error_code failure;
    std::filesystem::create_directories(options.images, failure);
    if (failure) throw IoError(options.images + ": cannot make the folder: " + failure.message());
    for (const Looks& looks : found.looks) {
        const Image image = ising::sample_image(looks, setup.lattice);
        const auto file = std::filesystem::path{options.images} / ising::image_name(looks);
        write_output(file.string(), streams.out, [&](std::ostream& out) { write_svg(out, image); });
    }
}

}  // namespace

void add_ising(CLI::App& app, IsingOptions& options) {
    CLI::App& command = add_command(
        app, "ising", "Herd the Ising model on a lattice, beside samples of the model itself",
        "Spins +1 and -1 on a square. herding meets the moments of single spins (0) and of neighbours (one\n"
        "number for all edges); swendsen-wang and gibbs sample exp(beta * sum of x_i x_j). With the edge\n"
        "moment auto, Swendsen-Wang is run first, for the moment and to compare with.\n"
        "Features: nodes, edges, diagonals, plaquettes, and far: pairs 2, 4, 8, ... sites apart, which "
        "bring\n"
        "herding closest to the model (drover paper ising shows what else was tried).\n\n"
        "Example: drover ising --images samples/ --svg clusters.svg\n"
        "         drover ising --features nodes,edges,far");
    add_count(command, "--size", options.size, "Sites along a side");
    add_choice(command, "--boundary", options.boundary, "torus, or open: the edges of the square end",
               {"torus", "open"});
    add_option(command, "--beta", options.beta, "Inverse temperature; critical is ln(1+sqrt(2))/2")
        .capture_default_str()
        .type_name("critical|B");
    add_count(command, "--samples", options.samples, "Samples, one a step or sweep");
    add_count(command, "--burn-in", options.burn_in, "Steps or sweeps before the first sample");
    add_choice(command, "--method", options.method, "Where the samples come from",
               {"herding", "swendsen-wang", "gibbs"});
    add_option(command, "--edge-moment", options.edge_moment,
               "Mean of x_i x_j over an edge: by Swendsen-Wang, of the model exactly, or a number")
        .capture_default_str()
        .type_name("auto|exact|M");
    add_count(command, "--reference", options.reference,
              "Sweeps of Swendsen-Wang for the moments and the comparison");
    add_option(command, "--features", options.features,
               "What herding matches: of nodes, edges, diagonals, plaquettes, far")
        .delimiter(',')
        .default_str("nodes,edges")
        .check(one_of({"nodes", "edges", "diagonals", "plaquettes", "far"}))
        .type_name("NAMES");
    add_choice(command, "--order", options.order, "Order of the sites in a sweep",
               {"raster", "checkerboard"});
    add_option(command, "--sweeps", options.sweeps, "Sweeps a step of herding takes; all: to a local maximum")
        .capture_default_str()
        .type_name("all|K");
    add_choice(command, "--start", options.start,
               "Where a search begins: the previous sample, or random spins", {"persistent", "fresh"});
    add_option(command, "--node-rate", options.node_rate,
               "Learning rate of nodes; that of other features is 1")
        .capture_default_str()
        .type_name("R");
    add_option(command, "--images", options.images, "Folder for a picture of the last sample of each method")
        .check(file_name())
        .type_name("DIR");
    add_svg_option(command, options.svg);
    add_common_options(command, options.common);
}

ExitCode run_ising(const IsingOptions& options, Streams& streams) {
    return unless_interrupted(streams, [&] {
        check_options(options);
        const Setup setup = set_up(options);
        const Found found = find(options, setup, streams);
        write_pictures(options, setup, found, streams);
        write_output(options.common.output, streams.out, [&](std::ostream& out) {
            if (options.common.json) {
                write_json(out, report_of(options, setup, found));
            } else {
                write_text(out, options, setup, found);
            }
        });
        return ExitCode::ok;
    });
}

}  // namespace drover::cli
