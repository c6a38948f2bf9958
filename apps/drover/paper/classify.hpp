#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <drover/core/run_control.hpp>

#include "data_sets.hpp"

namespace drover::cli::paper {

/// Training rows and test rows with all columns: any column may be the label.
struct SplitRows {
    std::vector<BitRow> train;
    std::vector<BitRow> test;
};

/// The split of that number, with the published sizes: stream `split` of the seed.
SplitRows split_rows(const DataSet& set, std::uint64_t seed, std::uint64_t split);

struct ClassifyJob {
    std::vector<std::size_t> labels;  ///< the columns to predict, each from all others
    std::int64_t samples = 100'000;   ///< pseudo-samples of a herder
    const StopFlag* stop = nullptr;
    std::function<void()> look = {};  ///< called now and then during long work
};

/// The result of a method on one split.
struct ClassifyErrors {
    std::vector<double> errors = {};  ///< share of the test rows missed, one per label; empty if stopped
    std::optional<std::int64_t> positive_margins = {};  ///< of a herder
    double seconds = 0;                                 ///< training and prediction, all labels
};

/// Logistic regression learns online from each pseudo-sample of a herder on all pairs, label included: by
/// coordinate ascent from the previous state, from w_0 = moments. One orbit is used for all labels.
ClassifyErrors learn_while_herding(const SplitRows& rows, const ClassifyJob& job);
/// The conditional of a Boltzmann machine fitted by pseudo-likelihood. One fit is used for all labels.
ClassifyErrors fit_boltzmann_machine(const SplitRows& rows, const ClassifyJob& job);
/// The same fitted to the first pseudo-samples of the herder, not to the rows.
ClassifyErrors fit_boltzmann_machine_to_samples(const SplitRows& rows, const ClassifyJob& job);
/// The majority of the 5 rows that differ least.
ClassifyErrors ask_neighbours(const SplitRows& rows, const ClassifyJob& job);
ClassifyErrors fit_naive_bayes(const SplitRows& rows, const ClassifyJob& job);
ClassifyErrors fit_logistic_regression(const SplitRows& rows, const ClassifyJob& job);
/// Always the more frequent label of the training rows.
ClassifyErrors guess_majority(const SplitRows& rows, const ClassifyJob& job);

/// How many pseudo-samples fit_boltzmann_machine_to_samples uses at most.
inline constexpr std::int64_t samples_to_fit = 10'000;

}  // namespace drover::cli::paper
