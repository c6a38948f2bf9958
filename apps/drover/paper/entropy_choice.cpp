#include <algorithm>
#include <cmath>

#include <drover/finite/dual_herder.hpp>
#include <drover/finite/maximum_entropy.hpp>
#include <drover/herd/features/listed_states.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/run.hpp>
#include <drover/number/philox.hpp>

#include "entropy_choice.hpp"

namespace drover::cli::paper {
namespace {

std::size_t index_of(std::size_t state) { return state; }
std::size_t index_of(const BitRow& state) { return state.index(); }

class CountStates {
  public:
    explicit CountStates(std::size_t state_count) : counts_(state_count) {}
    template <class Step>
    void record(const Step& step) {
        ++counts_[index_of(step.state)];
    }
    const std::vector<std::int64_t>& result() const { return counts_; }

  private:
    std::vector<std::int64_t> counts_;
};

template <class Features>
Moments moments_of(const Features& features, const StateDistribution& target) {
    Moments moments{.names = {}, .counts = std::vector<std::int64_t>(features.feature_count()), .total = 0};
    for (std::size_t s = 0; s < target.counts.size(); ++s) {
        moments.total += target.counts[s];
        features.visit(BitRow::from_index(s, target.variable_count), [&](std::size_t a, std::int64_t value) {
            moments.counts[a] += value * target.counts[s];
        });
    }
    return moments;
}

// Integers in proportion to 1 / variance, from 1 to 100.
std::vector<Rational> inverse_variances(const Moments& moments, CodingChoice coding) {
    std::vector<Rational> rates;
    for (std::size_t a = 0; a < moments.counts.size(); ++a) {
        const double m = moments[a];
        const double variance = coding == CodingChoice::signs ? 1 - m * m : m * (1 - m);
        rates.emplace_back(std::lround(std::clamp(1 / variance, 1.0, 100.0)));
    }
    return rates;
}

std::vector<Rational> rates_of(const Choice& choice, const Moments& moments, std::size_t n) {
    if (choice.rates == RateChoice::equal) return {};
    if (choice.rates == RateChoice::inverse_variance) return inverse_variances(moments, choice.coding);
    const auto pairs_each = static_cast<std::int64_t>(n) - 1;
    std::vector<Rational> rates(moments.counts.size(), Rational{1});
    const Rational rate = choice.rates == RateChoice::singles_half     ? Rational{pairs_each, 2}
                          : choice.rates == RateChoice::singles_double ? Rational{2 * pairs_each}
                                                                       : Rational{pairs_each};
    std::fill_n(rates.begin(), n, rate);
    return rates;
}

// Uniform in (-10, 10), in hundredths.
StartWeights start_of(StartChoice start, std::size_t feature_count, std::uint64_t seed) {
    if (start == StartChoice::zero) return ZeroStart{};
    if (start == StartChoice::moments) return MomentStart{};
    const CounterRandom random{seed, 7};
    std::vector<Rational> weights;
    for (std::size_t a = 0; a < feature_count; ++a)
        weights.emplace_back(static_cast<std::int64_t>(random.below(a, 1'999)) - 999, 100);
    return weights;
}

template <class O>
HerdedStates counted(O orbit, std::size_t state_count, std::int64_t steps, const StopFlag& stop) {
    CountStates states{state_count};
    MarginWatch margins;
    run(orbit, {.steps = steps, .control = {.stop = &stop}}, states, margins);
    return {states.result(), margins.result().positive};
}

template <class Features>
HerdedStates herd(const Features& features, const StateDistribution& target, const DriveOptions& drive,
                  SearchChoice search, std::int64_t steps, const StopFlag& stop) {
    const Moments moments = moments_of(features, target);
    const HerderOptions options{.max_steps = steps};
    if (search == SearchChoice::exact) {
        return counted(DualHerder{list_states(features), moments, drive, options}, target.counts.size(),
                       steps, stop);
    }
    return counted(Herder{features, ExactMoments{moments, drive}, CoordinateAscent{}, options},
                   target.counts.size(), steps, stop);
}

template <class Features>
HerdedStates herd_with(const Features& features, const StateDistribution& target, const Choice& choice,
                       std::int64_t steps, std::uint64_t seed, const StopFlag& stop) {
    const Moments moments = moments_of(features, target);
    const DriveOptions drive{.rates = rates_of(choice, moments, target.variable_count),
                             .start = start_of(choice.start, moments.counts.size(), seed)};
    return herd(features, target, drive, choice.search, steps, stop);
}

template <class Features>
std::vector<double> largest_entropy(const Features& features, const StateDistribution& target) {
    return maximum_entropy(list_states(features), moments_of(features, target)).probabilities;
}

}  // namespace

std::string name_of(CodingChoice coding) { return coding == CodingChoice::signs ? "signs" : "indicators"; }
std::string name_of(SearchChoice search) { return search == SearchChoice::exact ? "exact" : "local"; }

std::string name_of(StartChoice start) {
    if (start == StartChoice::random) return "random";
    return start == StartChoice::zero ? "zero" : "moments";
}

std::string name_of(RateChoice rates) {
    switch (rates) {
        case RateChoice::equal:
            return "equal";
        case RateChoice::singles_half:
            return "singles x (n-1)/2";
        case RateChoice::singles_matched:
            return "singles x (n-1)";
        case RateChoice::singles_double:
            return "singles x 2(n-1)";
        case RateChoice::inverse_variance:
            break;
    }
    return "1/variance";
}

std::vector<Choice> all_choices(const std::vector<StartChoice>& starts) {
    std::vector<Choice> choices;
    for (const SearchChoice search : {SearchChoice::exact, SearchChoice::local}) {
        for (const StartChoice start : starts) {
            for (const RateChoice rates : {RateChoice::equal, RateChoice::inverse_variance})
                choices.push_back({CodingChoice::indicators, rates, start, search});
            for (const RateChoice rates :
                 {RateChoice::equal, RateChoice::singles_half, RateChoice::singles_matched,
                  RateChoice::singles_double, RateChoice::inverse_variance})
                choices.push_back({CodingChoice::signs, rates, start, search});
        }
    }
    return choices;
}

HerdedStates herd_pairs_of(const StateDistribution& target, const Choice& choice, std::int64_t steps,
                           std::uint64_t seed, const StopFlag& stop) {
    if (choice.coding == CodingChoice::signs) {
        return herd_with(PairFeatures<Signs>{target.variable_count}, target, choice, steps, seed, stop);
    }
    return herd_with(PairFeatures<Indicators>{target.variable_count}, target, choice, steps, seed, stop);
}

HerdedStates herd_triples_of(const StateDistribution& target, SearchChoice search, std::int64_t steps,
                             const StopFlag& stop) {
    return herd(TripleFeatures<Indicators>{target.variable_count}, target, {.start = MomentStart{}}, search,
                steps, stop);
}

std::vector<double> maximum_entropy_of_pairs(const StateDistribution& target) {
    return largest_entropy(PairFeatures<Signs>{target.variable_count}, target);
}
std::vector<double> maximum_entropy_of_triples(const StateDistribution& target) {
    return largest_entropy(TripleFeatures<Signs>{target.variable_count}, target);
}

}  // namespace drover::cli::paper
