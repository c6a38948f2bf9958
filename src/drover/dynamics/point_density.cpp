#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/point_density.hpp>
#include <drover/finite/impl/exact_orbit.hpp>

namespace drover::dynamics {
namespace {

constexpr double margin_share = 0.04;  // of a window around the points

void check_side(const char* what, double low, double high) {
    check_input(std::isfinite(low) && std::isfinite(high) && low < high && std::isfinite(high - low), [&] {
        return Problem{Fault::range,
                       {.function = "PointDensity"},
                       "a window from " + std::string{what} + ", the lower number first",
                       rounded(low) + " and " + rounded(high)};
    });
}

// Lowest and highest of each coordinate.
struct Bounds {
    std::vector<double> low;
    std::vector<double> high;

    void include(const std::vector<double>& point) {
        low.resize(point.size(), std::numeric_limits<double>::infinity());
        high.resize(point.size(), -std::numeric_limits<double>::infinity());
        for (std::size_t a = 0; a < point.size(); ++a) {
            low[a] = std::min(low[a], point[a]);
            high[a] = std::max(high[a], point[a]);
        }
    }
    double width() const {
        double widest = 0;
        for (std::size_t a = 0; a < low.size(); ++a) widest = std::max(widest, high[a] - low[a]);
        return widest;
    }
};

// Around the points, never without a width.
std::pair<double, double> side_around(double low, double high) {
    const double size = std::max({high - low, 1e-9 * std::max(std::abs(low), std::abs(high)), 1e-9});
    return {low - margin_share * size, high + margin_share * size};
}

PlaneWindow window_around(const Bounds& bounds, FeaturePair plane) {
    const auto [left, right] = side_around(bounds.low[plane.first], bounds.high[plane.first]);
    if (plane.first == plane.second) return {left, right, -1, 1};
    const auto [bottom, top] = side_around(bounds.low[plane.second], bounds.high[plane.second]);
    return {left, right, bottom, top};
}

// use(weights, state): the weights before each step, in the units of the table, and the state chosen there.
template <class V, class Use>
bool follow(BasicDualHerder<V> orbit, const ExactModel& model, const AttractorDensityOptions& options,
            Use&& use) {
    constexpr std::int64_t block_size = 2048;
    const DualWeights<V>& now = orbit.current().weights;
    const double scale = static_cast<double>(now.scale()) * model.unit();
    std::vector<std::vector<Int128>> moves(model.features().state_count(), std::vector<Int128>(now.size()));
    for (std::size_t s = 0; s < moves.size(); ++s) {
        DualWeights<V> after = now;
        after.count(s);
        for (std::size_t a = 0; a < now.size(); ++a) moves[s][a] = after[a] - now[a];
    }
    std::vector<std::size_t> block(block_size);
    const auto take = [&](std::int64_t steps, auto&& each) {
        for (std::int64_t done = 0; done < steps; done += block_size) {
            if (options.control.stop_requested()) return false;
            const auto states =
                std::span{block}.first(static_cast<std::size_t>(std::min(block_size, steps - done)));
            orbit.take(states);
            for (const std::size_t state : states) each(state);
        }
        return true;
    };
    if (!take(options.burn_in, [](std::size_t /*state*/) {})) return false;
    std::vector<Int128> exact(now.size());
    std::vector<double> weights(now.size());
    for (std::size_t a = 0; a < exact.size(); ++a) exact[a] = now[a];
    return take(options.steps, [&](std::size_t state) {
        for (std::size_t a = 0; a < exact.size(); ++a) {
            weights[a] = static_cast<double>(exact[a]) / scale;
            exact[a] += moves[state][a];
        }
        use(weights, state);
    });
}

// The features too, as long as the points remain visible.
Bounds with_features(const Bounds& points, const std::vector<std::vector<double>>& include) {
    constexpr double most_wider = 4;
    Bounds all = points;
    for (const std::vector<double>& point : include) all.include(point);
    return all.width() <= most_wider * points.width() ? all : points;
}

std::size_t nearest(const std::vector<PeriodAt>& periods, double temperature) {
    const auto closer = [&](const PeriodAt& a, const PeriodAt& b) {
        return std::abs(a.temperature - temperature) < std::abs(b.temperature - temperature);
    };
    return static_cast<std::size_t>(std::min_element(periods.begin(), periods.end(), closer) -
                                    periods.begin());
}

// Whether the weights come back to where they are within 1,024 steps, to a millionth of what features differ
// by.
bool is_on_cycle(const TemperedMap& map, const std::vector<double>& here, double temperature,
                 std::vector<double>& scratch) {
    const double close = 1e-6 * map.feature_range();
    std::vector<double> w = here;
    for (int t = 0; t < 1'024; ++t) {
        map.apply(w, temperature, scratch);
        bool is_back = true;
        for (std::size_t a = 0; a < w.size() && is_back; ++a) is_back = std::abs(w[a] - here[a]) <= close;
        if (is_back) return true;
    }
    return false;
}

// use(temperature, weight, kind)
template <class Use>
bool sweep(const TemperedMap& map, const Bifurcation& found, const TemperatureDensityOptions& options,
           double low, double high, Use&& use) {
    std::vector<double> scratch(map.scratch_size());
    for (std::size_t k = 0; k < options.columns; ++k) {
        if (options.control.stop_requested()) return false;
        const double share = (static_cast<double>(k) + 0.5) / static_cast<double>(options.columns);
        const double temperature = low + share * (high - low);
        const PeriodAt& at = found.periods[nearest(found.periods, temperature)];
        if (at.points.size() < map.feature_count()) continue;
        std::vector<double> w(at.points.begin(),
                              at.points.begin() + static_cast<std::ptrdiff_t>(map.feature_count()));
        for (std::int64_t t = 0; t < options.transient; ++t) map.apply(w, temperature, scratch);
        const std::size_t kind = is_on_cycle(map, w, temperature, scratch) ? 0 : 1;
        for (std::int64_t t = 0; t < options.points; ++t) {
            map.apply(w, temperature, scratch);
            use(temperature, w[options.feature], kind);
        }
        options.control.tell(static_cast<std::int64_t>(k + 1));
    }
    return true;
}

}  // namespace

PointDensity::PointDensity(const PlaneWindow& window, std::size_t columns, std::size_t rows)
    : window_{window}, columns_{columns}, rows_{rows} {
    check_side("left to right", window.left, window.right);
    check_side("bottom to top", window.bottom, window.top);
    check_input(columns > 0 && rows > 0 && rows <= (std::size_t{1} << 26U) / columns, [&] {
        return Problem{Fault::range,
                       {.function = "PointDensity"},
                       "1 to 2^26 cells",
                       std::to_string(columns) + " x " + std::to_string(rows)};
    });
    column_scale_ = static_cast<double>(columns) / (window.right - window.left);
    row_scale_ = static_cast<double>(rows) / (window.top - window.bottom);
    counts_.resize(columns * rows);
    kinds_.resize(columns * rows);
}

void PointDensity::add(double x, double y, std::size_t kind) {
    const double column = (x - window_.left) * column_scale_;
    const double row = (window_.top - y) * row_scale_;
    if (!(column >= 0 && column < static_cast<double>(columns_) && row >= 0 &&
          row < static_cast<double>(rows_)))
        return;
    ++inside_;
    const std::size_t cell = static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column);
    if (counts_[cell] == 0) kinds_[cell] = static_cast<std::uint16_t>(kind);
    if (counts_[cell] != UINT32_MAX) ++counts_[cell];
}

std::vector<FeaturePair> picture_planes(std::size_t feature_count) {
    if (feature_count == 1) return {{0, 0}};
    if (feature_count == 2) return {{0, 1}};
    return {{0, 1}, {0, 2}, {1, 2}};
}

std::vector<PointDensity> attractor_density(const ExactModel& model, const AttractorDensityOptions& options) {
    const std::vector<FeaturePair> planes = picture_planes(model.features().feature_count());
    return drover::impl::with_orbit(model, [&](const auto& orbit) {
        std::vector<PointDensity> found;
        Bounds bounds;
        const bool needs_bounds = !options.zoom || (planes.size() > 1 && !options.zooms_all);
        if (needs_bounds && !follow(orbit, model, options, [&](const auto& weights, std::size_t /*state*/) {
                bounds.include(weights);
            }))
            return found;
        if (needs_bounds && options.steps > 0) bounds = with_features(bounds, options.include);
        if (needs_bounds && options.steps == 0)
            bounds.include(std::vector<double>(model.features().feature_count()));
        for (std::size_t p = 0; p < planes.size(); ++p) {
            const PlaneWindow window = options.zoom && (p == 0 || options.zooms_all)
                                           ? *options.zoom
                                           : window_around(bounds, planes[p]);
            found.emplace_back(window, options.side, planes[p].first == planes[p].second ? 1 : options.side);
        }
        const bool done = follow(orbit, model, options, [&](const auto& weights, std::size_t state) {
            for (std::size_t p = 0; p < planes.size(); ++p) {
                const bool is_line = planes[p].first == planes[p].second;
                const double y = is_line ? (found[p].window().top + found[p].window().bottom) / 2
                                         : weights[planes[p].second];
                found[p].add(weights[planes[p].first], y, state);
            }
        });
        if (!done) found.clear();
        return found;
    });
}

std::optional<PointDensity> temperature_density(const TemperedMap& map, const Bifurcation& found,
                                                const TemperatureDensityOptions& options) {
    if (found.periods.empty()) return std::nullopt;
    PlaneWindow window{found.lowest, found.highest, 0, 0};
    if (options.zoom) {
        window = *options.zoom;
    } else {
        Bounds bounds;
        const bool done =
            sweep(map, found, options, window.left, window.right,
                  [&](double /*t*/, double weight, std::size_t /*kind*/) { bounds.include({weight}); });
        if (!done || bounds.low.empty()) return std::nullopt;
        std::tie(window.bottom, window.top) = side_around(bounds.low[0], bounds.high[0]);
    }
    PointDensity density{window, options.columns, options.rows};
    const bool done = sweep(map, found, options, window.left, window.right,
                            [&](double t, double weight, std::size_t kind) { density.add(t, weight, kind); });
    return done ? std::optional{std::move(density)} : std::nullopt;
}

std::vector<std::pair<double, double>> herded_points(const TemperedMap& map, FeaturePair plane,
                                                     std::int64_t steps, std::int64_t burn_in) {
    std::vector<double> w(map.moments().begin(), map.moments().end());
    std::vector<std::pair<double, double>> points;
    for (std::int64_t t = 0; t < burn_in + steps; ++t) {
        std::size_t best = 0;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::size_t s = 0; s < map.state_count(); ++s) {
            const double score = map.table().score(WeightSpan<double>{w}, s);
            if (score > highest) {
                highest = score;
                best = s;
            }
        }
        const auto phi = map.table().row(best);
        for (std::size_t a = 0; a < w.size(); ++a) w[a] += map.moments()[a] - phi[a];
        if (t >= burn_in) points.emplace_back(w[plane.first], w[plane.second]);
    }
    return points;
}

}  // namespace drover::dynamics
