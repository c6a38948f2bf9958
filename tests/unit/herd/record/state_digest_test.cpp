#include <gtest/gtest.h>

#include <drover/herd/record/state_digest.hpp>

#include "random_models.hpp"

namespace drover::state_digest_test {
namespace {

template <class State>
struct Shown {
    State state;
};

TEST(StateDigest, IsTheDigestOfTheStatesAsWords) {
    StateDigest listed;
    Digest digest;
    for (const std::size_t state : {3U, 0U, 7U}) {
        listed.record(Shown<std::size_t>{state});
        digest.add(state);
    }
    EXPECT_EQ(listed.result(), digest.hex());
}

TEST(StateDigest, TakesAllWordsOfABinaryState) {
    BitRow row(70);
    row.set(69, true);
    StateDigest binary;
    binary.record(Shown<BitRow>{row});
    Digest digest;
    digest.add(0);
    digest.add(32);
    EXPECT_EQ(binary.result(), digest.hex());
}

TEST(StateDigest, TakesABatchInOrder) {
    testing::Dice dice{1};
    const std::vector<BitRow> rows = random_rows(dice, 5, 9);
    StateDigest batch;
    StateDigest singly;
    batch.record(Shown<std::vector<BitRow>>{rows});
    for (const BitRow& row : rows) singly.record(Shown<BitRow>{row});
    EXPECT_EQ(batch.result(), singly.result());
}

TEST(StateDigest, PacksSpinsAndSmallNumbers) {
    std::vector<std::int8_t> spins(70, -1);
    spins[1] = spins[69] = 1;
    StateDigest lattice;
    lattice.record(Shown<std::vector<std::int8_t>>{spins});
    lattice.record(Shown<std::vector<std::uint8_t>>{{1, 2, 0, 0, 0, 0, 0, 0, 3}});
    Digest digest;
    digest.add(2);
    digest.add(32);
    digest.add(0x0201);
    digest.add(3);
    EXPECT_EQ(lattice.result(), digest.hex());
}

TEST(StateDigest, ACopyForks) {
    StateDigest first;
    first.record(Shown<std::size_t>{1});
    StateDigest second = first;
    EXPECT_EQ(first.result(), second.result());
    second.record(Shown<std::size_t>{2});
    EXPECT_NE(first.result(), second.result());
    first.record(Shown<std::size_t>{2});
    EXPECT_EQ(first.result(), second.result());
}

TEST(StateDigest, TellsTheOrderOfStates) {
    StateDigest forward;
    StateDigest backward;
    for (const std::size_t state : {1U, 2U}) {
        forward.record(Shown<std::size_t>{state});
        backward.record(Shown<std::size_t>{3 - state});
    }
    EXPECT_NE(forward.result(), backward.result());
}

}  // namespace
}  // namespace drover::state_digest_test
