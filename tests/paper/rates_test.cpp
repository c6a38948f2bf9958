// The error of the moments falls like 1/T under herding. With mini-batches it still does when the batches
// pass through the data without replacement; batches drawn with replacement give 1/sqrt(T).
// Chen & Welling 2016, "Moment Matching Property" and on mini-batches.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <drover/herd/features/pairs.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>
#include "parts/mini_batches.hpp"

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::Dice;

// The worst moment error over T in [2^k, 1.5 * 2^k], for k = low .. high: one number could be 0 by luck.
template <class O, class F>
std::vector<double> error_envelope(O orbit, const F& features, const Moments& moments, int low, int high) {
    std::vector<double> envelope;
    MomentError error{features, moments};
    for (int k = low; k <= high; ++k) {
        const std::int64_t from = std::int64_t{1} << k;
        run(orbit, {.steps = from - orbit.current().t}, error);
        double worst = 0;
        for (std::int64_t t = from; t <= from + from / 2; ++t) {
            worst = std::max(worst, error.result().worst);
            error.record(orbit.step());
        }
        envelope.push_back(worst);
    }
    return envelope;
}

// Slope of the geometric mean of several envelopes.
class MeanEnvelope {
  public:
    MeanEnvelope(int low, int high) : low_{low}, high_{high} {
        for (int k = low; k <= high; ++k) {
            steps_.push_back(std::exp2(k));
            product_.push_back(1);
        }
    }
    template <class O, class F>
    void add(const O& orbit, const F& features, const Moments& moments) {
        const std::vector<double> envelope = error_envelope(orbit, features, moments, low_, high_);
        for (std::size_t i = 0; i < envelope.size(); ++i) product_[i] *= envelope[i];
        ++count_;
    }
    double slope() const { return testing::log_log_slope(steps_, product_) / count_; }

  private:
    int low_;
    int high_;
    std::vector<double> steps_;
    std::vector<double> product_;
    int count_ = 0;
};

TEST(Rates, TablesAreMatchedLikeOneOverT) {
    MeanEnvelope mean{8, 13};
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 8, 3);
        const Moments moments = random_moments(dice, table);
        mean.add(Herder{table, ExactMoments{moments}, Exhaustive{}}, table, moments);
    }
    EXPECT_GE(mean.slope(), -1.05);
    EXPECT_LE(mean.slope(), -0.95);
}

TEST(Rates, EnumeratedPairModelsAreMatchedLikeOneOverT) {
    MeanEnvelope mean{6, 11};
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Dice dice{seed};
        const PairFeatures<> features{4};
        const Moments moments = measure(features, random_rows(dice, 37, 4));
        mean.add(Herder{features, ExactMoments{moments, {.start = MomentStart{}}}, Exhaustive{}}, features,
                 moments);
    }
    EXPECT_GE(mean.slope(), -1.05);
    EXPECT_LE(mean.slope(), -0.95);
}

// 40 points in the plane; the data are all of them, the states too.
struct Cloud {
    StateTable table;
    std::vector<std::size_t> cases;
    Moments moments;
};

Cloud random_cloud(std::uint64_t seed) {
    Dice dice{seed};
    StateTable table = random_table(dice, 40, 2, 50);
    std::vector<std::size_t> cases(40);
    std::iota(cases.begin(), cases.end(), std::size_t{0});
    Moments moments = measure(table, cases);
    return {table, cases, moments};
}

auto batch_herder(const Cloud& cloud, BatchOrder order, std::uint64_t seed, std::size_t batch_size = 10) {
    return Herder{
        cloud.table,
        MiniBatches{cloud.table, cloud.cases, {.batch_size = batch_size, .order = order, .seed = seed}},
        Exhaustive{}};
}

double batch_slope(BatchOrder order, std::size_t batch_size) {
    MeanEnvelope mean{6, 12};
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Cloud cloud = random_cloud(seed);
        mean.add(batch_herder(cloud, order, seed, batch_size), cloud.table, cloud.moments);
    }
    return mean.slope();
}

TEST(MiniBatchRates, WithReplacementTheErrorFallsLikeOneOverRootT) {
    const double slope = batch_slope(BatchOrder::with_replacement, 10);
    EXPECT_GE(slope, -0.7);
    EXPECT_LE(slope, -0.35);
}

TEST(MiniBatchRates, WithoutReplacementTheErrorFallsLikeOneOverT) {
    EXPECT_LE(batch_slope(BatchOrder::cyclic, 10), -0.9);
}

TEST(MiniBatchRates, ABatchSizeThatDoesNotDivideTheDataKeepsTheRate) {
    EXPECT_LE(batch_slope(BatchOrder::cyclic, 7), -0.9);
}

TEST(MiniBatchRates, AnExactMaximizerOverTheDataNeverFails) {
    for (const BatchOrder order : {BatchOrder::cyclic, BatchOrder::with_replacement}) {
        auto herder = batch_herder(random_cloud(1), order, 9);
        MarginWatch margins;
        run(herder, {.steps = 1'000}, margins);
        EXPECT_EQ(margins.result().positive, 0);
    }
}

// Mean squared error after T = 200, 2000, 20000 steps over some seeds, square-rooted.
std::vector<double> errors_at_decades(BatchOrder order) {
    std::vector<double> squares(3);
    const std::uint64_t seeds = 12;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Cloud cloud = random_cloud(seed);
        auto herder = batch_herder(cloud, order, seed);
        MomentError error{cloud.table, cloud.moments};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::vector<std::int64_t> until = {200, 2'000, 20'000};
            run(herder, {.steps = until[i] - herder.current().t}, error);
            squares[i] += error.result().l2 * error.result().l2 / static_cast<double>(seeds);
        }
    }
    for (double& s : squares) s = std::sqrt(s);
    return squares;
}

TEST(MiniBatchRates, TheFortyPointExampleHasItsShape) {
    const std::vector<double> with = errors_at_decades(BatchOrder::with_replacement);
    const std::vector<double> without = errors_at_decades(BatchOrder::cyclic);
    EXPECT_GT(with[0] / with[2], 4);  // a factor of 10 in two decades, give or take
    EXPECT_LT(with[0] / with[2], 25);
    EXPECT_GT(without[0] / without[2], 50);  // a factor of 100
    EXPECT_GT(with[1], 3 * without[1]);
    EXPECT_GT(with[2], 10 * without[2]);
}

}  // namespace
}  // namespace drover
