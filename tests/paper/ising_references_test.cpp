// What herding on the critical Ising model is compared with: Swendsen-Wang samples of a torus have Kaufman's
// exact edge correlation, single-site sampling the same, and their cluster sizes follow power laws: slope
// near -2 for connected like spins and steeper for Fortuin-Kasteleyn clusters, at the size of the chapter's
// experiment. All runs are fixed by their seeds.
#include <gtest/gtest.h>

#include <drover/herd/run.hpp>
#include <drover/lattice/gibbs.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/lattice/power_law.hpp>
#include <drover/lattice/spin_averages.hpp>
#include <drover/lattice/swendsen_wang.hpp>

namespace drover {
namespace {

template <class Sampler>
lattice::SpinAveragesResult averages(Sampler sampler, std::int64_t sweeps) {
    lattice::SpinAverages spins{sampler.lattice()};
    run(sampler, {.steps = sweeps, .burn_in = 300}, spins);
    return spins.result();
}

void expect_within_four_errors(const MeanEstimate& estimate, double exact, double largest_error) {
    EXPECT_LE(std::abs(estimate.mean - exact), 4 * estimate.error) << estimate.mean << " against " << exact;
    EXPECT_LT(estimate.error, largest_error);
}

TEST(IsingReferences, SwendsenWangHasTheExactEdgeCorrelation) {
    for (const std::size_t side : {8U, 16U, 32U}) {
        const lattice::Lattice torus{side, side};
        for (const double beta : {0.3, lattice::critical_beta(), 0.5}) {
            const auto sweeps = static_cast<std::int64_t>(200'000 / side);
            const auto result = averages(lattice::SwendsenWang{torus, {.beta = beta, .seed = 1}}, sweeps);
            expect_within_four_errors(result.edge_correlation, lattice::kaufman_correlation(side, side, beta),
                                      0.003);
        }
    }
}

TEST(IsingReferences, HeatBathHasTheExactEdgeCorrelationAwayFromCriticality) {
    const lattice::Lattice torus{12, 16};
    for (const lattice::SiteOrder order : {lattice::SiteOrder::raster, lattice::SiteOrder::checkerboard}) {
        const auto result = averages(lattice::Gibbs{torus, {.beta = 0.35, .order = order, .seed = 2}}, 4'000);
        expect_within_four_errors(result.edge_correlation, lattice::kaufman_correlation(12, 16, 0.35), 0.003);
    }
}

TEST(IsingReferences, CorrelationsAreTheSameAlongRowsAndColumnsAndFallWithDistance) {
    const auto result =
        averages(lattice::SwendsenWang{lattice::Lattice{32, 32}, {.beta = 0.4, .seed = 3}}, 3'000);
    for (std::size_t k = 0; k < 12; ++k) {
        const MeanEstimate& row = result.along_rows[k];
        const MeanEstimate& column = result.along_columns[k];
        EXPECT_LE(std::abs(row.mean - column.mean), 4 * std::hypot(row.error, column.error)) << k;
        EXPECT_GT(row.mean, result.along_rows[k + 1].mean) << k;
    }
}

// E[sum over clusters of size^2] / sites^2 = E[m^2], because clusters get their signs independently: ties the
// bonds to the spins (Swendsen & Wang 1987).
TEST(IsingReferences, BondClustersGiveTheSquareOfTheMagnetisation) {
    lattice::SwendsenWang sampler{lattice::Lattice{24, 24}, {.beta = lattice::critical_beta(), .seed = 4}};
    BatchMeans difference;
    for (const auto& step : sampler.steps(4'000)) {
        std::vector<double> sizes(step.state.size());
        double sum = 0;
        for (std::size_t i = 0; i < step.state.size(); ++i) {
            ++sizes[step.clusters[i]];
            sum += step.state[i];
        }
        double squares = 0;
        for (const double size : sizes) squares += size * size;
        difference.add((squares - sum * sum) / (576.0 * 576.0));
    }
    expect_within_four_errors(difference.result(), 0, 0.005);
}

// Measured over 10,000 sweeps: -2.002 +- 0.004 and -2.175 +- 0.007; here fewer.
TEST(IsingReferences, ClusterSizesOfTheChaptersLatticeFollowPowerLaws) {
    lattice::SwendsenWang sampler{lattice::Lattice{100, 100}, {.beta = lattice::critical_beta(), .seed = 5}};
    lattice::GeometricClusterSizes geometric{sampler.lattice()};
    lattice::BondClusterSizes bonds{sampler.lattice()};
    lattice::SpinAverages spins{sampler.lattice()};
    run(sampler, {.steps = 1'000, .burn_in = 100}, geometric, bonds, spins);
    const auto geometric_law = lattice::fit_power_law(geometric.result());
    const auto bond_law = lattice::fit_power_law(bonds.result());
    ASSERT_TRUE(geometric_law && bond_law);
    EXPECT_NEAR(geometric_law->slope, -2.0, 0.05);
    EXPECT_NEAR(bond_law->slope, -2.17, 0.08);
    EXPECT_LT(geometric_law->slope_error, 0.025);
    EXPECT_LT(bond_law->slope_error, 0.04);
    expect_within_four_errors(spins.result().edge_correlation,
                              lattice::kaufman_correlation(100, 100, lattice::critical_beta()), 0.003);
    EXPECT_NEAR(static_cast<double>(geometric.result().counts[1]) / 1'000, 187,
                5);  // isolated spins a sample
}

}  // namespace
}  // namespace drover
