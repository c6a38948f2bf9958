#include <algorithm>
#include <array>
#include <cmath>

#include <drover/core/digest.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/finite/possible.hpp>
#include <drover/finite/unreachable.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/run.hpp>

namespace drover {
namespace {

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

// What is watched of a run, whatever takes its steps. V: of the weights.
template <class V>
struct Watched {
    Watched(const ExactModel& model, const TableHerdOptions& options)
        : error{model.features(), narrow<V>(model.whole().moments)},
          counts(model.features().state_count()),
          call{options.on_state} {}

    template <class Step>
    void record(const Step& step) {
        margins.record(step);
        add(step.state);
    }
    static void result() {}
    void add(std::size_t state) {
        ++counts[state];
        digest.add(state);
        if (call) call(state);
    }

    MomentError<StateTable, V> error;
    MarginWatch margins;
    std::vector<std::int64_t> counts;
    Digest digest;  // that of StateDigest
    const std::function<void(std::size_t)>& call;
};

template <class V>
TableHerdResult result_of(Watched<V>& watched, const RunResult& done, const ExactModel& model) {
    const WholeTable& whole = model.whole();
    for (std::size_t s = 0; s < watched.counts.size(); ++s) watched.error.add(s, watched.counts[s]);
    TableHerdResult result{.steps = done.steps, .stopped = done.stopped};
    result.counts = std::move(watched.counts);
    result.error = watched.error.result();
    result.margins = watched.margins.result();
    result.digest = watched.digest.hex();
    result.arithmetic = {.weight_bits = model.weight_bits(),
                         .feature_unit = whole.unit,
                         .feature_rounding = whole.feature_rounding,
                         .target_rounding = whole.target_rounding,
                         .radicand = model.radicand()};
    const double unit = model.unit();
    rescale(result, unit);
    for (std::size_t a = 0; a < whole.features.feature_count(); ++a) {
        result.moments.push_back(whole.moments[a] / unit);
        result.averages.push_back(average(whole.features, result.counts, a) / unit);
    }
    return result;
}

// Takes up to `count` steps in blocks that stay in the cache: `take` gets the room for the states of each.
// Returns the steps taken.
template <class Take>
std::int64_t take_blocks(std::int64_t count, std::int64_t done_before, const RunControl& control,
                         Take&& take) {
    std::array<std::size_t, 1024> states{};
    std::int64_t done = 0;
    while (done < count && !control.stop_requested()) {
        const auto size = std::min(static_cast<std::int64_t>(states.size()), count - done);
        take(std::span{states}.first(static_cast<std::size_t>(size)));
        done += size;
        control.tell(done_before + done);
    }
    return done;
}

template <class V>
TableHerdResult run_dual(BasicDualHerder<V> orbit, const ExactModel& model, const TableHerdOptions& options) {
    Watched<V> watched{model, options};
    const double unit = orbit.current().weights.margin_unit();
    const std::int64_t burnt = take_blocks(options.burn_in, 0, options.control,
                                           [&](std::span<std::size_t> states) { orbit.take(states); });
    const std::int64_t steps =
        take_blocks(options.steps, burnt, options.control, [&](std::span<std::size_t> states) {
            const std::int64_t before = orbit.current().t;
            const auto block = orbit.take_watched(states);
            watched.margins.add(static_cast<std::int64_t>(states.size()), block.positive,
                                before + 1 + block.first_positive, static_cast<double>(block.worst) * unit);
            for (const std::size_t state : states) watched.add(state);
        });
    const RunResult done{.steps = steps, .stopped = burnt < options.burn_in || steps < options.steps};
    TableHerdResult result = result_of(watched, done, model);
    read_weights(result, orbit.current().weights, model.unit());
    return result;
}

template <class V>
TableHerdResult run_composed(const ExactModel& model, const TableHerdOptions& options) {
    const FixedMoments<V> drive{narrow<V>(model.whole().moments), model.drive()};
    Herder herder{model.features(), drive, Exhaustive{}, {.max_steps = model.max_steps()}};
    Watched<V> watched{model, options};
    const RunResult done = run(
        herder, {.steps = options.steps, .burn_in = options.burn_in, .control = options.control}, watched);
    TableHerdResult result = result_of(watched, done, model);
    read_weights(result, herder.current().weights, model.unit());
    return result;
}

TableHerdResult run_model(const ExactModel& model, const TableHerdOptions& options) {
    const std::size_t states = model.features().state_count();
    if (states <= impl::most_dual_states) {
        return impl::with_orbit(model,
                                [&](auto orbit) { return run_dual(std::move(orbit), model, options); });
    }
    check_input(options.rule == HerdRule::herding, [&] {
        return Problem{Fault::range,
                       {.key = "the greedy rule"},
                       "at most " + std::to_string(impl::most_dual_states) + " states",
                       std::to_string(states)};
    });
    return model.weight_bits() == 64 ? run_composed<std::int64_t>(model, options)
                                     : run_composed<Int128>(model, options);
}

// What holds whatever the run: which states it can choose, and whether the moments are possible. With exact
// search a positive margin proves that they are not.
void decide_geometry(TableHerdResult& result, const ExactModel& model, const TableHerdOptions& options) {
    const WholeTable& whole = model.whole();
    const bool herding = options.rule == HerdRule::herding;
    if (result.stopped) return;
    if (whole.features.state_count() * whole.features.feature_count() > max_hull_cells) {
        if (herding && result.margins.positive > 0) result.possible = false;
    } else {
        if (model.decides_hull()) result.possible = is_mix_of_states(whole.features, whole.moments);
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
    check_input(options.steps >= 0 && options.burn_in >= 0, [] {
        return Problem{Fault::range, {.function = "herd_table"}, "steps and burn_in of at least 0"};
    });
    const ExactModel model{table,
                           target,
                           {.max_steps = options.burn_in + options.steps,
                            .rule = options.rule,
                            .drive = options.drive,
                            .grid = options.grid,
                            .need = ModelNeed::nothing}};
    TableHerdResult result = run_model(model, options);
    decide_geometry(result, model, options);
    return result;
}

}  // namespace drover
