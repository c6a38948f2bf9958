#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/trajectory.hpp>
#include <drover/herd/run.hpp>

#include "expect.hpp"

namespace drover {
namespace {

auto small_herder() {
    return Herder{StateTable{{2, 1}, {-1, 3}, {0, -2}}, ExactMoments{{{}, {1, 2}, 5}}, Exhaustive{}};
}

TEST(Trajectory, KeepsEveryStepInRealUnits) {
    auto herder = small_herder();
    auto again = small_herder();
    Trajectory<std::size_t> recorder;
    run(herder, {.steps = 40}, recorder);
    ASSERT_EQ(recorder.result().size(), 40U);
    for (const auto& point : recorder.result()) {
        const auto step = again.step();
        EXPECT_EQ(point.t, step.t);
        EXPECT_EQ(point.state, step.state);
        EXPECT_EQ(point.weights, (std::vector<double>{static_cast<double>(step.weights[0]) / 5,
                                                      static_cast<double>(step.weights[1]) / 5}));
    }
}

TEST(Trajectory, AStrideKeepsTheFirstStepAndEveryStridethAfterIt) {
    auto herder = small_herder();
    Trajectory<std::size_t> recorder{7};
    run(herder, {.steps = 30, .burn_in = 3}, recorder);
    std::vector<std::int64_t> times;
    for (const auto& point : recorder.result()) times.push_back(point.t);
    EXPECT_EQ(times, (std::vector<std::int64_t>{4, 11, 18, 25, 32}));
}

TEST(Trajectory, RefusesAStrideOfZero) {
    EXPECT_INPUT_ERROR(Trajectory<std::size_t>{0}, "Trajectory: expected a stride of at least 1");
}

}  // namespace
}  // namespace drover
