#include <algorithm>
#include <map>

#include <drover/data/split.hpp>

#include "expect.hpp"

namespace drover::split_test {
namespace {

using Numbers = std::vector<std::size_t>;

Numbers all_of(const Split& split) {
    Numbers all = split.train;
    all.insert(all.end(), split.test.begin(), split.test.end());
    return all;
}

TEST(RandomSplit, HasEveryRowOnce) {
    for (const std::size_t row_count : {0U, 1U, 2U, 37U}) {
        for (std::size_t train_count = 0; train_count <= row_count; ++train_count) {
            const Split split = random_split(row_count, train_count, CounterRandom{3});
            EXPECT_EQ(split.train.size(), train_count);
            Numbers all = all_of(split);
            std::sort(all.begin(), all.end());
            ASSERT_EQ(all.size(), row_count);
            for (std::size_t i = 0; i < row_count; ++i) EXPECT_EQ(all[i], i);
        }
    }
}

TEST(RandomSplit, CutsOneShuffleAnywhere) {
    const Numbers order = all_of(random_split(20, 0, CounterRandom{5}));
    for (std::size_t train_count = 1; train_count <= 20; ++train_count)
        EXPECT_EQ(all_of(random_split(20, train_count, CounterRandom{5})), order);
}

TEST(RandomSplit, IsAFunctionOfSeedAndStream) {
    const Numbers order = all_of(random_split(8, 5, CounterRandom{1}));
    EXPECT_EQ(order, (Numbers{4, 2, 5, 6, 7, 1, 0, 3}));
    EXPECT_NE(all_of(random_split(8, 5, CounterRandom{2})), order);
    EXPECT_NE(all_of(random_split(8, 5, CounterRandom{1, 1})), order);
}

TEST(RandomSplit, TakesEveryOrderEquallyOften) {
    std::map<Numbers, int> counts;
    constexpr int trials = 24'000;
    for (int seed = 0; seed < trials; ++seed)
        ++counts[all_of(random_split(4, 2, CounterRandom{static_cast<std::uint64_t>(seed)}))];
    EXPECT_EQ(counts.size(), 24U);
    for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1'000, 155);  // five standard deviations
}

TEST(RandomSplit, RefusesMoreRowsThanThereAre) {
    EXPECT_INPUT_ERROR(random_split(298, 299, CounterRandom{0}),
                       "random_split: expected at most 298 training rows, the number of all rows, got 299");
}

TEST(RowsAt, CopiesInTheOrderAsked) {
    const std::vector<BitRow> rows{{0, 0}, {0, 1}, {1, 0}};
    EXPECT_EQ(rows_at(rows, Numbers{2, 0, 2}), (std::vector<BitRow>{{1, 0}, {0, 0}, {1, 0}}));
    EXPECT_TRUE(rows_at(rows, {}).empty());
    EXPECT_TRUE(rows_at(std::vector<BitRow>{}, {}).empty());
}

}  // namespace
}  // namespace drover::split_test
