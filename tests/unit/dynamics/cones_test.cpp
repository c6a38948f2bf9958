#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include <drover/dynamics/cones.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::Dice;

Int128 cross(const PlaneVector& u, const PlaneVector& v) { return u.x * v.y - u.y * v.x; }
Int128 dot(const PlaneVector& u, const PlaneVector& v) { return u.x * v.x + u.y * v.y; }
bool same_ray(const PlaneVector& u, const PlaneVector& v) { return cross(u, v) == 0 && dot(u, v) > 0; }

bool strictly_inside(const Cone& cone, const PlaneVector& w) {
    return cone.kind == ConeKind::everything ||
           (cone.kind == ConeKind::sector && cross(cone.from, w) > 0 && cross(w, cone.to) > 0);
}

std::size_t winner(const StateTable& table, const PlaneVector& w) {
    const std::vector<Int128> weights{w.x, w.y};
    std::size_t best = 0;
    for (std::size_t s = 1; s < table.state_count(); ++s) {
        const WeightSpan<Int128> span{weights};
        if (table.score(span, s) > table.score(span, best)) best = s;
    }
    return best;
}

// Every direction is either inside one sector, whose state wins, or on a boundary, where one of those that
// meet there wins.
void expect_cones_say_who_wins(const StateTable& table, const Cones& cones, const PlaneVector& w) {
    int inside = 0;
    bool winner_touches = false;
    const std::size_t expected = winner(table, w);
    for (const Cone& cone : cones.cones) {
        if (strictly_inside(cone, w)) {
            ++inside;
            ASSERT_EQ(cone.state, expected);
        }
        if (same_ray(cone.from, w) || same_ray(cone.to, w)) {
            winner_touches = winner_touches || cone.state == expected;
        }
    }
    ASSERT_TRUE(inside == 1 || (inside == 0 && winner_touches));
}

std::vector<std::size_t> without_cone(const StateTable& table, const Cones& cones) {
    std::vector<std::size_t> states;
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const auto has = [&](const Cone& cone) { return cone.state == s; };
        if (std::none_of(cones.cones.begin(), cones.cones.end(), has)) states.push_back(s);
    }
    return states;
}

double total_width(const Cones& cones) {
    double sum = 0;
    for (const Cone& cone : cones.cones) sum += cone.to_angle - cone.from_angle;
    return sum;
}

TEST(Cones, CoverThePlaneOnceWithTheStatesThatWin) {
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
        Dice dice{seed};
        const auto states = static_cast<std::size_t>(dice.roll(3, 12));
        const StateTable table = random_table(dice, states, 2, dice.roll(2, 20));  // small: ties and copies
        const Cones cones = find_cones(table, random_moments(dice, table));
        if (cones.cones.size() < 3) continue;
        for (int i = 0; i < 50; ++i) {
            const PlaneVector w{dice.roll(-30, 30), dice.roll(-30, 30)};
            if (w != PlaneVector{}) expect_cones_say_who_wins(table, cones, w);
        }
        for (const Cone& cone : cones.cones) expect_cones_say_who_wins(table, cones, cone.from);
        ASSERT_EQ(without_cone(table, cones), cones.unreachable) << "seed " << seed;
        ASSERT_NEAR(total_width(cones), 2 * std::numbers::pi, 1e-9);
    }
}

TEST(Cones, EachBeginsWhereTheLastEnds) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 8, 2, 5);
        const Cones cones = find_cones(table, random_moments(dice, table));
        for (std::size_t i = 0; i < cones.cones.size(); ++i) {
            ASSERT_EQ(cones.cones[i].to, cones.cones[(i + 1) % cones.cones.size()].from) << "seed " << seed;
        }
    }
}

TEST(Cones, OfTheUnitTriangle) {
    const Cones cones = find_cones(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {1, 1}, 4});
    ASSERT_EQ(cones.cones.size(), 3U);
    const Cone& corner = cones.cones[0];
    EXPECT_EQ(corner.state, 0U);
    EXPECT_EQ(corner.from, (PlaneVector{-1, 0}));
    EXPECT_EQ(corner.to, (PlaneVector{0, -1}));
    EXPECT_DOUBLE_EQ(corner.from_angle, std::numbers::pi);
    EXPECT_DOUBLE_EQ(corner.to_angle, 1.5 * std::numbers::pi);
    EXPECT_TRUE(corner.move[0] == 1 && corner.move[1] == 1);
    EXPECT_EQ(cones.cones[1].to, (PlaneVector{1, 1}));
    EXPECT_TRUE(cones.cones[1].move[0] == -3 && cones.cones[1].move[1] == 1);
    EXPECT_TRUE(cones.unreachable.empty());
    EXPECT_EQ(cones.total, 4);
}

TEST(Cones, AStateOnAnEdgeWinsItsNormalIfItIsTheLowest) {
    const Cones low = find_cones(StateTable{{1, 0}, {0, 0}, {2, 0}, {1, 1}}, {{}, {1, 0}, 2});
    const auto ray = std::find_if(low.cones.begin(), low.cones.end(),
                                  [](const Cone& cone) { return cone.kind == ConeKind::ray; });
    ASSERT_NE(ray, low.cones.end());
    EXPECT_EQ(ray->state, 0U);
    EXPECT_EQ(ray->from, (PlaneVector{0, -1}));
    EXPECT_EQ(ray->from_angle, ray->to_angle);
    const Cones high = find_cones(StateTable{{0, 0}, {2, 0}, {1, 1}, {1, 0}}, {{}, {1, 0}, 2});
    EXPECT_EQ(high.cones.size(), 3U);
    EXPECT_EQ(high.unreachable, std::vector<std::size_t>{3});
}

TEST(Cones, OneStateHasThePlane) {
    const Cones cones = find_cones(StateTable{{3, 4}, {3, 4}}, {{}, {3, 4}, 1});
    ASSERT_EQ(cones.cones.size(), 1U);
    EXPECT_EQ(cones.cones[0].kind, ConeKind::everything);
    EXPECT_EQ(cones.cones[0].state, 0U);
    EXPECT_DOUBLE_EQ(total_width(cones), 2 * std::numbers::pi);
    EXPECT_EQ(cones.unreachable, std::vector<std::size_t>{1});
}

TEST(Cones, TwoStatesHaveHalfEach) {
    const Cones cones = find_cones(StateTable{{2, 1}, {0, 0}}, {{}, {1, 1}, 2});
    ASSERT_EQ(cones.cones.size(), 2U);
    EXPECT_EQ(cones.cones[0].state, 1U);
    EXPECT_EQ(cones.cones[0].from, (PlaneVector{-1, 2}));
    EXPECT_EQ(cones.cones[0].to, (PlaneVector{1, -2}));
    EXPECT_EQ(cones.cones[1].state, 0U);
    for (const Cone& cone : cones.cones) {
        EXPECT_DOUBLE_EQ(cone.to_angle - cone.from_angle, std::numbers::pi);
    }
}

TEST(Cones, OfCollinearStatesTheEndsHaveHalfEach) {
    const StateTable table{{1, 1}, {2, 2}, {0, 0}, {5, 5}, {3, 3}};
    const Cones cones = find_cones(table, {{}, {1, 1}, 1});
    ASSERT_EQ(cones.cones.size(), 2U);
    EXPECT_EQ(cones.cones[0].state, 2U);
    EXPECT_EQ(cones.cones[1].state, 3U);
    EXPECT_EQ(cones.unreachable, (std::vector<std::size_t>{0, 1, 4}));
    EXPECT_EQ(without_cone(table, cones), cones.unreachable);
}

TEST(Cones, LargeNumbersAreExact) {
    // The third point is one unit off the line through the others: a corner all the same.
    constexpr std::int64_t big = INT64_MAX;
    const StateTable table{{-big, -big}, {big, big}, {0, 1}};
    const Cones cones = find_cones(table, {{}, {0, 0}, 1});
    EXPECT_EQ(cones.cones.size(), 3U);
    EXPECT_TRUE(cones.unreachable.empty());
    EXPECT_NEAR(total_width(cones), 2 * std::numbers::pi, 1e-9);
}

TEST(Cones, NeedTwoFeatures) {
    EXPECT_INPUT_ERROR(find_cones(StateTable{{0}, {1}}, {{}, {1}, 2}),
                       "find_cones: expected 2 features and 2 moments, got 1 and 1");
}

}  // namespace
}  // namespace drover::dynamics
