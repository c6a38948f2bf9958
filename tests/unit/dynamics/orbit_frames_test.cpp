#include <gtest/gtest.h>

#include <numeric>

#include <drover/dynamics/orbit_frames.hpp>

#include "exact_models.hpp"
#include "expect.hpp"

namespace drover {
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

TEST(FindOrbitFrames, NeedsTwoFeatures) {
    const ExactModel neuron =
        testing::exact_model(StateTable{{0, 1}, 1}, {.names = {}, .counts = {1}, .total = 2});
    EXPECT_INPUT_ERROR(find_orbit_frames(neuron),
                       "find_orbit_frames: expected two features, frames, pixels and steps, got 1 features");
}

}  // namespace
}  // namespace drover
