#include <drover/herd/features/triples.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include "one_of_d.hpp"

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

using IntWeights = WeightSpan<std::int64_t>;
static_assert(Maximizer<Exhaustive, StateTable, IntWeights>);
static_assert(Maximizer<Exhaustive, PairFeatures<Signs>, IntWeights>);

// The plain loop over all 2^n states in index order: the first of the best.
template <class F>
std::uint64_t first_best_index(const F& f, const IntWeights& w) {
    const std::size_t n = f.variable_count();
    std::uint64_t best = 0;
    for (std::uint64_t index = 1; index < (std::uint64_t{1} << n); ++index) {
        if (f.score(w, BitRow::from_index(index, n)) > f.score(w, BitRow::from_index(best, n))) best = index;
    }
    return best;
}

// Weights in [-range, range]; a small range makes many ties.
template <class F>
void expect_equals_plain_loop(const F& f, std::int64_t range, std::uint64_t seed) {
    testing::Dice dice{seed};
    for (int round = 0; round < 25; ++round) {
        const auto weights = testing::random_weights(dice, f.feature_count(), range);
        const IntWeights w{weights};
        BitRow s(f.variable_count());
        const std::int64_t score = Exhaustive{}.maximize(f, w, s);
        ASSERT_EQ(s.index(), first_best_index(f, w));
        ASSERT_EQ(score, f.score(w, s));
    }
}

TEST(Exhaustive, GrayCodeEqualsThePlainLoop) {
    for (const std::size_t n : {3U, 5U, 7U}) {
        expect_equals_plain_loop(PairFeatures<Indicators>{n}, 1'000, n);
        expect_equals_plain_loop(PairFeatures<Signs>{n}, 1'000, n);
        expect_equals_plain_loop(TripleFeatures<Indicators>{n}, 1'000, n);
        expect_equals_plain_loop(TripleFeatures<Signs>{n}, 1'000, n);
    }
}

TEST(Exhaustive, GrayCodeTiesGoToTheLowestIndex) {
    for (const std::size_t n : {3U, 5U, 7U}) {
        expect_equals_plain_loop(PairFeatures<Indicators>{n}, 1, n);
        expect_equals_plain_loop(PairFeatures<Signs>{n}, 1, n);
        expect_equals_plain_loop(TripleFeatures<Signs>{n}, 1, n);
    }
}

TEST(Exhaustive, AllZeroWeightsGiveStateZero) {
    const PairFeatures<Signs> f{4};
    const std::vector<std::int64_t> zeros(f.feature_count());
    BitRow s{1, 1, 1, 1};
    EXPECT_EQ(Exhaustive{}.maximize(f, IntWeights{zeros}, s), 0);
    EXPECT_EQ(s, BitRow(4));
    std::size_t value = 2;
    EXPECT_EQ(Exhaustive{}.maximize(OneOfD{3}, IntWeights{zeros}, value), 0);
    EXPECT_EQ(value, 0U);
}

TEST(Exhaustive, DoesNotDependOnTheStateHandedIn) {
    testing::Dice dice{5};
    const PairFeatures<Indicators> f{4};
    const auto weights = testing::random_weights(dice, f.feature_count(), 2);
    for (std::uint64_t start = 0; start < 16; ++start) {
        BitRow s = BitRow::from_index(start, 4);
        Exhaustive{}.maximize(f, IntWeights{weights}, s);
        ASSERT_EQ(s.index(), first_best_index(f, IntWeights{weights}));
    }
}

TEST(Exhaustive, FindsTheFirstBestOfListedStates) {
    testing::Dice dice{6};
    for (int round = 0; round < 100; ++round) {
        const StateTable table = testing::random_table(dice, 8, 2, 2);
        const auto weights = testing::random_weights(dice, 2, 2);
        std::vector<std::int64_t> scores;
        for (std::size_t s = 0; s < 8; ++s) scores.push_back(table.score(IntWeights{weights}, s));
        std::size_t found = 0;
        const auto best = std::max_element(scores.begin(), scores.end());
        ASSERT_EQ(Exhaustive{}.maximize(table, IntWeights{weights}, found), *best);
        ASSERT_EQ(found, static_cast<std::size_t>(best - scores.begin()));
    }
}

TEST(Exhaustive, ReadsRealWeights) {
    const std::vector<double> weights{0.25, 0.5, -1};
    std::size_t s = 0;
    EXPECT_EQ(Exhaustive{}.maximize(OneOfD{3}, WeightSpan<double>{weights}, s), 0.5);
    EXPECT_EQ(s, 1U);
}

TEST(Exhaustive, RefusesMoreThan24Variables) {
    EXPECT_NO_THROW(Exhaustive::check_variable_count(24));
    const PairFeatures<Signs> f{25};
    const std::vector<std::int64_t> zeros(f.feature_count());
    BitRow s(25);
    EXPECT_INPUT_ERROR(Exhaustive{}.maximize(f, IntWeights{zeros}, s),
                       "Exhaustive: expected at most 24 binary variables, got 25");
}

}  // namespace
}  // namespace drover
