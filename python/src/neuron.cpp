#include <drover/neuron/neuron.hpp>

#include "bindings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

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

}  // namespace

void bind_neuron(nb::module_& module) {
    module.def("neuron", neuron, nb::arg("rate"), nb::arg("start"), nb::arg("steps"),
               "States and weights of a single neuron.");
}

}  // namespace drover::python
