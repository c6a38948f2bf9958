#include "mini_batches.hpp"
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::mini_batches_test {
namespace {

const StateTable table{{4, 1}, {-3, 2}, {0, -5}, {1, 1}};
const std::vector<std::size_t> cases = {0, 1, 1, 2, 3};

// Follows a herder with plain vectors: w += sum over the batch - batch_size * phi(s).
template <class Pick>
void expect_steps(const MiniBatchOptions& options, Pick&& pick) {
    const auto size = static_cast<std::int64_t>(options.batch_size);
    Herder herder{table, MiniBatches{table, cases, options}, Exhaustive{}};
    std::vector<std::int64_t> w(2);
    std::uint64_t draw = 0;
    for (const auto& step : herder.steps(200)) {
        Int128 margin = 0;
        std::vector<std::int64_t> next = w;
        for (std::size_t k = 0; k < options.batch_size; ++k) {
            const auto phi = table.row(cases[pick(draw++)]);
            for (std::size_t a = 0; a < 2; ++a) {
                margin += w[a] * Int128{phi[a]};
                next[a] += phi[a];
            }
        }
        for (std::size_t a = 0; a < 2; ++a) {
            margin -= size * Int128{w[a]} * table.row(step.state)[a];
            next[a] -= size * table.row(step.state)[a];
            ASSERT_EQ(step.weights[a], next[a]) << "step " << step.t;
        }
        ASSERT_TRUE(step.margin == margin) << "step " << step.t;
        w = next;
    }
    EXPECT_EQ(herder.current().weights.scale(), size);
}

TEST(MiniBatches, CyclicBatchesWrapAroundTheData) {
    for (const std::size_t batch_size : {1U, 2U, 5U, 7U, 13U}) {
        expect_steps({.batch_size = batch_size}, [](std::uint64_t draw) { return draw % cases.size(); });
    }
}

TEST(MiniBatches, DrawsWithReplacementAreCounted) {
    const CounterRandom random{99};
    expect_steps({.batch_size = 3, .order = BatchOrder::with_replacement, .seed = 99},
                 [&](std::uint64_t draw) { return random.below(draw, cases.size()); });
}

TEST(MiniBatches, ACopyForksTheDrawsToo) {
    const MiniBatchOptions options{.batch_size = 2, .order = BatchOrder::with_replacement, .seed = 1};
    Herder herder{table, MiniBatches{table, cases, options}, Exhaustive{}};
    for (const auto& step : herder.steps(10)) static_cast<void>(step);
    auto fork = herder;
    for (const auto& step : herder.steps(50)) {
        const auto other = fork.step();
        ASSERT_EQ(step.state, other.state);
        ASSERT_EQ(step.weights[0], other.weights[0]);
    }
}

TEST(MiniBatches, WorkForBinaryModels) {
    testing::Dice dice{4};
    const PairFeatures<> features{6};
    const std::vector<BitRow> rows = random_rows(dice, 12, 6);
    Herder herder{features, MiniBatches{features, rows, {.batch_size = 4}}, CoordinateAscent{}};
    for (const auto& step : herder.steps(300)) {
        for (std::size_t pair = 0; pair < features.pair_count(); ++pair) {
            // Each step adds 4 to the four cells of a pair and takes 4 away.
            const std::size_t a = 4 * pair;
            ASSERT_EQ(step.weights[a] + step.weights[a + 1] + step.weights[a + 2] + step.weights[a + 3], 0);
        }
    }
}

TEST(MiniBatches, RefusesNoCasesAndNoBatch) {
    EXPECT_INPUT_ERROR((MiniBatches<std::size_t>{table, {}, {}}),
                       "MiniBatches: expected at least one case, got none");
    EXPECT_INPUT_ERROR((MiniBatches{table, cases, {.batch_size = 0}}),
                       "MiniBatches: expected a batch size of at least 1, got 0");
}

TEST(MiniBatches, RefusesNumbersThatCouldOverflow) {
    const std::int64_t large = std::int64_t{1} << 30U;
    const StateTable wide{{large}, {-large}};
    const MiniBatches drive{wide, {0, 1}, {}};
    EXPECT_INPUT_ERROR(
        (Herder{wide, drive, Exhaustive{}}),
        "Herder: the numbers are too large for 1000000000 steps in 64-bit weights; the limit is "
        "3 steps");
}

}  // namespace
}  // namespace drover::mini_batches_test
