#include <drover/herd/features/triples.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "expect.hpp"
#include "feature_checks.hpp"

namespace drover {
namespace {

using IntWeights = WeightSpan<std::int64_t>;
static_assert(Maximizer<CoordinateAscent, PairFeatures<Signs>, IntWeights>);

template <class F>
class CoordinateAscentOn : public ::testing::Test {};
using Models = ::testing::Types<PairFeatures<Indicators>, PairFeatures<Signs>, TripleFeatures<Indicators>,
                                TripleFeatures<Signs>>;
TYPED_TEST_SUITE(CoordinateAscentOn, Models);

TYPED_TEST(CoordinateAscentOn, EndsInALocalMaximumNotBelowTheStart) {
    testing::Dice dice{1};
    const TypeParam f{8};
    for (const BitRow& start : testing::random_rows(dice, 50, 8)) {
        const auto weights = testing::random_weights(dice, f.feature_count(), 5);
        const IntWeights w{weights};
        BitRow s = start;
        const std::int64_t score = CoordinateAscent{}.maximize(f, w, s);
        ASSERT_EQ(score, f.score(w, s));
        ASSERT_GE(score, f.score(w, start));
        for (std::size_t i = 0; i < 8; ++i) {
            BitRow neighbour = s;
            neighbour.flip(i);
            ASSERT_LE(f.score(w, neighbour), score);
        }
    }
}

TYPED_TEST(CoordinateAscentOn, StaysAtAGlobalMaximumAndNeverBeatsIt) {
    testing::Dice dice{2};
    const TypeParam f{6};
    for (const BitRow& start : testing::random_rows(dice, 20, 6)) {
        const auto weights = testing::random_weights(dice, f.feature_count(), 5);
        const IntWeights w{weights};
        BitRow best;
        const std::int64_t highest = Exhaustive{}.maximize(f, w, best);
        BitRow s = best;
        ASSERT_EQ(CoordinateAscent{}.maximize(f, w, s), highest);
        ASSERT_EQ(s, best);
        s = start;
        ASSERT_LE(CoordinateAscent{}.maximize(f, w, s), highest);
    }
}

// Sweeps written out: in raster order, flip what raises the score, until a sweep changes nothing.
TEST(CoordinateAscent, TakesTheStepsOfThePlainSweep) {
    testing::Dice dice{3};
    const PairFeatures<Indicators> f{7};
    for (const BitRow& start : testing::random_rows(dice, 50, 7)) {
        const auto weights = testing::random_weights(dice, f.feature_count(), 3);
        const IntWeights w{weights};
        BitRow plain = start;
        for (BitRow before(0); before != plain;) {
            before = plain;
            for (std::size_t i = 0; i < 7; ++i) {
                BitRow flipped = plain;
                flipped.flip(i);
                if (f.score(w, flipped) > f.score(w, plain)) plain = flipped;
            }
        }
        BitRow s = start;
        CoordinateAscent{}.maximize(f, w, s);
        ASSERT_EQ(s, plain);
    }
}

class CoordinateAscentStarts : public ::testing::Test {
  protected:
    // Weights of zero make every flip a tie, so the result shows the start.
    BitRow start_of(CoordinateAscent& search, BitRow s) const {
        search.maximize(features_, IntWeights{zeros_}, s);
        return s;
    }

    PairFeatures<Signs> features_{70};
    std::vector<std::int64_t> zeros_ = std::vector<std::int64_t>(features_.feature_count());
};

TEST_F(CoordinateAscentStarts, TiesKeepThePreviousState) {
    testing::Dice dice{4};
    CoordinateAscent search;
    for (const BitRow& row : testing::random_rows(dice, 10, 70)) ASSERT_EQ(start_of(search, row), row);
}

TEST_F(CoordinateAscentStarts, GivenIsAlwaysTheSameState) {
    testing::Dice dice{5};
    const auto rows = testing::random_rows(dice, 2, 70);
    CoordinateAscent search{{.start = SearchStart::given, .given = rows[0]}};
    EXPECT_EQ(start_of(search, rows[1]), rows[0]);
    EXPECT_EQ(start_of(search, BitRow(70)), rows[0]);
}

TEST_F(CoordinateAscentStarts, FreshStartsAreTheDocumentedBits) {
    CoordinateAscent search{{.start = SearchStart::fresh, .seed = 9}};
    for (std::uint64_t call = 0; call < 5; ++call) {
        const BitRow start = start_of(search, BitRow(70));
        const CounterRandom random{9, call};
        for (std::size_t i = 0; i < 70; ++i) {
            ASSERT_EQ(start[i], ((random.bits(i / 64) >> (i % 64)) & 1U) != 0) << call << ' ' << i;
        }
    }
}

TEST_F(CoordinateAscentStarts, FreshStartsDependOnTheSeedAndTheCallAlone) {
    const CoordinateAscentOptions options{.start = SearchStart::fresh, .given = {}, .seed = 3};
    CoordinateAscent one{options};
    CoordinateAscent two{options};
    EXPECT_EQ(start_of(one, BitRow(70)), start_of(two, BitRow{}));
    CoordinateAscent fork = one;
    const BitRow second = start_of(one, BitRow(70));
    EXPECT_EQ(start_of(fork, BitRow(70)), second);
    EXPECT_NE(start_of(one, BitRow(70)), second);
}

TEST_F(CoordinateAscentStarts, MustHaveTheSizeOfTheModel) {
    CoordinateAscent previous;
    EXPECT_INPUT_ERROR(start_of(previous, BitRow(69)),
                       "CoordinateAscent: expected a start of 70 variables, got 69");
    CoordinateAscent given{{.start = SearchStart::given}};
    EXPECT_INPUT_ERROR(start_of(given, BitRow(70)),
                       "CoordinateAscent: expected a start of 70 variables, got 0");
}

}  // namespace
}  // namespace drover
