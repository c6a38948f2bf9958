#include <drover/dynamics/autocorrelation.hpp>
#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/period.hpp>
#include <drover/dynamics/words.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

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

std::optional<std::pair<std::int64_t, std::int64_t>> period(const FiniteModel& model, std::int64_t max_period,
                                                            const nb::object& progress) {
    const auto found = followed(progress, [=](Course& course) {
        return find_period(model.exact(3 * max_period),
                           {.max_period = max_period, .control = course.control()});
    });
    if (!found) return {};
    return std::pair{found->preperiod, found->period};
}

nb::tuple words(const FiniteModel& model, std::int64_t symbols, std::size_t max_length,
                const nb::object& progress) {
    Words found = followed(progress, [=](Course& course) {
        course.total = symbols;
        return count_words(model.exact(symbols),
                           {.symbol_count = symbols, .max_length = max_length, .control = course.control()});
    });
    const auto growth = slope_of(found.growth);
    return nb::make_tuple(owned_array(std::move(found.counts)), found.saturated_to, growth);
}

nb::object autocorrelation(const FiniteModel& model, std::int64_t steps, std::size_t max_lag,
                           const nb::object& progress) {
    return nb::cast(owned_array(followed(progress, [=](Course& course) {
        course.total = steps;
        return find_autocorrelation(model.exact(steps),
                                    {.steps = steps, .max_lag = max_lag, .control = course.control()});
    })));
}

}  // namespace

void bind_orbits(nb::module_& module) {
    module.def("orbit", orbit, nb::arg("model"), nb::arg("steps"),
               "States and weights, one step after the other.");
    module.def("period", period, nb::arg("model"), nb::arg("max_period"), nb::arg("progress").none(),
               "Preperiod and period, or nothing.");
    module.def("words", words, nb::arg("model"), nb::arg("symbols"), nb::arg("max_length"),
               nb::arg("progress").none(),
               "How many words of each length, up to where that is sure, and how fast they grow.");
    module.def("autocorrelation", autocorrelation, nb::arg("model"), nb::arg("steps"), nb::arg("max_lag"),
               nb::arg("progress").none());
}

}  // namespace drover::python
