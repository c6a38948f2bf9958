#include <drover/finite/dual_herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/orbit.hpp>
#include <drover/neuron/neuron.hpp>
#include "one_of_d.hpp"

#include "expect.hpp"

namespace drover {
namespace {

static_assert(Orbit<Herder<OneOfD, ExactMoments, Exhaustive>>);
static_assert(Orbit<DualHerder> && Orbit<WideDualHerder>);
static_assert(Orbit<neuron::RationalOrbit> && Orbit<neuron::GoldenOrbit>);
static_assert(!Orbit<neuron::SubtractWithBorrow>);  // states alone

TEST(Orbit, StepRangeTakesThatManySteps) {
    neuron::RationalOrbit neuron{Rational(1, 3)};
    std::int64_t seen = 0;
    for (const auto& step : StepRange{neuron, 7}) ASSERT_EQ(step.t, ++seen);
    EXPECT_EQ(seen, 7);
    EXPECT_EQ(neuron.current().t, 7);
}

TEST(Orbit, StepRangeOfNothingMovesNothing) {
    neuron::RationalOrbit neuron{Rational(1, 3)};
    for (const std::int64_t count : {0, -5}) {
        for (const auto& step : neuron.steps(count)) FAIL() << "step " << step.t;
    }
    EXPECT_EQ(neuron.current().t, 0);
}

TEST(Orbit, BreakingOutLeavesTheOrbitThere) {
    neuron::RationalOrbit neuron{Rational(1, 3)};
    for (const auto& step : neuron.steps(100)) {
        if (step.t == 4) break;
    }
    EXPECT_EQ(neuron.current().t, 4);
    EXPECT_EQ(neuron.step().t, 5);
}

}  // namespace
}  // namespace drover
