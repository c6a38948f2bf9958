#pragma once

// Spins on a lattice, herded or sampled, as calls:
//     study_ising            samples of the Ising model by one method, and their statistics (study.hpp)
//     herd, sample_gibbs,    the same by one method at a time, with moments, features and rates of your own
//     sample_swendsen_wang
//     critical_beta,         what is known exactly about the model (ising.hpp)
//     kaufman_correlation
// and their parts: Lattice (geometry.hpp), Features, PottsFeatures, uniform_moments, Ascent, the fused
// Herder; SwendsenWang and Gibbs; Means, SpinAverages, cluster sizes and fit_power_law.

#include <drover/lattice/gibbs.hpp>
#include <drover/lattice/herder.hpp>
#include <drover/lattice/means.hpp>
#include <drover/lattice/study.hpp>
#include <drover/lattice/swendsen_wang.hpp>
