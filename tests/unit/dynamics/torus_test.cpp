#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

#include <drover/dynamics/torus.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics::torus_test {
namespace {

using testing::Dice;

struct Model {
    StateTable table;
    Moments moments;
    std::vector<std::int64_t> masses;  // of the states
};

// Moments of known masses, which the rotation has to find again.
Model random_simplex(Dice& dice, std::size_t dimension, std::int64_t range) {
    Model model{.table = random_table(dice, dimension + 1, dimension, range),
                .moments = {.names = {}, .counts = std::vector<std::int64_t>(dimension), .total = 0},
                .masses = {}};
    for (std::size_t s = 0; s <= dimension; ++s) {
        model.masses.push_back(dice.roll(1, 50));
        model.moments.total += model.masses.back();
        model.table.visit(s, [&](std::size_t a, std::int64_t value) {
            model.moments.counts[a] += model.masses.back() * value;
        });
    }
    return model;
}

std::vector<Rational> random_start(Dice& dice, std::size_t size) {
    std::vector<Rational> start;
    for (std::size_t a = 0; a < size; ++a) start.emplace_back(dice.roll(-20, 20), dice.roll(1, 6));
    return start;
}

TEST(Torus, EveryRandomSimplexRotatesByTheSharesOfItsStates) {
    int rotating = 0;
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        Dice dice{seed};
        const std::size_t dimension = 1 + seed % 3;
        const Model model = random_simplex(dice, dimension, 9);
        const Torus torus = find_torus(model.table, model.moments);
        if (torus.status != TorusStatus::rotates) continue;
        ++rotating;
        std::int64_t divisor = model.moments.total;
        for (std::size_t d = 0; d < dimension; ++d) {
            ASSERT_EQ(torus.rotation[d], Rational(model.masses[d + 1], model.moments.total));
            divisor = std::gcd(divisor, model.masses[d + 1]);
        }
        ASSERT_EQ(torus.point_count, std::optional<Int128>{model.moments.total / divisor});
        const DualHerder herder{model.table, model.moments, {.start = random_start(dice, dimension)}};
        const RotationCheck check = check_rotation(herder, torus, 30);
        ASSERT_TRUE(check.holds) << "seed " << seed << ", step " << check.steps;
        ASSERT_EQ(check.steps, 30);
    }
    EXPECT_GT(rotating, 9'000);
}

TEST(Torus, OfTheUnitTriangleHasVolumeOne) {
    const Torus torus = find_torus(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {3, 5}, 12});
    EXPECT_EQ(torus.determinant, BigInt{1});
    EXPECT_EQ(torus.rotation, (std::vector<Rational>{{1, 4}, {5, 12}}));
    EXPECT_EQ(torus.point_count, std::optional<Int128>{12});
}

// Weights modulo the lattice, as numbers in [0, 1).
std::vector<Rational> on_torus(const Torus& torus, const std::vector<Int128>& weights, Int128 scale) {
    std::vector<Rational> point;
    for (std::size_t d = 0; d < weights.size(); ++d) {
        Int128 sum = 0;
        for (std::size_t a = 0; a < weights.size(); ++a) {
            sum += *torus.adjugate[d * weights.size() + a].to_int128() * weights[a];
        }
        const Rational coordinate{sum, *torus.determinant.to_int128() * scale};
        point.push_back(coordinate - Rational{floor(coordinate), 1});
    }
    return point;
}

TEST(Torus, AnOrbitComesToExactlyPointCountPointsOfIt) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Dice dice{seed};
        const Model model = random_simplex(dice, 1 + seed % 3, 9);
        const Torus torus = find_torus(model.table, model.moments);
        if (torus.status != TorusStatus::rotates) continue;
        DualHerder herder{model.table, model.moments};
        std::set<std::vector<Rational>> points;
        for (const auto& step : herder.steps(500)) {
            std::vector<Int128> weights;
            for (std::size_t a = 0; a < step.weights.size(); ++a) weights.emplace_back(step.weights[a]);
            points.insert(on_torus(torus, weights, step.weights.scale()));
        }
        ASSERT_TRUE(static_cast<Int128>(points.size()) == *torus.point_count) << "seed " << seed;
    }
}

TEST(Torus, TheCheckFindsOrbitsOfOtherMoments) {
    const StateTable table{{0, 0}, {2, 1}, {1, 3}};
    const Torus torus = find_torus(table, {{}, {3, 4}, 4});
    EXPECT_TRUE(check_rotation(DualHerder{table, {{}, {3, 4}, 4}}, torus, 100).holds);
    const RotationCheck other = check_rotation(DualHerder{table, {{}, {4, 4}, 4}}, torus, 100);
    EXPECT_FALSE(other.holds);
    EXPECT_EQ(other.steps, 0);
}

TEST(Torus, TheCheckTakesAnyHerderAndMayBeginMidway) {
    const StateTable table{{0, 0}, {2, 1}, {1, 3}};
    const Moments moments{{}, {3, 4}, 4};
    Herder herder{table, ExactMoments{moments}, Exhaustive{}};
    for (int i = 0; i < 17; ++i) herder.step();
    EXPECT_TRUE(check_rotation(herder, find_torus(table, moments), 100).holds);
}

TEST(Torus, LargeNumbersAreExact) {
    constexpr std::int64_t big = std::int64_t{1} << 40U;
    const StateTable table{{-big, 1}, {big - 1, 5}, {3, big}};
    const Torus torus = find_torus(table, {{}, {1, 2}, 3});
    EXPECT_EQ(torus.determinant, BigInt{Int128{2 * big - 1} * (big - 1) - Int128{4} * (big + 3)});
    const Torus wide =
        find_torus(StateTable{{INT64_MIN, 0}, {INT64_MAX, 0}, {0, INT64_MAX}}, {{}, {0, 1}, 2});
    EXPECT_EQ(wide.determinant, BigInt{(Int128{1} << 64) - 1} * BigInt{INT64_MAX});
    // One unit off a point of the lattice, where products need more than 128 bits.
    const Int128 side = (Int128{1} << 64) - 1;
    EXPECT_TRUE(on_lattice(wide, std::vector<Int128>{side * 1'000, 0}, 1));
    EXPECT_FALSE(on_lattice(wide, std::vector<Int128>{side * 1'000 + 1, 0}, 1));
}

TEST(Torus, NeedsOneStateMoreThanFeatures) {
    const Torus torus = find_torus(StateTable{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, {{}, {1, 1}, 2});
    EXPECT_EQ(torus.status, TorusStatus::other_state_count);
    EXPECT_TRUE(torus.rotation.empty());
    EXPECT_EQ(find_torus(StateTable{{5}}, {{}, {5}, 1}).status, TorusStatus::other_state_count);
}

// One indicator per state: D states, D features, a plane of D - 1 dimensions. The rotation is by the
// probabilities.
TEST(Torus, OneOfDRotatesInThePlaneOfItsStates) {
    const StateTable table{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Moments moments{{}, {1, 2, 3, 4}, 10};
    const Torus torus = find_torus(table, moments);
    ASSERT_EQ(torus.status, TorusStatus::rotates);
    EXPECT_EQ(torus.coordinates, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(torus.rotation, (std::vector<Rational>{{1, 5}, {3, 10}, {2, 5}}));
    EXPECT_EQ(torus.point_count, std::optional<Int128>{10});
    EXPECT_EQ(torus.gram_determinant, BigInt{4});  // of I + 1 1^T
    EXPECT_DOUBLE_EQ(torus_volume(torus), 2);
    EXPECT_TRUE(check_rotation(DualHerder{table, moments}, torus, 1'000).holds);
}

TEST(Torus, OfAPlaneIsThatOfItsOwnCoordinates) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Dice dice{seed};
        const Model flat = random_simplex(dice, 2, 9);
        std::vector<std::int64_t> rows;  // a third feature, x + 2 y, before the two
        for (std::size_t s = 0; s < 3; ++s) {
            const auto row = flat.table.row(s);
            rows.insert(rows.end(), {row[0] + 2 * row[1], row[0], row[1]});
        }
        const auto& m = flat.moments;
        const Moments moments{{}, {m.counts[0] + 2 * m.counts[1], m.counts[0], m.counts[1]}, m.total};
        const StateTable table{rows, 3};
        const Torus torus = find_torus(table, moments);
        const Torus expected = find_torus(flat.table, m);
        ASSERT_EQ(torus.status, expected.status);
        if (torus.status != TorusStatus::rotates) continue;
        ASSERT_EQ(torus.rotation, expected.rotation);
        ASSERT_TRUE(check_rotation(DualHerder{table, moments}, torus, 50).holds);
    }
}

TEST(Torus, MomentsOffThePlaneOfTheStatesHaveNone) {
    const StateTable table{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    EXPECT_EQ(find_torus(table, {{}, {1, 2, 4}, 6}).status, TorusStatus::moments_off_plane);
    EXPECT_EQ(find_torus(table, {{}, {1, 2, 3}, 6}).status, TorusStatus::rotates);
}

TEST(Torus, StatesOnALineHaveNone) {
    const Torus torus = find_torus(StateTable{{0, 0}, {1, 2}, {2, 4}}, {{}, {1, 2}, 2});
    EXPECT_EQ(torus.status, TorusStatus::dependent_differences);
    EXPECT_EQ(describe(torus.status),
              "no torus: the states span fewer dimensions than there are states less one");
    EXPECT_EQ(find_torus(StateTable{{3}, {3}}, {{}, {3}, 1}).status, TorusStatus::dependent_differences);
}

TEST(Torus, RefusesMomentsOfAnotherSize) {
    EXPECT_INPUT_ERROR(find_torus(StateTable{{0}, {1}}, {{}, {1, 2}, 3}),
                       "find_torus: moments (2) and features (1) must have the same size");
}

TEST(FollowTorus, ChecksTheRotationAndKeepsTheFirstStates) {
    Dice dice{8};
    const Model simplex = random_simplex(dice, 2, 40);
    const ExactModel model = testing::exact_model(simplex.table, simplex.moments);
    const TorusOrbit found = follow_torus(model, {.steps = 3'000, .most_states = 100});
    ASSERT_TRUE(found.check);
    EXPECT_TRUE(found.check->holds);
    EXPECT_EQ(found.check->steps, 3'000);
    std::vector<std::size_t> states(100);
    DualHerder{simplex.table, simplex.moments}.take(std::span{states});
    EXPECT_EQ(found.states, states);
}

TEST(FollowTorus, HasNoOrbitWithoutATorus) {
    const TorusOrbit found =
        follow_torus(testing::exact_model(StateTable{{0}, {1}, {2}}, Moments{{}, {1}, 2}));
    EXPECT_EQ(found.torus.status, TorusStatus::other_state_count);
    EXPECT_FALSE(found.check);
    EXPECT_TRUE(found.states.empty());
}

TEST(FollowTorus, StopsWhereItIsAskedTo) {
    StopFlag flag;
    TorusOptions options{.steps = 100'000, .control = {.stop = &flag}};
    options.control.progress = [&](std::int64_t done) {
        if (done == 2048) flag.request_stop();
    };
    const ExactModel neuron = testing::exact_model(StateTable{{0}, {1}}, Moments{{}, {1}, 3});
    EXPECT_EQ(follow_torus(neuron, options).check.value().steps, 2047);
}

}  // namespace
}  // namespace drover::dynamics::torus_test
