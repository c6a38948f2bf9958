#include <drover/data/natural_order.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(NaturalLess, NumbersBySizeThenTextThenTheMissingValue) {
    const std::vector<std::string> ordered{"-10", "-9.5", "-.5", "0",   "0.25", "00.3", "1",
                                           "1.0", "2",    "10",  "+11", "11.5", "1e18", "3-4",
                                           "A",   "a b",  "b",   "é",   ""};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        for (std::size_t j = 0; j < ordered.size(); ++j)
            EXPECT_EQ(natural_less(ordered[i], ordered[j]), i < j) << ordered[i] << " and " << ordered[j];
    }
}

TEST(NaturalLess, NumbersOfAnyLengthAreCompared) {
    EXPECT_TRUE(natural_less("99999999999999999999999999999999999999998",
                             "99999999999999999999999999999999999999999"));
    EXPECT_TRUE(natural_less("9", "10000000000000000000000000000000000000000"));
    EXPECT_TRUE(natural_less("0.10000000000000000000000000000000000000001",
                             "0.10000000000000000000000000000000000000002"));
}

TEST(NaturalLess, SignsAndPointsAloneAreText) {
    EXPECT_TRUE(natural_less("7", "-"));
    EXPECT_TRUE(natural_less("7", "."));
    EXPECT_TRUE(natural_less("7", "+."));
    EXPECT_TRUE(natural_less("7", "1.2.3"));
}

TEST(NaturalLess, ZeroHasNoSign) {
    EXPECT_TRUE(natural_less("-0", "0"));
    EXPECT_FALSE(natural_less("0", "-0"));
    EXPECT_TRUE(natural_less("-1", "-0"));
}

}  // namespace
}  // namespace drover
