#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/lattice/study.hpp>

#include "../cli/command.hpp"
#include "../cli/output_folder.hpp"
#include "../cli/terminal.hpp"
#include "pictures.hpp"

namespace drover::cli::lattice {

using namespace drover::lattice;
namespace {

struct IsingOptions {
    CommonOptions common;
    std::int64_t size = 100;
    Boundary boundary = Boundary::torus;
    std::string beta = "critical";
    std::int64_t samples = 5'000;
    std::int64_t burn_in = 500;
    Method method = Method::herding;
    std::string edge_moment = "auto";
    std::int64_t reference = 5'000;  ///< sweeps of Swendsen-Wang for the moments and the comparison
    std::vector<std::string> features = {"nodes", "edges"};
    SiteOrder order = SiteOrder::raster;
    std::string sweeps = "all";
    SearchStart start = SearchStart::previous;
    std::string node_rate = "1";
    std::string images;  ///< folder for pictures of samples; empty: none
    std::string svg;
};

void describe(OptionList& list, IsingOptions& options) {
    list.count("--size", options.size, "Sites along a side").within(2, 4096);
    list.choice("--boundary", options.boundary, "torus, or open: edges do not wrap around", boundaries);
    list.text("--beta", options.beta, "Inverse temperature, at least 0; critical is ln(1+sqrt(2))/2")
        .typed("critical|B")
        .with_default();
    list.count("--samples", options.samples, "Samples, one per step or sweep").within(1, 10'000'000);
    list.count("--burn-in", options.burn_in, "Steps or sweeps before the first sample").within(0, 10'000'000);
    list.choice("--method", options.method, "Where the samples come from", methods);
    list.text(
            "--edge-moment", options.edge_moment,
            "Mean of x_i x_j over an edge: by Swendsen-Wang, of the model exactly, or a number from -1 to 1")
        .typed("auto|exact|M")
        .with_default();
    list.count("--reference", options.reference, "Sweeps of Swendsen-Wang for the moments and the comparison")
        .within(0, 10'000'000);
    list.texts("--features", options.features,
               "What herding matches: of nodes, edges, diagonals, plaquettes, far")
        .separated(',')
        .one_of(names_of(feature_choices))
        .typed("NAMES")
        .default_text = "nodes,edges";
    list.choice("--order", options.order, "Order of the sites in a sweep", site_orders);
    list.text("--sweeps", options.sweeps, "Sweeps per step of herding, 1 to 10^6; all: to a local maximum")
        .typed("all|K")
        .with_default();
    list.choice("--start", options.start, "Where a search begins: the previous sample, or random spins",
                search_starts)
        .alias("persistent", "previous");
    list.text("--node-rate", options.node_rate,
              "Learning rate of nodes, above 0; that of other features is 1")
        .typed("R")
        .with_default();
    list.folder("--images", options.images, "Folder for a picture of the last sample of each method")
        .written();
    describe_svg(list, options.svg);
    describe(list, options.common);
}

double beta_of(const std::string& text) {
    if (text == "critical") return critical_beta();
    const double beta = option_number("--beta", text, "critical").to_double();
    check_beta(beta, "--beta");
    return beta;
}

std::optional<std::int64_t> sweeps_of(const std::string& text) {
    if (text == "all") return std::nullopt;
    const Rational count = option_number("--sweeps", text, "all");
    check_input(count.denominator() == 1 && count.numerator() >= 1 && count.numerator() <= 1'000'000,
                [&] { return "--sweeps: expected all or an integer from 1 to 10^6, got " + quoted(text); });
    return static_cast<std::int64_t>(count.numerator());
}

FeatureOptions features_of(const std::vector<std::string>& names, const Lattice& lattice) {
    FeatureOptions features = named_features(names, lattice, "features");
    const bool has_far = std::find(names.begin(), names.end(), "far") != names.end();
    check_input(!has_far || !features.far_pairs.empty(), [&] {
        return "--features far: expected a side of at least 4, got " + std::to_string(lattice.rows());
    });
    return features;
}

Herding herding_of(const IsingOptions& options, const Lattice& lattice) {
    const Rational rate = option_number("--node-rate", options.node_rate);
    check_input(Rational{0} < rate,
                [&] { return "--node-rate: expected a number above 0, got " + quoted(options.node_rate); });
    if (options.method == Method::herding) check_site_order(options.order, lattice);
    return {.features = features_of(options.features, lattice),
            .ascent = {.order = options.order,
                       .sweeps = sweeps_of(options.sweeps),
                       .start = options.start,
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
    const Rational moment = option_number("--edge-moment", text, "auto, exact");
    check_input(!(moment < Rational{-1}) && !(Rational{1} < moment),
                [&] { return "--edge-moment: expected auto, exact or a number from -1 to 1, got " + text; });
    return moment;
}

// The options as the study takes them.
IsingStudyOptions study_options(const IsingOptions& options) {
    const auto side = static_cast<std::size_t>(options.size);
    IsingStudyOptions study{.lattice = {side, side, options.boundary},
                            .beta = beta_of(options.beta),
                            .method = options.method,
                            .run = {options.samples, options.burn_in, options.common.seed},
                            .reference = options.reference};
    study.herding = herding_of(options, study.lattice);
    study.edge_moment =
        edge_moment_of(options.edge_moment, exact_edge_correlation(study.lattice, study.beta));
    return study;
}

void check_options(const IsingOptions& options) {
    if (!options.images.empty() && std::filesystem::exists(options.images) &&
        !std::filesystem::is_directory(options.images))
        throw IoError(options.images, "cannot make the folder: Not a directory", ENOTDIR);
    const bool sampled = options.edge_moment == "auto" ||
                         std::any_of(options.features.begin(), options.features.end(),
                                     [](const auto& name) { return name != "nodes" && name != "edges"; });
    check_input(options.method != Method::herding || options.reference > 0 || !sampled, [] {
        return std::string{
            "--reference 0: expected an --edge-moment, and no features but nodes and edges: other moments "
            "come from the reference"};
    });
}

// What was requested, and the result.
struct StudyResult {
    IsingStudyOptions asked;
    IsingStudy study;
    std::optional<double> exact;  // edge correlation of the model

    bool matches_edges() const { return asked.method == Method::herding && asked.herding.features.edges; }
};

StudyResult find(const IsingOptions& options, Streams& streams) {
    StudyResult found{.asked = study_options(options), .study = {}, .exact = {}};
    found.exact = exact_edge_correlation(found.asked.lattice, found.asked.beta);
    Progress progress{"ising", found.asked.step_count(), options.common, streams};
    found.asked.control = progress.control();
    found.study = study_ising(found.asked);
    if (found.study.stopped) throw Interrupted{};
    return found;
}

Report report_of(const IsingOptions& options, const StudyResult& found) {
    Report report;
    report.add("format", "", "drover.ising/1");
    echo(report, options);
    report.add("beta_used", "", found.asked.beta);
    report.add("correlation_exact", "", found.exact ? ReportValue{*found.exact} : ReportValue{});
    report.add("edge_moment_used", "",
               found.matches_edges() ? ReportValue{found.study.moments.edge.to_double()} : ReportValue{});
    add_statistics(report, found.study.statistics.front());
    std::vector<Report> compared;
    for (std::size_t k = 1; k < found.study.statistics.size(); ++k) {
        compared.emplace_back();
        compared.back().add("method", "", found.study.statistics[k].method);
        add_statistics(compared.back(), found.study.statistics[k]);
    }
    report.add("compared_with", "", compared);
    return report;
}

std::string moment_line(const IsingOptions& options, const StudyResult& found) {
    std::string line = "Edge moment " + rounded(found.study.moments.edge.to_double(), 6) + " (";
    line += options.edge_moment == "auto"    ? std::to_string(options.reference) + " sweeps of Swendsen-Wang"
            : options.edge_moment == "exact" ? "exact, to six decimals"
                                             : "as given";
    if (found.exact) line += "; the model's is " + rounded(*found.exact, 6);
    return line + ").";
}

void write_text(std::ostream& out, const IsingOptions& options, const StudyResult& found) {
    out << "Ising model on " << found.asked.lattice.rows() << " x " << found.asked.lattice.columns()
        << " sites, " << name_of(boundaries, options.boundary)
        << (options.boundary == Boundary::open ? " boundary" : "") << ", beta "
        << rounded(found.asked.beta, 6) << (options.beta == "critical" ? " (critical)" : "") << "; "
        << options.samples << " samples after " << options.burn_in << ".\n";
    if (found.matches_edges()) out << moment_line(options, found) << '\n';
    out << '\n';
    write_statistics(out, found.study.statistics, {found.exact, options.beta == "critical"});
}

void write_pictures(const IsingOptions& options, const StudyResult& found, Streams& streams) {
    std::optional<OutputFolder> folder;
    if (!options.images.empty()) folder.emplace("--images", options.images, file_uses(options));
    for (const Statistics& statistics : found.study.statistics) {
        if (!folder) break;
        const Image image = sample_image(statistics, found.asked.lattice);
        folder->write(image_name(statistics), [&](std::ostream& out) { write_svg(out, image); });
    }
    write_picture(options.svg, streams, comparison(found.study.statistics));
    if (folder) folder->keep();
}

ExitCode run_ising(const IsingOptions& options, Streams& streams) {
    check_options(options);
    const StudyResult found = find(options, streams);
    write_pictures(options, found, streams);
    write_result(options.common, streams, report_of(options, found),
                 [&](std::ostream& out) { write_text(out, options, found); });
    return ExitCode::ok;
}

}  // namespace

Command ising_command() {
    return {
        .name = "ising",
        .summary = "Herd the Ising model on a lattice, and compare with samples of the model itself",
        .footer =
            "Spins +1 and -1 on a square. herding meets the moments of single spins (0) and of neighbours "
            "(one\n"
            "number for all edges); swendsen-wang and gibbs sample exp(beta * sum of x_i x_j). With the "
            "edge\n"
            "moment auto, Swendsen-Wang is run first, for the moment and to compare with.\n"
            "Features: nodes, edges, diagonals, plaquettes, and far: pairs 2, 4, 8, ... sites apart, which "
            "bring\n"
            "herding closest to the model (drover paper ising shows what else was tried).\n\n"
            "Example: drover ising --images samples/ --svg clusters.svg\n"
            "         drover ising --features nodes,edges,far",
        .task = task<run_ising>};
}

}  // namespace drover::cli::lattice

namespace drover::cli::lattice {

void add_commands(CommandList& list) { list.add(HelpSection::herding, ising_command()); }

}  // namespace drover::cli::lattice
