#include <drover/herd/run.hpp>
#include <drover/neuron/neuron.hpp>

#include "expect.hpp"

namespace drover {
namespace {

// Remembers when it was shown a step.
struct Times {
    std::vector<std::int64_t> times;
    template <class Step>
    void record(const Step& step) {
        times.push_back(step.t);
    }
    const std::vector<std::int64_t>& result() const { return times; }
};

// Asks for a stop in the middle of a block of 1,024.
struct StopAt5000 {
    StopFlag& source;
    template <class Step>
    void record(const Step& step) const {
        if (step.t == 5'000) source.request_stop();
    }
    static void result() {}
};

static_assert(Recorder<Times, neuron::RationalOrbit>);

TEST(Run, ShowsEveryStepAfterTheBurnInToEveryRecorder) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    Times first;
    Times second;
    const RunResult result = run(neuron, {.steps = 3, .burn_in = 10}, first, second);
    EXPECT_EQ(result.steps, 3);
    EXPECT_FALSE(result.stopped);
    EXPECT_EQ(first.times, (std::vector<std::int64_t>{11, 12, 13}));
    EXPECT_EQ(second.times, first.times);
}

TEST(Run, GoesOnWhereItEnded) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    Times times;
    run(neuron, {.steps = 2}, times);
    run(neuron, {.steps = 2}, times);
    EXPECT_EQ(times.times, (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST(Run, ZeroStepsMoveNothing) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    Times times;
    EXPECT_EQ(run(neuron, {}, times).steps, 0);
    EXPECT_TRUE(times.times.empty());
    EXPECT_EQ(neuron.current().t, 0);
}

TEST(Run, RefusesNegativeSteps) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    EXPECT_INPUT_ERROR(run(neuron, {.steps = -1}), "run: expected steps and burn_in of at least 0");
    EXPECT_INPUT_ERROR(run(neuron, {.burn_in = -1}), "run: expected steps and burn_in of at least 0");
}

TEST(Run, RefusesStepsPastTheLimitOfTheOrbit) {
    neuron::RationalOrbit neuron{Rational(2, 5), 0, {.max_steps = 10}};
    EXPECT_INPUT_ERROR(run(neuron, {.steps = 6, .burn_in = 5}),
                       "run: 6 steps after 5 of burn-in go past the limit of 10; raise max_steps");
    EXPECT_INPUT_ERROR(
        run(neuron, {.steps = INT64_MAX, .burn_in = INT64_MAX}),
        "run: 9223372036854775807 steps after 9223372036854775807 of burn-in go past the limit "
        "of 10; raise max_steps");
    EXPECT_EQ(neuron.current().t, 0);
}

TEST(Run, ReportsProgressEvery1024StepsAndAtTheEnd) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    std::vector<std::int64_t> calls;
    run(neuron, {.steps = 2'500, .control = {.progress = [&](std::int64_t done) { calls.push_back(done); }}});
    EXPECT_EQ(calls, (std::vector<std::int64_t>{1'024, 2'048, 2'500}));
}

TEST(Run, ProgressCountsTheBurnInToo) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    std::vector<std::int64_t> calls;
    run(neuron, {.steps = 10, .burn_in = 5, .control = {.progress = [&](std::int64_t done) {
                                                calls.push_back(done);
                                            }}});
    EXPECT_EQ(calls, (std::vector<std::int64_t>{5, 15}));
}

TEST(Run, StopsWithin1024StepsOfTheRequest) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    StopFlag source;
    StopAt5000 stopper{source};
    const RunResult result = run(neuron, {.steps = 1'000'000, .control = {.stop = &source}}, stopper);
    EXPECT_TRUE(result.stopped);
    EXPECT_GE(result.steps, 5'000);
    EXPECT_LT(result.steps, 5'000 + 1'024);
    EXPECT_EQ(neuron.current().t, result.steps);
}

TEST(Run, StopsInTheBurnInToo) {
    neuron::RationalOrbit neuron{Rational(2, 5)};
    StopFlag source;
    source.request_stop();
    Times times;
    const RunResult result = run(neuron, {.steps = 5, .burn_in = 5, .control = {.stop = &source}}, times);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.steps, 0);
    EXPECT_TRUE(times.times.empty());
    EXPECT_EQ(neuron.current().t, 0);
}

}  // namespace
}  // namespace drover
