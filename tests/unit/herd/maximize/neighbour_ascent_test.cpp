#include <gtest/gtest.h>

#include <vector>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/maximize/neighbour_ascent.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;

TEST(NeighbourAscent, EndsWhereNoNeighbourIsBetter) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Dice dice{seed};
        const std::size_t states = 1 + seed % 13;
        const StateTable table = testing::random_table(dice, states, 3);
        const std::vector<std::int64_t> weights{dice.roll(-9, 9), dice.roll(-9, 9), dice.roll(-9, 9)};
        const WeightSpan<std::int64_t> w{weights};
        std::size_t s = static_cast<std::size_t>(dice.roll(0, static_cast<std::int64_t>(states) - 1));
        const std::int64_t before = table.score(w, s);
        const std::int64_t score = NeighbourAscent{}.maximize(table, w, s);
        ASSERT_EQ(score, table.score(w, s));
        ASSERT_GE(score, before);
        for (std::size_t other = 0; other < states; ++other) {
            const std::size_t bits = s ^ other;
            const bool is_neighbour = bits != 0 && (bits & (bits - 1)) == 0;
            if (!is_neighbour) continue;
            ASSERT_LE(table.score(w, other), score);
        }
    }
}

TEST(NeighbourAscent, TiesKeepTheState) {
    const StateTable table{{5, 5, 5, 5}, 1};
    const std::vector<std::int64_t> weights{1};
    std::size_t s = 2;
    EXPECT_EQ(NeighbourAscent{}.maximize(table, WeightSpan<std::int64_t>{weights}, s), 5);
    EXPECT_EQ(s, 2U);
}

}  // namespace
}  // namespace drover
