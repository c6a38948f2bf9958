#include <drover/number/bound_text.hpp>

#include <gtest/gtest.h>

namespace drover {
namespace {

TEST(RoundedUp, IsNeverBelowTheValue) {
    EXPECT_EQ(rounded_up(0x1p-33, 3), "1.17e-10");
    EXPECT_EQ(rounded_up(0.125, 3), "0.125");
    EXPECT_EQ(rounded_up(9.991, 3), "10");
    EXPECT_EQ(rounded_up(0, 3), "0");
}

}  // namespace
}  // namespace drover
