#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::moment_error_test {
namespace {

struct Shown {
    std::size_t state;
};

TEST(MomentError, EqualsASlowRecomputation) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 6, 4);
        const Moments moments = random_moments(dice, table);
        MomentError recorder{table, moments};
        std::vector<std::size_t> states;
        for (int i = 0; i < 137; ++i) {
            states.push_back(static_cast<std::size_t>(dice.roll(0, 5)));
            recorder.record(Shown{states.back()});
        }
        const MomentErrors result = recorder.result();
        EXPECT_EQ(result.steps, 137);
        double worst = 0;
        double square = 0;
        for (std::size_t a = 0; a < 4; ++a) {
            std::int64_t sum = 0;
            for (const std::size_t s : states) sum += table.row(s)[a];
            EXPECT_EQ(recorder.sum(a), sum);
            const double error = static_cast<double>(sum) / 137 - moments[a];
            EXPECT_NEAR(result.errors[a], error, 1e-12);
            worst = std::max(worst, std::abs(error));
            square += error * error;
        }
        EXPECT_NEAR(result.worst, worst, 1e-12);
        EXPECT_EQ(std::abs(result.errors[result.worst_feature]), result.worst);
        EXPECT_NEAR(result.l2, std::sqrt(square), 1e-12);
        EXPECT_EQ(result.worst_times_steps, result.worst * 137);
        EXPECT_EQ(result.l2_times_steps, result.l2 * 137);
    }
}

TEST(MomentError, IsExactlyZeroWhenTheMomentsAreMet) {
    const StateTable table{{0}, {1}};
    const Moments moments{{}, {3}, 10};
    Herder herder{table, ExactMoments{moments}, Exhaustive{}};
    MomentError recorder{table, moments};
    run(herder, {.steps = 1'000}, recorder);
    EXPECT_EQ(recorder.result().worst, 0);
    EXPECT_EQ(recorder.result().l2, 0);
}

TEST(MomentError, IsZeroBeforeTheFirstStep) {
    const MomentError recorder{StateTable{{0, 1}, {1, 0}}, Moments{{}, {1, 1}, 2}};
    const MomentErrors result = recorder.result();
    EXPECT_EQ(result.steps, 0);
    EXPECT_EQ(result.errors, (std::vector<double>{0, 0}));
    EXPECT_EQ(result.worst, 0);
}

TEST(MomentError, WorksForRealAndWideMoments) {
    MomentError real{RealStateTable{{0.5}, {1.5}}, RealMoments{{}, {0.75}, 1}};
    MomentError wide{StateTable{{1}, {3}}, WideMoments{{}, {3}, 2}};
    for (const std::size_t state : {0U, 1U}) {
        real.record(Shown{state});
        wide.record(Shown{state});
    }
    EXPECT_EQ(real.result().errors[0], 0.25);
    EXPECT_EQ(wide.result().errors[0], 0.5);
}

TEST(MomentError, RefusesMomentsOfAnotherSize) {
    EXPECT_INPUT_ERROR((MomentError{StateTable{{0}, {1}}, Moments{{}, {1, 2}, 3}}),
                       "MomentError: moments (2) and features (1) must have the same size");
}

}  // namespace
}  // namespace drover::moment_error_test
