#pragma once

#include <drover/finite/impl/small_matrix.hpp>
#include <drover/finite/tempered.hpp>

namespace drover::impl {

/// The directions in which the states differ: only the part of the weights along them matters. Where they are
/// fewer than the features, the tempered map is the one of `map` in orthonormal coordinates along them, and
/// the rest of the weights moves by the same distance every step.
struct FeatureSpace {
    std::size_t dimension = 0;
    TemperedMap map;  ///< features <phi(s) - phi(0), b_k>; the given one where the dimension is full
    std::vector<double> basis;  ///< b_k, one row per dimension
    double off_distance = 0;    ///< of the moments from the space of the states; 0 where rounding explains it

    std::vector<double> project(std::span<const double> weights) const;
    std::vector<double> lift(std::span<const double> coordinates) const;
};

/// Directions along which the spread is below 1e-7 of the largest count as none. Dimension 0 has one feature,
/// 0.
FeatureSpace feature_space(const TemperedMap& map);

}  // namespace drover::impl
