#include <drover/baselines/plane_classes.hpp>

#include <cmath>
#include <numbers>

namespace drover::baselines {
namespace {

constexpr double grid = 256;
constexpr double pi = std::numbers::pi;

struct Point {
    double x;
    double y;
};

// `place` gives the place without noise of a class for a uniform number.
template <class Place>
Examples make_points(std::size_t per_class, const CounterRandom& random, Place place) {
    Examples made{.rows = SparseRows{2}, .unit = 1 / grid, .labels = {}, .classes = {"A", "B"}};
    std::uint64_t draw = 0;
    for (std::size_t i = 0; i < 2 * per_class; ++i) {
        const auto label = static_cast<std::uint32_t>(i % 2);
        const Point point = place(label, random.uniform(draw++));
        const double x = point.x + random.normal(draw++);
        const double y = point.y + random.normal(draw++);
        made.rows.add(0, static_cast<std::int32_t>(std::lround(grid * x)));
        made.rows.add(1, static_cast<std::int32_t>(std::lround(grid * y)));
        made.rows.end_row();
        made.labels.push_back(label);
    }
    return made;
}

}  // namespace

Examples make_banana(std::size_t per_class, const CounterRandom& random) {
    return make_points(per_class, random, [](std::uint32_t label, double u) -> Point {
        constexpr double r = 5;
        const double angle = label == 0 ? 0.125 * pi + 1.25 * pi * u : 0.375 * pi - 1.25 * pi * u;
        const double shift = label == 0 ? 0 : 0.75 * r;
        return {r * std::sin(angle) - shift, r * std::cos(angle) - shift};
    });
}

Examples make_lithuanian(std::size_t per_class, const CounterRandom& random) {
    return make_points(per_class, random, [](std::uint32_t label, double u) -> Point {
        const double r = label == 0 ? 10 : 6.2;
        const double angle = 2 * pi / 3 * (u - 0.5);
        return {r * std::cos(angle), r * std::sin(angle)};
    });
}

}  // namespace drover::baselines
