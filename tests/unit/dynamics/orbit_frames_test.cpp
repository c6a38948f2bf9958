#include <gtest/gtest.h>

#include <numeric>

#include <drover/dynamics/orbit_frames.hpp>

#include "exact_models.hpp"
#include "expect.hpp"

namespace drover::dynamics::orbit_frames_test {
namespace {

ExactModel triangle() {
    return testing::exact_model(StateTable{{0, 0, 7, 0, 0, 7}, 2},
                                {.names = {}, .counts = {2'003, 3'001}, .total = 1'009}, 1,
                                {.max_steps = 20'000, .need = ModelNeed::points});
}

TEST(FindOrbitFrames, EveryFrameHasThePointsOfTheOneBeforeAndMore) {
    const OrbitFrames frames =
        find_orbit_frames(triangle(), {.steps = 5'000, .burn_in = 10, .frame_count = 4, .side = 16});
    ASSERT_EQ(frames.hits.size(), 4U);
    EXPECT_EQ(frames.point_counts.front(), 100);
    EXPECT_EQ(frames.point_counts.back(), 5'000);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(std::accumulate(frames.hits[k].begin(), frames.hits[k].end(), std::int64_t{0}),
                  frames.point_counts[k]);
        for (std::size_t i = 0; k > 0 && i < 256; ++i) ASSERT_GE(frames.hits[k][i], frames.hits[k - 1][i]);
    }
    EXPECT_FALSE(frames.stopped);
}

// The map of a neuron of rate 1/2 from w = 0: 0 -> 1/2 -> 0, so two points, (1/2, 0) and (0, 1/2).
TEST(FindOrbitFrames, OfOneFeatureHasEachWeightAgainstTheNext) {
    const ExactModel neuron =
        testing::exact_model(StateTable{{0, 1}, 1}, {.names = {}, .counts = {1}, .total = 2}, 1,
                             {.max_steps = 101, .need = ModelNeed::points});
    const OrbitFrames frames =
        find_orbit_frames(neuron, {.steps = 100, .burn_in = 0, .frame_count = 1, .side = 2});
    EXPECT_EQ(frames.hits[0], (std::vector<std::uint32_t>{50, 0, 0, 50}));
}

TEST(FindOrbitFrames, OfThreeFeaturesIsProjectedToTheFirstTwo) {
    const ExactModel solid =
        testing::exact_model(StateTable{{0, 0, 1, 7, 0, 1, 0, 7, 1}, 3},
                             {.names = {}, .counts = {2'003, 3'001, 1'009}, .total = 1'009}, 1,
                             {.max_steps = 20'000, .need = ModelNeed::points});
    const OrbitFramesOptions few{.steps = 500, .burn_in = 10, .frame_count = 2, .side = 16};
    EXPECT_EQ(find_orbit_frames(solid, few).hits, find_orbit_frames(triangle(), few).hits);
}

TEST(FindOrbitFrames, NeedsFramesPixelsAndSteps) {
    EXPECT_INPUT_ERROR(find_orbit_frames(triangle(), {.side = 0}),
                       "find_orbit_frames: expected frames, pixels and steps, got 24, 0 and 1000000");
}

}  // namespace
}  // namespace drover::dynamics::orbit_frames_test
