#include <gtest/gtest.h>
#include <zlib.h>

#include <drover/number/philox.hpp>
#include <drover/plot/impl/deflate.hpp>

namespace drover {
namespace {

std::string inflated(const std::string& packed, std::size_t size) {
    std::string text(size + 1, '\0');
    auto room = static_cast<uLongf>(text.size());
    const int status =
        uncompress(reinterpret_cast<Bytef*>(text.data()), &room,
                   reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size()));
    EXPECT_EQ(status, Z_OK);
    text.resize(room);
    return text;
}

TEST(DeflateZlib, HoldsWhatWentIn) {
    const CounterRandom random{1};
    for (const std::size_t size : {0U, 1U, 1'000U, 70'000U}) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(random.below(i, 256));
        EXPECT_EQ(inflated(deflate_zlib(text), size), text);
    }
    const std::string plain(100'000, 'a');
    EXPECT_LT(deflate_zlib(plain).size(), 500U);
    EXPECT_EQ(inflated(deflate_zlib(plain), plain.size()), plain);
}

TEST(ChecksumCrc32, IsThatOfTheStandard) {
    EXPECT_EQ(checksum_crc32(""), 0U);
    EXPECT_EQ(checksum_crc32("123456789"), 0xCBF43926U);
    EXPECT_EQ(checksum_crc32("IEND"), 0xAE426082U);
}

TEST(ToBase64, IsThatOfTheStandard) {  // RFC 4648, section 10
    EXPECT_EQ(to_base64(""), "");
    EXPECT_EQ(to_base64("f"), "Zg==");
    EXPECT_EQ(to_base64("fo"), "Zm8=");
    EXPECT_EQ(to_base64("foo"), "Zm9v");
    EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
    EXPECT_EQ(to_base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(to_base64("\xFF\xFE\xFD"), "//79");
}

}  // namespace
}  // namespace drover
