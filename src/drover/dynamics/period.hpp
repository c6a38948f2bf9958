#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/core/run_control.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/orbit.hpp>

namespace drover::dynamics {

struct PeriodOptions {
    std::int64_t burn_in = 0;  ///< steps before the search
    std::int64_t max_period = 1'000'000;
    RunControl control = {};  ///< checked every 1,024 steps; its progress counts them: at most 3 * max_period
};

struct Period {
    std::int64_t preperiod = 0;  ///< steps after the burn-in until the first weights that recur
    std::int64_t period = 0;     ///< steps until they do
    friend bool operator==(const Period&, const Period&) = default;
};

namespace impl {

template <class W>
concept ManyWeights = requires(const W& w, std::size_t a) {
    typename W::Value;
    w[a];
    w.size();
};

/// The weights by value: of a lazy or dual herder as numbers, of a neuron as they are.
template <class W>
auto copy_of_weights(const W& w) {
    if constexpr (ManyWeights<W>) {
        std::vector<typename W::Value> values;
        for (std::size_t a = 0; a < w.size(); ++a) values.push_back(w[a]);
        return values;
    } else {
        return w;
    }
}

/// Lazy weights are computed one by one until one differs: usually the first does.
template <class W, class Other>
bool same_weights(const W& w, const Other& other) {
    if constexpr (ManyWeights<W>) {
        for (std::size_t a = 0; a < w.size(); ++a) {
            if (!(w[a] == other[a])) return false;
        }
        return true;
    } else {
        return w == other;
    }
}

/// False if it was stopped.
template <Orbit O>
bool take_steps(O& orbit, std::int64_t count, StepWatch& watch) {
    for (std::int64_t i = 0; i < count; ++i) {
        if (!watch.goes_on()) return false;
        orbit.step();
    }
    return true;
}

/// Brent 1980: compares the weights with those after 0, 1, 3, 7, ... steps, for 1, 2, 4, 8, ... steps each.
template <Orbit O>
std::optional<std::int64_t> brent_period(O orbit, std::int64_t max_period, StepWatch& watch) {
    auto kept = copy_of_weights(orbit.current().weights);
    for (std::int64_t reach = 1;; reach *= 2) {
        const std::int64_t steps = std::min(reach, max_period);
        for (std::int64_t period = 1; period <= steps; ++period) {
            if (!watch.goes_on()) return std::nullopt;
            if (same_weights(orbit.step().weights, kept)) return period;
        }
        if (reach >= max_period) return std::nullopt;
        kept = copy_of_weights(orbit.current().weights);
    }
}

}  // namespace impl

/// Period of the weights under the map, or nothing if neither it nor the pre-period is found within
/// options.max_period steps, or it was stopped. The period of the states may be a divisor of it.
/// Exact for integer weights; for double it finds bitwise recurrence only. Holds where the weights alone
/// decide the next step: not with mini-batches, nor with a local search that starts from the last state.
/// Brent's algorithm: O(pre-period + period) steps, memory of two orbits.
template <Orbit O>
std::optional<Period> find_period(O orbit, PeriodOptions options = {}) {
    check_input(options.burn_in >= 0 && options.max_period > 0, [] {
        return Problem{
            Fault::range, {.function = "find_period"}, "a burn_in of at least 0 and a max_period above 0"};
    });
    if constexpr (requires { orbit.max_steps(); }) {
        const std::int64_t left = orbit.max_steps() - orbit.current().t;
        check_input(options.burn_in <= left && options.max_period <= (left - options.burn_in) / 3, [&] {
            return Problem{.fault = Fault::other,
                           .place = {.function = "find_period"},
                           .text = "may need " + std::to_string(options.burn_in) + " + 3 * " +
                                   std::to_string(options.max_period) + " steps, but only " +
                                   std::to_string(left) + " are left; raise max_steps"};
        });
    }
    StepWatch watch{options.control};
    if (!impl::take_steps(orbit, options.burn_in, watch)) return std::nullopt;
    const std::optional<std::int64_t> period = impl::brent_period(orbit, options.max_period, watch);
    if (!period) return std::nullopt;
    O ahead = orbit;
    if (!impl::take_steps(ahead, *period, watch)) return std::nullopt;
    std::int64_t preperiod = 0;
    while (!impl::same_weights(orbit.current().weights, ahead.current().weights)) {
        if (!watch.goes_on(2)) return std::nullopt;
        orbit.step();
        ahead.step();
        ++preperiod;
    }
    return Period{.preperiod = preperiod, .period = *period};
}

/// Returns nothing at once for a model that is_aperiodic.
std::optional<Period> find_period(const ExactModel& model, const PeriodOptions& options = {});

/// Whether the weights can never recur because a moment is irrational: after P steps its weight would
/// have moved by P times the moment less a sum of features, which are rational.
bool is_aperiodic(const ExactModel& model);

}  // namespace drover::dynamics
