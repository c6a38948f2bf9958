#pragma once

#include <gtest/gtest.h>

#include <drover/herd/record/batch_means.hpp>

#include "lattice_enumeration.hpp"

namespace drover::testing {

struct SampledMeans {
    MeanEstimate edge;
    MeanEstimate order;
};

template <class Sampler>
SampledMeans sample_means(Sampler sampler, int states, std::int64_t burn_in, std::int64_t sweeps) {
    for (std::int64_t t = 0; t < burn_in; ++t) sampler.step();
    BatchMeans edge;
    BatchMeans top;
    for (std::int64_t t = 0; t < sweeps; ++t) {
        const lattice::Spins& spins = sampler.step().state;
        edge.add(edge_mean(sampler.lattice(), spins, states));
        top.add(order(spins, states));
    }
    return {.edge = edge.result(), .order = top.result()};
}

/// Within four standard errors, and those small enough to mean something.
inline void expect_estimates(const MeanEstimate& estimate, double exact, double largest_error) {
    EXPECT_LE(std::abs(estimate.mean - exact), 4 * estimate.error) << estimate.mean << " against " << exact;
    EXPECT_LT(estimate.error, largest_error);
}

}  // namespace drover::testing
