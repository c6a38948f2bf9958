#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <drover/finite/unreachable.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

using States = std::vector<std::size_t>;
using Direction = std::vector<Int128>;

constexpr std::int64_t huge = std::int64_t{1} << 62U;

Int128 score(const StateTable& table, const Direction& w, std::size_t s) {
    return table.score(WeightSpan<Int128>{w}, s);
}

// All states but the winners of directions that do not tie everything.
States never_winning(const StateTable& table, const std::vector<Direction>& directions) {
    std::set<std::size_t> winners;
    for (const Direction& w : directions) {
        std::size_t winner = 0;
        bool all_tied = true;
        for (std::size_t s = 1; s < table.state_count(); ++s) {
            all_tied = all_tied && score(table, w, s) == score(table, w, 0);
            if (score(table, w, s) > score(table, w, winner)) winner = s;
        }
        if (!all_tied) winners.insert(winner);
    }
    if (winners.empty()) winners.insert(0);  // all states equal
    States result;
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        if (!winners.contains(s)) result.push_back(s);
    }
    return result;
}

Direction difference(const StateTable& table, std::size_t x, std::size_t y) {
    Direction d;
    for (std::size_t a = 0; a < table.feature_count(); ++a) {
        d.push_back(Int128{table.row(x)[a]} - table.row(y)[a]);
    }
    return d;
}

// Angle order by half plane, then by cross product.
bool turns_before(const Direction& u, const Direction& v) {
    const auto lower = [](const Direction& d) { return d[1] < 0 || (d[1] == 0 && d[0] < 0); };
    if (lower(u) != lower(v)) return lower(v);
    return u[0] * v[1] - u[1] * v[0] > 0;
}

// The winner changes only where two states tie: on the normals of differences. These, a direction between
// any two neighbours, and for collinear states the differences themselves are all there is to try.
std::vector<Direction> all_plane_directions(const StateTable& table) {
    std::vector<Direction> normals;
    std::vector<Direction> directions;
    for (std::size_t x = 0; x < table.state_count(); ++x) {
        for (std::size_t y = 0; y < table.state_count(); ++y) {
            const Direction d = difference(table, x, y);
            if (d[0] == 0 && d[1] == 0) continue;
            directions.push_back(d);
            normals.push_back({-d[1], d[0]});
        }
    }
    std::sort(normals.begin(), normals.end(), turns_before);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Direction& next = normals[(i + 1) % normals.size()];
        directions.push_back(normals[i]);
        directions.push_back({normals[i][0] + next[0], normals[i][1] + next[1]});
    }
    return directions;
}

// In space, if the states span it: the weights that choose x form a cone whose edges are normal to two
// differences with x. The sum of all edges that x wins or ties is strict wherever any weights are.
bool wins_in_space(const StateTable& table, std::size_t x) {
    Direction sum(3);
    for (std::size_t y = 0; y < table.state_count(); ++y) {
        for (std::size_t z = 0; z < table.state_count(); ++z) {
            const Direction u = difference(table, x, y);
            const Direction v = difference(table, x, z);
            const Direction edge{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                 u[0] * v[1] - u[1] * v[0]};
            bool best = true;
            for (std::size_t s = 0; s < table.state_count(); ++s) {
                best = best && score(table, edge, s) <= score(table, edge, x);
            }
            for (std::size_t a = 0; best && a < 3; ++a) sum[a] += edge[a];
        }
    }
    bool beats_one = false;
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const bool strict = score(table, sum, s) < score(table, sum, x);
        if (s < x && !strict) return false;
        beats_one = beats_one || strict;
    }
    return beats_one;
}

TEST(UnreachableStates, CentreOfASquareWhereverItIsListed) {
    EXPECT_EQ(unreachable_states({{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {0, 0}}), States{4});
    EXPECT_EQ(unreachable_states({{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}), States{0});
}

TEST(UnreachableStates, CopiesOfLowerStates) {
    EXPECT_EQ(unreachable_states({{0, 0}, {1, 0}, {0, 0}, {0, 1}, {1, 0}}), (States{2, 4}));
    EXPECT_EQ(unreachable_states({{3}, {3}, {4}, {4}}), (States{1, 3}));
}

TEST(UnreachableStates, InnerPointsOfALine) {
    EXPECT_EQ(unreachable_states({{0, 0}, {1, 2}, {2, 4}, {3, 6}}), (States{1, 2}));
    EXPECT_EQ(unreachable_states({{1, 2}, {0, 0}, {2, 4}}), States{0});
}

TEST(UnreachableStates, PointOnAnEdgeIsChosenOnlyAsTheLowestOfIt) {
    EXPECT_EQ(unreachable_states({{1, 0}, {0, 0}, {2, 0}, {1, 5}}), States{});
    EXPECT_EQ(unreachable_states({{0, 0}, {1, 0}, {2, 0}, {1, 5}}), States{1});
    EXPECT_EQ(unreachable_states({{0, 0}, {2, 0}, {1, 0}, {1, 5}}), States{2});
    EXPECT_EQ(unreachable_states({{1, 5}, {1, 0}, {0, 0}, {2, 0}, {1, 0}}), States{4});
    EXPECT_EQ(unreachable_states({{1, 5}, {2, 0}, {1, 0}, {3, 0}, {0, 0}}), States{2});
}

TEST(UnreachableStates, PointInAFacetIsChosenOnlyAsTheLowestOfIt) {
    EXPECT_EQ(unreachable_states({{1, 1, 0}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 9}}), States{});
    EXPECT_EQ(unreachable_states({{0, 0, 9}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {1, 1, 0}}), States{4});
}

TEST(UnreachableStates, NoneOfOneAndAllButTheFirstOfEquals) {
    EXPECT_EQ(unreachable_states({{5, 7}}), States{});
    EXPECT_EQ(unreachable_states({{5, 7}, {5, 7}, {5, 7}}), (States{1, 2}));
    EXPECT_EQ(unreachable_states({{0}, {0}}), States{1});
}

TEST(UnreachableStates, InteriorOfATetrahedron) {
    EXPECT_EQ(unreachable_states({{0, 0, 0}, {9, 0, 0}, {1, 1, 1}, {0, 9, 0}, {0, 0, 9}, {3, 3, 2}}),
              (States{2, 5}));
}

TEST(UnreachableStates, NoCornerOfASimplex) {
    std::vector<std::int64_t> corners(42);
    for (std::size_t a = 0; a < 6; ++a) corners[(a + 1) * 6 + a] = 1;
    EXPECT_EQ(unreachable_states(StateTable{corners, 6}), States{});
    for (std::int64_t& value : corners) value *= 7;
    corners.insert(corners.end(), 6, 1);  // the mean of the corners
    EXPECT_EQ(unreachable_states(StateTable{corners, 6}), States{7});
}

TEST(UnreachableStates, DecidesAtTheEndsOfTheRange) {
    EXPECT_EQ(unreachable_states({{-huge, -huge}, {huge, huge}, {0, 0}}), States{2});
    EXPECT_EQ(unreachable_states({{-huge, -huge}, {huge, huge}, {1, 0}}), States{});
    EXPECT_EQ(unreachable_states({{-huge, -huge}, {huge, huge}, {1, 0}, {2, -1}, {0, 1}}), States{2});
    EXPECT_EQ(unreachable_states({{INT64_MIN}, {INT64_MAX}, {0}}), States{2});
    EXPECT_EQ(unreachable_states({{0, 0, 0}, {huge, 0, 0}, {0, huge, 0}, {0, 0, huge}, {1, 1, 1}}),
              States{4});
    EXPECT_EQ(unreachable_states({{0, 0, 0}, {huge, 0, 0}, {0, huge, 0}, {0, 0, huge}, {1, 1, -1}}),
              States{});
}

TEST(UnreachableStates, AreThoseBelowTheEndsOfALine) {
    testing::Dice dice{1};
    for (int round = 0; round < 300; ++round) {
        const StateTable table = testing::random_table(dice, static_cast<std::size_t>(dice.roll(1, 8)), 1, 4);
        ASSERT_EQ(unreachable_states(table), never_winning(table, {{1}, {-1}})) << "round " << round;
    }
}

TEST(UnreachableStates, AreThoseNoDirectionOfThePlaneChooses) {
    testing::Dice dice{2};
    for (std::size_t round = 0; round < 600; ++round) {
        const std::int64_t range = std::array<std::int64_t, 3>{2, 5, 1'000'000'000}[round % 3];
        const auto count = static_cast<std::size_t>(dice.roll(1, 12));
        const StateTable table = testing::random_table(dice, count, 2, range);
        ASSERT_EQ(unreachable_states(table), never_winning(table, all_plane_directions(table)))
            << "round " << round;
    }
}

TEST(UnreachableStates, OfAPlaneStayTheSameInAnyDimension) {
    testing::Dice dice{3};
    for (int round = 0; round < 200; ++round) {
        const StateTable plane = testing::random_table(dice, 9, 2, 3);
        const StateTable map = testing::random_table(dice, 6, 2, 5);
        std::vector<std::int64_t> values;
        for (std::size_t s = 0; s < plane.state_count(); ++s) {
            for (std::size_t a = 0; a < map.state_count(); ++a) {
                values.push_back(map.row(a)[0] * plane.row(s)[0] + map.row(a)[1] * plane.row(s)[1] + 7);
            }
            values.push_back(plane.row(s)[0]);
            values.push_back(plane.row(s)[1]);
        }
        ASSERT_EQ(unreachable_states(StateTable{values, 8}), unreachable_states(plane)) << "round " << round;
    }
}

TEST(UnreachableStates, AreThoseWithoutAConeOfWeightsInSpace) {
    testing::Dice dice{4};
    for (int round = 0; round < 60; ++round) {
        const StateTable random = testing::random_table(dice, 8, 3, 1 + round % 3);
        std::vector<std::int64_t> values;
        for (std::size_t s = 0; s < 8; ++s)
            values.insert(values.end(), random.row(s).begin(), random.row(s).end());
        values.insert(values.end(), {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});  // they span the space
        const StateTable table{values, 3};
        States expected;
        for (std::size_t s = 0; s < table.state_count(); ++s) {
            if (!wins_in_space(table, s)) expected.push_back(s);
        }
        ASSERT_EQ(unreachable_states(table), expected) << "round " << round;
    }
}

TEST(UnreachableStates, AreNeverChosenByAHerder) {
    testing::Dice dice{6};
    int tables_with_one = 0;
    for (int round = 0; round < 100; ++round) {
        const StateTable table = testing::random_table(dice, 6, 2);
        const States unreachable = unreachable_states(table);
        tables_with_one += unreachable.empty() ? 0 : 1;
        const Moments moments = testing::random_moments(dice, table);
        Herder herder{table, ExactMoments{moments, {.start = MomentStart{}}}, Exhaustive{}};
        bool tied = std::all_of(moments.counts.begin(), moments.counts.end(), [](auto c) { return c == 0; });
        for (const auto& step : herder.steps(2'000)) {
            ASSERT_TRUE(tied || !std::binary_search(unreachable.begin(), unreachable.end(), step.state))
                << "round " << round << ", step " << step.t;
            tied = step.weights[0] == 0 && step.weights[1] == 0;
        }
    }
    EXPECT_GT(tables_with_one, 50);
}

}  // namespace
}  // namespace drover
