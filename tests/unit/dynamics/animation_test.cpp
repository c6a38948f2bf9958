#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <drover/dynamics/animation.hpp>

#include "expect.hpp"

namespace drover::dynamics {
namespace {

OrbitFrames two_frames() {
    OrbitFrames frames;
    frames.side = 2;
    frames.point_counts = {1, 9};
    frames.hits = {{1, 0, 0, 0}, {1, 8, 0, 0}};
    return frames;
}

TEST(OrbitAnimation, ShadesAreByTheLogarithmAndEmptyPixelsAreNone) {
    const Animation animation = orbit_animation(two_frames());
    ASSERT_EQ(animation.frames.size(), 2U);
    EXPECT_EQ(animation.captions, (std::vector<std::string>{"1 step", "9 steps"}));
    const Raster& last = animation.frames[1];
    EXPECT_LT(last.pixels[0], last.pixels[1]);
    EXPECT_EQ(last.pixels[1], 254);
    EXPECT_EQ(last.palette[last.pixels[2]].alpha, 0);
    EXPECT_EQ(animation.frames[0].pixels[0], last.pixels[0]);
}

TEST(OrbitAnimation, DrawsFewPointsLarger) {
    OrbitFrames frames;
    frames.side = 20;
    frames.point_counts = {1};
    frames.hits = {std::vector<std::uint32_t>(400)};
    frames.hits[0][0] = 1;
    const Raster raster = orbit_animation(frames).frames.front();
    EXPECT_EQ(std::count(raster.pixels.begin(), raster.pixels.end(), 255), 400 - 4);
    EXPECT_EQ(raster.pixels[21], raster.pixels[0]);
}

TEST(WriteSvg, ShowsOneFrameAfterTheOtherAndTheLastWhereNothingMoves) {
    std::ostringstream out;
    write_svg(out, orbit_animation(two_frames()));
    const std::string text = out.str();
    EXPECT_NE(text.find(R"(<g visibility="hidden">)"), std::string::npos);
    EXPECT_NE(text.find(R"(<g visibility="visible">)"), std::string::npos);
    EXPECT_NE(text.find(R"(values="visible;hidden" keyTimes="0;0.5")"), std::string::npos);
    EXPECT_NE(text.find(R"(values="hidden;visible" keyTimes="0;0.5")"), std::string::npos);
    EXPECT_EQ(text.find("<script"), std::string::npos);
}

TEST(WriteSvg, RefusesAnAnimationOfNothing) {
    std::ostringstream out;
    EXPECT_INPUT_ERROR(write_svg(out, Animation{}),
                       "Animation: expected frames and as many captions, got 0 and 0");
}

}  // namespace
}  // namespace drover::dynamics
