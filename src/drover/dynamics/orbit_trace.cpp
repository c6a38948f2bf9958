#include <drover/dynamics/orbit_trace.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/finite/unreachable.hpp>
#include <drover/herd/record/trajectory.hpp>
#include <drover/herd/run.hpp>

namespace drover::dynamics {
namespace {

std::vector<TracedStep> traced(const ExactModel& model, std::int64_t steps, const RunControl& control) {
    Trajectory<std::size_t> trajectory;
    drover::impl::with_orbit(
        model, [&](auto orbit) { run(orbit, {.steps = steps + 1, .control = control}, trajectory); });
    std::vector<TracedStep> result;
    for (std::size_t k = 0; k + 1 < trajectory.result().size(); ++k) {
        const auto& point = trajectory.result()[k];
        result.push_back({point.t, point.state, trajectory.result()[k + 1].state, point.weights});
        for (double& weight : result.back().weights) weight /= model.unit();
    }
    return result;
}

std::vector<double> move_of(const ExactModel& model, std::size_t state) {
    const WideMoments& moments = model.whole().moments;
    std::vector<double> move;
    for (std::size_t a = 0; a < moments.counts.size(); ++a) {
        const Int128 whole =
            moments.counts[a] - moments.total * static_cast<Int128>(model.features().row(state)[a]);
        move.push_back(static_cast<double>(whole) / static_cast<double>(moments.total) / model.unit());
    }
    return move;
}

}  // namespace

OrbitTrace trace_orbit(const ExactModel& model, std::int64_t steps, const RunControl& control) {
    const StateTable& features = model.features();
    OrbitTrace trace{
        .steps = traced(model, steps, control), .cones = {}, .translations = {}, .unreachable = {}};
    if (features.feature_count() == 2) trace.cones = find_cones(features, model.moments());
    if (features.state_count() * features.feature_count() <= max_hull_cells)
        trace.unreachable = unreachable_states(features);
    for (std::size_t s = 0; s < features.state_count(); ++s) trace.translations.push_back(move_of(model, s));
    return trace;
}

}  // namespace drover::dynamics
