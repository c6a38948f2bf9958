#include <limits>
#include <utility>

#include <drover/core/sealed_bytes.hpp>
#include <drover/core/sha256.hpp>

#include "expect.hpp"

namespace drover {
namespace {

constexpr SealedFormat format{.line = "drover.box/2", .what = "box of drover"};

std::string some_bytes() {
    SealedWriter out{format};
    out.number(300);
    out.small_number(-2);
    out.real(-0.1);
    out.text("fox");
    out.row(BitRow{1, 0, 1});
    return std::move(out).sealed();
}

std::string sealed(const std::string& body) {
    const std::string contents = "drover.box/2\n" + body;
    return contents + sha256(contents);
}

TEST(SealedBytes, ReadBackWhatWasWritten) {
    const std::string bytes = some_bytes();
    SealedReader in{bytes, "b", format};
    EXPECT_EQ(in.number(), 300U);
    EXPECT_EQ(in.small_number(), -2);
    EXPECT_EQ(in.real(), -0.1);
    EXPECT_EQ(in.text(), "fox");
    EXPECT_EQ(in.row(3), (BitRow{1, 0, 1}));
    EXPECT_EQ(in.left(), 0U);
}

TEST(SealedBytes, AreTheLineTheLowestByteFirstAndTheDigest) {
    using namespace std::string_literals;
    SealedWriter out{format};
    out.number(258);
    out.small_number(-1);
    EXPECT_EQ(std::move(out).sealed(), sealed("\x02\x01\0\0\0\0\0\0\xff\xff\xff\xff"s));
}

TEST(SealedBytes, RefuseOtherData) {
    EXPECT_INPUT_ERROR(SealedReader("a,b\n", "b", format),
                       "b: expected a box of drover (drover.box/2), got other data");
    EXPECT_INPUT_ERROR(SealedReader("", "b", format),
                       "b: expected a box of drover (drover.box/2), got other data");
    EXPECT_INPUT_ERROR(SealedReader("drover.box/1\n", "b", format),
                       "b: expected a box of drover (drover.box/2), got another version");
}

TEST(SealedBytes, RefuseEveryCutAndEveryChange) {
    const std::string bytes = some_bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(SealedReader(bytes.substr(0, size), "b", format), InputError) << size;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string altered = bytes;
        altered[i] = static_cast<char>(altered[i] ^ 1);
        EXPECT_THROW(SealedReader(altered, "b", format), InputError) << i;
    }
    EXPECT_INPUT_ERROR(SealedReader(bytes.substr(0, bytes.size() - 1), "b", format),
                       "b: the checksum does not match: the box of drover was truncated or altered");
}

// Anyone who can compute a digest can seal anything.
TEST(SealedBytes, NeverReadPastTheirEnd) {
    const std::string few = sealed("abc");
    EXPECT_INPUT_ERROR(SealedReader(few, "b", format).number(),
                       "b: not a valid box of drover: it ends too early");
    EXPECT_INPUT_ERROR(SealedReader(few, "b", format).row(3),
                       "b: not a valid box of drover: it ends too early");
    EXPECT_INPUT_ERROR(SealedReader(few, "b", format).row(std::numeric_limits<std::size_t>::max() - 63),
                       "b: not a valid box of drover: it ends too early");
    const std::string huge = sealed(std::string(8, '\xff'));
    EXPECT_INPUT_ERROR(SealedReader(huge, "b", format).text(),
                       "b: not a valid box of drover: a count beyond its end");
    EXPECT_INPUT_ERROR(SealedReader(huge, "b", format).count(8),
                       "b: not a valid box of drover: a count beyond its end");
    EXPECT_INPUT_ERROR(SealedReader(huge, "b", format).up_to(7),
                       "b: not a valid box of drover: a number out of range");
    EXPECT_INPUT_ERROR(SealedReader(huge, "b", format).row(63),
                       "b: not a valid box of drover: a bit beyond the end of a row");
}

}  // namespace
}  // namespace drover
