#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <drover/dynamics/split_times.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/dual_lanes.hpp>
#include <drover/number/grid.hpp>
#include <drover/number/philox.hpp>

namespace drover::dynamics {
namespace {

using Point = std::vector<Rational>;
using Times = std::vector<std::vector<std::int64_t>>;  // one row per distance, one column per pair

constexpr std::uint64_t start_stream = 20;
constexpr std::uint64_t direction_stream = 21;
constexpr int direction_bits = 8;  // directions are multiples of 2^-8
constexpr int start_bits = 20;     // random starts are multiples of 2^-20 of the spread

// The largest difference of one feature between two states.
std::int64_t spread_of(const StateTable& features) {
    std::int64_t spread = 0;
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        std::int64_t low = features.row(0)[a];
        std::int64_t high = low;
        for (std::size_t s = 1; s < features.state_count(); ++s) {
            low = std::min(low, features.row(s)[a]);
            high = std::max(high, features.row(s)[a]);
        }
        spread = std::max(spread, high - low);
    }
    return spread;
}

// Few enough for the stop token to be checked several times per second.
std::int64_t steps_at_once(std::size_t orbit_count) {
    constexpr std::size_t steps_between_looks = 1'000'000;
    return static_cast<std::int64_t>(std::clamp<std::size_t>(steps_between_looks / orbit_count, 1, 512));
}

// Pairs of orbits, numbered: where they begin, in which direction they are apart, and when they part.
class PairMaker {
  public:
    PairMaker(const ExactModel& model, SplitOptions options)
        : features_{model.features()},
          moments_{model.whole().moments},
          options_{std::move(options)},
          spread_{spread_of(features_)} {}

    std::int64_t spread() const { return spread_; }
    std::size_t distance_count() const {
        return static_cast<std::size_t>(options_.last_bits - options_.first_bits) + 1;
    }
    // max_steps + 1 if not within max_steps.
    Times times(ThreadPool* pool) const {
        const std::vector<Point> firsts = begins(pool);
        if (options_.control.stop_requested()) return {};
        Times times(distance_count(), std::vector<std::int64_t>(options_.pair_count, options_.max_steps + 1));
        const bool fits_lanes = features_.state_count() <= 256;
        fits_lanes ? follow_all(firsts, times, pool) : follow_each(firsts, times, pool);
        return times;
    }

  private:
    void follow_all(const std::vector<Point>& firsts, Times& times, ThreadPool* pool) const;
    void follow_each(const std::vector<Point>& firsts, Times& times, ThreadPool* pool) const;

    Point random_start(std::uint64_t pair) const {
        const CounterRandom random{options_.seed, start_stream};
        Point start(features_.feature_count());
        for (std::size_t a = 0; a < start.size(); ++a) {
            const auto whole =
                static_cast<std::int64_t>(random.below(pair * start.size() + a, 1U << unsigned{start_bits}));
            start[a] = Rational{spread_} * Rational{whole - (1 << (start_bits - 1)), 1 << start_bits};
        }
        return start;
    }

    // The largest component is +-1.
    Point direction(std::uint64_t pair) const {
        const CounterRandom random{options_.seed, direction_stream};
        const std::size_t count = features_.feature_count();
        const std::uint64_t first = pair * (count + 1);
        const auto unit = std::int64_t{1} << direction_bits;
        Point direction(count);
        for (std::size_t a = 0; a < count; ++a) {
            const std::uint64_t roll = random.below(first + a, 2 * static_cast<std::uint64_t>(unit) + 1);
            direction[a] = Rational{static_cast<std::int64_t>(roll) - unit, unit};
        }
        const auto choice = static_cast<std::size_t>(random.below(first + count, 2 * count));
        direction[choice / 2] = choice % 2 == 0 ? 1 : -1;
        return direction;
    }

    // Where the pairs begin: after the burn-in.
    std::vector<Point> begins(ThreadPool* pool) const {
        std::vector<Point> points;
        for (std::uint64_t pair = 0; pair < options_.pair_count; ++pair) points.push_back(random_start(pair));
        WideDualLanes lanes{features_, moments_, points, {.max_steps = options_.burn_in}};
        while (lanes.t() < options_.burn_in && !options_.control.stop_requested())
            lanes.advance(std::min(steps_at_once(lanes.size()), options_.burn_in - lanes.t()), pool);
        for (std::size_t pair = 0; pair < points.size() && !options_.control.stop_requested(); ++pair)
            points[pair] = lanes.weights(pair);
        return points;
    }

    Point at_distance(Point point, const Point& direction, std::size_t k) const {
        const Rational distance{spread_, Int128{1} << (options_.first_bits + static_cast<int>(k))};
        for (std::size_t a = 0; a < point.size(); ++a) point[a] += distance * direction[a];
        return point;
    }

    void check_denominator(const std::vector<Point>& starts) const {
        std::vector<Rational> all;
        for (const Point& start : starts) {
            for (const Rational& weight : start) all.push_back(weight * Rational{moments_.total, 1});
        }
        check_input(common_denominator(all, std::numeric_limits<std::int64_t>::max()).has_value(), [&] {
            return Problem{
                .fault = Fault::range,
                .place = {.key = "split times"},
                .text = "points 2^-" + std::to_string(options_.last_bits) +
                        " apart need more than 63 bits with these moments; expected fewer last_bits"};
        });
    }

    const StateTable& features_;
    const WideMoments& moments_;
    SplitOptions options_;
    std::int64_t spread_;
};

// An orbit that is followed: of a pair, and its distance from the pair's first one. It comes after that one.
struct Follower {
    std::size_t pair;
    std::optional<std::size_t> distance;  // none: the first one itself
};

// Records the times of those that differ from their first one within these steps, and names the others;
// of a first one without followers, none.
std::vector<std::size_t> still_together(const std::vector<Follower>& followers,
                                        std::span<const std::uint8_t> states, std::int64_t before,
                                        Times& times) {
    const std::size_t steps = states.size() / followers.size();
    std::vector<std::size_t> together;
    std::size_t first = 0;
    for (std::size_t i = 0; i < followers.size(); ++i) {
        if (!followers[i].distance) {
            if (!together.empty() && together.back() == first) together.pop_back();
            first = i;
            together.push_back(i);
            continue;
        }
        const auto a = states.subspan(first * steps, steps);
        const auto [at, other] = std::mismatch(a.begin(), a.end(), states.subspan(i * steps, steps).begin());
        if (at == a.end()) {
            together.push_back(i);
        } else {
            times[*followers[i].distance][followers[i].pair] = before + (at - a.begin()) + 1;
        }
    }
    if (!together.empty() && together.back() == first) together.pop_back();
    return together;
}

// All distances of a pair share its first orbit; an orbit that has parted is no longer followed.
void PairMaker::follow_all(const std::vector<Point>& firsts, Times& times, ThreadPool* pool) const {
    std::vector<Point> starts;
    std::vector<Follower> followers;
    for (std::size_t pair = 0; pair < firsts.size(); ++pair) {
        if (options_.control.stop_requested()) return;
        starts.push_back(firsts[pair]);
        followers.push_back({pair, std::nullopt});
        for (std::size_t k = 0; k < distance_count(); ++k) {
            starts.push_back(at_distance(firsts[pair], direction(pair), k));
            followers.push_back({pair, k});
        }
    }
    check_denominator(starts);
    WideDualLanes lanes{features_, moments_, starts, {.max_steps = options_.max_steps}};
    while (lanes.size() > 0 && lanes.t() < options_.max_steps && !options_.control.stop_requested()) {
        const std::int64_t before = lanes.t();
        const std::int64_t steps = std::min(steps_at_once(lanes.size()), options_.max_steps - before);
        std::vector<std::uint8_t> states(lanes.size() * static_cast<std::size_t>(steps));
        lanes.take(steps, states, pool);
        const std::vector<std::size_t> kept = still_together(followers, states, before, times);
        std::vector<Follower> left;
        for (const std::size_t i : kept) left.push_back(followers[i]);
        followers = std::move(left);
        lanes.keep(kept);
        options_.control.tell(lanes.t());
    }
}

void PairMaker::follow_each(const std::vector<Point>& firsts, Times& times, ThreadPool* pool) const {
    const auto orbit = [&](const Point& start) {
        return WideDualHerder{
            features_, moments_, {.eta = 1, .rates = {}, .start = start}, {.max_steps = options_.max_steps}};
    };
    for_each_index(pool, firsts.size(), [&](std::size_t pair) {
        if (options_.control.stop_requested()) return;
        const WideDualHerder first = orbit(firsts[pair]);
        for (std::size_t k = 0; k < distance_count(); ++k) {
            const Point other = at_distance(firsts[pair], direction(pair), k);
            const auto time = split_time(first, orbit(other), options_.max_steps);
            if (time) times[k][pair] = *time;
        }
    });
}

SplitPoint summed_up(std::vector<std::int64_t> times, double distance, std::int64_t max_steps) {
    std::sort(times.begin(), times.end());
    const auto late = std::upper_bound(times.begin(), times.end(), max_steps);
    const auto unsplit = static_cast<std::size_t>(times.end() - late);
    const auto at = [&](std::size_t rank) { return static_cast<double>(std::min(times[rank], max_steps)); };
    const std::size_t last = times.size() - 1;
    return {.distance = distance,
            .median = (at(last / 2) + at(times.size() / 2)) / 2,
            .lower_quartile = at(last / 4),
            .upper_quartile = at(last - last / 4),
            .unsplit = unsplit};
}

void fit_exponent(SplitTimes& times, std::size_t pair_count) {
    std::vector<double> x;
    std::vector<double> y;
    for (const SplitPoint& point : times.points) {
        if (2 * point.unsplit >= pair_count) break;
        x.push_back(std::log(point.distance));
        y.push_back(std::log(point.median));
    }
    times.fitted_count = x.size();
    if (x.size() >= 3) times.exponent = fit_line(x, y);
    for (std::size_t k = 1; k < x.size(); ++k)
        times.local_slopes.push_back((y[k] - y[k - 1]) / (x[k] - x[k - 1]));
}

void check_options(const SplitOptions& options) {
    check_input(options.pair_count > 0 && options.max_steps > 0 && options.burn_in >= 0, [] {
        return Problem{Fault::range,
                       {.function = "find_split_times"},
                       "pairs and max_steps of at least 1 and a burn_in of at least 0"};
    });
    check_input(options.first_bits >= 0 && options.first_bits <= options.last_bits && options.last_bits <= 40,
                [] {
                    return Problem{
                        Fault::other, {.function = "find_split_times"}, "0 <= first_bits <= last_bits <= 40"};
                });
}

}  // namespace

int split_fraction_bits(int last_bits) { return std::max(start_bits, last_bits + direction_bits); }

SplitTimes find_split_times(const ExactModel& model, const SplitOptions& options, ThreadPool* pool) {
    check_options(options);
    const PairMaker maker{model, options};
    check_input(maker.spread() > 0, [] {
        return Problem{Fault::other, {.function = "find_split_times"}, "states with different features"};
    });
    Times times = maker.times(pool);
    SplitTimes result;
    result.stopped = options.control.stop_requested();
    if (result.stopped) return result;
    for (std::size_t k = 0; k < times.size(); ++k) {
        const double distance =
            std::ldexp(static_cast<double>(maker.spread()), -options.first_bits - static_cast<int>(k));
        result.points.push_back(summed_up(std::move(times[k]), distance, options.max_steps));
    }
    fit_exponent(result, options.pair_count);
    for (SplitPoint& point : result.points) point.distance /= model.unit();
    if (result.exponent) result.exponent->intercept += result.exponent->slope * std::log(model.unit());
    return result;
}

}  // namespace drover::dynamics
