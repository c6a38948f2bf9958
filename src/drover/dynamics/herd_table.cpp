#include <algorithm>
#include <cmath>

#include <drover/dynamics/herd_table.hpp>
#include <drover/herd/exact_orbit_detail.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/run.hpp>
#include <drover/maximize/exhaustive.hpp>
#include <drover/model/unreachable.hpp>
#include <drover/moments/possible.hpp>
#include <drover/record/histogram.hpp>
#include <drover/record/state_digest.hpp>

namespace drover {
namespace {

struct StateCallback {
    const std::function<void(std::size_t)>& call;
    template <class Step>
    void record(const Step& step) const {
        if (call) call(step.state);
    }
    static void result() {}
};

template <class W>
void read_weights(TableHerdResult& result, const W& weights, double unit) {
    const double scale = static_cast<double>(weights.scale()) * unit;
    for (std::size_t a = 0; a < weights.size(); ++a) {
        result.weights.push_back(static_cast<double>(weights[a]) / scale);
    }
}

// The average of feature a over the counted states, in units of the grid; 0 without any.
double average(const StateTable& features, const std::vector<std::int64_t>& counts, std::size_t a) {
    Int128 sum = 0;
    std::int64_t steps = 0;
    for (std::size_t s = 0; s < counts.size(); ++s) {
        sum += static_cast<Int128>(counts[s]) * features.row(s)[a];
        steps += counts[s];
    }
    return steps == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(steps);
}

// Everything that is a length in feature space comes back in the units of the table.
void rescale(TableHerdResult& result, double unit) {
    for (double& error : result.error.errors) error /= unit;
    for (double* length : {&result.error.worst, &result.error.l2, &result.error.worst_times_steps,
                           &result.error.l2_times_steps}) {
        *length /= unit;
    }
    if (result.margins.worst) *result.margins.worst /= unit * unit;
}

template <class O>
TableHerdResult run_orbit(O orbit, const ExactModel& model, const TableHerdOptions& options) {
    using V = typename O::Weights::Value;
    const WholeTable& whole = model.whole();
    MomentError error{whole.features, narrow<V>(whole.moments)};
    MarginWatch margins;
    StateCounts counts{whole.features.state_count()};
    StateDigest digest;
    StateCallback callback{options.on_state};
    const RunOptions run_options{
        .steps = options.steps, .burn_in = options.burn_in, .control = options.control};
    const RunResult done = run(orbit, run_options, error, margins, counts, digest, callback);

    TableHerdResult result{.steps = done.steps, .stopped = done.stopped};
    result.counts = counts.result();
    result.error = error.result();
    result.margins = margins.result();
    result.digest = digest.result();
    result.arithmetic = {.weight_bits = model.weight_bits(),
                         .feature_unit = whole.unit,
                         .feature_rounding = whole.feature_rounding,
                         .target_rounding = whole.target_rounding};
    const double unit = model.unit();
    read_weights(result, orbit.current().weights, unit);
    rescale(result, unit);
    for (std::size_t a = 0; a < whole.features.feature_count(); ++a) {
        result.moments.push_back(whole.moments[a] / unit);
        result.averages.push_back(average(whole.features, result.counts, a) / unit);
    }
    return result;
}

template <class V>
TableHerdResult run_composed(const ExactModel& model, const TableHerdOptions& options) {
    const FixedMoments<V> drive{narrow<V>(model.whole().moments), model.drive()};
    Herder herder{model.features(), drive, Exhaustive{}, {.max_steps = model.max_steps()}};
    return run_orbit(std::move(herder), model, options);
}

TableHerdResult run_model(const ExactModel& model, const TableHerdOptions& options) {
    const std::size_t states = model.features().state_count();
    if (states <= detail::most_dual_states) {
        return detail::with_orbit(model,
                                  [&](auto orbit) { return run_orbit(std::move(orbit), model, options); });
    }
    check_input(options.rule == HerdRule::herding, [&] {
        return "the greedy rule: expected at most " + std::to_string(detail::most_dual_states) +
               " states, got " + std::to_string(states);
    });
    return model.weight_bits() == 64 ? run_composed<std::int64_t>(model, options)
                                     : run_composed<Int128>(model, options);
}

// What holds whatever the run: which states it can choose, and whether the moments are possible. With exact
// search a positive margin proves that they are not.
void decide_geometry(TableHerdResult& result, const WholeTable& whole, const TableHerdOptions& options) {
    const bool herding = options.rule == HerdRule::herding;
    if (result.stopped) return;
    if (whole.features.state_count() * whole.features.feature_count() > max_hull_cells) {
        if (herding && result.margins.positive > 0) result.possible = false;
    } else {
        result.possible = is_mix_of_states(whole.features, whole.moments);
        if (herding) {
            result.unreachable_states = unreachable_states(whole.features);
            std::erase_if(*result.unreachable_states, [&](std::size_t s) { return result.counts[s] > 0; });
        }
    }
    if (result.possible == false && result.steps > 0) result.distance_outside = result.error.l2;
}

}  // namespace

TableHerdResult herd_table(const FeatureTable& table, const HerdTarget& target,
                           const TableHerdOptions& options) {
    const ExactModel model{table,
                           target,
                           {.max_steps = options.burn_in + options.steps,
                            .rule = options.rule,
                            .drive = options.drive,
                            .grid = options.grid,
                            .need = ModelNeed::nothing}};
    TableHerdResult result = run_model(model, options);
    decide_geometry(result, model.whole(), options);
    return result;
}

}  // namespace drover
