#include <drover/files/gzip.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"
#include "gzip_text.hpp"

namespace drover {
namespace {

std::string random_digits(std::size_t size) {
    const CounterRandom random{1};
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('0' + random.below(i, 10));
    return text;
}

TEST(IsGzip, LooksAtTheFirstTwoBytes) {
    EXPECT_TRUE(is_gzip(gzip_text("")));
    EXPECT_TRUE(is_gzip("\x1F\x8B"));
    for (const std::string other : {"", "\x1F", "a,b\n", "\x8B\x1F"}) EXPECT_FALSE(is_gzip(other));
}

TEST(InflateGzip, GivesBackWhatWentIn) {
    for (const std::size_t size : {0U, 1U, 65'535U, 65'536U, 65'537U, 300'000U}) {
        const std::string text = random_digits(size);
        EXPECT_EQ(inflate_gzip(gzip_text(text), "x.gz"), text);
        EXPECT_EQ(inflate_gzip(gzip_text(std::string(10 * size, 'a')), "x.gz"), std::string(10 * size, 'a'));
    }
}

TEST(InflateGzip, JoinsMembersAndPassesOverZerosBehind) {
    const std::string data = gzip_text("one\n") + gzip_text("") + gzip_text("two\n");
    EXPECT_EQ(inflate_gzip(data, "x.gz"), "one\ntwo\n");
    EXPECT_EQ(inflate_gzip(data + std::string(512, '\0'), "x.gz"), "one\ntwo\n");
}

TEST(InflateGzip, DataCutAnywhereAreTruncated) {
    const std::string first = gzip_text("a,b\n0,1\n");
    const std::string data = first + gzip_text("1,0\n");
    for (std::size_t size = 2; size < data.size(); ++size) {
        if (size == first.size()) continue;
        EXPECT_ERROR(IoError, inflate_gzip(data.substr(0, size), "x.gz"),
                     "x.gz: cannot read: truncated gzip data");
    }
}

TEST(InflateGzip, AChangedBitOfTheContentsOrTheSumIsCorrupt) {
    const std::string data = gzip_text(random_digits(100'000));
    const std::size_t header = 10;
    for (std::size_t i = header; i < data.size(); i += i + 20 < data.size() ? 1'009 : 1) {
        std::string changed = data;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        EXPECT_THROW(inflate_gzip(changed, "x.gz"), IoError) << i;
    }
    std::string changed = data;
    changed.back() = static_cast<char>(changed.back() ^ 1);
    EXPECT_ERROR(IoError, inflate_gzip(changed, "x.gz"), "x.gz: cannot read: corrupt gzip data");
}

TEST(InflateGzip, WhatIsNoMemberBehindOneIsCorrupt) {
    EXPECT_ERROR(IoError, inflate_gzip(gzip_text("a") + "b,c", "x.gz"),
                 "x.gz: cannot read: corrupt gzip data");
    EXPECT_ERROR(IoError, inflate_gzip("\x1F\x8B is no gzip", "x.gz"),
                 "x.gz: cannot read: corrupt gzip data");
}

}  // namespace
}  // namespace drover
