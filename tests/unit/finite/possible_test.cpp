#include <drover/finite/possible.hpp>

#include <gtest/gtest.h>

namespace drover {
namespace {

TEST(IsMixOfStates, HoldsInsideTheHullAndOnItsBoundary) {
    const StateTable triangle{{0, 0}, {4, 0}, {0, 4}};
    EXPECT_TRUE(is_mix_of_states(triangle, {{}, {1, 1}, 1}));
    EXPECT_TRUE(is_mix_of_states(triangle, {{}, {2, 2}, 1}));
    EXPECT_TRUE(is_mix_of_states(triangle, {{}, {0, 4}, 1}));
    EXPECT_FALSE(is_mix_of_states(triangle, {{}, {2001, 2000}, 1000}));
    EXPECT_FALSE(is_mix_of_states(triangle, {{}, {-1, 0}, 1'000'000}));
}

TEST(IsMixOfStates, KnowsThePlaneOfTheStates) {
    const StateTable one_of_3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    EXPECT_TRUE(is_mix_of_states(one_of_3, {{}, {1, 2, 3}, 6}));
    EXPECT_FALSE(is_mix_of_states(one_of_3, {{}, {1, 2, 4}, 6}));
}

}  // namespace
}  // namespace drover
