#pragma once

#include <span>
#include <vector>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// Herding in the space that the states span. Weights matter only through their part along the differences
/// phi(x) - phi(x_0); with an orthogonal basis b_k of these, n_k = |b_k|^2, and a whole number g_k:
///   f_k(x) = <phi(x) - phi(x_0), b_k> / g_k          whole features
///   u_k    = g_k <w, b_k> / n_k                      reduced weights: sum_k u_k f_k = <w, phi(x) - phi(x_0)>
///   u_k   += (g_k^2 / n_k) (moment_k - f_k(s))       the update: herding with one rate a feature
/// So a Herder on `features` with ExactMoments{moments, {.rates = rates, .start = start}} takes the states of
/// the original one, and w_T = lift(u_T) + orthogonal_start.
/// If all states are equal the dimension is 0 and there is a single feature, 0 for all states.
struct Subspace {
    std::size_t dimension = 0;    ///< at most the number of features and one below the number of states
    StateTable features;          ///< f_k(x)
    Moments moments;              ///< f_k of the moments, over the total they came with
    std::vector<Rational> rates;  ///< g_k^2 / n_k
    std::vector<Rational> start;  ///< u_k of w_0
    std::vector<Rational> orthogonal_start;      ///< w_0 minus its part in the subspace: never changes
    std::vector<std::vector<Rational>> lifting;  ///< b_k / g_k, one vector a reduced feature

    /// sum_k u_k b_k / g_k: reduced weights, in real units, as weights of the original features.
    std::vector<Rational> lift(std::span<const Rational> weights) const;
};

/// Chen & Welling 2016, appendix "Some Results on Herding in Discrete Spaces". `start` is w_0; empty means
/// zero. The basis depends on the subspace alone: Gram-Schmidt on the reduced row echelon form of the
/// differences, made whole and primitive. Features that are constant, or of full rank, keep their own axes.
/// Moments off the space of the states (rounded ones) are projected as well: the states are the same, and the
/// original weights drift away orthogonally.
/// Exact or nothing: throws InputError if a basis or a projection needs more than 128 bits or a reduced
/// feature more than 64. For a slanted subspace that takes no more than a few features with a few digits.
Subspace reduce_to_subspace(const StateTable& features, const Moments& moments,
                            const std::vector<Rational>& start = {});

}  // namespace drover
