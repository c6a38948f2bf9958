#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/marginal_herder.hpp>
#include <drover/herd/maximize/max_product.hpp>
#include <drover/herd/moments/measure.hpp>

#include "expect.hpp"
#include "fused_checks.hpp"
#include "random_models.hpp"

namespace drover::marginal_herder_test {
namespace {

static_assert(Orbit<MarginalHerder>);

struct Model {
    MarginalTables tables;
    Moments moments;
    std::vector<bool> zeros;
};

// Rows with dependent columns, measured on some of the tables of one to three columns.
Model random_model(std::uint64_t seed, std::int64_t max_order = 2) {
    testing::Dice dice{seed};
    const auto n = static_cast<std::size_t>(dice.roll(2, 6));
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < n; ++i) sizes.push_back(static_cast<std::size_t>(dice.roll(1, 12)));
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t i = 0; i < n; ++i) {
        if (dice.roll(0, 1) == 0) tables.push_back({i});
        for (std::size_t j = i + 1; j < n; ++j) {
            if (dice.roll(0, 4) > 0)
                tables.push_back(dice.roll(0, 1) == 0 ? std::vector{i, j} : std::vector{j, i});
            if (max_order > 2 && j + 1 < n && dice.roll(0, 2) == 0) tables.push_back({j, n - 1, i});
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
    Herder plain{model.tables, ExactMoments{model.moments}, CategoryAscent{options}};
    MarginalHerder fused{model.tables, model.moments, options};
    testing::expect_equal_steps(fused, plain, steps, steps);
}

// Herding with trust and further starts, written as it is defined.
class SlowHerder {
  public:
    using Value = std::int64_t;

    SlowHerder(const Model& model, std::vector<std::int32_t> trust, const CategoryAscentOptions& options,
               std::size_t retries, std::int64_t zero_start)
        : model_{model},
          trust_{trust.empty() ? std::vector<std::int32_t>(model.tables.feature_count(), 1)
                               : std::move(trust)},
          search_{options},
          retries_{retries},
          zero_start_{zero_start},
          hits_(trust_.size()),
          row_(model.tables.column_count()) {}

    std::int64_t operator[](std::size_t a) const {
        const std::int64_t count = model_.moments.counts[a];
        return trust_[a] * (t_ * count - model_.moments.total * (hits_[a] + (count == 0 ? zero_start_ : 0)));
    }
    std::size_t size() const { return trust_.size(); }
    const CategoryRow& step() {
        search_.maximize(model_.tables, *this, row_);
        CategoryRow best = row_;
        for (std::size_t retry = 0; retry < retries_ && margin(best) > 0; ++retry) {
            search_.maximize(model_.tables, *this, row_);
            if (margin(row_) < margin(best)) best = row_;
        }
        row_ = best;
        margin_ = margin(row_);
        model_.tables.visit(row_, [&](std::size_t a, std::int64_t /*one*/) { ++hits_[a]; });
        ++t_;
        return row_;
    }
    Int128 margin() const { return margin_; }

  private:
    Int128 margin(const CategoryRow& row) const {
        Int128 sum = 0;
        for (std::size_t a = 0; a < trust_.size(); ++a)
            sum += static_cast<Int128>((*this)[a]) * model_.moments.counts[a];
        return sum - static_cast<Int128>(model_.moments.total) * model_.tables.score(*this, row);
    }

    const Model& model_;
    std::vector<std::int32_t> trust_;
    CategoryAscent search_;
    std::size_t retries_;
    std::int64_t zero_start_;
    std::vector<std::int64_t> hits_;
    CategoryRow row_;
    std::int64_t t_ = 0;
    Int128 margin_ = 0;
};

void expect_slow_steps(const Model& model, const CategoryAscentOptions& options,
                       const std::vector<std::int32_t>& trust, std::size_t retries,
                       std::int64_t zero_start = 0) {
    SlowHerder slow{model, trust, options, retries, zero_start};
    MarginalHerder fused{
        model.tables, model.moments, options, {.trust = trust, .retries = retries, .zero_start = zero_start}};
    for (std::int64_t t = 1; t <= 200; ++t) {
        const CategoryRow& row = slow.step();
        const auto step = fused.step();
        ASSERT_EQ(row, step.state) << "step " << t;
        ASSERT_TRUE(slow.margin() == step.margin) << "step " << t;
    }
    for (std::size_t a = 0; a < slow.size(); ++a)
        ASSERT_EQ(slow[a], fused.current().weights[a]) << "cell " << a;
}

TEST(MarginalHerder, TakesTheStepsOfTheDefinitionWithTrustAndFurtherStarts) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_model(seed, 3);
        testing::Dice dice{seed + 1000};
        std::vector<std::int32_t> trust;
        for (std::size_t a = 0; a < model.tables.feature_count(); ++a)
            trust.push_back(static_cast<std::int32_t>(dice.roll(0, 4)));
        expect_slow_steps(model, {.seed = seed}, trust, seed % 4);
        expect_slow_steps(model, {.seed = seed, .limits = {.forbidden = model.zeros}}, trust, seed % 3);
        expect_slow_steps(model, {.seed = seed}, std::vector<std::int32_t>(trust.size(), 1), 2);
        expect_slow_steps(model, {.seed = seed}, trust, 0, 5);
    }
}

TEST(MarginalHerder, TakesThemWithHigherTablesFixedValuesAndBlocks) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_model(seed, 3);
        CategoryRow fixed(model.tables.column_count(), free_value);
        fixed[seed % fixed.size()] = 0;
        const auto blocks = find_blocks(model.tables, model.moments, {.percent = 5, .table_percent = 0});
        expect_same_steps(model, {.seed = seed, .blocks = blocks}, 200);
        expect_same_steps(model, {.seed = seed, .limits = {.forbidden = model.zeros}, .blocks = blocks}, 200);
        expect_same_steps(model, {.seed = seed, .limits = {.fixed = fixed}, .blocks = blocks}, 200);
        expect_same_steps(model, {.start = SearchStart::previous, .limits = {.fixed = fixed}}, 200);
        expect_same_steps(
            model, {.start = SearchStart::previous, .limits = {.forbidden = model.zeros}, .blocks = blocks},
            200);
    }
}

TEST(MarginalHerder, ExactSearchTakesTheStepsOfMaxProduct) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_model(seed, 3);
        for (const auto& forbidden : {std::vector<bool>{}, model.zeros}) {
            Herder plain{model.tables, ExactMoments{model.moments},
                         MaxProduct{model.tables, {.forbidden = forbidden}}};
            MarginalHerder fused{
                model.tables, model.moments, {.limits = {.forbidden = forbidden}}, {.exact = true}};
            for (int t = 0; t < 200; ++t) {
                const auto a = plain.step();
                const auto b = fused.step();
                ASSERT_EQ(a.state, b.state);
                ASSERT_TRUE(a.margin == b.margin);
                ASSERT_TRUE(b.margin <= 0);
            }
        }
    }
}

TEST(MarginalHerder, TwoTablesOverTheSameColumnsPullTogether) {
    const Model model{
        .tables = {{3, 2, 2}, {{0, 1}, {1, 0}, {1, 2}, {2}}},
        .moments = {.names = {},
                    .counts = {10, 20, 10, 20, 20, 20, 12, 8, 18, 22, 20, 20, 55, 20, 10, 15, 60, 40},
                    .total = 100},
        .zeros = {}};
    expect_same_steps(model, {}, 500);
}

TEST(MarginalHerder, GoesOnFromAStateAsIfItHadNeverStopped) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Model model = random_model(seed, 3);
        const CategoryAscentOptions options{.seed = seed, .limits = {.forbidden = model.zeros}};
        MarginalHerder herder{model.tables, model.moments, options, {.zero_start = 3}};
        for (int t = 0; t < 77; ++t) herder.step();
        MarginalHerder later{model.tables, model.moments, options, {.zero_start = 3}};
        later.restore(herder.state());
        for (int t = 0; t < 100; ++t) {
            const auto a = herder.step();
            const auto b = later.step();
            ASSERT_EQ(a.state, b.state);
            ASSERT_TRUE(a.margin == b.margin);
            ASSERT_EQ(a.t, b.t);
        }
    }
}

// All pairs of binary columns, in any orientation, and some columns alone, one of them twice.
Model binary_model(std::uint64_t seed, std::size_t n, std::int64_t row_count) {
    testing::Dice dice{seed};
    std::vector<std::vector<std::size_t>> tables;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            tables.push_back(dice.roll(0, 1) == 0 ? std::vector{i, j} : std::vector{j, i});
        if (dice.roll(0, 2) == 0) tables.push_back({i});
    }
    if (dice.roll(0, 1) == 0) tables.insert(tables.begin(), 2, {n - 1});
    std::vector<CategoryRow> rows;
    for (std::int64_t r = 0; r < row_count; ++r) {
        CategoryRow row;
        for (std::size_t i = 0; i < n; ++i) {
            const bool copies = i > 0 && dice.roll(0, 2) > 0;
            row.push_back(copies ? row[i - 1] : static_cast<std::uint32_t>(dice.roll(0, 3) / 3));
        }
        rows.push_back(row);
    }
    Model model{.tables = {std::vector<std::size_t>(n, 2), tables}, .moments = {}, .zeros = {}};
    model.moments = measure(model.tables, rows);
    for (const std::int64_t count : model.moments.counts) model.zeros.push_back(count == 0);
    return model;
}

TEST(MarginalHerder, AllPairsOfBinaryColumnsTakeTheSameSteps) {
    for (const std::size_t n : {2U, 3U, 5U, 9U, 15U, 16U, 17U, 33U}) {
        SCOPED_TRACE(n);
        const Model model = binary_model(n, n, 23);
        CategoryRow fixed(n, free_value);
        fixed[n / 2] = 1;
        for (const SearchStart start : {SearchStart::fresh, SearchStart::previous}) {
            expect_same_steps(model, {.start = start, .seed = n}, 300);
            expect_same_steps(model, {.start = start, .limits = {.fixed = fixed}}, 300);
            expect_same_steps(model, {.start = start, .limits = {.forbidden = model.zeros}}, 100);
        }
        expect_slow_steps(model, {.seed = n}, {}, 3);
        expect_slow_steps(model, {.seed = n}, {}, 2, 5);
        expect_slow_steps(model, {.start = SearchStart::previous}, {}, 0, 7);
    }
}

TEST(MarginalHerder, StartsAtTheMoments) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(seed);
        for (const Model& model : {random_model(seed, 3), binary_model(seed, 6, 30)}) {
            const CategoryAscentOptions search{.start = SearchStart::previous};
            Herder plain{model.tables, ExactMoments{model.moments, {.start = MomentStart{}}},
                         CategoryAscent{search}};
            MarginalHerder fused{model.tables, model.moments, search, {.start = MomentStart{}}};
            testing::expect_equal_steps(fused, plain, 100, 50);
            MarginalHerder later{model.tables, model.moments, search, {.start = MomentStart{}}};
            later.restore(fused.state());
            testing::expect_equal_steps(later, plain, 100, 50);
        }
    }
}

TEST(MarginalHerder, BinaryColumnsGoOnFromAState) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = binary_model(seed, 7, 20);
        MarginalHerder herder{model.tables, model.moments, {.seed = seed}, {.retries = 1, .zero_start = 3}};
        for (int t = 0; t < 77; ++t) herder.step();
        MarginalHerder later{model.tables, model.moments, {.seed = seed}, {.retries = 1, .zero_start = 3}};
        later.restore(herder.state());
        testing::expect_equal_steps(later, herder, 100, 10);
    }
}

TEST(MarginalHerder, BinaryColumnsGoOverToWideLanesOnTheWay) {
    Model model = binary_model(3, 10, 30);
    for (std::size_t a = 0; a < model.moments.counts.size(); ++a)
        model.moments.counts[a] = static_cast<std::int64_t>(a * 7919 % 200'000);
    model.moments.total = 200'000;
    for (const SearchStart start : {SearchStart::fresh, SearchStart::previous}) {
        Herder plain{model.tables, ExactMoments{model.moments}, CategoryAscent{{.start = start}}};
        MarginalHerder fused{model.tables, model.moments, {.start = start}};
        testing::expect_equal_steps(fused, plain, 50, 10);
        EXPECT_EQ(fused.lane_bits(), 32);
        testing::expect_equal_steps(fused, plain, 3'000, 500);
        EXPECT_EQ(fused.lane_bits(), 64);
    }
}

TEST(MarginalHerder, ManyBinaryColumnsTakeTheSameSteps) {
    testing::Dice dice{5};
    std::vector<CategoryRow> rows(60, CategoryRow(20));
    for (CategoryRow& row : rows) {
        for (std::uint32_t& value : row) value = static_cast<std::uint32_t>(dice.roll(0, 1));
    }
    Model model{.tables = {std::vector<std::size_t>(20, 2), all_tables(20, 2)}, .moments = {}, .zeros = {}};
    model.moments = measure(model.tables, rows);
    for (const std::int64_t count : model.moments.counts) model.zeros.push_back(count < 9);
    CategoryRow fixed(20, free_value);
    fixed[3] = fixed[11] = 1;
    expect_same_steps(model, {}, 200);
    expect_same_steps(model, {.limits = {.forbidden = model.zeros}}, 200);
    expect_same_steps(model, {.limits = {.fixed = fixed}}, 200);
    expect_same_steps(model, {.start = SearchStart::previous}, 200);
    expect_same_steps(model, {.start = SearchStart::previous, .limits = {.fixed = fixed}}, 200);
}

TEST(MarginalHerder, OneColumnIsEnough) {
    const Model model{
        .tables = {{2}, {{0}}}, .moments = {.names = {}, .counts = {3, 1}, .total = 4}, .zeros = {}};
    expect_same_steps(model, {}, 40);
    MarginalHerder herder{model.tables, model.moments};
    for (int t = 0; t < 40; ++t) herder.step();
    EXPECT_EQ(herder.hits(), (std::vector<std::int64_t>{30, 10}));
}

TEST(MarginalHerder, ChangesWhatOneColumnDecidesTogether) {
    // 12 cities in 3 regions in 2 countries: no single change of a row respects the tables.
    std::vector<CategoryRow> rows;
    for (std::uint32_t city = 0; city < 12; ++city) {
        for (std::uint32_t k = 0; k < 5 + city; ++k) rows.push_back({city, city / 4, city / 8, k % 2});
    }
    Model model{.tables = {{12, 3, 2, 2}, all_tables(4, 2)}, .moments = {}, .zeros = {}};
    model.moments = measure(model.tables, rows);
    for (const std::int64_t count : model.moments.counts) model.zeros.push_back(count == 0);
    const auto blocks = find_blocks(model.tables, model.moments);
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].combination_count(), 12U);
    const auto worst_error = [&](const CategoryAscentOptions& options) {
        MarginalHerder herder{model.tables, model.moments, options};
        for (int t = 0; t < 1000; ++t) herder.step();
        std::int64_t worst = 0;
        for (std::size_t a = 0; a < model.tables.feature_count(); ++a)
            worst = std::max(worst, std::abs(herder.current().weights[a]));
        return static_cast<double>(worst) / static_cast<double>(model.moments.total);
    };
    CategoryAscentOptions options{.start = SearchStart::previous, .limits = {.forbidden = model.zeros}};
    EXPECT_GT(worst_error(options), 50);  // rows: stuck in the first city
    options.blocks = blocks;
    EXPECT_LT(worst_error(options), 3);
    options.start = SearchStart::fresh;
    EXPECT_LT(worst_error(options), 3);
    expect_same_steps(model, options, 300);
}

TEST(MarginalHerder, TakesTheStepsOfTheComposedHerder) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_model(seed);
        expect_same_steps(model, {.seed = seed}, 300);
        expect_same_steps(model, {.start = SearchStart::previous}, 300);
        expect_same_steps(model, {.seed = seed, .limits = {.forbidden = model.zeros}}, 300);
        expect_same_steps(model, {.start = SearchStart::previous, .limits = {.forbidden = model.zeros}}, 300);
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

// A table of four columns, two of three that overlap it, and columns of more values than a vector has lanes.
TEST(MarginalHerder, LargerTablesGoOverToWideLanesOnTheWay) {
    testing::Dice dice{11};
    const std::vector<std::size_t> sizes{3, 11, 2, 5, 19};
    Model model{
        .tables = {sizes, {{3, 0, 2, 1}, {0, 1}, {4, 1, 2}, {2, 3, 4}, {4}}}, .moments = {}, .zeros = {}};
    for (std::size_t a = 0; a < model.tables.feature_count(); ++a) {
        model.moments.counts.push_back(dice.roll(0, 3) == 0 ? 0
                                                            : static_cast<std::int64_t>(a * 7919 % 200'000));
        model.zeros.push_back(model.moments.counts.back() == 0);
    }
    model.moments.total = 200'000;
    std::vector<std::int32_t> trust;
    for (std::size_t a = 0; a < model.zeros.size(); ++a)
        trust.push_back(static_cast<std::int32_t>(dice.roll(0, 3)));
    for (const auto& forbidden : {std::vector<bool>{}, model.zeros}) {
        const CategoryAscentOptions options{.limits = {.forbidden = forbidden},
                                            .blocks = find_blocks(model.tables, model.moments)};
        Herder plain{model.tables, ExactMoments{model.moments}, CategoryAscent{options}};
        MarginalHerder fused{model.tables, model.moments, options};
        testing::expect_equal_steps(fused, plain, 5, 5);
        EXPECT_EQ(fused.lane_bits(), 32);
        testing::expect_equal_steps(fused, plain, 500, 250);
        EXPECT_EQ(fused.lane_bits(), 64);
        expect_slow_steps(model, options, trust, 1, 4);
        MarginalHerder later{model.tables, model.moments, options};
        later.restore(fused.state());
        testing::expect_equal_steps(later, plain, 50, 10);
    }
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
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {.start = SearchStart::given}}),
                       "MarginalHerder: expected fresh or previous starts");
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {.limits = {.forbidden = {true}}}}),
                       "MarginalHerder: forbidden (1) and cells (8) must have the same size");
    EXPECT_INPUT_ERROR((MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {}, {.trust = {1, 2}}}),
                       "MarginalHerder: trust (2) and cells (8) must have the same size");
    EXPECT_INPUT_ERROR(
        (MarginalHerder{{{2, 4}, {{0, 1}}}, eight, {}, {.trust = std::vector<std::int32_t>(8, -1)}}),
        "MarginalHerder: expected a trust of at least 0");
    const Moments large{
        .names = {}, .counts = std::vector<std::int64_t>(8, 1), .total = std::int64_t{1} << 40};
    EXPECT_INPUT_ERROR(
        (MarginalHerder{{{2, 4}, {{0, 1}}}, large}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "8388607 steps");
}

}  // namespace
}  // namespace drover::marginal_herder_test
