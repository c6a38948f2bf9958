#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/lattice/clusters.hpp>

namespace drover::lattice {

/// Clusters in a sequence of samples, by size.
struct ClusterSizeCounts {
    std::size_t site_count = 0;
    std::int64_t sample_count = 0;
    std::vector<std::int64_t> counts = {};  ///< [s]: clusters of s sites in all samples, s = 0 .. site_count
    /// Equal runs of samples, in order: [b][k] counts the clusters of 2^k .. 2^(k+1)-1 sites in block b.
    /// At most 31 blocks, at least 16 from 16 samples on; samples of an incomplete block are left out.
    std::vector<std::vector<std::int64_t>> blocks = {};
    std::int64_t block_samples = 1;
};

/// Clusters of 2^k .. 2^(k+1)-1 sites.
struct SizeBin {
    std::int64_t first_size = 0;  ///< 2^k
    std::int64_t cluster_count = 0;
    double density =
        0;  ///< n_s: clusters of one size, for each site and sample; the mean over the bin's 2^k sizes

    friend bool operator==(const SizeBin&, const SizeBin&) = default;
};

/// The bins up to the largest cluster found. An empty list for no samples.
std::vector<SizeBin> size_bins(const ClusterSizeCounts& counts);

/// Counts cluster sizes. Memory: one count per size up to the number of sites. A sample costs O(sites).
class ClusterSizeTally {
  public:
    explicit ClusterSizeTally(const Lattice& lattice);

    /// One sample: the cluster of each site, named by one of its sites.
    void add(std::span<const std::uint32_t> labels);
    const ClusterSizeCounts& result() const { return counts_; }

  private:
    void close_block();

    ClusterSizeCounts counts_;
    std::vector<std::uint32_t> sizes_;  // by label; all 0 between samples
    std::vector<std::int64_t> pending_;
    std::int64_t pending_samples_ = 0;
};

/// Recorder of geometric clusters: connected sites with the same spin in step.state. A caller that wants
/// every k-th step only passes only those.
class GeometricClusterSizes {
  public:
    explicit GeometricClusterSizes(const Lattice& lattice)
        : like_{lattice}, finder_{lattice}, tally_{lattice} {}

    template <class Step>
    void record(const Step& step) {
        add(step.state);
    }
    void add(const Spins& spins) { tally_.add(finder_.label(like_.find(spins))); }
    const ClusterSizeCounts& result() const { return tally_.result(); }

  private:
    LikeEdges like_;
    ClusterFinder finder_;
    ClusterSizeTally tally_;
};

/// Recorder of Fortuin-Kasteleyn clusters: those of the bonds of the step, step.clusters. Only samplers with
/// bonds have them (SwendsenWang).
class BondClusterSizes {
  public:
    explicit BondClusterSizes(const Lattice& lattice) : tally_{lattice} {}

    template <class Step>
    void record(const Step& step) {
        tally_.add(step.clusters);
    }
    const ClusterSizeCounts& result() const { return tally_.result(); }

  private:
    ClusterSizeTally tally_;
};

}  // namespace drover::lattice
