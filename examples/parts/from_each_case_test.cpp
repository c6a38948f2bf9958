#include "from_each_case.hpp"
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

using Search = FromEachCase<CoordinateAscent, BitRow>;
using Batch = BatchFeatures<PairFeatures<Indicators>>;
using IntWeights = WeightSpan<std::int64_t>;
static_assert(Maximizer<Search, Batch, IntWeights>);

constexpr std::size_t variables = 9;
constexpr std::size_t from_case_count = 40;

class FromEachCaseSearch : public ::testing::Test {
  protected:
    std::vector<BitRow> search(ThreadPool* pool) const {
        std::vector<BitRow> states;
        const Search search{CoordinateAscent{}, cases_, pool};
        const std::int64_t score = search.maximize(batch_, IntWeights{weights_}, states);
        EXPECT_EQ(score, batch_.score(IntWeights{weights_}, states));
        return states;
    }

    testing::Dice dice_{1};
    Batch batch_{PairFeatures<Indicators>{variables}, from_case_count};
    std::vector<BitRow> cases_ = testing::random_rows(dice_, from_case_count, variables);
    std::vector<std::int64_t> weights_ = testing::random_weights(dice_, batch_.feature_count(), 4);
};

TEST_F(FromEachCaseSearch, EqualsOneSearchForEachCase) {
    std::vector<BitRow> expected = cases_;
    for (BitRow& state : expected) {
        CoordinateAscent{}.maximize(batch_.inner(), IntWeights{weights_}, state);
    }
    EXPECT_EQ(search(nullptr), expected);
}

TEST_F(FromEachCaseSearch, FindsNoStateWorseThanItsCase) {
    const auto states = search(nullptr);
    const IntWeights w{weights_};
    ASSERT_EQ(states.size(), cases_.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        EXPECT_GE(batch_.inner().score(w, states[i]), batch_.inner().score(w, cases_[i]));
    }
}

TEST_F(FromEachCaseSearch, GivesEqualResultsForAnyThreadCount) {
    const auto alone = search(nullptr);
    for (const std::size_t threads : {1U, 2U, 8U}) {
        ThreadPool pool{threads};
        EXPECT_EQ(search(&pool), alone);
    }
}

TEST_F(FromEachCaseSearch, ForgetsTheStatesHandedIn) {
    std::vector<BitRow> states{BitRow(variables)};
    Search{CoordinateAscent{}, cases_}.maximize(batch_, IntWeights{weights_}, states);
    EXPECT_EQ(states, search(nullptr));
}

TEST(FromEachCase, OfNoCaseFindsNothing) {
    const Batch batch{PairFeatures<Indicators>{2}, 0};
    const std::vector<std::int64_t> weights(4, 1);
    std::vector<BitRow> states{BitRow(2)};
    EXPECT_EQ((Search{CoordinateAscent{}, {}}.maximize(batch, IntWeights{weights}, states)), 0);
    EXPECT_TRUE(states.empty());
}

TEST(FromEachCase, ReportsTheFirstCaseOfTheWrongSize) {
    const Batch batch{PairFeatures<Indicators>{3}, 3};
    const std::vector<std::int64_t> weights(12, 1);
    ThreadPool pool{2};
    const Search search{CoordinateAscent{}, {BitRow(3), BitRow(2), BitRow(1)}, &pool};
    std::vector<BitRow> states;
    EXPECT_INPUT_ERROR(search.maximize(batch, IntWeights{weights}, states),
                       "CoordinateAscent: expected a start of 3 variables, got 2");
}

}  // namespace
}  // namespace drover
