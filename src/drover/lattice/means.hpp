#pragma once

#include <vector>

#include <drover/herd/record/batch_means.hpp>
#include <drover/lattice/moments.hpp>

namespace drover::lattice {

struct MeansResult {
    FeatureValues values;  ///< the exact means to the nearest 10^-6, halves upward
    MeanEstimate node;
    MeanEstimate edge;
    MeanEstimate diagonal;
    MeanEstimate plaquette;
    std::vector<MeanEstimate> far;  ///< one per distance
};

/// Recorder of the mean of each kind of feature over spins (+1 and -1), with standard errors by batch means
/// over the samples: the moments for herding, from samples of a model. Features beyond an open boundary are
/// left out; kinds that are off have 0. The node mean is the measured one: where the model is symmetric its
/// moment is 0, and the caller sets it. Sums are exact. Constant memory.
class Means {
  public:
    explicit Means(Features features);

    template <class Step>
    void record(const Step& step) {
        add(step.state);
    }
    /// InputError unless there is one spin per site.
    void add(const Spins& spins);
    MeansResult result() const;

  private:
    // All planes of a kind, or of a distance.
    struct Group {
        std::int64_t slots = 0;  // inside the boundary
        std::int64_t sum = 0;    // of this sample
        std::int64_t total = 0;  // of all
        BatchMeans means = {};
    };
    std::int64_t sum_of(std::size_t plane, const Spins& spins);

    Features features_;
    std::vector<std::int64_t> slots_;  // inside the boundary, by plane
    std::vector<Group> groups_;        // node, edge, diagonal, plaquette, then the distances
    Spins ups_;                        // +1 at each site
    Spins products_;                   // of each site and the one to its right
    std::int64_t sample_count_ = 0;
};

}  // namespace drover::lattice
