#include <drover/baselines/manhattan_neighbour.hpp>

#include "expect.hpp"

namespace drover::baselines {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(ManhattanNeighbour, TakesTheNearestAndTheFirstOfEquals) {
    const Bytes rows{0, 0, 10, 10, 255, 0, 0, 0};
    ManhattanNeighbour neighbour;
    neighbour.fit({rows, 2}, {5, 6, 7, 8});
    EXPECT_EQ(neighbour.predict(Bytes{1, 0}), 5U);
    EXPECT_EQ(neighbour.predict(Bytes{9, 12}), 6U);
    EXPECT_EQ(neighbour.predict(Bytes{200, 0}), 7U);
    EXPECT_EQ(neighbour.predict(Bytes{5, 5}), 5U);  // 10 from the first two
}

TEST(ManhattanNeighbour, ChecksAtTheDoor) {
    const Bytes rows{0, 1};
    ManhattanNeighbour neighbour;
    EXPECT_INPUT_ERROR(neighbour.fit({rows, 1}, {0}),
                       "ManhattanNeighbour: expected a label for each row, got 2 rows and 1 labels");
    neighbour.fit({rows, 1}, {0, 1});
    EXPECT_INPUT_ERROR(neighbour.predict(rows), "ManhattanNeighbour: expected 1 columns as fitted to, got 2");
}

}  // namespace
}  // namespace drover::baselines
