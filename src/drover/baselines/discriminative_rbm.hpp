#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/aligned_vector.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/data/sparse_rows.hpp>
#include <drover/rbm/machine.hpp>

namespace drover::baselines {

namespace impl {
struct DrbmShape;
struct LabelledView;
}  // namespace impl

struct DiscriminativeRbmOptions {
    std::size_t hidden = 100;
    rbm::UnitCoding coding = rbm::UnitCoding::signs;  ///< of the hidden units; labels are always +-1
    double l2 = 0;            ///< adds l2 / 2 * (|W|^2 + |B|^2) to the mean over a batch
    std::size_t batch = 100;  ///< rows, in their order
    int line_searches = 3;    ///< of conjugate gradients on each batch
    int max_passes = 100;
    int patience = 5;               ///< passes without an improvement before it stops
    double start_deviation = 0.01;  ///< of the normal start values of W and B; theta and alpha start at 0
    std::uint64_t seed = 1;
    ThreadPool* pool = nullptr;  ///< the result does not depend on it
    RunControl control = {};     ///< checked after every batch, told the rows learned from
};

struct DiscriminativeRbmFit {
    int passes = 0;               ///< taken
    int best_pass = 0;            ///< whose parameters were kept, counted from 1
    double loss = 0;              ///< mean of -ln p(label | x) over the rows, penalty included, at the best
    double validation_error = 0;  ///< share of wrong predictions at the best, if there is a validation set
    bool converged = false;       ///< it stopped on its own, before max_passes
};

/// p(label | x) by hidden units z that are summed over (Larochelle & Bengio 2008):
///     p(k, z | x) ~ exp(x'W z + y'B z + theta.z + alpha.y),  y the code of class k, +1 for k and -1
///     elsewhere.
/// At temperature 0 it is the model of conditional herding. Inputs are the rows times their unit.
struct DiscriminativeRbmParameters {
    std::size_t columns = 0;
    std::size_t hidden = 0;
    std::size_t classes = 0;
    std::vector<double> weights;  ///< W, by column, then hidden unit
    std::vector<double> labels;   ///< B, by label unit, then hidden unit
    std::vector<double> theta;    ///< one per hidden unit
    std::vector<double>
        alpha;        ///< one per label unit: as many as classes, or 1 for two classes, y = -1 and +1
    double unit = 1;  ///< of the rows
};

/// The model above, fitted by nonlinear conjugate gradients with exact gradients, batch after batch. With a
/// validation set the pass with the fewest errors there is kept, on a tie the one with the lower loss;
/// without one, the pass with the lowest loss on the rows. Sums have a fixed order: the same bits for any
/// number of threads.
class DiscriminativeRbm {
  public:
    explicit DiscriminativeRbm(DiscriminativeRbmOptions options = {});
    /// A model with given parameters.
    DiscriminativeRbm(const DiscriminativeRbmParameters& parameters, rbm::UnitCoding coding);

    /// Throws InputError for no rows, or sizes that do not agree.
    void fit(const Examples& train, const Examples* validation = nullptr);
    const DiscriminativeRbmFit& fit_result() const { return result_; }
    DiscriminativeRbmParameters parameters() const;

    /// Of each class, row by row; the rows must have the unit of the training rows.
    std::vector<double> log_probabilities(const SparseRows& rows) const;
    std::vector<double> probabilities(const SparseRows& rows) const;
    /// The most probable class, the lowest of equals.
    std::vector<std::uint32_t> predict(const SparseRows& rows) const;

  private:
    friend class OneVersusAllRbm;
    void fit_to(const impl::LabelledView& train, const impl::LabelledView* validation,
                std::size_t label_units);
    impl::DrbmShape shape() const;
    void start();
    bool take_pass(const impl::LabelledView& train, double& step, std::int64_t before);

    DiscriminativeRbmOptions options_;
    DiscriminativeRbmFit result_;
    std::size_t columns_ = 0;
    std::size_t classes_ = 0;
    std::size_t label_units_ = 0;
    double unit_ = 1;
    AlignedVector<double> parameters_;
};

/// A discriminative RBM of two classes, with one label unit, for each class against the rest.
class OneVersusAllRbm {
  public:
    explicit OneVersusAllRbm(DiscriminativeRbmOptions options = {}) : options_{std::move(options)} {}

    /// As DiscriminativeRbm::fit; each class stops on its own. Class k starts from the seed + k.
    void fit(const Examples& train, const Examples* validation = nullptr);
    const std::vector<DiscriminativeRbm>& machines() const { return machines_; }
    /// P(y = +1 | x) of each class by its own machine, row by row: they need not add up to 1.
    std::vector<double> probabilities(const SparseRows& rows) const;
    /// The class with the largest, the lowest of equals.
    std::vector<std::uint32_t> predict(const SparseRows& rows) const;

  private:
    DiscriminativeRbmOptions options_;
    std::vector<DiscriminativeRbm> machines_;
};

}  // namespace drover::baselines
