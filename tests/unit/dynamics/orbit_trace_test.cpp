#include <drover/dynamics/orbit_trace.hpp>

#include "exact_models.hpp"
#include "expect.hpp"

namespace drover::dynamics {
namespace {

using testing::exact_model;

TEST(TraceOrbit, EachStepMovesTheWeightsByItsTranslation) {
    // In halves, with a state that is never chosen.
    const OrbitTrace trace =
        trace_orbit(exact_model(StateTable{{0, 0}, {4, 0}, {0, 4}, {1, 1}}, Moments{{}, {3, 5}, 4}, 2), 50);
    ASSERT_EQ(trace.steps.size(), 50U);
    EXPECT_EQ(trace.translations[1], (std::vector<double>{3.0 / 8 - 2, 5.0 / 8}));
    std::vector<double> weights{0, 0};
    for (std::size_t k = 0; k < trace.steps.size(); ++k) {
        const TracedStep& step = trace.steps[k];
        EXPECT_EQ(step.t, static_cast<std::int64_t>(k) + 1);
        for (std::size_t a = 0; a < 2; ++a) weights[a] += trace.translations[step.state][a];
        EXPECT_EQ(step.weights, weights);
        if (k > 0) {
            EXPECT_EQ(trace.steps[k - 1].next, step.state);
        }
    }
    EXPECT_EQ(trace.unreachable, (std::vector<std::size_t>{3}));
    ASSERT_TRUE(trace.cones);
    EXPECT_EQ(trace.cones->unreachable, (std::vector<std::size_t>{3}));
}

TEST(TraceOrbit, OtherThanTwoFeaturesHaveNoCones) {
    EXPECT_FALSE(trace_orbit(exact_model(StateTable{{0}, {1}}, Moments{{}, {1}, 3}), 0).cones);
}

TEST(TraceOrbit, OfTooManyNumbersItIsNotToldWhichStatesAreUnreachable) {
    std::vector<std::int64_t> numbers(20'001);
    numbers.back() = 1;
    const OrbitTrace trace =
        trace_orbit(exact_model(StateTable{numbers, 20'001}, Moments{{}, numbers, 1}), 1);
    EXPECT_FALSE(trace.unreachable);
}

TEST(TraceOrbit, StopsWhereItIsAskedTo) {
    StopFlag flag;
    RunControl control{.stop = &flag};
    control.progress = [&](std::int64_t /*done*/) { flag.request_stop(); };
    const ExactModel model = exact_model(StateTable{{0}, {1}}, Moments{{}, {1}, 3});
    EXPECT_EQ(trace_orbit(model, 100'000, control).steps.size(), 1023U);
}

}  // namespace
}  // namespace drover::dynamics
