// How far the weights can go under an exact maximizer, B being the longest move ||moments - phi(x)||:
// - always, wherever the moments lie: ||w_t||^2 <= ||w_0||^2 + t B^2, so from w_0 = 0 the error of the
//   average is at most B / sqrt(T);
// - with d the distance of the moments to the boundary of the hull: ||w_t|| <= max(||w_0||, B, B^2 / (2d)).
// Chen & Welling 2016 prove that there is a radius, "Moment Matching Property"; these two are explicit.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::add_features;
using testing::copy_of;
using testing::Dice;
using testing::square;

// (total * B)^2.
Int128 longest_move(const StateTable& table, const Moments& moments) {
    Int128 longest = 0;
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        longest = std::max(longest, square(testing::move_to(table, moments, s)));
    }
    return longest;
}

// (total * B^2 / (2d))^2 as a fraction: the largest over the edges of the hull.
Rational radius_square(const StateTable& table, const Moments& moments) {
    const Int128 move = longest_move(table, moments);
    Rational radius;
    for (const auto& [from, to] : testing::hull_edges(table)) {
        const Int128 side =
            static_cast<Int128>(to.x - from.x) * (moments.counts[1] - moments.total * from.y) -
            static_cast<Int128>(to.y - from.y) * (moments.counts[0] - moments.total * from.x);
        const std::vector<std::int64_t> edge = {to.x - from.x, to.y - from.y};
        const Rational here{move * move * square(edge), 4 * side * side};  // d = side / (total * |edge|)
        if (here > radius) radius = here;
    }
    return radius;
}

TEST(WeightBounds, StayWithinTheExplicitRadius) {
    int tables = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, static_cast<std::size_t>(dice.roll(3, 9)), 2);
        if (testing::hull_edges(table).empty()) continue;
        ++tables;
        const Moments moments = random_moments(dice, table);
        DriveOptions options;
        if (seed % 2 == 1) options.start = std::vector<Rational>{dice.roll(-90, 90), dice.roll(-90, 90)};
        Herder herder{table, ExactMoments{moments, options}, Exhaustive{}};
        const Rational radius = radius_square(table, moments);
        const Int128 bound = std::max(
            {floor(radius), longest_move(table, moments), square(copy_of(herder.current().weights))});
        for (const auto& step : herder.steps(2'000)) {
            ASSERT_TRUE(square(copy_of(step.weights)) <= bound) << "seed " << seed << ", step " << step.t;
        }
    }
    EXPECT_GE(tables, 38);
}

TEST(WeightBounds, InOneDimensionTheBoundaryIsTheNearerEnd) {
    // States 0 and 1, moment 3/7: d = 3/7, B = 4/7, so |w| <= max(B, B^2 / (2d)) = 4/7.
    Herder herder{StateTable{{0}, {1}}, ExactMoments{{{}, {3}, 7}}, Exhaustive{}};
    for (const auto& step : herder.steps(100)) ASSERT_LE(std::abs(step.weights[0]), 4);
}

// Some masses are 0, so the moments are often on the boundary, sometimes a vertex.
Moments boundary_moments(Dice& dice, const StateTable& table) {
    Moments moments{.names = {}, .counts = std::vector<std::int64_t>(table.feature_count()), .total = 0};
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const std::int64_t mass = std::max<std::int64_t>(s == 0 ? 1 : 0, dice.roll(-9, 9));
        moments.total += mass;
        table.visit(s, [&](std::size_t a, std::int64_t value) { moments.counts[a] += mass * value; });
    }
    return moments;
}

TEST(WeightBounds, TheSquareRootBoundHoldsWhereverTheMomentsLie) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Dice dice{seed + 100};
        const StateTable table = random_table(dice, static_cast<std::size_t>(dice.roll(1, 7)),
                                              static_cast<std::size_t>(dice.roll(1, 5)));
        const Moments moments = boundary_moments(dice, table);
        DriveOptions options;
        if (seed % 2 == 1) options.start = MomentStart{};
        Herder herder{table, ExactMoments{moments, options}, Exhaustive{}};
        const Int128 start = square(copy_of(herder.current().weights));
        const Int128 move = longest_move(table, moments);
        std::vector<std::int64_t> sums(table.feature_count());
        for (const auto& step : herder.steps(500)) {
            ASSERT_TRUE(square(copy_of(step.weights)) <= start + step.t * move);
            add_features(table, step.state, sums);
            std::vector<std::int64_t> error = sums;  // T * total * (average - moments)
            for (std::size_t a = 0; a < error.size(); ++a) {
                error[a] = moments.total * sums[a] - step.t * moments.counts[a];
            }
            // ||error|| <= ||w_0|| + sqrt(||w_0||^2 + T B^2), squared twice to stay in integers.
            const Int128 rest = square(error) - 2 * start - step.t * move;
            ASSERT_TRUE(rest <= 0 || rest * rest <= 4 * start * (start + step.t * move));
        }
    }
}

}  // namespace
}  // namespace drover
