// Whatever the model, the weights record the difference of targets and samples:
//   w_T = w_0 + T * moments - sum phi(s_t),  so  average - moments = (w_0 - w_T) / T,
//   ||w_t||^2 = ||w_{t-1}||^2 + 2 <w_{t-1}, v_t> + ||v_t||^2,
// and with an exact maximizer <w_{t-1}, v_t> is the Tipi function at w_{t-1}, never positive.
// If all |w_a| <= R then every moment is met within 2R / T.
// Chen & Welling 2016, "Tipi Function and Basic Properties of Herding", "Moment Matching Property".
#include <gtest/gtest.h>

#include <algorithm>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/moments/tipi.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::add_features;
using testing::copy_of;
using testing::Dice;
using testing::move_to;

struct Case {
    StateTable table;
    Moments moments;
    DriveOptions options;
};

// Starts at zero, at the moments, and at random fractions in turn.
Case random_case(std::uint64_t seed) {
    Dice dice{seed};
    StateTable table = random_table(dice, static_cast<std::size_t>(dice.roll(2, 8)),
                                    static_cast<std::size_t>(dice.roll(1, 4)));
    Moments moments = random_moments(dice, table);
    DriveOptions options;
    if (seed % 3 == 1) options.start = MomentStart{};
    if (seed % 3 == 2) {
        std::vector<Rational> start;
        for (std::size_t a = 0; a < table.feature_count(); ++a) {
            start.emplace_back(dice.roll(-30, 30), dice.roll(1, 6));
        }
        options.start = start;
    }
    return {table, moments, options};
}

// Herds every random case, showing each step with the weights before it.
template <class Check>
void for_each_step(Check&& check) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Case model = random_case(seed);
        Herder herder{model.table, ExactMoments{model.moments, model.options}, Exhaustive{}};
        std::vector<std::int64_t> before = copy_of(herder.current().weights);
        for (const auto& step : herder.steps(300)) {
            check(model, before, step);
            before = copy_of(step.weights);
        }
    }
}

TEST(Identities, WeightsAreTheStartPlusMomentsMinusFeatures) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_case(seed);
        Herder herder{table, ExactMoments{moments, options}, Exhaustive{}};
        const std::vector<std::int64_t> start = copy_of(herder.current().weights);
        const std::int64_t unit = herder.current().weights.scale() / moments.total;
        std::vector<std::int64_t> sums(table.feature_count());
        for (const auto& step : herder.steps(300)) {
            add_features(table, step.state, sums);
            for (std::size_t a = 0; a < sums.size(); ++a) {
                const std::int64_t owed = step.t * moments.counts[a] - moments.total * sums[a];
                ASSERT_EQ(step.weights[a], start[a] + unit * owed) << "seed " << seed << ", step " << step.t;
            }
        }
    }
}

TEST(Identities, TheErrorOfTheAverageIsTheWayOfTheWeightsOverT) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_case(seed);
        Herder herder{table, ExactMoments{moments, options}, Exhaustive{}};
        const std::vector<std::int64_t> start = copy_of(herder.current().weights);
        MomentError error{table, moments};
        run(herder, {.steps = 777}, error);
        const auto step = herder.current();
        for (std::size_t a = 0; a < start.size(); ++a) {
            const Rational average{error.sum(a), step.t};
            const Rational way{start[a] - step.weights[a], step.weights.scale()};
            EXPECT_EQ(average - Rational(moments.counts[a], moments.total), way / step.t);
        }
    }
}

TEST(Identities, TheSquaredNormMovesByTwiceTheMarginPlusTheSquaredMove) {
    for_each_step([](const Case& model, const auto& before, const auto& step) {
        const Int128 unit = step.weights.scale() / model.moments.total;
        const Int128 moved = testing::square(move_to(model.table, model.moments, step.state));
        ASSERT_TRUE(testing::square(copy_of(step.weights)) ==
                    testing::square(before) + 2 * unit * step.margin + unit * unit * moved);
    });
}

TEST(Identities, TheMarginIsTheTipiFunctionAndNeverPositive) {
    for_each_step([](const Case& model, const auto& before, const auto& step) {
        const auto expected = tipi(model.table, model.moments, WeightSpan<std::int64_t>{before});
        ASSERT_TRUE(step.margin == expected.value);
        ASSERT_EQ(step.state, expected.state);
        ASSERT_TRUE(step.margin <= 0);
    });
}

TEST(Identities, BoundedWeightsMeetTheMomentsWithinTwiceTheBoundOverT) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto [table, moments, options] = random_case(seed);
        Herder herder{table, ExactMoments{moments, options}, Exhaustive{}};
        std::vector<std::int64_t> radius = copy_of(herder.current().weights);
        for (auto& r : radius) r = std::abs(r);
        const std::int64_t unit = herder.current().weights.scale() / moments.total;
        std::vector<std::int64_t> sums(table.feature_count());
        for (const auto& step : herder.steps(300)) {
            add_features(table, step.state, sums);
            for (std::size_t a = 0; a < sums.size(); ++a) {
                radius[a] = std::max(radius[a], std::abs(step.weights[a]));
                const std::int64_t error = moments.total * sums[a] - step.t * moments.counts[a];
                ASSERT_LE(unit * std::abs(error), 2 * radius[a]);
            }
        }
    }
}

}  // namespace
}  // namespace drover
