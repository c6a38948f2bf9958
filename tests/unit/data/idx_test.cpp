#include <drover/data/idx.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using namespace std::string_literals;

TEST(ParseIdx, GivesSizesAndBytes) {
    const std::string text = "\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03"s + "abcdef";
    const IdxArray array = parse_idx(text, "i");
    EXPECT_EQ(array.sizes, (std::vector<std::size_t>{2, 1, 3}));
    EXPECT_EQ(array.item_size(), 3U);
    EXPECT_EQ(array.bytes, "abcdef");
    EXPECT_TRUE(is_idx(text));
    EXPECT_FALSE(is_idx("a,b\n"));
}

TEST(ParseIdx, RefusesWhatIsNone) {
    EXPECT_INPUT_ERROR(parse_idx("a,b\n", "i"), "i: expected an IDX file, got other data");
    EXPECT_INPUT_ERROR(parse_idx("\0\0\x0d\x01\0\0\0\0"s, "i"),
                       "i: expected an IDX file of unsigned bytes, got another type of numbers");
    EXPECT_INPUT_ERROR(parse_idx("\0\0\x08\x03\0\0"s, "i"),
                       "i: expected the sizes of 1 to 8 dimensions, got a truncated IDX file");
    EXPECT_INPUT_ERROR(parse_idx("\0\0\x08\x01\0\0\0\x05"s + "abc", "i"),
                       "i: expected 5 bytes after the sizes, got 3");
    EXPECT_INPUT_ERROR(
        parse_idx("\0\0\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s + "abc", "i"),
        "i: expected more bytes after the sizes, got 3");
}

}  // namespace
}  // namespace drover
