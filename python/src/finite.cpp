#include <nanobind/stl/map.h>

#include <drover/finite/herd_table.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
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

}  // namespace

void bind_finite(nb::module_& module) {
    nb::class_<FiniteModel>(module, "FiniteModel", "A table of features and what their averages shall be.");
    module.def("finite_model", finite_model, nb::arg("states"), nb::arg("features"), nb::arg("values"),
               nb::arg("kind"), nb::arg("target"), nb::arg("start"), "Numbers are texts, and exact.");
    module.def("herd", herd, nb::arg("model"), nb::arg("steps"), nb::arg("burn_in"), nb::arg("greedy"),
               "Herds a finite model, exactly.");
}

}  // namespace drover::python
