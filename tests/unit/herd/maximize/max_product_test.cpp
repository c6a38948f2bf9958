#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/category_exhaustive.hpp>
#include <drover/herd/maximize/elimination.hpp>
#include <drover/herd/maximize/max_product.hpp>
#include <drover/herd/moments/measure.hpp>

#include "expect.hpp"
#include "random_tables.hpp"

namespace drover {
namespace {

using ExactWeights = WeightSpan<std::int64_t>;
using Links = std::vector<std::vector<std::size_t>>;

static_assert(Maximizer<MaxProduct, MarginalTables, ExactWeights>);
static_assert(Maximizer<MaxProduct, MarginalTables, WeightSpan<double>>);

std::vector<std::int64_t> random_weights(const MarginalTables& f, std::uint64_t seed) {
    testing::Dice dice{seed};
    std::vector<std::int64_t> weights(f.feature_count());
    for (auto& weight : weights) weight = dice.roll(-100, 100);
    return weights;
}

// The row that the tie rule asks for, one column after the other, each by trying all rows.
CategoryRow row_of_the_tie_rule(testing::TablesCase c) {
    const ExactWeights w{c.weights};
    const EliminationOrder order = elimination_order(c.tables, c.limits);
    c.limits.fixed.resize(c.tables.column_count(), free_value);
    const std::int64_t best = c.tables.score(w, testing::brute_force(c));
    for (std::size_t k = order.steps.size(); k-- > 0;) {
        std::uint32_t& value = c.limits.fixed[order.steps[k].column];
        for (value = 0;; ++value) {
            const CategoryRow row = testing::brute_force(c);
            if (!row.empty() && c.tables.score(w, row) == best) break;
        }
    }
    return c.limits.fixed;
}

TEST(MaxProduct, FindsTheBestAllowedRowOfTheTieRule) {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        SCOPED_TRACE(seed);
        const testing::TablesCase c = testing::random_tables_case(seed);
        const ExactWeights w{c.weights};
        if (testing::brute_force(c).empty()) {
            EXPECT_INPUT_ERROR((MaxProduct{c.tables, c.limits}),
                               "MaxProduct: expected at least one row without a forbidden cell, got none");
            EXPECT_FALSE(MaxProduct::if_possible(c.tables, c.limits).has_value());
            continue;
        }
        CategoryRow row;
        CategoryRow other;
        MaxProduct search{c.tables, c.limits};
        const std::int64_t score = search.maximize(c.tables, w, row);
        EXPECT_EQ(score, (CategoryExhaustive{c.tables, c.limits}.maximize(c.tables, w, other)));
        EXPECT_EQ(score, c.tables.score(w, row));
        EXPECT_EQ(row, row_of_the_tie_rule(c));
        EXPECT_TRUE(testing::allows(c.tables, c.limits, row));
    }
}

TEST(MaxProduct, CanBeUsedAgainWithOtherWeightsOfAnyType) {
    const MarginalTables f{{3, 4, 2, 3}, {{0, 1}, {1, 2, 3}, {3, 0}}};
    MaxProduct search{f};
    CategoryExhaustive reference{f};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::vector<std::int64_t> weights = random_weights(f, seed);
        const std::vector<double> reals(weights.begin(), weights.end());
        const std::vector<Int128> wide(weights.begin(), weights.end());
        CategoryRow row;
        const std::int64_t best = reference.maximize(f, ExactWeights{weights}, row);
        EXPECT_EQ(search.maximize(f, ExactWeights{weights}, row), best);
        EXPECT_EQ(search.maximize(f, WeightSpan<double>{reals}, row), static_cast<double>(best));
        EXPECT_TRUE(search.maximize(f, WeightSpan<Int128>{wide}, row) == best);
    }
}

TEST(MaxProduct, TheLowestScoreThatAWeightCanGiveIsAScore) {
    const MarginalTables f{{2, 2}, {{0, 1}}};
    const std::vector<std::int64_t> weights(4, INT64_MIN);
    CategoryRow row;
    MaxProduct search{f, {.forbidden = {true, true, false, true}}};
    EXPECT_EQ(search.maximize(f, ExactWeights{weights}, row), INT64_MIN);
    EXPECT_EQ(row, (CategoryRow{1, 0}));
}

// The score of the best row of a chain, from left to right.
std::int64_t best_of_chain(const MarginalTables& f, const ExactWeights& w) {
    const std::size_t values = f.value_count(0);
    std::vector<std::int64_t> best(values);
    for (std::size_t table = 0; table < f.table_count(); ++table) {
        std::vector<std::int64_t> next(values, INT64_MIN);
        for (std::size_t a = 0; a < values; ++a) {
            for (std::size_t b = 0; b < values; ++b)
                next[b] = std::max(next[b], best[a] + w[f.first_feature(table) + a * values + b]);
        }
        best = next;
    }
    return *std::max_element(best.begin(), best.end());
}

TEST(MaxProduct, SolvesAChainOf200Columns) {
    Links links;
    for (std::size_t i = 1; i < 200; ++i) links.push_back({i - 1, i});
    const MarginalTables f{std::vector<std::size_t>(200, 5), links};
    MaxProduct search{f};
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const std::vector<std::int64_t> weights = random_weights(f, seed);
        CategoryRow row;
        const std::int64_t score = search.maximize(f, ExactWeights{weights}, row);
        EXPECT_EQ(score, best_of_chain(f, ExactWeights{weights}));
        EXPECT_EQ(score, f.score(ExactWeights{weights}, row));
    }
}

// Rows of three columns, each linked to its neighbours.
MarginalTables grid(std::size_t height) {
    Links links;
    for (std::size_t i = 0; i < 3 * height; ++i) {
        if (i % 3 < 2) links.push_back({i, i + 1});
        if (i + 3 < 3 * height) links.push_back({i + 3, i});
    }
    return {std::vector<std::size_t>(3 * height, 2), links};
}

TEST(MaxProduct, SolvesGridsOfTreeWidthThree) {
    EXPECT_LE(elimination_cost(grid(30)).cells, 90 * 16);
    EXPECT_NO_THROW((MaxProduct{grid(30)}));
    const MarginalTables f = grid(5);
    MaxProduct search{f};
    CategoryExhaustive reference{f};
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const std::vector<std::int64_t> weights = random_weights(f, seed);
        CategoryRow row;
        const std::int64_t best = reference.maximize(f, ExactWeights{weights}, row);
        EXPECT_EQ(search.maximize(f, ExactWeights{weights}, row), best);
    }
}

TEST(MaxProduct, HerdingWithItHasNoPositiveMargin) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        testing::Dice dice{seed};
        const MarginalTables f = testing::random_tables(dice);
        std::vector<CategoryRow> rows(30, CategoryRow(f.column_count()));
        for (CategoryRow& row : rows) {
            for (std::size_t i = 0; i < row.size(); ++i)
                row[i] =
                    static_cast<std::uint32_t>(dice.roll(0, static_cast<std::int64_t>(f.value_count(i)) - 1));
        }
        const Moments moments = measure(f, rows);
        std::vector<bool> zeros;
        for (const std::int64_t count : moments.counts) zeros.push_back(count == 0);
        Herder herder{f, ExactMoments{moments}, MaxProduct{f, {.forbidden = zeros}}};
        for (const auto& step : herder.steps(2'000)) {
            ASSERT_TRUE(step.margin <= 0) << "seed " << seed << ", step " << step.t;
        }
    }
}

TEST(MaxProduct, RefusesMoreCellsThanItsBudget) {
    const MarginalTables f{std::vector<std::size_t>(20, 2), all_tables(20, 2)};
    EXPECT_INPUT_ERROR(
        (MaxProduct{f}),
        "MaxProduct: expected cliques of at most 1048576 cells together, got at least 1572864");
    EXPECT_NO_THROW((MaxProduct{f, {}, std::size_t{1} << 21U}));
    const MarginalTables chain{{10, 10, 10}, {{0, 1}, {1, 2}}};
    EXPECT_NO_THROW((MaxProduct{chain, {}, 210}));
    EXPECT_INPUT_ERROR((MaxProduct{chain, {}, 209}),
                       "MaxProduct: expected cliques of at most 209 cells together, got at least 210");
}

TEST(MaxProduct, FixedValuesCanBringItWithinItsBudget) {
    const MarginalTables f{std::vector<std::size_t>(30, 2), all_tables(30, 2)};
    CategoryRow fixed(30, 1);
    for (std::size_t i = 0; i < 10; ++i) fixed[i] = free_value;
    MaxProduct search{f, {.forbidden = {}, .fixed = fixed}};
    const std::vector<std::int64_t> weights = random_weights(f, 3);
    CategoryRow row;
    CategoryRow other;
    CategoryExhaustive reference{f, {.forbidden = {}, .fixed = fixed}};
    EXPECT_EQ(search.maximize(f, ExactWeights{weights}, row),
              reference.maximize(f, ExactWeights{weights}, other));
}

TEST(MaxProduct, RefusesLimitsOfAnotherModel) {
    const MarginalTables f{{2, 3}, {{0, 1}}};
    EXPECT_INPUT_ERROR((MaxProduct{f, {.forbidden = {true}}}),
                       "MaxProduct: forbidden (1) and cells (6) must have the same size");
    EXPECT_INPUT_ERROR((MaxProduct{f, {.forbidden = {}, .fixed = {0, 0, 0}}}),
                       "MaxProduct: fixed (3) and columns (2) must have the same size");
}

TEST(MaxProduct, AllFixedToAForbiddenCellIsAnError) {
    const MarginalTables f{{2, 3}, {{0, 1}}};
    const std::vector<bool> forbidden{true, false, false, false, false, false};
    EXPECT_INPUT_ERROR((MaxProduct{f, {.forbidden = forbidden, .fixed = {0, 0}}}),
                       "MaxProduct: expected at least one row without a forbidden cell, got none");
}

}  // namespace
}  // namespace drover
