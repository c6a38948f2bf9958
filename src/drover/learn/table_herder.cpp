#include <algorithm>
#include <cmath>

#include <drover/core/cone.hpp>
#include <drover/herd/dual_herder.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/run.hpp>
#include <drover/learn/table_herder.hpp>
#include <drover/maximize/exhaustive.hpp>
#include <drover/model/unreachable.hpp>
#include <drover/record/histogram.hpp>
#include <drover/record/state_digest.hpp>

namespace drover {
namespace {

// Start weights given in the units of the table, in the units of the grid.
DriveOptions on_grid(DriveOptions drive, std::int64_t unit) {
    if (auto* given = std::get_if<std::vector<Rational>>(&drive.start)) {
        for (Rational& weight : *given) weight = weight * Rational{unit};
    }
    return drive;
}

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

template <class V, class O>
TableHerdResult run_orbit(O orbit, const WholeTable& whole, const TableHerdOptions& options) {
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
    result.arithmetic = {.weight_bits = 8 * static_cast<int>(sizeof(V)),
                         .feature_unit = whole.unit,
                         .feature_rounding = whole.feature_rounding,
                         .target_rounding = whole.target_rounding};
    const auto unit = static_cast<double>(whole.unit);
    read_weights(result, orbit.current().weights, unit);
    rescale(result, unit);
    for (std::size_t a = 0; a < whole.features.feature_count(); ++a) {
        result.moments.push_back(whole.moments[a] / unit);
        result.averages.push_back(average(whole.features, result.counts, a) / unit);
    }
    return result;
}

// The Gram form of up to this many states is kept in memory (8 or 16 bytes for each pair of states).
constexpr std::size_t max_dual_states = 2048;

template <class V>
TableHerdResult run_in(const WholeTable& whole, const TableHerdOptions& options) {
    const HerderOptions limits{.max_steps = options.burn_in + options.steps};
    const DriveOptions drive = on_grid(options.drive, whole.unit);
    const BasicMoments<V> moments = narrow<V>(whole.moments);
    if (whole.features.state_count() <= max_dual_states) {
        const DualRule rule = options.rule == HerdRule::greedy ? DualRule::greedy : DualRule::herding;
        return run_orbit<V>(BasicDualHerder<V>{whole.features, moments, drive, limits, rule}, whole, options);
    }
    check_input(options.rule == HerdRule::herding, [&] {
        return "the greedy rule: expected at most " + std::to_string(max_dual_states) + " states, got " +
               std::to_string(whole.features.state_count());
    });
    return run_orbit<V>(Herder{whole.features, FixedMoments<V>{moments, drive}, Exhaustive{}, limits}, whole,
                        options);
}

// True if the whole run is safe in V.
template <class V>
bool fits(const WholeTable& whole, const TableHerdOptions& options) {
    if (!std::all_of(whole.moments.counts.begin(), whole.moments.counts.end(),
                     [](Int128 c) { return sizeof(V) > 8 || fits_int64(c); }) ||
        (sizeof(V) <= 8 && !fits_int64(whole.moments.total))) {
        return false;
    }
    try {
        const DriveOptions drive = on_grid(options.drive, whole.unit);
        const double limit = FixedMoments<V>{narrow<V>(whole.moments), drive}.step_limit(whole.features);
        return 3 * static_cast<double>(options.burn_in + options.steps) <= limit;
    } catch (const InputError&) {
        return false;
    }
}

// Is (moments, 1) a mix of the (phi(x), 1)?
bool is_mix_of_states(const StateTable& features, const WideMoments& moments) {
    const std::size_t width = features.feature_count() + 1;
    std::vector<Int128> rays;
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        rays.insert(rays.end(), features.row(s).begin(), features.row(s).end());
        rays.push_back(1);
    }
    std::vector<Int128> target = moments.counts;
    target.push_back(moments.total);
    return cone_contains(MatrixView<const Int128>{std::span<const Int128>{rays}, width}, target);
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

// Exactly if a run in 128 bits allows it, otherwise rounded to the grid.
WholeTable whole_table(const FeatureTable& table, const HerdTarget& target, const TableHerdOptions& options) {
    std::optional<WholeTable> exact;
    try {
        exact = put_on_grid(table, target, options.grid);
    } catch (const TooLarge&) {
        exact = std::nullopt;
    }
    if (exact && fits<Int128>(*exact, options)) return *std::move(exact);
    GridOptions coarse = options.grid;
    coarse.max_unit = std::int64_t{1} << coarse.bits;
    return put_on_grid(table, target, coarse);
}

}  // namespace

TableHerdResult herd_table(const FeatureTable& table, const HerdTarget& target,
                           const TableHerdOptions& options) {
    const WholeTable whole = whole_table(table, target, options);
    TableHerdResult result = fits<std::int64_t>(whole, options) ? run_in<std::int64_t>(whole, options)
                                                                : run_in<Int128>(whole, options);
    decide_geometry(result, whole, options);
    return result;
}

}  // namespace drover
