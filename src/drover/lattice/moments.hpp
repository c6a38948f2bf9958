#pragma once

#include <vector>

#include <drover/herd/moments/moments.hpp>
#include <drover/lattice/features.hpp>
#include <drover/lattice/potts_features.hpp>
#include <drover/number/rational.hpp>

namespace drover::lattice {

/// One number per kind of feature of a lattice.
struct FeatureValues {
    Rational node = 0;
    Rational edge = 0;
    Rational diagonal = 0;
    Rational plaquette = 0;
    std::vector<Rational> far = {};  ///< one per distance of far_pairs
};

/// The same moment for all features of a kind, exactly, over the common denominator; slots beyond an open
/// boundary have 0. InputError for a moment outside [-1, 1], a denominator beyond 2^62, or unless each far
/// distance has a moment.
Moments uniform_moments(const Features& features, const FeatureValues& moments);

/// The same rate for all features of a kind, for DriveOptions::rates. InputError unless each far distance
/// has a rate.
std::vector<Rational> uniform_rates(const Features& features, const FeatureValues& rates);

/// Every value of a site equally often, and neighbours that are equal with probability `edge`.
/// InputError for an edge moment outside [0, 1].
Moments potts_moments(const PottsFeatures& features, const Rational& edge);

}  // namespace drover::lattice
