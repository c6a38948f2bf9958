#include <drover/herd/features/marginal_tables.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/category_ascent.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/run.hpp>
#include <drover/lattice/ascent.hpp>
#include <drover/lattice/features.hpp>
#include <drover/lattice/potts_features.hpp>
#include "one_of_d.hpp"
#include "parts/from_each_case.hpp"

#include "expect.hpp"

namespace drover {
namespace {

auto table_herder(const StateTable& table, Moments moments, HerderOptions options = {}) {
    return Herder{table, ExactMoments{std::move(moments)}, Exhaustive{}, options};
}

TEST(Herder, LooksWithoutMoving) {
    auto herder = table_herder({{0}, {1}}, {{}, {3}, 7});
    EXPECT_EQ(herder.current().t, 0);
    EXPECT_EQ(herder.current().state, 0U);
    EXPECT_TRUE(herder.current().margin == 0);
    EXPECT_EQ(herder.current().weights[0], 0);
    EXPECT_EQ(herder.step().t, 1);
    EXPECT_EQ(herder.current().t, 1);
    EXPECT_EQ(herder.current().weights[0], 3);
    EXPECT_EQ(herder.max_steps(), 1'000'000'000);
    EXPECT_EQ(herder.features().state_count(), 2U);
}

// By default the start is all zeros, whatever the states are; spins call them -1.
template <class F, class Search>
void expect_first_state(const F& features, std::int64_t total, Search search,
                        const typename F::State& expected) {
    Moments moments{{}, std::vector<std::int64_t>(features.feature_count(), 1), total};
    Herder herder{features, ExactMoments{std::move(moments)}, std::move(search)};
    EXPECT_EQ(herder.current().state, expected);
    for (const auto& step : herder.steps(20)) ASSERT_EQ(step.state.size(), expected.size());
}

TEST(Herder, StartsAtTheFirstStateOfEveryModel) {
    const CategoryAscent on{CategoryAscentOptions{.start = SearchStart::previous}};
    expect_first_state(PairFeatures<Indicators>{3}, 4, CoordinateAscent{}, {0, 0, 0});
    expect_first_state(TripleFeatures<Indicators>{3}, 8, CoordinateAscent{}, {0, 0, 0});
    expect_first_state(MarginalTables{{2, 3, 2}, {{0, 1}, {2}}}, 6, on, {0, 0, 0});
    expect_first_state(lattice::Features{lattice::Lattice{2, 3}}, 3, lattice::Ascent{},
                       lattice::Spins(6, -1));
    expect_first_state(lattice::PottsFeatures{lattice::Lattice{2, 2}, 3}, 3, lattice::Ascent{},
                       lattice::PottsValues(4));
    expect_first_state(BatchFeatures{PairFeatures<Indicators>{2}, 2}, 1,
                       FromEachCase{CoordinateAscent{}, std::vector<BitRow>(2, BitRow(2))},
                       {BitRow(2), BitRow(2)});
}

TEST(Herder, ACopyForksTheTrajectory) {
    auto herder = table_herder({{2, 1}, {-1, 3}, {0, -2}}, {{}, {1, 2}, 5});
    for (const auto& step : herder.steps(17)) static_cast<void>(step);
    auto fork = herder;
    const std::int64_t w = herder.current().weights[0];
    for (const auto& step : fork.steps(50)) static_cast<void>(step);
    EXPECT_EQ(herder.current().t, 17);
    EXPECT_EQ(herder.current().weights[0], w);
    for (const auto& step : herder.steps(50)) static_cast<void>(step);
    EXPECT_EQ(herder.current().weights[0], fork.current().weights[0]);
    EXPECT_EQ(herder.current().weights[1], fork.current().weights[1]);
    EXPECT_EQ(herder.current().state, fork.current().state);
}

TEST(Herder, OneStateIsAlwaysChosen) {
    auto herder = table_herder({{3, -1}}, {{}, {3, -1}, 1});
    for (const auto& step : herder.steps(100)) {
        ASSERT_EQ(step.state, 0U);
        ASSERT_TRUE(step.margin == 0);
        ASSERT_EQ(step.weights[0], 0);
    }
}

TEST(Herder, AConstantFeatureNeverMovesItsWeight) {
    auto herder = table_herder({{0, 4}, {1, 4}}, {{}, {2, 20}, 5});
    auto alone = table_herder({{0}, {1}}, {{}, {2}, 5});
    for (const auto& step : herder.steps(100)) {
        ASSERT_EQ(step.weights[1], 0);
        ASSERT_EQ(step.state, alone.step().state);
    }
}

TEST(Herder, FeaturesThatAreAllZeroChooseTheFirstState) {
    auto herder = table_herder({{0, 0}, {0, 0}}, {{}, {0, 0}, 1});
    for (const auto& step : herder.steps(10)) ASSERT_EQ(step.state, 0U);
}

TEST(Herder, MomentsAtAVertexChooseItAfterTheFirstTie) {
    auto herder = table_herder({{0, 0}, {5, 0}, {0, 5}}, {{}, {0, 5}, 1});
    EXPECT_EQ(herder.step().state, 0U);  // the weights are 0
    for (const auto& step : herder.steps(100)) ASSERT_EQ(step.state, 2U);
    EXPECT_EQ(herder.current().weights[1], 5);
}

TEST(Herder, AValueOfProbabilityZeroComesAtMostOnceAndNeverFromTheMoments) {
    for (const StartWeights& start : {StartWeights{ZeroStart{}}, StartWeights{MomentStart{}}}) {
        Herder herder{OneOfD{3}, ExactMoments{{{}, {0, 1, 1}, 2}, {.start = start}}, Exhaustive{}};
        int served = 0;
        for (const auto& step : herder.steps(1'000)) served += step.state == 0 ? 1 : 0;
        EXPECT_EQ(served, std::holds_alternative<ZeroStart>(start) ? 1 : 0);
    }
}

TEST(Herder, TiesGoToTheLowestState) {
    auto herder = table_herder({{1}, {1}, {1}}, {{}, {1}, 1});
    for (const auto& step : herder.steps(5)) ASSERT_EQ(step.state, 0U);
}

TEST(Herder, ALocalSearchBeginsAtTheGivenState) {
    const PairFeatures<> features{3};
    const ExactMoments drive{{{}, std::vector<std::int64_t>(features.feature_count(), 1), 4}};
    Herder zeros{features, drive, CoordinateAscent{}};
    Herder given{features, drive, CoordinateAscent{}, {}, BitRow{1, 0, 1}};
    EXPECT_EQ(zeros.current().state, BitRow({0, 0, 0}));
    EXPECT_EQ(given.current().state, BitRow({1, 0, 1}));
    EXPECT_EQ(given.step().state, BitRow({1, 0, 1}));  // all weights 0: a tie keeps the state
}

TEST(Herder, RefusesMomentsOfAnotherSize) {
    const ExactMoments drive{{{}, std::vector<std::int64_t>(55), 1}};
    EXPECT_INPUT_ERROR((Herder{OneOfD{45}, drive, Exhaustive{}}),
                       "Herder: moments (55) and features (45) must have the same size");
}

TEST(Herder, RefusesNumbersThatCouldOverflowAndNamesTheLimit) {
    const std::int64_t large = std::int64_t{1} << 40U;
    EXPECT_INPUT_ERROR(
        table_herder({{0}, {1}}, {{}, {large / 2}, large}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "4190109 steps");
    EXPECT_EQ(table_herder({{0}, {1}}, {{}, {large / 2}, large}, {.max_steps = 4'000'000}).max_steps(),
              4'000'000);
    EXPECT_INPUT_ERROR(
        table_herder({{0}, {large}}, {{}, {large / 2}, large}, {.max_steps = 1}),
        "Herder: the numbers are too large for 1 steps in 64-bit weights; the limit is 0 steps");
}

TEST(Herder, RefusesRatesTooLargeForTheirMomentsBeforeItMultipliesThem) {
    const std::int64_t large = std::int64_t{1} << 40U;
    const ExactMoments drive{{{}, {large / 2}, large}, {.eta = Rational{large}}};
    EXPECT_INPUT_ERROR(
        (Herder{StateTable{{0}, {1}}, drive, Exhaustive{}}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "0 steps");
}

TEST(Herder, StaysExactUpToItsLimit) {
    // Products near the ends of 64 bits; the sanitizer of the dev build watches.
    const std::int64_t total = (std::int64_t{1} << 40U) - 1;
    auto herder = table_herder({{0}, {1}}, {{}, {total / 3}, total}, {.max_steps = 4'000'000});
    std::int64_t ones = 0;
    for (const auto& step : herder.steps(20'000)) ones += step.state == 1 ? 1 : 0;
    EXPECT_EQ(ones, 6'667);  // ceil(19999 / 3)
}

TEST(Herder, RefusesStepsPastItsLimit) {
    auto herder = table_herder({{0}, {1}}, {{}, {1}, 2}, {.max_steps = 100});
    for (const auto& step : herder.steps(60)) static_cast<void>(step);
    EXPECT_INPUT_ERROR(herder.steps(41), "Herder: 41 more steps go past the limit of 100; raise max_steps");
    EXPECT_INPUT_ERROR(run(herder, {.steps = 40, .burn_in = 1}),
                       "run: 40 steps after 1 of burn-in go past the limit of 100; raise max_steps");
    EXPECT_EQ(run(herder, {.steps = 40}).steps, 40);
    EXPECT_EQ(herder.current().t, 100);
}

}  // namespace
}  // namespace drover
