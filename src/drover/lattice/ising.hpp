#pragma once

#include <cstddef>
#include <string>

namespace drover::lattice {

// Two normalisations, told apart by the number of states:
//   2 states (Ising, spins +-1):      P(x) ~ exp(beta sum_edges x_i x_j);
//   q > 2 states (Potts, 0 .. q-1):   P(x) ~ exp(beta sum_edges [x_i = x_j]).
// The Ising model at beta is what the second form gives for q = 2 at 2 beta.

/// Where the infinite square lattice becomes critical: ln(1 + sqrt 2) / 2 for 2 states, ln(1 + sqrt q) for
/// more. InputError for fewer than 2.
double critical_beta(int states = 2);

/// `<x_i x_j>` over an edge of the infinite Ising lattice at its critical beta: 1 / sqrt 2 (Onsager 1944).
inline constexpr double onsager_correlation = 0.70710678118654752440;

/// `<x_i x_j>` of the Ising model on a torus, the mean over all its edges: d ln Z / d beta / edges, with
/// Kaufman's exact Z (1949). A side of 2 has two edges between the same sites, as in Lattice. Absolute error
/// below 1e-9; O(columns). InputError for a side below 2 or a negative beta.
double kaufman_correlation(std::size_t rows, std::size_t columns, double beta);

/// InputError "<name>: expected a number of at least 0, got -0.1" for a negative or infinite beta.
void check_beta(double beta, const std::string& name = "beta");
/// InputError unless 2 <= states <= 127, what a spin of 8 bits holds.
void check_states(int states);

}  // namespace drover::lattice
