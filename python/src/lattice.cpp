#include <drover/lattice/study.hpp>

#include "bindings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

using Estimates = std::vector<MeanEstimate>;

nb::object means_of(const Estimates& rows, const Estimates& columns) {
    std::vector<double> means;
    for (std::size_t d = 0; d < std::min(rows.size(), columns.size()); ++d)
        means.push_back((rows[d].mean + columns[d].mean) / 2);
    return nb::cast(owned_array(std::move(means)));
}

nb::object law_of(const std::optional<lattice::PowerLaw>& law) {
    if (!law) return nb::none();
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> counts;
    std::vector<double> densities;
    for (const lattice::SizeBin& bin : law->bins) {
        sizes.push_back(bin.first_size);
        counts.push_back(bin.cluster_count);
        densities.push_back(bin.density);
    }
    return nb::make_tuple(law->slope, law->slope_error, owned_array(std::move(sizes)),
                          owned_array(std::move(counts)), owned_array(std::move(densities)));
}

nb::dict statistics_of(const lattice::Statistics& statistics) {
    nb::dict result;
    result["method"] = statistics.method;
    result["magnetisation"] =
        std::pair{statistics.averages.magnetisation.mean, statistics.averages.magnetisation.error};
    result["edge_correlation"] =
        std::pair{statistics.averages.edge_correlation.mean, statistics.averages.edge_correlation.error};
    result["correlations"] = means_of(statistics.averages.along_rows, statistics.averages.along_columns);
    result["clusters"] = law_of(statistics.clusters);
    result["bond_clusters"] = law_of(statistics.bond_clusters);
    result["last"] = owned_array(std::vector<std::int8_t>{statistics.last});
    result["digest"] = statistics.digest;
    std::optional<std::int64_t> positive_margins;
    std::optional<double> worst;
    if (statistics.herding) {
        positive_margins = statistics.herding->positive_margins;
        worst = statistics.herding->worst_moment_error;
    }
    result["positive_margins"] = positive_margins;
    result["worst_moment_error"] = worst;
    return result;
}

// How a lattice is sampled, with the choices named as in the program.
struct IsingOptions {
    lattice::IsingStudyOptions study;

    lattice::Lattice& lattice() { return study.lattice; }
};

void set_features(IsingOptions& options, const std::vector<std::string>& names) {
    options.study.herding.features = lattice::named_features(names, options.lattice(), "features");
}

nb::tuple study(const IsingOptions& options, const nb::object& progress) {
    const lattice::IsingStudy found = followed(progress, [study = options.study](Course& course) mutable {
        course.total = study.step_count();
        study.control = course.control();
        return lattice::study_ising(study);
    });
    nb::list statistics;
    for (const lattice::Statistics& each : found.statistics) statistics.append(statistics_of(each));
    return nb::make_tuple(found.moments.edge.to_double(), statistics);
}

void bind_options(nb::module_& module) {
    nb::class_<IsingOptions>(module, "IsingOptions", "How a lattice is sampled.")
        .def(nb::init<>())
        .def("set_lattice",
             [](IsingOptions& options, std::size_t side, const std::string& boundary) {
                 options.lattice() = {side, side, choose(lattice::boundaries, boundary, "boundary")};
             })
        .def("set_method",
             [](IsingOptions& options, const std::string& name) {
                 options.study.method = choose(lattice::methods, name, "method");
             })
        .def("set_beta",
             [](IsingOptions& options, double beta) {
                 lattice::check_beta(beta, "beta");
                 options.study.beta = beta;
             })
        .def("set_run",
             [](IsingOptions& options, std::int64_t samples, std::int64_t burn_in, std::uint64_t seed) {
                 options.study.run = {samples, burn_in, seed};
                 options.study.herding.ascent.seed = seed;
             })
        .def("set_edge_moment",
             [](IsingOptions& options, const std::string& number) {
                 options.study.edge_moment = exact_number("edge_moment", number);
             })
        .def("set_reference",
             [](IsingOptions& options, std::int64_t samples) { options.study.reference = samples; })
        .def("set_features", set_features)
        .def("set_order",
             [](IsingOptions& options, const std::string& name) {
                 options.study.herding.ascent.order = choose(lattice::site_orders, name, "order");
             })
        .def("set_sweeps",
             [](IsingOptions& options, std::int64_t sweeps) { options.study.herding.ascent.sweeps = sweeps; })
        .def("set_start",
             [](IsingOptions& options, const std::string& name) {
                 options.study.herding.ascent.start = choose(search_starts, name, "start");
             })
        .def("set_node_rate",
             [](IsingOptions& options, const std::string& number) {
                 options.study.herding.node_rate = exact_number("node_rate", number);
             })
        .def("exact_edge_correlation", [](IsingOptions& options) {
            return lattice::exact_edge_correlation(options.lattice(), options.study.beta);
        });
}

}  // namespace

void bind_lattice(nb::module_& module) {
    bind_options(module);
    module.attr("critical_beta") = lattice::critical_beta();
    module.def("study_ising", study, nb::arg("options"), nb::arg("progress").none(),
               "The edge moment that herding matched, and what the samples of each method look like.");
}

}  // namespace drover::python
