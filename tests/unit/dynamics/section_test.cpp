#include <gtest/gtest.h>

#include <drover/dynamics/section.hpp>

#include "exact_models.hpp"
#include "expect.hpp"

namespace drover::dynamics {
namespace {

ExactModel neuron(std::int64_t p, std::int64_t q) {
    return testing::exact_model(StateTable{{0, 1}, 1}, {.names = {}, .counts = {p}, .total = q});
}

// The ones of a neuron of rate p/q are floor(q/p) or ceil(q/p) steps apart.
TEST(FindSection, ReturnTimesOfANeuron) {
    const Section section = find_section(neuron(3, 7), {.state = 1, .steps = 700, .burn_in = 7});
    EXPECT_EQ(section.visits, 300);
    EXPECT_EQ(section.times, (std::vector<ReturnTime>{{2, 200}, {3, 99}}));
    EXPECT_EQ(section.way_count, 2);
}

TEST(FindSection, PointsAreTheWeightsAfterTheState) {
    const Section section = find_section(neuron(2, 5), {.state = 1, .steps = 5, .burn_in = 0});
    // From 0: 0 (2/5), 1 (-1/5), 0 (1/5), 1 (-2/5), 0 (0).
    EXPECT_EQ(section.points, (std::vector<double>{-0.2, -0.4}));
    EXPECT_EQ(section.view().row_count(), 2U);
}

TEST(FindSection, RefusesAStateThatIsNone) {
    EXPECT_INPUT_ERROR(find_section(neuron(1, 2), {.state = 2}),
                       "find_section: expected a state below 2, got 2");
}

}  // namespace
}  // namespace drover::dynamics
