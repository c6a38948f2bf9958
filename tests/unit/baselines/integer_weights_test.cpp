#include <drover/baselines/impl/best_two.hpp>
#include <drover/baselines/impl/integer_weights.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines::impl {
namespace {

TEST(BestTwo, KeepsTheFirstOfTheLargestAndItsLead) {
    const auto judgement_of = [](const std::vector<std::int64_t>& scores) {
        BestTwo<std::int64_t> best;
        for (const std::int64_t score : scores) best.add(score);
        return best.judgement();
    };
    EXPECT_EQ(judgement_of({-5, -3, -4}).label, 1U);
    EXPECT_EQ(judgement_of({-5, -3, -4}).lead, 1);
    EXPECT_EQ(judgement_of({7, 7, 1}).label, 0U);
    EXPECT_EQ(judgement_of({7, 7, 1}).lead, 0);
    EXPECT_EQ(judgement_of({9, 1, 4}).lead, 5);
    EXPECT_EQ(judgement_of({1, 4, 9}).lead, 5);
    EXPECT_EQ(judgement_of({3}).lead, std::numeric_limits<std::int64_t>::max());
}

TEST(IntegerWeights, JudgeAsIntegersDo) {
    const CounterRandom random{3};
    for (const std::uint32_t classes : {3U, 10U, 16U, 17U, 33U}) {
        SparseRows rows{23};
        for (std::size_t i = 0; i < 40; ++i) {
            for (std::size_t j = 0; j < 23; ++j) {
                const auto value = static_cast<std::int32_t>(random.below(i * 23 + j, 9)) - 4;
                rows.add(j, j % 3 == i % 3 ? 0 : value);
            }
            rows.end_row();
        }
        PerceptronWeights exact{23, classes};
        IntegerWeights whole{23, classes};
        for (std::size_t t = 0; t < 400; ++t) {
            const SparseRow row = rows[t % 40];
            ASSERT_TRUE(whole.is_exact_for(sum_of_sizes(row)));
            const PerceptronJudgement judgement = exact.judge(row);
            ASSERT_EQ(whole.judge(row).label, judgement.label);
            ASSERT_EQ(whole.judge(row).lead, judgement.lead);
            const auto label = static_cast<std::uint32_t>(random.below(10'000 + t % 40, classes));
            if (label == judgement.label) continue;
            exact.learn(row, label, judgement.label);
            whole.learn(row, label, judgement.label);
        }
    }
}

TEST(IntegerWeights, SayWhenADoubleIsTooSmall) {
    SparseRows rows{1};
    rows.add(0, -1'000'000'000);
    rows.end_row();
    IntegerWeights whole{1, 3};
    EXPECT_EQ(sum_of_sizes(rows[0]), 1'000'000'000);
    EXPECT_TRUE(whole.is_exact_for(1'000'000'000));
    whole.learn(rows[0], 1, 0);
    EXPECT_TRUE(whole.is_exact_for(4'503'599));
    EXPECT_FALSE(whole.is_exact_for(4'503'600));
}

}  // namespace
}  // namespace drover::baselines::impl
