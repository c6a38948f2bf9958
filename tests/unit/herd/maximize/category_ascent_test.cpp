#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/category_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/run.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

// Rows in which the second column follows from the first, and the third depends on the second.
std::vector<CategoryRow> dependent_rows(std::size_t count) {
    testing::Dice dice{11};
    std::vector<CategoryRow> rows;
    for (std::size_t r = 0; r < count; ++r) {
        const auto city = static_cast<std::uint32_t>(dice.roll(0, 5));
        const std::uint32_t region = city / 2;
        const auto job = static_cast<std::uint32_t>(dice.roll(0, 3) == 0 ? region : dice.roll(0, 3));
        rows.push_back({city, region, job, static_cast<std::uint32_t>(dice.roll(0, 1))});
    }
    return rows;
}

MarginalTables pairs() { return {{6, 3, 4, 2}, all_tables(4, 2)}; }

std::vector<bool> zeros_of(const Moments& moments) {
    std::vector<bool> zeros;
    for (const std::int64_t count : moments.counts) zeros.push_back(count == 0);
    return zeros;
}

TEST(CategoryAscent, EndsInALocalMaximumNotBelowItsStart) {
    testing::Dice dice{5};
    const MarginalTables f = pairs();
    std::vector<std::int64_t> values(f.feature_count());
    for (auto& value : values) value = dice.roll(-50, 50);
    const WeightSpan<std::int64_t> w{values};
    CategoryAscent search{{.start = SearchStart::previous}};
    for (int k = 0; k < 50; ++k) {
        CategoryRow row = dependent_rows(60)[static_cast<std::size_t>(k)];
        const std::int64_t before = f.score(w, row);
        EXPECT_GE(search.maximize(f, w, row), before);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::uint32_t v = 0; v < f.value_count(i); ++v) EXPECT_LE(f.change_gain(w, row, i, v), 0);
        }
    }
}

TEST(CategoryAscent, TiesKeepTheCurrentValue) {
    const MarginalTables f = pairs();
    const std::vector<std::int64_t> values(f.feature_count());
    CategoryRow row{5, 1, 2, 1};
    CategoryAscent search{{.start = SearchStart::previous}};
    EXPECT_EQ(search.maximize(f, WeightSpan<std::int64_t>{values}, row), 0);
    EXPECT_EQ(row, (CategoryRow{5, 1, 2, 1}));
}

TEST(CategoryAscent, HerdsTheTablesAtRateOneOverT) {
    const std::vector<CategoryRow> rows = dependent_rows(500);
    const MarginalTables f = pairs();
    const Moments moments = measure(f, rows);
    Herder herder{f, ExactMoments{moments}, CategoryAscent{}};
    MomentError error{f, moments};
    run(herder, {.steps = 1000}, error);
    const double early = error.result().worst_times_steps;
    run(herder, {.steps = 9000}, error);
    EXPECT_LT(early, 10);
    EXPECT_LT(error.result().worst_times_steps, 10);
}

TEST(CategoryAscent, NeverTakesAForbiddenRow) {
    const std::vector<CategoryRow> rows = dependent_rows(500);
    const MarginalTables f = pairs();
    const Moments moments = measure(f, rows);
    const CategoryAscent search{{.limits = {.forbidden = zeros_of(moments)}}};
    Herder herder{f, ExactMoments{moments}, search};
    for (const auto& step : herder.steps(3000)) {
        ASSERT_TRUE(search.allows(f, step.state)) << "step " << step.t;
        ASSERT_EQ(step.state[1], step.state[0] / 2) << "a city in two regions at step " << step.t;
    }
}

TEST(CategoryAscent, TheSeedNamesTheStarts) {
    const MarginalTables f = pairs();
    const Moments moments = measure(f, dependent_rows(100));
    const auto states = [&](std::uint64_t seed) {
        Herder herder{f, ExactMoments{moments}, CategoryAscent{{.seed = seed}}};
        std::vector<CategoryRow> all;
        for (const auto& step : herder.steps(50)) all.push_back(step.state);
        return all;
    };
    EXPECT_EQ(states(1), states(1));
    EXPECT_NE(states(1), states(2));
}

TEST(CategoryAscent, RefusesAStartOfAnotherLength) {
    const MarginalTables f = pairs();
    const std::vector<std::int64_t> values(f.feature_count());
    CategoryAscent search{{.start = SearchStart::given, .given = {0, 0}}};
    CategoryRow row;
    EXPECT_INPUT_ERROR(search.maximize(f, WeightSpan<std::int64_t>{values}, row),
                       "CategoryAscent: expected a start of 4 columns, got 2");
}

}  // namespace
}  // namespace drover
