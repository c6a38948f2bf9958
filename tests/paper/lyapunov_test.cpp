// Herding translates every cone as a whole: two orbits keep their exact distance as long as they take the
// same states, so that all Lyapunov exponents are 0. Chen & Welling 2016, "Weak Chaos in the Herding
// Dynamics".
#include <gtest/gtest.h>

#include <drover/finite/dual_herder.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

std::vector<std::int64_t> difference(const DualHerder& a, const DualHerder& b) {
    std::vector<std::int64_t> values = testing::copy_of(a.current().weights);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] -= b.current().weights[i];
    return values;
}

TEST(TwoOrbits, KeepTheirDistanceWhileTheyTakeTheSameStates) {
    std::int64_t together = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        testing::Dice dice{seed};
        const StateTable table = random_table(dice, 5, 3);
        const Moments moments = random_moments(dice, table);
        const auto from = [&](const Rational& step) {
            const DriveOptions drive{.eta = 1, .rates = {}, .start = std::vector<Rational>{1, step, 2}};
            return DualHerder{table, moments, drive, {.max_steps = 100'000}};
        };
        // Over one denominator, so that both keep the same scale.
        DualHerder a = from(Rational{3, 64});
        DualHerder b = from(Rational{5, 64});
        const std::vector<std::int64_t> distance = difference(a, b);
        ASSERT_EQ(a.current().weights.scale(), b.current().weights.scale());
        for (int t = 0; t < 10'000; ++t) {
            if (a.step().state != b.step().state) break;
            ASSERT_EQ(difference(a, b), distance) << "seed " << seed << ", step " << t;
            ++together;
        }
    }
    EXPECT_GT(together, 1'000);
}

}  // namespace
}  // namespace drover
