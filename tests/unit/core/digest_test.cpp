#include <gtest/gtest.h>

#include <vector>

#include <drover/core/digest.hpp>

namespace drover {
namespace {

std::string digest_of(const std::vector<std::uint64_t>& words) {
    Digest digest;
    for (const std::uint64_t word : words) digest.add(word);
    return digest.hex();
}

TEST(Digest, OfNothingIsZero) { EXPECT_EQ(Digest{}.hex(), std::string(32, '0')); }

// MurmurHash3_x64_128, seed 0, of the words as little-endian bytes, from the Python package mmh3.
TEST(Digest, IsMurmurHash3OfTheBytes) {
    EXPECT_EQ(digest_of({0}), "28df63b7cc57c3cbf2557dfcc4e8fe52");
    EXPECT_EQ(digest_of({1}), "004403b7fb05c44a3d8acdb4d36d9c06");
    EXPECT_EQ(digest_of({0xffffffffffffffffU}), "a0e4b27a1abaed73692112c96b4a46af");
    EXPECT_EQ(digest_of({1, 2}), "deed8b2be489f0062f85052754e1e577");
    EXPECT_EQ(digest_of({0x0123456789abcdefU, 0xfedcba9876543210U}), "3a7be286a34a7a716bc0bad4001ac79a");
    EXPECT_EQ(digest_of({1, 2, 3}), "b50a97f8b297f54157f6887b59f04f45");
    EXPECT_EQ(digest_of({1, 2, 3, 4}), "0ffaa620eafc3435cebfdf8c190f91d6");
}

TEST(Digest, IsMurmurHash3OfLongSequences) {
    Digest all;
    for (std::uint64_t i = 0; i < 100; ++i) all.add(i);
    EXPECT_EQ(all.hex(), "dd0e47441e8b6cd64deace6d385f77b3");
    Digest cubes;
    for (std::uint64_t i = 0; i <= 1'000; ++i) cubes.add(i * i * i);
    EXPECT_EQ(cubes.hex(), "0192ba782cb3b342a342edf44a8cd973");
}

TEST(Digest, ReadingItDisturbsNothing) {
    Digest digest;
    for (const std::uint64_t word : {1U, 2U, 3U}) {
        (void)digest.hex();
        digest.add(word);
    }
    EXPECT_EQ(digest.hex(), digest_of({1, 2, 3}));
    EXPECT_EQ(digest.hex(), digest.hex());
}

TEST(Digest, CopyForksIt) {
    Digest trunk;
    for (const std::uint64_t word : {1U, 2U, 3U}) trunk.add(word);
    Digest branch = trunk;
    EXPECT_EQ(branch, trunk);
    branch.add(5);
    trunk.add(4);
    EXPECT_EQ(trunk.hex(), digest_of({1, 2, 3, 4}));
    EXPECT_EQ(branch.hex(), digest_of({1, 2, 3, 5}));
    EXPECT_NE(branch, trunk);
}

TEST(Digest, DependsOnOrderAndLength) {
    EXPECT_NE(digest_of({1, 2}), digest_of({2, 1}));
    EXPECT_NE(digest_of({0}), digest_of({0, 0}));
}

}  // namespace
}  // namespace drover
