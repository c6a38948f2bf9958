#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/orbit.hpp>
#include <drover/number/line_fit.hpp>
#include <drover/number/rational.hpp>

namespace drover::dynamics {

/// The first step at which two orbits take different states, or nothing within max_steps.
template <Orbit O>
std::optional<std::int64_t> split_time(O a, O b, std::int64_t max_steps) {
    for (std::int64_t t = 1; t <= max_steps; ++t) {
        if (!(a.step().state == b.step().state)) return t;
    }
    return std::nullopt;
}

struct SplitOptions {
    int first_bits = 3;  ///< distances are spread * 2^-bits for first_bits .. last_bits, the spread being the
    int last_bits = 12;  ///< largest difference of one feature between two states
    std::size_t pair_count = 101;  ///< pairs of orbits for each distance
    std::int64_t burn_in = 1'000;  ///< steps from a random start to where a pair begins
    std::int64_t max_steps = 200'000;
    std::uint64_t seed = 1;
    RunControl control = {};  ///< checked every 512 steps; its progress counts steps, at most max_steps
};

struct SplitPoint {
    double distance;        ///< largest difference of a weight, in the units of the table
    double median;          ///< steps until the states differ
    double lower_quartile;  ///< at most this many steps for a quarter of the pairs
    double upper_quartile;  ///< and for three quarters
    std::size_t unsplit;    ///< pairs that still agreed after max_steps, counted as max_steps
};

/// How long two orbits that start close to each other take the same states.
struct SplitTimes {
    /// The derivative of the map is the identity within every cone, so all Lyapunov exponents are 0.
    /// Estimates from two orbits, as for smooth maps, come out above 0 here and mean nothing.
    static constexpr double lyapunov = 0;
    static constexpr const char* lyapunov_reason =
        "the map is a translation in every cone: its derivative is the identity, and two orbits keep their "
        "distance exactly until a boundary separates them";

    std::vector<SplitPoint> points;  ///< the largest distance first
    /// Of ln median against ln distance; about -1. Its interval takes the points for independent, which they
    /// are not: the same pairs are at all distances. Look at the local slopes.
    std::optional<LineFit> exponent;
    std::vector<double>
        local_slopes;  ///< between the fitted points: of log2 median over the halved distances
    std::size_t fitted_count =
        0;                 ///< how many of the first points: up to one where half the pairs did not split
    bool stopped = false;  ///< before the end: then there are no points
};

/// For ExactModelOptions::fraction_bits of an irrational model: where pairs begin.
int split_fraction_bits(int last_bits);

/// Pairs of orbits from random points that herding of the model comes to, in random directions; exact, in
/// 128-bit integers. The start of the model is not used. No exponent with fewer than 3 points. Equal bits for
/// any pool. Throws InputError for numbers that are too large, or features that are the same for all states.
SplitTimes find_split_times(const ExactModel& model, const SplitOptions& options = {},
                            ThreadPool* pool = nullptr);

}  // namespace drover::dynamics
