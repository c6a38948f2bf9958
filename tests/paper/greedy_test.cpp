// Herding from w_0 = moments with features of constant norm is greedy: each state makes the error of the
// average, E_T^2 = ||moments - average||^2, as small as the past allows. Expressed in states instead of
// weights, the same steps need only the inner products of features. With varying norms the greedy rule is
// another algorithm. Chen & Welling 2016, "Herding as a Greedy Moment Matching Algorithm".
#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include <drover/finite/dual_herder.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/moments/measure.hpp>
#include "one_of_d.hpp"

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::add_features;
using testing::Dice;

// The first of the states that makes (total * T)^2 * E_T^2 smallest, features weighing `rates`.
template <class F>
std::size_t best_next(const F& features, const std::vector<typename F::State>& states, const Moments& moments,
                      const std::vector<std::int64_t>& sums, std::int64_t t,
                      const std::vector<std::int64_t>& rates) {
    std::size_t best = 0;
    std::optional<Int128> best_error;
    for (std::size_t s = 0; s < states.size(); ++s) {
        std::vector<std::int64_t> after = sums;
        add_features(features, states[s], after);
        Int128 error = 0;
        for (std::size_t a = 0; a < after.size(); ++a) {
            const Int128 e =
                static_cast<Int128>(moments.total) * after[a] - static_cast<Int128>(moments.counts[a]) * t;
            error += rates[a] * e * e;
        }
        if (!best_error || error < *best_error) {
            best = s;
            best_error = error;
        }
    }
    return best;
}

template <class F, class O>
void expect_greedy(const F& features, const std::vector<typename F::State>& states, const Moments& moments,
                   O orbit, std::vector<std::int64_t> rates = {}) {
    rates.resize(features.feature_count(), 1);
    std::vector<std::int64_t> sums(features.feature_count());
    for (const auto& step : orbit.steps(100)) {
        const std::size_t best = best_next(features, states, moments, sums, step.t, rates);
        ASSERT_EQ(step.state, states[best]) << "step " << step.t;
        add_features(features, step.state, sums);
    }
}

std::vector<std::size_t> listed(std::size_t count) {
    std::vector<std::size_t> states(count);
    std::iota(states.begin(), states.end(), std::size_t{0});
    return states;
}

template <class F>
void expect_binary_greedy() {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Dice dice{seed};
        const F features{4};
        const Moments moments = measure(features, random_rows(dice, 23, 4));
        Herder herder{features, ExactMoments{moments, {.start = MomentStart{}}}, Exhaustive{}};
        expect_greedy(features, testing::all_rows(4), moments, herder);
    }
}

TEST(Greedy, OneOfDMinimisesTheErrorAtEveryStep) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Dice dice{seed};
        const auto count = static_cast<std::size_t>(dice.roll(2, 7));
        Moments moments{.names = {}, .counts = {}, .total = 0};
        for (std::size_t d = 0; d < count; ++d) moments.counts.push_back(dice.roll(0, 9));
        moments.counts.back() += 1;
        for (const std::int64_t c : moments.counts) moments.total += c;
        Herder herder{OneOfD{count}, ExactMoments{moments, {.start = MomentStart{}}}, Exhaustive{}};
        expect_greedy(OneOfD{count}, listed(count), moments, herder);
    }
}

TEST(Greedy, PairIndicatorsMinimiseTheErrorAtEveryStep) { expect_binary_greedy<PairFeatures<Indicators>>(); }

TEST(Greedy, TripleIndicatorsMinimiseTheErrorAtEveryStep) {
    expect_binary_greedy<TripleFeatures<Indicators>>();
}

TEST(Greedy, SignPairsMinimiseTheErrorAtEveryStep) { expect_binary_greedy<PairFeatures<Signs>>(); }

TEST(Greedy, TheErrorIsNotMonotone) {
    // (1/2, 1/3, 1/6) is met exactly after 6 steps and missed again after the seventh.
    const Moments moments{{}, {3, 2, 1}, 6};
    Herder herder{OneOfD{3}, ExactMoments{moments, {.start = MomentStart{}}}, Exhaustive{}};
    std::vector<std::int64_t> sums(3);
    for (const auto& step : herder.steps(6)) ++sums[step.state];
    EXPECT_EQ(sums, moments.counts);
}

struct Setting {
    StateTable table;
    Moments moments;
    DriveOptions options;
};

// Random models with every kind of start, learning rate and rates per feature.
Setting random_setting(std::uint64_t seed) {
    Dice dice{seed};
    const auto features = static_cast<std::size_t>(dice.roll(1, 4));
    StateTable table = random_table(dice, static_cast<std::size_t>(dice.roll(1, 9)), features);
    Moments moments = random_moments(dice, table);
    DriveOptions options;
    if (seed % 3 == 1) options.start = MomentStart{};
    if (seed % 3 == 2) options.start = std::vector<Rational>(features, Rational(dice.roll(-50, 50), 3));
    if (seed % 2 == 1) options.eta = Rational(dice.roll(1, 9), 4);
    if (seed % 5 > 2) {
        for (std::size_t a = 0; a < features; ++a)
            options.rates.emplace_back(dice.roll(1, 6), dice.roll(1, 3));
    }
    return {table, moments, options};
}

template <class Primal, class Dual>
void expect_same_steps(Primal primal, Dual dual) {
    ASSERT_TRUE(primal.current().margin == dual.current().margin);
    for (const auto& step : primal.steps(300)) {
        const auto other = dual.step();
        ASSERT_EQ(step.t, other.t);
        ASSERT_EQ(step.state, other.state) << "step " << step.t;
        ASSERT_TRUE(step.margin == other.margin) << "step " << step.t;
        for (std::size_t a = 0; a < step.weights.size(); ++a) {
            ASSERT_TRUE(step.weights[a] == other.weights[a]);
        }
        ASSERT_TRUE(step.weights.scale() == other.weights.scale());
        ASSERT_EQ(step.weights.margin_unit(), other.weights.margin_unit());
    }
}

TEST(DualView, TakesTheStepsOfTheHerder) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_setting(seed);
        expect_same_steps(Herder{table, ExactMoments{moments, options}, Exhaustive{}},
                          DualHerder{table, moments, options});
    }
}

TEST(DualView, TakesTheStepsOfTheHerderIn128Bits) {
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
        const auto [table, moments, options] = random_setting(seed);
        WideMoments wide{.names = {}, .counts = {}, .total = moments.total};
        wide.counts.assign(moments.counts.begin(), moments.counts.end());
        expect_same_steps(Herder{table, WideExactMoments{wide, options}, Exhaustive{}},
                          WideDualHerder{table, wide, options});
    }
}

TEST(DualView, GreedyRuleMinimisesTheErrorWhateverTheNorms) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_setting(seed);
        const DualHerder greedy{table, moments, {}, {}, HerdRule::greedy};
        expect_greedy(table, listed(table.state_count()), moments, greedy);
    }
}

TEST(DualView, GreedyRuleIgnoresTheLearningRateAndMeasuresTheErrorByTheRates) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_setting(seed);
        DriveOptions rated{.eta = Rational(5, 2)};
        std::vector<std::int64_t> rates;
        for (std::size_t a = 0; a < table.feature_count(); ++a) {
            rates.push_back(1 + static_cast<std::int64_t>(a * seed % 4));
            rated.rates.emplace_back(rates.back());
        }
        const DualHerder greedy{table, moments, rated, {}, HerdRule::greedy};
        expect_greedy(table, listed(table.state_count()), moments, greedy, rates);
    }
}

TEST(DualView, GreedyIsNotHerdingWhenTheNormsVary) {
    const StateTable table{{0}, {1}, {3}};
    const Moments moments{{}, {1}, 1};
    DualHerder greedy{table, moments, {}, {}, HerdRule::greedy};
    DualHerder herding{table, moments, {.start = MomentStart{}}};
    EXPECT_EQ(greedy.step().state, 1U);   // the state that is the moment
    EXPECT_EQ(herding.step().state, 2U);  // the longest one
}

}  // namespace
}  // namespace drover
