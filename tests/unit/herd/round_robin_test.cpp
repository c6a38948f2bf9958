#include "round_robin.hpp"

#include "expect.hpp"

namespace drover {
namespace {

TEST(RoundRobin, OneQueueIsAlwaysServed) {
    RoundRobin queue{{4}};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(queue.next(), 0U);
}

TEST(RoundRobin, AWeightOfZeroIsNeverServed) {
    RoundRobin queue{{0, 2, 1}};
    for (int i = 0; i < 300; ++i) EXPECT_NE(queue.next(), 0U);
}

TEST(RoundRobin, EqualWeightsTakeTurns) {
    RoundRobin queue{{7, 7, 7}};
    for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(queue.next(), i % 3);
}

TEST(RoundRobin, ACopyGoesItsOwnWay) {
    RoundRobin queue{{5, 1, 1}};
    queue.next();
    RoundRobin copy = queue;
    EXPECT_EQ(copy.next(), 0U);
    EXPECT_EQ(copy.next(), 1U);
    EXPECT_EQ(queue.next(), 0U);
}

TEST(RoundRobin, RefusesBadWeights) {
    EXPECT_INPUT_ERROR((RoundRobin{{3, -1}}), "RoundRobin: expected weights from 0 to 2^31 - 1, got -1");
    EXPECT_INPUT_ERROR((RoundRobin{{std::int64_t{1} << 31U}}),
                       "RoundRobin: expected weights from 0 to 2^31 - 1, got 2147483648");
    EXPECT_INPUT_ERROR((RoundRobin{{0, 0}}), "RoundRobin: expected at least one weight above 0");
}

TEST(RoundRobin, RefusesNoQueueAtAll) {
    EXPECT_INPUT_ERROR((RoundRobin{std::vector<std::int64_t>{}}), "OneOfD: expected at least one value");
}

}  // namespace
}  // namespace drover
