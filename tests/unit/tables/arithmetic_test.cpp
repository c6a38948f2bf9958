#include <drover/tables/arithmetic.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover {
namespace {

TEST(Arithmetic, SaysWhetherSharesWereRounded) {
    EXPECT_EQ(to_text(arithmetic_of(make_targets(testing::region_tables()))), "exact, in units of 1/100");
    EXPECT_EQ(to_text(Arithmetic{.unit = 8, .exact = false, .rounding = 0.125}),
              "in units of 1/8, shares rounded by at most 0.125");
}

}  // namespace
}  // namespace drover
