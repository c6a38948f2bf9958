#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/marginal_herder.hpp>
#include <drover/moments/measure.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

static_assert(Orbit<MarginalHerder>);

struct Model {
    MarginalTables tables;
    Moments moments;
    std::vector<bool> zeros;
};

// Rows with dependent columns, measured on some of the one- and two-way tables.
Model random_model(std::uint64_t seed) {
    testing::Dice dice{seed};
    const auto n = static_cast<std::size_t>(dice.roll(2, 6));
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < n; ++i) sizes.push_back(static_cast<std::size_t>(dice.roll(1, 7)));
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t i = 0; i < n; ++i) {
        if (dice.roll(0, 1) == 0) tables.push_back({i});
        for (std::size_t j = i + 1; j < n; ++j) {
            if (dice.roll(0, 4) > 0)
                tables.push_back(dice.roll(0, 1) == 0 ? std::vector{i, j} : std::vector{j, i});
        }
    }
    std::vector<CategoryRow> rows;
    for (int r = 0; r < 40; ++r) {
        CategoryRow row;
        for (std::size_t i = 0; i < n; ++i) {
            const auto lean = static_cast<std::int64_t>(i > 0 ? row[i - 1] : 0);
            const auto most = static_cast<std::int64_t>(sizes[i]) - 1;
            row.push_back(
                static_cast<std::uint32_t>(std::min(most, dice.roll(0, 2) == 0 ? dice.roll(0, most) : lean)));
        }
        rows.push_back(row);
    }
    Model model{.tables = {sizes, tables}, .moments = {}, .zeros = {}};
    model.moments = measure(model.tables, rows);
    for (const std::int64_t count : model.moments.counts) model.zeros.push_back(count == 0);
    return model;
}

void expect_same_steps(const Model& model, const CategoryAscentOptions& options, std::int64_t steps) {
    Herder plain{model.tables,
                 ExactMoments{model.moments},
                 CategoryAscent{options},
                 {},
                 CategoryRow(model.tables.column_count())};
    MarginalHerder fused{model.tables, model.moments, options};
    for (std::int64_t t = 0; t < steps; ++t) {
        const auto a = plain.step();
        const auto b = fused.step();
        ASSERT_EQ(a.state, b.state) << "step " << a.t;
        ASSERT_TRUE(a.margin == b.margin) << "step " << a.t;
    }
    for (std::size_t a = 0; a < model.tables.feature_count(); ++a) {
        ASSERT_EQ(plain.current().weights[a], fused.current().weights[a]) << "cell " << a;
    }
}

TEST(MarginalHerder, TakesTheStepsOfTheComposedHerder) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_model(seed);
        expect_same_steps(model, {.seed = seed}, 300);
        expect_same_steps(model, {.start = SearchStart::previous}, 300);
        expect_same_steps(model, {.seed = seed, .forbidden = model.zeros}, 300);
    }
}

TEST(MarginalHerder, TakesThemWithImpossibleMomentsTooInWiderLanes) {
    Model model = random_model(7);
    for (std::size_t a = 0; a < model.moments.counts.size(); ++a) {
        model.moments.counts[a] = static_cast<std::int64_t>(a * 7919 % 100'000'000);
    }
    model.moments.total = 100'000'000;
    expect_same_steps(model, {}, 500);
    MarginalHerder fused{model.tables, model.moments};
    for (int t = 0; t < 500; ++t) fused.step();
    EXPECT_EQ(fused.lane_bits(), 64);
}

TEST(MarginalHerder, CopyForksTheOrbit) {
    const Model model = random_model(4);
    MarginalHerder herder{model.tables, model.moments};
    for (int t = 0; t < 10; ++t) herder.step();
    MarginalHerder fork = herder;
    for (int t = 0; t < 50; ++t) ASSERT_EQ(herder.step().state, fork.step().state);
}

TEST(MarginalHerder, RefusesWhatItCannotHold) {
    const Moments eight{.names = {}, .counts = std::vector<std::int64_t>(8, 1), .total = 8};
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 2, 2}, {{0, 1, 2}}}, eight}),
                       "MarginalHerder: expected tables of one or two columns, got one of 3");
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 2}, {{0, 1}, {1, 0}}}, eight}),
                       "MarginalHerder: expected one table for the same columns, got two");
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {.start = SearchStart::given}}),
                       "MarginalHerder: expected fresh or previous starts");
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {.forbidden = {true}}}),
                       "MarginalHerder: forbidden (1) and cells (8) must have the same size");
}

}  // namespace
}  // namespace drover
