#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/autocorrelation.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/lyapunov.hpp>
#include <drover/dynamics/split_times.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/dynamics/torus.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

std::vector<double> real_points(const PointCloud& cloud) {
    std::vector<double> real;
    real.reserve(cloud.values.size());
    for (const std::int64_t value : cloud.values)
        real.push_back(static_cast<double>(value) / static_cast<double>(cloud.scale));
    return real;
}

nb::dict attractor(const FiniteModel& model, std::int64_t steps, std::int64_t burn_in, int levels) {
    auto [found, points] = followed(nb::none(), [=](Course& course) {
        course.total = steps + burn_in;
        const ExactModel exact =
            model.exact(steps + burn_in, ModelNeed::points, {.fraction_bits = levels - 1});
        const AttractorOptions options{.steps = steps, .burn_in = burn_in, .control = course.control()};
        PointCloud cloud = attractor_points(exact, options);
        return std::pair{find_attractor(exact, options, {.levels = levels}), std::move(cloud)};
    });
    std::vector<std::int64_t> boxes;
    for (const BoxLevel& level : found.boxes.boxes) boxes.push_back(level.count);
    nb::dict result;
    result["points"] = owned_array(real_points(points));
    result["boxes"] = owned_array(std::move(boxes));
    result["local_slopes"] = owned_array(std::move(found.boxes.local_slopes));
    std::optional<LineFit> dimension;
    if (found.boxes.dimension) dimension = found.boxes.dimension->fit;
    result["dimension"] = slope_of(dimension);
    return result;
}

nb::dict torus(const FiniteModel& model, std::int64_t steps) {
    const TorusOrbit found = followed(nb::none(), [=](Course& course) {
        return follow_torus(model.exact(steps),
                            {.steps = steps, .most_states = steps, .control = course.control()});
    });
    std::vector<double> rotation;
    std::vector<std::string> texts;
    std::vector<QuadraticNumber> turns{found.torus.rotation.begin(), found.torus.rotation.end()};
    if (!found.irrational_rotation.empty()) turns = found.irrational_rotation;
    for (const QuadraticNumber& number : turns) {
        rotation.push_back(number.to_double());
        texts.push_back(to_string(number));
    }
    nb::dict result;
    result["rotates"] = found.torus.status == TorusStatus::rotates;
    result["reason"] = std::string{describe(found.torus.status)};
    result["rotation"] = owned_array(std::move(rotation));
    result["rotation_exact"] = texts;
    result["volume"] = found.torus.status == TorusStatus::rotates
                           ? std::optional{torus_volume(found.torus, model.exact(steps).unit())}
                           : std::nullopt;
    result["holds"] = found.check ? std::optional{found.check->holds} : std::nullopt;
    result["states"] = owned_array(std::vector<std::uint32_t>(found.states.begin(), found.states.end()));
    return result;
}

nb::dict tipi(const FiniteModel& model, std::int64_t steps, std::int64_t burn_in, std::size_t side,
              const std::optional<double>& reach) {
    TipiAttractor found = followed(nb::none(), [=](Course& course) {
        return find_tipi(
            model.exact(steps + burn_in, ModelNeed::points),
            {.steps = steps, .burn_in = burn_in, .side = side, .reach = reach, .control = course.control()});
    });
    std::vector<double> points;
    for (const PlanePoint& point : found.attractor) points.insert(points.end(), {point.x, point.y});
    nb::dict result;
    result["lowest_on_attractor"] = found.lowest_on_attractor;
    result["x"] = owned_array(std::move(found.grid.x));
    result["y"] = owned_array(std::move(found.grid.y));
    result["values"] = owned_array(std::move(found.grid.values));
    result["states"] =
        owned_array(std::vector<std::uint32_t>(found.grid.states.begin(), found.grid.states.end()));
    result["attractor"] = owned_array(std::move(points));
    return result;
}

nb::dict split(const FiniteModel& model, SplitOptions options, std::size_t threads,
               const nb::object& progress) {
    const SplitTimes found = followed(progress, [=](Course& course) mutable {
        ThreadPool pool{threads};
        options.control = course.control();
        return find_split_times(model.exact(options.burn_in + options.max_steps, ModelNeed::moments,
                                            {.fraction_bits = split_fraction_bits(options.last_bits)}),
                                options, &pool);
    });
    std::vector<double> distances;
    std::vector<double> medians;
    std::vector<std::int64_t> unsplit;
    for (const SplitPoint& point : found.points) {
        distances.push_back(point.distance);
        medians.push_back(point.median);
        unsplit.push_back(static_cast<std::int64_t>(point.unsplit));
    }
    nb::dict result;
    result["distances"] = owned_array(std::move(distances));
    result["medians"] = owned_array(std::move(medians));
    result["unsplit"] = owned_array(std::move(unsplit));
    result["exponent"] = slope_of(found.exponent);
    return result;
}

nb::dict random_autocorrelation(AutocorrelationStudyOptions options, std::size_t threads,
                                const nb::object& progress) {
    AutocorrelationStudy found = followed(progress, [=](Course& course) mutable {
        ThreadPool pool{threads};
        course.total = static_cast<std::int64_t>(options.model_count);
        options.control = course.control();
        return study_autocorrelation(options, &pool);
    });
    std::vector<double> curves;
    for (const std::vector<double>& curve : found.curves)
        curves.insert(curves.end(), curve.begin(), curve.end());
    nb::dict result;
    result["curves"] = owned_array(std::move(curves));
    result["mean"] = owned_array(std::move(found.mean));
    result["spread"] = owned_array(std::move(found.spread));
    result["negative_share"] = found.negative_share;
    return result;
}

using ThresholdFacts = std::tuple<std::string, std::int64_t, double, std::optional<double>, std::size_t>;

ThresholdFacts facts_of(const Threshold& threshold) {
    return {name(threshold.kind), threshold.period, threshold.temperature, threshold.gap_ratio,
            threshold.cascade};
}

std::optional<ThresholdFacts> facts_of(const std::optional<Threshold>& threshold) {
    if (!threshold) return {};
    return facts_of(*threshold);
}

nb::dict sweep_of(const Bifurcation& found) {
    std::vector<double> temperatures;
    std::vector<std::int64_t> periods;
    std::vector<double> exponents;
    nb::list points;
    for (const PeriodAt& at : found.periods) {
        temperatures.push_back(at.temperature);
        periods.push_back(at.period.value_or(0));
        exponents.push_back(at.lyapunov);
        points.append(owned_array(std::vector<double>{at.points}));
    }
    nb::dict result;
    result["temperatures"] = owned_array(std::move(temperatures));
    result["periods"] = owned_array(std::move(periods));
    result["exponents"] = owned_array(std::move(exponents));
    result["points"] = points;
    return result;
}

nb::dict bifurcation(const FiniteModel& model, BifurcationOptions options, std::size_t threads,
                     const nb::object& progress) {
    Bifurcation found = followed(progress, [=](Course& course) mutable {
        ThreadPool pool{threads};
        course.total = options.attractor_count();
        options.control = course.control();
        return drover::dynamics::bifurcation(tempered_map(model.table, model.target), options, &pool);
    });
    nb::dict result = sweep_of(found);
    std::vector<ThresholdFacts> thresholds;
    for (const Threshold& threshold : found.thresholds) thresholds.push_back(facts_of(threshold));
    std::vector<std::tuple<std::int64_t, std::optional<ThresholdFacts>, std::optional<ThresholdFacts>>>
        windows;
    for (const PeriodicWindow& window : found.windows)
        windows.emplace_back(window.period, facts_of(window.above), facts_of(window.below));
    result["theta"] = owned_array(std::move(found.theta_mle));
    result["t_1"] = found.t_1;
    result["t_inf"] = found.t_inf;
    result["route"] = found.route;
    result["thresholds"] = thresholds;
    result["windows"] = windows;
    return result;
}

nb::tuple lyapunov(const FiniteModel& model, double temperature, std::int64_t steps, std::int64_t burn_in,
                   const nb::object& progress) {
    LyapunovSpectrum found = followed(progress, [=](Course& course) {
        course.total = steps + burn_in;
        return lyapunov_spectrum(
            TemperedHerder{tempered_map(model.table, model.target), {.temperature = temperature}},
            {.burn_in = burn_in, .steps = steps, .control = course.control()});
    });
    return nb::make_tuple(owned_array(std::move(found.exponents)), owned_array(std::move(found.errors)));
}

void bind_options(nb::module_& module) {
    nb::class_<SplitOptions>(module, "SplitOptions", "How pairs of orbits are followed.")
        .def(nb::init<>())
        .def_rw("first_bits", &SplitOptions::first_bits)
        .def_rw("last_bits", &SplitOptions::last_bits)
        .def_rw("pair_count", &SplitOptions::pair_count)
        .def_rw("burn_in", &SplitOptions::burn_in)
        .def_rw("max_steps", &SplitOptions::max_steps)
        .def_rw("seed", &SplitOptions::seed);
    nb::class_<AutocorrelationStudyOptions>(module, "AutocorrelationOptions",
                                            "Random models, and how they are herded.")
        .def(nb::init<>())
        .def_rw("model_count", &AutocorrelationStudyOptions::model_count)
        .def_rw("state_count", &AutocorrelationStudyOptions::state_count)
        .def_rw("feature_count", &AutocorrelationStudyOptions::feature_count)
        .def_rw("parameter_scale", &AutocorrelationStudyOptions::parameter_scale)
        .def_rw("steps", &AutocorrelationStudyOptions::steps)
        .def_rw("max_lag", &AutocorrelationStudyOptions::max_lag)
        .def_rw("seed", &AutocorrelationStudyOptions::seed);
    nb::class_<BifurcationOptions>(module, "BifurcationOptions",
                                   "Temperatures, and what is looked for at each.")
        .def(nb::init<>())
        .def_rw("highest", &BifurcationOptions::highest, nb::arg().none())
        .def_rw("lowest", &BifurcationOptions::lowest, nb::arg().none())
        .def_rw("temperature_count", &BifurcationOptions::temperature_count)
        .def_rw("max_period", &BifurcationOptions::max_period)
        .def_rw("max_steps", &BifurcationOptions::max_steps)
        .def_rw("max_windows", &BifurcationOptions::max_windows);
}

}  // namespace

void bind_dynamics(nb::module_& module) {
    bind_orbits(module);
    bind_options(module);
    bind_partition(module);
    bind_survey(module);
    module.def("attractor", attractor, nb::arg("model"), nb::arg("steps"), nb::arg("burn_in"),
               nb::arg("levels"), "Weights after a burn-in, and the boxes that hold them.");
    module.def("torus", torus, nb::arg("model"), nb::arg("steps"), "The torus of K + 1 states.");
    module.def("tipi", tipi, nb::arg("model"), nb::arg("steps"), nb::arg("burn_in"), nb::arg("side"),
               nb::arg("reach").none(), "The Tipi function around the attractor.");
    module.def("split", split, nb::arg("model"), nb::arg("options"), nb::arg("threads"),
               nb::arg("progress").none(), "How long two orbits at a distance take the same states.");
    module.def("random_autocorrelation", random_autocorrelation, nb::arg("options"), nb::arg("threads"),
               nb::arg("progress").none(), "Auto-correlation over random models.");
    module.def("bifurcation", bifurcation, nb::arg("model"), nb::arg("options"), nb::arg("threads"),
               nb::arg("progress").none(), "The attractors of the tempered map as the temperature falls.");
    module.def("lyapunov", lyapunov, nb::arg("model"), nb::arg("temperature"), nb::arg("steps"),
               nb::arg("burn_in"), nb::arg("progress").none(),
               "Exponents at a temperature, and their standard errors.");
}

}  // namespace drover::python
