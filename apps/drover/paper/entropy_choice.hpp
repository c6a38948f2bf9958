#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/herd/features/coding.hpp>
#include <drover/herd/fixed_moments.hpp>

namespace drover::cli::paper {

enum class CodingChoice { indicators, signs };
enum class SearchChoice { exact, local };
enum class StartChoice { zero, moments, random };
enum class RateChoice { equal, singles_half, singles_matched, singles_double, inverse_variance };

/// One way to herd the pairs of n binary variables.
struct Choice {
    CodingChoice coding = CodingChoice::indicators;
    RateChoice rates = RateChoice::equal;
    StartChoice start = StartChoice::moments;
    SearchChoice search = SearchChoice::exact;
};

std::string name_of(CodingChoice coding);
std::string name_of(SearchChoice search);
std::string name_of(StartChoice start);
/// "equal", "singles x (n-1)", ...: the factors of the rates.
std::string name_of(RateChoice rates);

/// Every valid choice: rates of the singles only for signs, which have singles.
std::vector<Choice> all_choices(const std::vector<StartChoice>& starts);

/// A distribution over the 2^n states of n binary variables, as counts; state s is BitRow::from_index(s, n).
struct StateDistribution {
    std::size_t variable_count = 0;
    std::vector<std::int64_t> counts;
};

struct HerdedStates {
    std::vector<std::int64_t> counts;  ///< steps in each state
    std::int64_t positive_margins = 0;
};

/// Herds the pairs of a distribution. `seed` is that of random start weights.
HerdedStates herd_pairs_of(const StateDistribution& target, const Choice& choice, std::int64_t steps,
                           std::uint64_t seed, const StopFlag& stop);
/// Herds its triples, as indicators at equal rates from w_0 = moments.
HerdedStates herd_triples_of(const StateDistribution& target, SearchChoice search, std::int64_t steps,
                             const StopFlag& stop);

/// The probabilities of maximum entropy with the pairs or triples of a distribution.
std::vector<double> maximum_entropy_of_pairs(const StateDistribution& target);
std::vector<double> maximum_entropy_of_triples(const StateDistribution& target);

}  // namespace drover::cli::paper
