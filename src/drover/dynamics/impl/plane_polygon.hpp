#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <drover/number/big_int.hpp>
#include <drover/number/int128.hpp>

namespace drover::dynamics::impl {

inline int sign_of(Int128 value) { return value < 0 ? -1 : (value > 0 ? 1 : 0); }
inline int sign_of(const BigInt& value) { return value.sign(); }
inline double rough(Int128 value) { return static_cast<double>(value); }
inline double rough(const BigInt& value) { return value.scaled(0); }

/// The points with a x + b y + c + far * infinity >= 0: `far` is 1 for a side that lies beyond everything,
/// else 0. V is Int128 where products of two normals and an offset fit, else BigInt.
template <class V>
struct HalfPlane {
    V a;
    V b;
    V c = V{0};
    int far = 0;
    double rough_a = rough(a);
    double rough_b = rough(b);
    double rough_c = rough(c);
};

/// A convex polygon of positive area by its sides, counter-clockwise; corner i lies between side i - 1 and
/// side i. All is decided exactly: doubles decide first, and integers where these are within their error.
template <class V>
class PlanePolygon {
  public:
    explicit PlanePolygon(std::vector<HalfPlane<V>> sides) : sides_{std::move(sides)} {}

    const std::vector<HalfPlane<V>>& sides() const { return sides_; }
    /// On the inner side of a half plane through the origin (1), on its edge (0), or outside (-1).
    int side_of(const HalfPlane<V>& h, std::size_t corner) const {
        const HalfPlane<V>& m = sides_[corner == 0 ? sides_.size() - 1 : corner - 1];
        const HalfPlane<V>& n = sides_[corner];
        if (m.far != 0 || n.far != 0) {
            if (const int sign = far_sign(h, m, n); sign != 0) return sign;
        }
        const double left = m.rough_b * n.rough_c;
        const double right = m.rough_c * n.rough_b;
        const double down = m.rough_c * n.rough_a;
        const double up = m.rough_a * n.rough_c;
        const double value = h.rough_a * (left - right) + h.rough_b * (down - up);
        const double error = 0x1p-48 * (std::abs(h.rough_a) * (std::abs(left) + std::abs(right)) +
                                        std::abs(h.rough_b) * (std::abs(down) + std::abs(up)));
        if (std::abs(value) > error && error < 0x1p900) return value > 0 ? 1 : -1;
        return sign_of(h.a * (m.b * n.c - m.c * n.b) + h.b * (m.c * n.a - m.a * n.c));
    }

    /// What lies inside a half plane through the origin; false, and then the polygon must not be used, if
    /// that has no area.
    bool cut(const HalfPlane<V>& h) {
        const std::size_t count = sides_.size();
        std::vector<int> at(count);
        bool inside = false;
        bool outside = false;
        for (std::size_t i = 0; i < count; ++i) {
            at[i] = side_of(h, i);
            inside = inside || at[i] > 0;
            outside = outside || at[i] < 0;
        }
        if (!inside || !outside) return inside;
        std::vector<HalfPlane<V>> kept;
        kept.reserve(count + 1);
        for (std::size_t i = 0; i < count; ++i) {
            const int next = at[i + 1 == count ? 0 : i + 1];
            if (at[i] > 0 || next > 0) kept.push_back(sides_[i]);
            if (at[i] > 0 && next <= 0) kept.push_back(h);
        }
        sides_ = std::move(kept);
        return true;
    }

    void move(const V& x, const V& y) {
        for (HalfPlane<V>& side : sides_) {
            side.c = side.c - side.a * x - side.b * y;
            side.rough_c = rough(side.c);
        }
    }

    bool is_bounded() const {
        return std::ranges::all_of(sides_, [](const HalfPlane<V>& side) { return side.far == 0; });
    }

  private:
    // Of the part of the corner that is infinitely far.
    static int far_sign(const HalfPlane<V>& h, const HalfPlane<V>& m, const HalfPlane<V>& n) {
        const V m_far{Int128{m.far}};
        const V n_far{Int128{n.far}};
        return sign_of(h.a * (m.b * n_far - m_far * n.b) + h.b * (m_far * n.a - m.a * n_far));
    }

    std::vector<HalfPlane<V>> sides_;
};

}  // namespace drover::dynamics::impl
