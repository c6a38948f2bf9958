#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/classify/conditional_herder.hpp>
#include <drover/classify/standing_labels.hpp>
#include <drover/classify/weights.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::classify {

struct ConditionalRbmHerderOptions {
    std::size_t batch_size =
        100;  ///< cases per update, taken cyclically in their order; the last batch may be smaller
    Relaxation relaxation = {};     ///< of theta
    std::int64_t first = 0;         ///< updates taken before, by another herder
    std::size_t clean_batches = 0;  ///< of those, how many of the last had no mistake
    ThreadPool* pool = nullptr;     ///< results do not depend on it
};

/// The mistakes of one update: numbers of the cases, their predicted labels, and hidden units as 64-bit
/// words, for each case first with its label, then with the predicted one.
struct MistakeList {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> predicted;
    std::vector<std::uint64_t> hidden;

    std::size_t size() const { return rows.size(); }
};

/// The m-th mistake, with its input and label. It refers to the list and the rows.
Mistake mistake_at(const MistakeList& mistakes, std::size_t m, const SparseRows& rows,
                   std::span<const std::uint32_t> labels);

/// ConditionalHerder of a ConditionalRbm, fused: the same weights, many times faster. Only mistakes cost
/// time: a correctly labelled case moves nothing, and one whose margin is not used up is not even judged.
class ConditionalRbmHerder {
  public:
    struct Step {
        std::int64_t t;
        const MistakeList& mistakes;
        ScoreDrift drift;                       ///< of this move
        std::size_t judged;                     ///< number of cases that had to be judged
        std::span<const std::int64_t> relaxed;  ///< sums of hidden units over the batch, while theta relaxes
    };

    /// Throws InputError if there are no cases, or if sizes do not agree. The rows and labels must outlive
    /// this.
    ConditionalRbmHerder(ConditionalWeights weights, const SparseRows& rows,
                         std::span<const std::uint32_t> labels, ConditionalRbmHerderOptions options = {});

    Step step();
    std::int64_t steps_taken() const { return t_; }
    const ConditionalWeights& weights() const { return weights_; }
    std::size_t batch_count() const;
    /// Consecutive batches without a mistake, up to now. Once all batches are clean nothing moves any longer.
    std::size_t clean_batches() const { return clean_; }

  private:
    void judge_batch(std::size_t first, std::size_t end);
    void move_weights();

    ConditionalWeights weights_;
    const SparseRows* rows_;
    std::span<const std::uint32_t> labels_;
    ConditionalRbmHerderOptions options_;
    StandingLabels standing_;
    std::int64_t t_ = 0;
    std::size_t clean_ = 0;
    MistakeList mistakes_;
    std::vector<std::uint32_t> waiting_;
    std::vector<LabelJudgement> found_;
    std::vector<std::uint64_t> hidden_;  // of the waiting cases, two groups of 64-bit words each
    std::vector<std::int64_t> sums_;     // of the completed hidden units, while theta relaxes
};

}  // namespace drover::classify
