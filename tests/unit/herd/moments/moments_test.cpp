#include <gtest/gtest.h>

#include <drover/herd/moments/moments.hpp>

namespace drover {
namespace {

TEST(Moments, AreCountsOverTheTotal) {
    const Moments moments{.names = {"x", "y"}, .counts = {3, -7}, .total = 7};
    EXPECT_EQ(moments[0], 3.0 / 7);
    EXPECT_EQ(moments[1], -1.0);
}

TEST(Moments, MayBeWideOrReal) {
    const WideMoments wide{.names = {}, .counts = {Int128{1} << 100U}, .total = Int128{1} << 102U};
    EXPECT_EQ(wide[0], 0.25);
    const RealMoments real{.names = {}, .counts = {0.3}};
    EXPECT_EQ(real[0], 0.3);
}

}  // namespace
}  // namespace drover
