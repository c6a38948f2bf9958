#include <drover/lattice/clusters.hpp>

#include "expect.hpp"
#include "lattice_checks.hpp"

namespace drover::lattice {
namespace {

using testing::flooded;
using testing::odd_lattices;
using testing::random_spins;

bool bit(const std::vector<std::uint64_t>& words, std::size_t i) {
    return ((words[i / 64] >> (i % 64)) & 1U) != 0;
}

TEST(LikeEdges, AreThoseWithEqualEnds) {
    for (const Lattice& lattice : odd_lattices()) {
        for (const int states : {2, 3}) {
            const Spins spins = random_spins(lattice, states, lattice.site_count());
            LikeEdges like{lattice};
            const EdgeBits& edges = like.find(spins);
            for (std::size_t i = 0; i < spins.size(); ++i) {
                const auto right = lattice.neighbour(i, 0, 1);
                const auto below = lattice.neighbour(i, 1, 0);
                EXPECT_EQ(bit(edges.right, i), right && spins[i] == spins[*right]) << i;
                EXPECT_EQ(bit(edges.down, i), below && spins[i] == spins[*below]) << i;
            }
            for (std::size_t i = spins.size(); i < 64 * edges.right.size(); ++i)
                EXPECT_FALSE(bit(edges.right, i) || bit(edges.down, i)) << i;
        }
    }
}

TEST(GeometricClusters, AreThoseOfAFlood) {
    for (const Lattice& lattice : odd_lattices()) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const Spins spins = random_spins(lattice, 2, seed);
            EXPECT_EQ(
                geometric_clusters(lattice, spins),
                flooded(lattice, [&](std::size_t i, std::size_t j, bool) { return spins[i] == spins[j]; }))
                << lattice.rows() << " x " << lattice.columns() << ", seed " << seed;
        }
    }
}

TEST(LatticeClusters, AreThoseOfAFloodOverAnyEdges) {
    for (const Lattice& lattice : odd_lattices()) {
        ClusterFinder clusters{lattice};
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            LikeEdges some{lattice};
            const EdgeBits right = some.find(random_spins(lattice, 2, 2 * seed));
            const EdgeBits down = some.find(random_spins(lattice, 2, 2 * seed + 1));
            const EdgeBits edges{.right = right.right, .down = down.down};
            const auto labels = clusters.label(edges);
            EXPECT_EQ(std::vector(labels.begin(), labels.end()),
                      flooded(lattice, [&](std::size_t i, std::size_t, bool is_down) {
                          return bit(is_down ? edges.down : edges.right, i);
                      }));
        }
    }
}

TEST(GeometricClusters, OfOneStateIsEverySite) {
    const Lattice torus{9, 17};
    EXPECT_EQ(geometric_clusters(torus, Spins(153, 1)), std::vector<std::uint32_t>(153, 0));
}

TEST(GeometricClusters, OfAChessBoardAreTheSites) {
    const Lattice board{8, 8};
    Spins spins(64);
    std::vector<std::uint32_t> expected(64);
    for (std::size_t i = 0; i < 64; ++i) {
        spins[i] = (i / 8 + i % 8) % 2 == 0 ? 1 : -1;
        expected[i] = static_cast<std::uint32_t>(i);
    }
    EXPECT_EQ(geometric_clusters(board, spins), expected);
}

TEST(GeometricClusters, NeedASpinForEachSite) {
    EXPECT_INPUT_ERROR(geometric_clusters(Lattice{3, 3}, Spins(8)),
                       "spins (8) and sites (9) must have the same size");
}

}  // namespace
}  // namespace drover::lattice
