// The maximizer need not be exact. While the state found beats the average, <w, moments - phi(s)> <= 0, the
// perceptron cycling theorem bounds the weights; MarginWatch counts the steps where it does not. One search
// from each data case (CD style) cannot fail: every search ends at least as high as its case.
// Chen & Welling 2016, on the perceptron cycling theorem.
#include <gtest/gtest.h>

#include <algorithm>

#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>
#include "parts/cd_herder.hpp"

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::copy_of;
using testing::Dice;

template <class Coding>
void expect_margins_as_recounted(SearchStart start) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Dice dice{seed};
        const PairFeatures<Coding> features{9};
        const Moments moments = measure(features, random_rows(dice, 31, 9));
        Herder herder{features, ExactMoments{moments},
                      CoordinateAscent{{.start = start, .given = BitRow(9), .seed = seed}}};
        MarginWatch watch;
        Margins recount;
        std::vector<std::int64_t> before = copy_of(herder.current().weights);
        for (const auto& step : herder.steps(400)) {
            watch.record(step);
            const Int128 margin = testing::dot(before, testing::move_to(features, moments, step.state));
            ASSERT_TRUE(step.margin == margin) << "step " << step.t;
            ++recount.steps;
            if (margin > 0) ++recount.positive;
            if (margin > 0 && !recount.first_positive) recount.first_positive = step.t;
            const double real = static_cast<double>(margin) * step.weights.margin_unit();
            recount.worst = recount.worst ? std::max(*recount.worst, real) : real;
            before = copy_of(step.weights);
        }
        EXPECT_EQ(watch.result().steps, recount.steps);
        EXPECT_EQ(watch.result().positive, recount.positive);
        EXPECT_EQ(watch.result().first_positive, recount.first_positive);
        EXPECT_EQ(watch.result().worst, recount.worst);
    }
}

TEST(LocalSearch, MarginsOfAPersistentChainAreCountedRight) {
    expect_margins_as_recounted<Indicators>(SearchStart::previous);
    expect_margins_as_recounted<Signs>(SearchStart::previous);
}

TEST(LocalSearch, MarginsFromOneGivenStartAreCountedRight) {
    expect_margins_as_recounted<Indicators>(SearchStart::given);
}

TEST(LocalSearch, MarginsFromFreshStartsAreCountedRight) {
    expect_margins_as_recounted<Signs>(SearchStart::fresh);
}

TEST(LocalSearch, APersistentChainMatchesTheMoments) {
    Dice dice{7};
    const PairFeatures<> features{10};
    const Moments moments = measure(features, random_rows(dice, 40, 10));
    Herder herder{features, ExactMoments{moments}, CoordinateAscent{}};
    MomentError error{features, moments};
    WeightBound bound{features.feature_count()};
    run(herder, {.steps = 5'000}, error, bound);
    EXPECT_LE(error.result().worst_times_steps, 2 * bound.result().worst);
    EXPECT_LT(error.result().worst, 2e-3);
}

struct CdRun {
    Margins margins;
    std::string digest;
    std::vector<std::int64_t> weights;
    double worst = 0;

    friend bool operator==(const CdRun& a, const CdRun& b) {
        return a.digest == b.digest && a.weights == b.weights && a.worst == b.worst &&
               a.margins.worst == b.margins.worst;
    }
};

template <class Search>
CdRun run_cd(std::uint64_t seed, const Search& search, ThreadPool* pool, std::int64_t steps) {
    Dice dice{seed};
    const PairFeatures<> features{7};
    const std::vector<BitRow> cases = random_rows(dice, 20, 7);
    auto herder = make_cd_herder(features, cases, search, pool);
    Moments sums = measure(features, cases);
    sums.total = 1;
    MarginWatch margins;
    StateDigest digest;
    MomentError error{herder.features(), sums};
    run(herder, {.steps = steps}, margins, digest, error);
    return {margins.result(), digest.result(), copy_of(herder.current().weights), error.result().worst};
}

TEST(CdHerding, TheMarginIsNeverPositive) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const CdRun result = run_cd(seed, CoordinateAscent{}, nullptr, 300);
        EXPECT_EQ(result.margins.positive, 0);
        EXPECT_EQ(result.margins.steps, 300);
        EXPECT_LE(*result.margins.worst, 0);
        EXPECT_LT(result.worst, 20 * 0.05);  // of a sum over 20 cases
    }
}

TEST(CdHerding, ExhaustiveSearchesMakeItPlainHerdingOnTheSum) {
    const CdRun result = run_cd(3, Exhaustive{}, nullptr, 20);
    EXPECT_EQ(result.margins.positive, 0);
}

TEST(CdHerding, IsEqualForEveryNumberOfThreads) {
    const CdRun alone = run_cd(11, CoordinateAscent{}, nullptr, 200);
    for (const std::size_t threads : {1U, 2U, 8U}) {
        ThreadPool pool{threads};
        EXPECT_EQ(run_cd(11, CoordinateAscent{}, &pool, 200), alone) << threads << " threads";
    }
}

}  // namespace
}  // namespace drover
