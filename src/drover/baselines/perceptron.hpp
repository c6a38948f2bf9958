#pragma once

#include <memory>
#include <vector>

#include <drover/baselines/perceptron_weights.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::baselines {

namespace impl {
struct LabelledView;
struct PerceptronPath;
}  // namespace impl

struct PerceptronOptions {
    std::int64_t passes = 10;  ///< over the rows, at most; it ends after a pass without a mistake
    std::size_t batch = 1;     ///< rows judged by the same weights before their moves are added
    std::int64_t rises =
        1;  ///< it stops after this many passes with more validation errors than the best one
    ZeroSign zero_sign = ZeroSign::minus;  ///< for two classes
    ThreadPool* pool = nullptr;            ///< for votes; the result does not depend on it
    RunControl control = {};               ///< checked, and told the passes, after every pass
};

struct PerceptronFit {
    std::int64_t passes = 0;  ///< that count; with a validation set, up to the best one
    std::int64_t steps = 0;   ///< batches
    std::int64_t mistakes = 0;
    bool is_separated = false;  ///< the last pass had no mistake
    std::vector<double>
        validation_errors;  ///< of the votes after each pass, including the passes after the best
};

/// How a perceptron decides about a row: by its last weights, by the votes of the weights after each step
/// (Freund & Schapire 1999), or by the sum of the weights after each step.
enum class PerceptronRule { last, voted, averaged };

/// A perceptron that goes through the rows in order, from weights 0, in exact integers; the unit of the
/// examples does not matter. It records its mistakes, which determine all its weights: a vote replays them.
class Perceptron {
  public:
    explicit Perceptron(PerceptronOptions options = {});

    /// With a validation set it stops when the error of the votes there rises after a pass, and the passes
    /// up to the best one count. Throws InputError for no rows, sizes that do not agree, or numbers so large
    /// that weights might not fit 64 bits.
    void fit(const Examples& train, const Examples* validation = nullptr);
    const PerceptronFit& fit_result() const { return result_; }

    /// The last weights.
    const PerceptronWeights& weights() const { return weights_; }
    /// The sum of the weights after each step.
    PerceptronWeights summed_weights() const;
    /// For each row, after how many steps each class was predicted: they add up to fit_result().steps.
    std::vector<std::int64_t> votes(const SparseRows& rows) const;
    /// Ties of votes or scores go to the lowest class; for two classes, to that of sign(0).
    std::vector<std::uint32_t> predict(const SparseRows& rows,
                                       PerceptronRule rule = PerceptronRule::voted) const;

  private:
    friend class OneVersusAllPerceptron;
    void fit_to(const impl::LabelledView& train, const impl::LabelledView* validation);
    void keep(impl::PerceptronPath path, std::int64_t passes, std::size_t row_count,
              const PerceptronWeights& start);

    PerceptronOptions options_;
    PerceptronFit result_;
    PerceptronWeights weights_{0, 0};
    std::shared_ptr<const impl::PerceptronPath> path_;
};

/// A perceptron of two classes for each class against the rest. The class whose perceptron votes for it in
/// the largest share of its steps wins, the lowest of equals.
class OneVersusAllPerceptron {
  public:
    explicit OneVersusAllPerceptron(PerceptronOptions options = {}) : options_{std::move(options)} {}

    /// As Perceptron::fit; each class stops on its own.
    void fit(const Examples& train, const Examples* validation = nullptr);
    const std::vector<Perceptron>& perceptrons() const { return perceptrons_; }
    std::vector<std::uint32_t> predict(const SparseRows& rows) const;

  private:
    PerceptronOptions options_;
    std::vector<Perceptron> perceptrons_;
};

}  // namespace drover::baselines
