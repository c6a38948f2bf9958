#include <algorithm>
#include <cmath>
#include <compare>
#include <numbers>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/cones.hpp>
#include <drover/finite/unreachable.hpp>
#include <drover/number/int256.hpp>

namespace drover::dynamics {
namespace {

struct Corner {
    Int128 x, y;
    std::size_t state;  // the lowest there
};

Int256 cross(const PlaneVector& u, const PlaneVector& v) { return Int256{u.x} * v.y - Int256{u.y} * v.x; }
Int256 dot(const PlaneVector& u, const PlaneVector& v) { return Int256{u.x} * v.x + Int256{u.y} * v.y; }

PlaneVector between(const Corner& a, const Corner& b) { return {.x = b.x - a.x, .y = b.y - a.y}; }

// Each point once, from left to right, then upwards.
std::vector<Corner> distinct_points(const StateTable& features) {
    std::vector<Corner> points;
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        points.push_back({.x = features.row(s)[0], .y = features.row(s)[1], .state = s});
    }
    const auto before = [](const Corner& a, const Corner& b) {
        return a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.state < b.state);
    };
    std::sort(points.begin(), points.end(), before);
    const auto same = [](const Corner& a, const Corner& b) { return a.x == b.x && a.y == b.y; };
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
    return points;
}

// Half of the hull, from the first point to the last, turning left only; without the last.
template <class Iterator>
std::vector<Corner> half_hull(Iterator begin, Iterator end) {
    std::vector<Corner> chain;
    for (Iterator point = begin; point != end; ++point) {
        while (chain.size() >= 2 && cross(between(chain[chain.size() - 2], chain.back()),
                                          between(chain.back(), *point)) <= Int256{}) {
            chain.pop_back();
        }
        chain.push_back(*point);
    }
    chain.pop_back();
    return chain;
}

// Counter-clockwise, from the leftmost on (Andrew 1979). Two corners if all points lie on a line.
std::vector<Corner> hull_of(const std::vector<Corner>& points) {
    std::vector<Corner> hull = half_hull(points.begin(), points.end());
    const std::vector<Corner> upper = half_hull(points.rbegin(), points.rend());
    hull.insert(hull.end(), upper.begin(), upper.end());
    return hull;
}

// At a right angle to the edge, away from the hull.
PlaneVector outward(const Corner& a, const Corner& b) {
    const PlaneVector edge = between(a, b);
    const Int128 divisor = greatest_common_divisor(edge.x, edge.y);
    return {.x = edge.y / divisor, .y = -(edge.x / divisor)};
}

double angle_of(const PlaneVector& d) {
    const double angle = std::atan2(static_cast<double>(d.y), static_cast<double>(d.x));
    return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

class ConeMaker {
  public:
    ConeMaker(const StateTable& features, const Moments& moments) : features_{features}, moments_{moments} {}

    Cone make(std::size_t state, ConeKind kind, const PlaneVector& from, const PlaneVector& to) const {
        Cone cone{.state = state, .kind = kind, .from = from, .to = to};
        cone.from_angle = angle_of(from);
        cone.to_angle = cone.from_angle + width(cone);
        for (std::size_t a = 0; a < 2; ++a) {
            cone.move[a] = moments_.counts[a] - Int128{moments_.total} * features_.row(state)[a];
        }
        return cone;
    }

  private:
    static double width(const Cone& cone) {
        if (cone.kind == ConeKind::ray) return 0;
        if (cone.kind == ConeKind::everything) return 2 * std::numbers::pi;
        return std::atan2(static_cast<double>(cross(cone.from, cone.to)),
                          static_cast<double>(dot(cone.from, cone.to)));
    }

    const StateTable& features_;
    const Moments& moments_;
};

// The lowest state on the edge from a to b.
std::size_t edge_winner(const std::vector<Corner>& points, const Corner& a, const Corner& b) {
    std::size_t winner = std::min(a.state, b.state);
    for (const Corner& point : points) {
        if (cross(between(a, b), between(a, point)) == Int256{}) winner = std::min(winner, point.state);
    }
    return winner;
}

std::vector<Cone> cones_of(const std::vector<Corner>& points, const ConeMaker& maker) {
    if (points.size() == 1) {
        return {maker.make(points[0].state, ConeKind::everything, {.x = 1, .y = 0}, {.x = 1, .y = 0})};
    }
    const std::vector<Corner> hull = hull_of(points);
    std::vector<Cone> cones;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Corner& last = hull[(i + hull.size() - 1) % hull.size()];
        const Corner& corner = hull[i];
        const Corner& next = hull[(i + 1) % hull.size()];
        const PlaneVector end = outward(corner, next);
        cones.push_back(maker.make(corner.state, ConeKind::sector, outward(last, corner), end));
        // On the normal of a line all states tie: no state wins there except by default.
        const std::size_t winner = hull.size() == 2 ? corner.state : edge_winner(points, corner, next);
        if (winner != corner.state && winner != next.state) {
            cones.push_back(maker.make(winner, ConeKind::ray, end, end));
        }
    }
    return cones;
}

}  // namespace

Cones find_cones(const StateTable& features, const Moments& moments) {
    check_input(features.feature_count() == 2 && moments.counts.size() == 2, [&] {
        return Problem{
            Fault::range,
            {.function = "find_cones"},
            "2 features and 2 moments",
            std::to_string(features.feature_count()) + " and " + std::to_string(moments.counts.size())};
    });
    const ConeMaker maker{features, moments};
    return {.cones = cones_of(distinct_points(features), maker),
            .unreachable = unreachable_states(features),
            .total = moments.total};
}

}  // namespace drover::dynamics
