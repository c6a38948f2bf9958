#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/int128.hpp>

namespace drover::testing {

template <class W>
std::vector<typename W::Value> copy_of(const W& weights) {
    std::vector<typename W::Value> values;
    for (std::size_t a = 0; a < weights.size(); ++a) values.push_back(weights[a]);
    return values;
}

inline Int128 dot(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    Int128 sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<Int128>(a[i]) * b[i];
    return sum;
}
inline Int128 square(std::span<const std::int64_t> a) { return dot(a, a); }

/// phi(s) in full.
template <class F>
std::vector<std::int64_t> features_of(const F& features, const typename F::State& s) {
    std::vector<std::int64_t> phi(features.feature_count());
    features.visit(s, [&](std::size_t a, std::int64_t value) { phi[a] += value; });
    return phi;
}

/// total * v = counts - total * phi(s).
template <class F>
std::vector<std::int64_t> move_to(const F& features, const Moments& moments, const typename F::State& s) {
    std::vector<std::int64_t> move = features_of(features, s);
    for (std::size_t a = 0; a < move.size(); ++a) move[a] = moments.counts[a] - moments.total * move[a];
    return move;
}

template <class F>
void add_features(const F& features, const typename F::State& s, std::vector<std::int64_t>& sums) {
    features.visit(s, [&](std::size_t a, std::int64_t value) { sums[a] += value; });
}

/// All states of n binary variables in the order of their index.
inline std::vector<BitRow> all_rows(std::size_t n) {
    std::vector<BitRow> rows;
    for (std::uint64_t i = 0; i < (std::uint64_t{1} << n); ++i) rows.push_back(BitRow::from_index(i, n));
    return rows;
}

struct Point {
    std::int64_t x, y;
};

inline Point point(const StateTable& table, std::size_t s) { return {table.row(s)[0], table.row(s)[1]}; }

/// Twice the area of the triangle, positive when it turns left.
inline Int128 turn(Point a, Point b, Point c) {
    return static_cast<Int128>(b.x - a.x) * (c.y - a.y) - static_cast<Int128>(b.y - a.y) * (c.x - a.x);
}

/// The edges of the hull of a table of two features, counter-clockwise, by trying every pair of states.
/// Empty if all states lie on one line.
inline std::vector<std::pair<Point, Point>> hull_edges(const StateTable& table) {
    std::vector<std::pair<Point, Point>> edges;
    for (std::size_t i = 0; i < table.state_count(); ++i) {
        for (std::size_t j = 0; j < table.state_count(); ++j) {
            bool none_right = true;
            bool some_left = false;
            for (std::size_t k = 0; k < table.state_count(); ++k) {
                const Int128 side = turn(point(table, i), point(table, j), point(table, k));
                none_right = none_right && side >= 0;
                some_left = some_left || side > 0;
            }
            if (none_right && some_left) edges.emplace_back(point(table, i), point(table, j));
        }
    }
    return edges;
}

/// Slope of the least-squares line through (log x, log y).
inline double log_log_slope(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double lx = std::log(x[i]);
        const double ly = std::log(y[i]);
        sx += lx;
        sy += ly;
        sxx += lx * lx;
        sxy += lx * ly;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace drover::testing
