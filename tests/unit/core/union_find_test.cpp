#include <gtest/gtest.h>

#include <drover/core/union_find.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

TEST(UnionFind, LabelsEachSetByItsLowestMember) {
    UnionFind sets{6};
    sets.join(5, 3);
    sets.join(1, 4);
    sets.join(4, 5);
    EXPECT_EQ(sets.root(5), 1U);
    const auto roots = sets.roots();
    EXPECT_EQ(std::vector(roots.begin(), roots.end()), (std::vector<std::uint32_t>{0, 1, 2, 1, 1, 1}));
    sets.reset();
    EXPECT_EQ(sets.root(5), 5U);
}

// The obvious way: every join relabels one entire set.
TEST(UnionFind, AgreesWithRenaming) {
    const CounterRandom random{1, 1};
    UnionFind sets{200};
    std::vector<std::uint32_t> names(200);
    for (std::uint32_t i = 0; i < 200; ++i) names[i] = i;
    for (std::uint64_t k = 0; k < 180; ++k) {
        const auto i = static_cast<std::uint32_t>(random.below(2 * k, 200));
        const auto j = static_cast<std::uint32_t>(random.below(2 * k + 1, 200));
        sets.join(i, j);
        const std::uint32_t low = std::min(names[i], names[j]);
        const std::uint32_t high = std::max(names[i], names[j]);
        for (std::uint32_t& name : names) name = name == high ? low : name;
        for (std::uint32_t m = 0; m < 200; m += 7) ASSERT_EQ(sets.root(m), names[m]);
    }
    const auto roots = sets.roots();
    EXPECT_EQ(std::vector(roots.begin(), roots.end()), names);
}

}  // namespace
}  // namespace drover
