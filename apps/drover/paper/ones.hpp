#pragma once

#include <drover/core/run_control.hpp>
#include <drover/herd/record/margin_watch.hpp>

#include "paper.hpp"

namespace drover::cli::paper {

/// How many samples an estimate uses, and how it reports progress.
struct SampleJob {
    std::int64_t samples = 100'000;
    std::int64_t burn_in = 1'000;
    std::uint64_t seed = 0;
    RunControl control = {};  ///< receives the steps of this estimate
};

/// An estimate of P(k), the distribution of the number of ones, by one method.
struct OnesEstimate {
    std::string method;
    std::vector<double> probabilities;             ///< P(k), k = 0 .. n, of the first samples
    std::vector<std::int64_t> counts = {};         ///< the first samples by k; empty where P is exact
    std::vector<std::int64_t> counts_later = {};   ///< the same number of samples after the burn-in
    std::optional<Margins> margins = {};           ///< of a herder
    std::optional<double> error_times_steps = {};  ///< of a herder: steps times the worst moment error
    double seconds = 0;                            ///< moments or training, then sampling
    std::string note = {};
};

/// Herding on all pairs or triples by coordinate ascent from the previous state, from w_0 = moments.
OnesEstimate herd_pairs(const BinaryTable& table, const SampleJob& job);
OnesEstimate herd_triples(const BinaryTable& table, const SampleJob& job);
/// The same with the best of all states; at most 10 columns.
OnesEstimate herd_pairs_exactly(const BinaryTable& table, const SampleJob& job);
OnesEstimate herd_triples_exactly(const BinaryTable& table, const SampleJob& job);
/// The distribution of maximum entropy with the same pairs or triples, exact; at most 10 columns.
OnesEstimate maximum_entropy_of_pairs(const BinaryTable& table);
OnesEstimate maximum_entropy_of_triples(const BinaryTable& table);
/// A Boltzmann machine fitted by pseudo-likelihood; as many Gibbs samples are discarded first as are used.
OnesEstimate sample_boltzmann_machine(const BinaryTable& table, const SampleJob& job);
/// The same with the couplings penalised a thousand times as strongly.
OnesEstimate sample_held_boltzmann_machine(const BinaryTable& table, const SampleJob& job);
/// Independent draws from the single columns.
OnesEstimate sample_marginals(const BinaryTable& table, const SampleJob& job);

/// Rows by their number of ones, k = 0 .. n.
std::vector<std::int64_t> ones_of_rows(std::span<const BitRow> rows, std::size_t column_count);

}  // namespace drover::cli::paper
