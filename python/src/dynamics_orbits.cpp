#include <nanobind/stl/map.h>

#include <drover/dynamics/autocorrelation.hpp>
#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/period.hpp>
#include <drover/dynamics/words.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/neuron/neuron.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

std::vector<Rational> numbers(const char* what, const std::vector<std::string>& texts) {
    std::vector<Rational> parsed;
    for (const std::string& text : texts) parsed.push_back(exact_number(what, text));
    return parsed;
}

std::vector<QuadraticNumber> quadratics(const char* what, const std::vector<std::string>& texts) {
    std::vector<QuadraticNumber> parsed;
    for (const std::string& text : texts) {
        try {
            parsed.push_back(parse_quadratic(text));
        } catch (const InputError& error) {
            throw InputError(std::string{what} + ": " + error.what());
        }
    }
    return parsed;
}

FiniteModel finite_model(const std::vector<std::string>& states, const std::vector<std::string>& features,
                         const std::vector<std::string>& values, const std::string& kind,
                         const std::vector<std::string>& target, const std::vector<std::string>& start) {
    FiniteModel model{.table = {.file = "features",
                                .state_names = states,
                                .feature_names = features,
                                .features = numbers("features", values)},
                      .target = UniformTarget{},
                      .drive = {}};
    if (kind == "probabilities") model.target = ProbabilityTarget{quadratics("probabilities", target)};
    if (kind == "moments") model.target = MomentTarget{quadratics("moments", target)};
    if (!start.empty()) model.drive.start = quadratics("start", start);
    return model;
}

template <class Orbit, class Real>
std::pair<std::vector<std::uint8_t>, std::vector<double>> neuron_steps(Orbit neuron, std::int64_t steps,
                                                                       Real real, StepWatch watch) {
    std::pair<std::vector<std::uint8_t>, std::vector<double>> found;
    for (const auto& step : neuron.steps(steps)) {
        if (!watch.goes_on()) break;
        found.first.push_back(static_cast<std::uint8_t>(step.state));
        found.second.push_back(real(step.weights));
    }
    return found;
}

nb::tuple neuron(const std::string& rate, const std::string& start, std::int64_t steps) {
    auto [states, weights] = followed(nb::none(), [=](Course& course) {
        const StepWatch watch{course.control()};
        const HerderOptions limits{.max_steps = steps};
        const QuadraticNumber first = parse_quadratic(start);
        if (rate == "golden" && first == QuadraticNumber{}) {
            return neuron_steps(
                drover::neuron::GoldenOrbit{{-1, 2}, 1, limits}, steps,
                [](const GoldenNumber& w) { return w.to_double(); }, watch);
        }
        const drover::neuron::RationalOrbit orbit =
            drover::neuron::quadratic_orbit(parse_quadratic(rate), first, limits);
        const auto scale = static_cast<double>(orbit.scale());
        return neuron_steps(
            orbit, steps, [scale](Int128 w) { return static_cast<double>(w) / scale; }, watch);
    });
    return nb::make_tuple(owned_array(std::move(states)), owned_array(std::move(weights)));
}

nb::dict herd(const FiniteModel& model, std::int64_t steps, std::int64_t burn_in, bool greedy) {
    auto [result, states] = followed(nb::none(), [=](Course& course) {
        std::vector<std::uint32_t> sequence;
        TableHerdOptions options{.steps = steps, .burn_in = burn_in, .drive = model.drive};
        options.rule = greedy ? HerdRule::greedy : HerdRule::herding;
        options.control = course.control();
        options.on_state = [&](std::size_t state) { sequence.push_back(static_cast<std::uint32_t>(state)); };
        TableHerdResult herded = herd_table(model.table, model.target, options);
        return std::pair{std::move(herded), std::move(sequence)};
    });
    nb::dict found;
    found["states"] = owned_array(std::move(states));
    found["counts"] = owned_array(std::move(result.counts));
    found["moments"] = owned_array(std::move(result.moments));
    found["averages"] = owned_array(std::move(result.averages));
    found["weights"] = owned_array(std::move(result.weights));
    found["worst_error"] = result.error.worst;
    found["positive_margins"] = result.margins.positive;
    found["possible"] = result.possible;
    found["digest"] = result.digest;
    return found;
}

nb::tuple orbit(const FiniteModel& model, std::int64_t steps) {
    auto [states, weights] = followed(nb::none(), [=](Course& course) {
        std::pair<std::vector<std::uint32_t>, std::vector<double>> found;
        for (const TracedStep& step : trace_orbit(model.exact(steps + 1), steps, course.control()).steps) {
            found.first.push_back(static_cast<std::uint32_t>(step.state));
            found.second.insert(found.second.end(), step.weights.begin(), step.weights.end());
        }
        return found;
    });
    return nb::make_tuple(owned_array(std::move(states)), owned_array(std::move(weights)));
}

std::optional<std::pair<std::int64_t, std::int64_t>> period(const FiniteModel& model,
                                                            std::int64_t max_period) {
    const auto found = followed(nb::none(), [=](Course& course) {
        return find_period(model.exact(3 * max_period),
                           {.max_period = max_period, .control = course.control()});
    });
    if (!found) return {};
    return std::pair{found->preperiod, found->period};
}

nb::tuple words(const FiniteModel& model, std::int64_t symbols, std::size_t max_length) {
    Words found = followed(nb::none(), [=](Course& course) {
        return count_words(model.exact(symbols),
                           {.symbol_count = symbols, .max_length = max_length, .control = course.control()});
    });
    const auto growth = slope_of(found.growth);
    return nb::make_tuple(owned_array(std::move(found.counts)), found.saturated_to, growth);
}

nb::object autocorrelation(const FiniteModel& model, std::int64_t steps, std::size_t max_lag) {
    return nb::cast(owned_array(followed(nb::none(), [=](Course& course) {
        return find_autocorrelation(model.exact(steps),
                                    {.steps = steps, .max_lag = max_lag, .control = course.control()});
    })));
}

}  // namespace

void bind_orbits(nb::module_& module) {
    nb::class_<FiniteModel>(module, "FiniteModel", "A table of features and what their averages shall be.");
    module.def("finite_model", finite_model, nb::arg("states"), nb::arg("features"), nb::arg("values"),
               nb::arg("kind"), nb::arg("target"), nb::arg("start"), "Numbers are texts, and exact.");
    module.def("neuron", neuron, nb::arg("rate"), nb::arg("start"), nb::arg("steps"),
               "States and weights of a single neuron.");
    module.def("herd", herd, nb::arg("model"), nb::arg("steps"), nb::arg("burn_in"), nb::arg("greedy"),
               "Herds a finite model, exactly.");
    module.def("orbit", orbit, nb::arg("model"), nb::arg("steps"),
               "States and weights, one step after the other.");
    module.def("period", period, nb::arg("model"), nb::arg("max_period"),
               "Preperiod and period, or nothing.");
    module.def("words", words, nb::arg("model"), nb::arg("symbols"), nb::arg("max_length"),
               "How many words of each length, up to where that is sure, and how fast they grow.");
    module.def("autocorrelation", autocorrelation, nb::arg("model"), nb::arg("steps"), nb::arg("max_lag"));
}

}  // namespace drover::python
