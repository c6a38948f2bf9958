#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/philox.hpp>
#include <drover/dynamics/split_times.hpp>
#include <drover/herd/dual_herder.hpp>

namespace drover {
namespace {

using Point = std::vector<Rational>;

constexpr std::uint64_t start_stream = 20;
constexpr std::uint64_t direction_stream = 21;
constexpr int direction_bits = 8;  // directions are multiples of 2^-8

WideMoments widened(const Moments& moments) {
    return {.names = moments.names,
            .counts = {moments.counts.begin(), moments.counts.end()},
            .total = moments.total};
}

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

// One pair of orbits, numbered: where it begins and in which direction it is apart.
class PairMaker {
  public:
    PairMaker(const StateTable& features, const Moments& moments, const SplitOptions& options)
        : features_{features}, moments_{widened(moments)}, options_{options}, spread_{spread_of(features)} {}

    std::int64_t spread() const { return spread_; }

    Point begin(std::uint64_t pair) const {
        const CounterRandom random{options_.seed, start_stream};
        Point start(features_.feature_count());
        for (std::size_t a = 0; a < start.size(); ++a) {
            const auto whole = static_cast<std::int64_t>(random.below(pair * start.size() + a, 1U << 20U));
            start[a] = Rational{spread_} * Rational{whole - (1 << 19), 1 << 20};
        }
        WideDualHerder herder = make(start, options_.burn_in);
        for (std::int64_t t = 0; t < options_.burn_in; ++t) herder.step();
        const auto& weights = herder.current().weights;
        for (std::size_t a = 0; a < start.size(); ++a) start[a] = Rational{weights[a], weights.scale()};
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
        const std::uint64_t choice = random.below(first + count, 2 * count);
        direction[choice / 2] = choice % 2 == 0 ? 1 : -1;
        return direction;
    }

    std::int64_t time_to_split(const Point& begin, const Point& direction, int bits) const {
        const Rational distance = Rational{spread_, Int128{1} << bits};
        Point other = begin;
        for (std::size_t a = 0; a < other.size(); ++a) other[a] += distance * direction[a];
        const auto time =
            split_time(make(begin, options_.max_steps), make(other, options_.max_steps), options_.max_steps);
        return time.value_or(options_.max_steps + 1);
    }

  private:
    WideDualHerder make(const Point& start, std::int64_t steps) const {
        const DriveOptions drive{.eta = 1, .rates = {}, .start = start};
        return WideDualHerder{features_, moments_, drive, {.max_steps = steps}};
    }

    const StateTable& features_;
    WideMoments moments_;
    SplitOptions options_;
    std::int64_t spread_;
};

SplitPoint summed_up(std::vector<std::int64_t> times, double distance, std::int64_t max_steps) {
    std::sort(times.begin(), times.end());
    const auto late = std::upper_bound(times.begin(), times.end(), max_steps);
    const auto unsplit = static_cast<std::size_t>(times.end() - late);
    const std::size_t middle = times.size() / 2;
    const std::int64_t high = std::min(times[middle], max_steps);
    const std::int64_t low = std::min(times[(times.size() - 1) / 2], max_steps);
    return {.distance = distance,
            .median = (static_cast<double>(low) + static_cast<double>(high)) / 2,
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
}

void check_options(const SplitOptions& options) {
    check_input(options.pair_count > 0 && options.max_steps > 0 && options.burn_in >= 0, [] {
        return std::string{
            "find_split_times: expected pairs and max_steps of at least 1 and a burn_in of at least 0"};
    });
    check_input(options.first_bits >= 0 && options.first_bits <= options.last_bits && options.last_bits <= 40,
                [] { return std::string{"find_split_times: expected 0 <= first_bits <= last_bits <= 40"}; });
}

}  // namespace

SplitTimes find_split_times(const StateTable& features, const Moments& moments, const SplitOptions& options,
                            ThreadPool* pool) {
    check_options(options);
    const PairMaker maker{features, moments, options};
    check_input(maker.spread() > 0,
                [] { return std::string{"find_split_times: expected states with different features"}; });
    const auto distance_count = static_cast<std::size_t>(options.last_bits - options.first_bits) + 1;
    std::vector<std::vector<std::int64_t>> times(distance_count,
                                                 std::vector<std::int64_t>(options.pair_count));
    for_each_index(pool, options.pair_count, [&](std::size_t pair) {
        const Point begin = maker.begin(pair);
        const Point direction = maker.direction(pair);
        for (std::size_t k = 0; k < distance_count; ++k)
            times[k][pair] = maker.time_to_split(begin, direction, options.first_bits + static_cast<int>(k));
    });
    SplitTimes result;
    for (std::size_t k = 0; k < distance_count; ++k) {
        const double distance =
            std::ldexp(static_cast<double>(maker.spread()), -options.first_bits - static_cast<int>(k));
        result.points.push_back(summed_up(std::move(times[k]), distance, options.max_steps));
    }
    fit_exponent(result, options.pair_count);
    return result;
}

}  // namespace drover
