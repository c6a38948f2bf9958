#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/core/union_find.hpp>
#include <drover/lattice/geometry.hpp>
#include <drover/lattice/spins.hpp>

namespace drover::lattice {

/// One bit per site, 64 per word, site 0 lowest: whether its edge to the right, or down, is present.
/// Edges beyond an open boundary and bits past the last site are 0.
struct EdgeBits {
    std::vector<std::uint64_t> right;
    std::vector<std::uint64_t> down;

    friend bool operator==(const EdgeBits&, const EdgeBits&) = default;
};

/// Finds the edges whose two ends have the same spin. Its memory is reused from call to call.
class LikeEdges {
  public:
    explicit LikeEdges(const Lattice& lattice);

    /// Valid until the next call. InputError unless there is one spin per site.
    const EdgeBits& find(const Spins& spins);

  private:
    void close_rows();

    Lattice lattice_;
    Spins padded_;  // the spins, the first row again, and bytes that are only read
    EdgeBits edges_;
};

/// Finds connected sites, labelled by the lowest of them. Its memory is reused from call to call.
class ClusterFinder {
  public:
    /// InputError for 2^32 sites or more.
    explicit ClusterFinder(const Lattice& lattice);

    /// The label of every site if these edges connect; valid until the next call. Runs to the right are
    /// labelled in passing, so that only edges down are searched, and between two runs only the first.
    std::span<const std::uint32_t> label(const EdgeBits& edges);

  private:
    void hang_runs(const EdgeBits& edges);
    void join_down(std::size_t first, std::uint64_t bits);
    void join_ends(const EdgeBits& edges);

    Lattice lattice_;
    UnionFind sets_;
    std::vector<std::uint64_t> inner_;  // 1 except in the last column
};

/// The labels of connected like spins: geometric clusters.
std::vector<std::uint32_t> geometric_clusters(const Lattice& lattice, const Spins& spins);

}  // namespace drover::lattice
