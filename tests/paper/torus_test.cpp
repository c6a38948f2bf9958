// With K + 1 states in K dimensions whose differences are independent, the weights modulo the lattice of
// those differences move by one fixed translation, whatever state is chosen: a rotation of a torus.
// Chen & Welling 2016, appendix.
#include <gtest/gtest.h>

#include <array>

#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::copy_of;
using testing::Dice;

// w_t - w_0 - t * (moments - phi(x_0)), times the scale, lies on the lattice: Cramer's rule for K = 2 gives
// integer coordinates.
void expect_on_lattice(const StateTable& table, const Moments& moments, const std::vector<Rational>& start) {
    const auto o = table.row(0);
    const std::int64_t ax = table.row(1)[0] - o[0], ay = table.row(1)[1] - o[1];
    const std::int64_t bx = table.row(2)[0] - o[0], by = table.row(2)[1] - o[1];
    const std::int64_t determinant = ax * by - ay * bx;
    ASSERT_NE(determinant, 0);
    Herder herder{table, ExactMoments{moments, {.start = start}}, Exhaustive{}};
    const std::vector<std::int64_t> first = copy_of(herder.current().weights);
    const std::int64_t scale = herder.current().weights.scale();
    const std::int64_t unit = scale / moments.total;
    for (const auto& step : herder.steps(500)) {
        std::array<std::int64_t, 2> x{};
        for (std::size_t a = 0; a < 2; ++a) {
            x[a] = step.weights[a] - first[a] - step.t * unit * (moments.counts[a] - moments.total * o[a]);
        }
        ASSERT_EQ((x[0] * by - x[1] * bx) % (determinant * scale), 0) << "step " << step.t;
        ASSERT_EQ((ax * x[1] - ay * x[0]) % (determinant * scale), 0) << "step " << step.t;
    }
}

TEST(Torus, TheUnitTriangleRotates) {
    expect_on_lattice(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {3, 5}, 11}, {0, 0});
    expect_on_lattice(StateTable{{0, 0}, {1, 0}, {0, 1}}, {{}, {1, 1}, 3}, {Rational(1, 7), Rational(-2, 5)});
}

TEST(Torus, AnyTriangleRotates) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 3, 2);
        if (testing::hull_edges(table).empty()) continue;
        const Moments moments = random_moments(dice, table);
        expect_on_lattice(table, moments, {Rational(dice.roll(-9, 9), 4), Rational(dice.roll(-9, 9), 3)});
    }
}

TEST(Torus, TheNeuronRotatesTheCircle) {
    Herder neuron{StateTable{{0}, {1}}, ExactMoments{{{}, {5}, 13}}, Exhaustive{}};
    for (const auto& step : neuron.steps(1'000)) ASSERT_EQ((step.weights[0] - 5 * step.t) % 13, 0);
}

TEST(Torus, TheCornersOfASimplexRotateInThreeDimensions) {
    const StateTable table{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::int64_t> counts = {2, 5, 7};
    Herder herder{table, ExactMoments{{{}, counts, 17}}, Exhaustive{}};
    for (const auto& step : herder.steps(1'000)) {
        for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ((step.weights[a] - step.t * counts[a]) % 17, 0);
    }
}

}  // namespace
}  // namespace drover
