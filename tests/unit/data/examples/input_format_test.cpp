#include <drover/data/examples/input_format.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using namespace std::string_literals;

TEST(DetectFormat, KnowsImagesByTheirFirstBytes) {
    EXPECT_EQ(detect_format("\0\0\x08\x03\0\0"s), InputFormat::images);
}

TEST(DetectFormat, KnowsLibsvmByItsFirstLine) {
    EXPECT_EQ(detect_format("+1 1:0.5 7:-4\n"), InputFormat::libsvm);
    EXPECT_EQ(detect_format("# comment\n\nspam 3:1 # more\r\n"), InputFormat::libsvm);
    EXPECT_EQ(detect_format("1:2 2:3\n"), InputFormat::libsvm);
}

TEST(DetectFormat, TakesEverythingElseForATable) {
    for (const std::string_view text : {"", "x,y\n1,a\n", "time,y\n12:30,a\n", "1 1 9\n1 3 1\n", "a b 1:2\n",
                                        "a 1:2 b\n", "a 1:x\n", "a\n"})
        EXPECT_EQ(detect_format(text), InputFormat::table) << text;
}

}  // namespace
}  // namespace drover
