#include <map>

#include <drover/herd/run.hpp>
#include <drover/lattice/cluster_sizes.hpp>
#include <drover/lattice/swendsen_wang.hpp>

#include "expect.hpp"
#include "lattice_checks.hpp"

namespace drover::lattice {
namespace {

std::vector<std::int64_t> counted(const std::vector<std::uint32_t>& labels) {
    std::map<std::uint32_t, std::size_t> sizes;
    for (const std::uint32_t label : labels) ++sizes[label];
    std::vector<std::int64_t> counts(labels.size() + 1);
    for (const auto& [label, size] : sizes) ++counts[size];
    return counts;
}

TEST(GeometricClusterSizes, AreThoseOfAFlood) {
    for (const Lattice& lattice : testing::odd_lattices()) {
        GeometricClusterSizes sizes{lattice};
        std::vector<std::int64_t> expected(lattice.site_count() + 1);
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Spins spins = testing::random_spins(lattice, 2, seed);
            sizes.add(spins);
            const auto counts = counted(testing::flooded(
                lattice, [&](std::size_t i, std::size_t j, bool) { return spins[i] == spins[j]; }));
            for (std::size_t s = 0; s < counts.size(); ++s) expected[s] += counts[s];
        }
        EXPECT_EQ(sizes.result().counts, expected);
        EXPECT_EQ(sizes.result().sample_count, 5);
    }
}

TEST(BondClusterSizes, AreThoseOfTheSweepsBonds) {
    SwendsenWang sampler{Lattice{20, 30}, {.beta = 0.4, .seed = 1}};
    BondClusterSizes sizes{sampler.lattice()};
    GeometricClusterSizes geometric{sampler.lattice()};
    run(sampler, {.steps = 1}, sizes, geometric);
    const std::vector<std::uint32_t> labels(sampler.clusters().begin(), sampler.clusters().end());
    EXPECT_EQ(sizes.result().counts, counted(labels));
    EXPECT_NE(sizes.result().counts, geometric.result().counts);
}

TEST(ClusterSizes, AddUpToTheSites) {
    const Lattice lattice{13, 11};
    GeometricClusterSizes sizes{lattice};
    for (std::uint64_t seed = 0; seed < 100; ++seed) sizes.add(testing::random_spins(lattice, 2, seed));
    const ClusterSizeCounts& result = sizes.result();
    std::int64_t sites = 0;
    for (std::size_t s = 0; s < result.counts.size(); ++s)
        sites += static_cast<std::int64_t>(s) * result.counts[s];
    EXPECT_EQ(sites, 100 * 143);
    EXPECT_EQ(result.block_samples, 4);
    EXPECT_EQ(result.blocks.size(), 25U);
    const auto bins = size_bins(result);
    for (std::size_t k = 0; k < bins.size(); ++k) {
        std::int64_t in_blocks = 0;
        for (const auto& block : result.blocks) in_blocks += block[k];
        EXPECT_EQ(bins[k].first_size, 1 << k);
        EXPECT_EQ(bins[k].cluster_count, in_blocks);
        EXPECT_EQ(bins[k].density, static_cast<double>(in_blocks) / (1 << k) / 14300);
    }
}

TEST(ClusterSizes, OfNoSampleHaveNoBins) {
    EXPECT_TRUE(size_bins(GeometricClusterSizes{Lattice{4, 4}}.result()).empty());
}

TEST(ClusterSizes, OfOneStateFillTheLastBin) {
    GeometricClusterSizes sizes{Lattice{4, 4}};
    sizes.add(Spins(16, -1));
    const auto bins = size_bins(sizes.result());
    ASSERT_EQ(bins.size(), 5U);
    EXPECT_EQ(bins.back(), (SizeBin{.first_size = 16, .cluster_count = 1, .density = 1.0 / 256}));
}

TEST(ClusterSizeTally, NeedsALabelForEachSite) {
    ClusterSizeTally tally{Lattice{2, 2}};
    EXPECT_INPUT_ERROR(tally.add(std::vector<std::uint32_t>(3)),
                       "labels (3) and sites (4) must have the same size");
}

}  // namespace
}  // namespace drover::lattice
