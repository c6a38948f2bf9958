#include <drover/number/error_text.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace drover {
namespace {

TEST(WithError, HasAsManyDigitsAsTheErrorLeaves) {
    EXPECT_EQ(with_error(0.328123, 0.00061), "0.3281 +- 0.0006");
    EXPECT_EQ(with_error(-12.3456, 0.2), "-12.3 +- 0.2");
    EXPECT_EQ(with_error(1234.5, 30), "1234 +- 3e+01");
    EXPECT_EQ(with_error(0.5, 0.00099), "0.500 +- 0.001");
    EXPECT_EQ(with_error(0.10567485161234, 1.3e-11), "0.10567485161 +- 1e-11");
}

TEST(WithError, HasSixDigitsWithoutAnError) {
    EXPECT_EQ(with_error(0.123456789, 0), "0.123457");
    EXPECT_EQ(with_error(2, std::numeric_limits<double>::infinity()), "2");
}

}  // namespace
}  // namespace drover
