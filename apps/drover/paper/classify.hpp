#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <drover/core/run_control.hpp>

#include "data_sets.hpp"

namespace drover::cli::paper {

/// Rows to learn from and rows to judge by, whole: every column may be the label.
struct SplitRows {
    std::vector<BitRow> train;
    std::vector<BitRow> test;
};

/// The split of that number, of the published sizes: stream `split` of the seed.
SplitRows split_rows(const DataSet& set, std::uint64_t seed, std::uint64_t split);

struct ClassifyJob {
    std::vector<std::size_t> labels;  ///< the columns to predict, each from all others
    std::int64_t samples = 100'000;   ///< pseudo-samples of a herder
    const StopFlag* stop = nullptr;
    std::function<void()> look = {};  ///< called now and then by what takes long
};

/// How a method did on one split.
struct ClassifyErrors {
    std::vector<double> errors = {};  ///< share of the test rows missed, one per label; empty if stopped
    std::optional<std::int64_t> positive_margins = {};  ///< of a herder
    double seconds = 0;                                 ///< learning and predicting, all labels
};

/// Logistic regression learns online from each pseudo-sample of a herder on all pairs, label included: by
/// coordinate ascent from the previous state, from w_0 = moments. One orbit serves all labels.
ClassifyErrors learn_while_herding(const SplitRows& rows, const ClassifyJob& job);
/// The conditional of a Boltzmann machine fitted by pseudo-likelihood. One fit serves all labels.
ClassifyErrors fit_boltzmann_machine(const SplitRows& rows, const ClassifyJob& job);
/// The same fitted to the first pseudo-samples of the herder, not to the rows.
ClassifyErrors fit_boltzmann_machine_to_samples(const SplitRows& rows, const ClassifyJob& job);
/// The majority of the 5 rows that differ least.
ClassifyErrors ask_neighbours(const SplitRows& rows, const ClassifyJob& job);
ClassifyErrors fit_naive_bayes(const SplitRows& rows, const ClassifyJob& job);
ClassifyErrors fit_logistic_regression(const SplitRows& rows, const ClassifyJob& job);
/// Always the more frequent label of the rows to learn from.
ClassifyErrors guess_majority(const SplitRows& rows, const ClassifyJob& job);

/// How many pseudo-samples fit_boltzmann_machine_to_samples takes, if there are so many.
inline constexpr std::int64_t samples_to_fit = 10'000;

}  // namespace drover::cli::paper
