#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify {
namespace {

struct Case {
    std::size_t hidden;
    LabelCode code;
    std::int64_t halving;
    ConditionalRates rates;
};

std::vector<Case> all_cases() {
    return {{0, LabelCode::one_of(3), 0, {1, 1, 1, 0}},   {0, LabelCode::sign(), 0, {1, 1, 1, 4}},
            {1, LabelCode::one_of(3), 0, {1, 9, 20, 40}}, {5, LabelCode::one_of(3), 0, {2, 9, 20, 40}},
            {5, LabelCode::sign(), 7, {1, 9, 20, 40}},    {70, LabelCode::one_of(3), 20, {1, 9, 20, 40}}};
}

Examples examples_for(const Case& c, std::uint64_t seed) {
    return tangled_examples(130, 6, c.code.label_count(), seed);
}

ConditionalRbmHerder fused_herder(const Case& c, const Examples& data, std::span<const std::int64_t> start,
                                  ThreadPool* pool = nullptr) {
    const ConditionalShape shape{6, c.hidden, c.code};
    return {ConditionalWeights{shape, c.rates, start, largest_sum(data.rows)},
            data.rows,
            data.labels,
            {.batch_size = 20, .relaxation = {.halving = c.halving}, .pool = pool}};
}

std::vector<std::int64_t> start_for(const Case& c) {
    return random_weights(ConditionalRbm{{6, c.hidden, c.code}}.feature_count(), 300, 4);
}

TEST(ConditionalRbmHerder, TakesTheStepsOfThePlainHerder) {
    for (const Case& c : all_cases()) {
        const Examples data = examples_for(c, 1);
        ConditionalRbmHerder fused = fused_herder(c, data, start_for(c));
        auto plain = plain_herder({6, c.hidden, c.code}, data, c.rates, start_for(c),
                                  {.batch_size = 20, .relaxation = {.halving = c.halving}});
        for (int t = 0; t < 400; ++t) {
            ASSERT_EQ(fused.step().mistakes.size(), plain.step().mistakes) << "update " << t;
            const std::vector<std::int64_t> weights = fused.weights().values();
            for (std::size_t a = 0; a < weights.size(); ++a)
                ASSERT_EQ(weights[a], plain.current().weights[a]) << "update " << t << ", weight " << a;
        }
    }
}

// Only ratios of start weights and rates count. Rates of theta are such that what it loses is never cut.
TEST(ConditionalRbmHerder, DoesNotDependOnTheScaleOfItsWeights) {
    for (Case c : all_cases()) {
        c.rates.theta = c.halving > 0 ? std::int64_t{1} << 22U : c.rates.theta;
        const Examples data = examples_for(c, 1);
        const std::vector<std::int64_t> start = start_for(c);
        ConditionalRbmHerder one = fused_herder(c, data, start);
        for (const std::int64_t scale : {2, 8}) {
            Case larger = c;
            larger.rates = {static_cast<std::int32_t>(c.rates.w * scale), c.rates.b * scale,
                            c.rates.theta * scale, c.rates.alpha * scale};
            std::vector<std::int64_t> larger_start = start;
            for (std::int64_t& weight : larger_start) weight *= scale;
            ConditionalRbmHerder same = one;
            ConditionalRbmHerder other = fused_herder(larger, data, larger_start);
            for (int t = 0; t < 200; ++t) {
                const auto a = same.step();
                const auto b = other.step();
                ASSERT_EQ(a.mistakes.rows, b.mistakes.rows) << "update " << t;
                ASSERT_EQ(a.mistakes.predicted, b.mistakes.predicted);
                ASSERT_EQ(a.mistakes.hidden, b.mistakes.hidden);
            }
            std::vector<std::int64_t> weights = same.weights().values();
            for (std::int64_t& weight : weights) weight *= scale;
            EXPECT_EQ(other.weights().values(), weights);
        }
    }
}

TEST(ConditionalRbmHerder, HiddenUnitsMayChangePlaces) {
    const Case c{5, LabelCode::one_of(3), 20, {1, 9, 20, 40}};
    const Examples data = examples_for(c, 7);
    const ConditionalRbm model{{6, 5, c.code}};
    const auto turned = [&](const std::vector<std::int64_t>& weights) {
        std::vector<std::int64_t> all = weights;
        const auto turn = [&](auto slot) {
            for (std::size_t j = 0; j < 5; ++j) all[slot((j + 2) % 5)] = weights[slot(j)];
        };
        for (std::size_t i = 0; i < 6; ++i) turn([&](std::size_t j) { return model.w_slot(i, j); });
        for (std::size_t l = 0; l < 3; ++l) turn([&](std::size_t j) { return model.b_slot(l, j); });
        turn([&](std::size_t j) { return model.theta_slot(j); });
        return all;
    };
    ConditionalRbmHerder one = fused_herder(c, data, start_for(c));
    ConditionalRbmHerder other = fused_herder(c, data, turned(start_for(c)));
    for (int t = 0; t < 300; ++t) {
        const auto a = one.step();
        const auto b = other.step();
        ASSERT_EQ(a.mistakes.rows, b.mistakes.rows) << "update " << t;
        ASSERT_EQ(a.mistakes.predicted, b.mistakes.predicted);
        ASSERT_EQ(other.weights().values(), turned(one.weights().values()));
    }
}

TEST(ConditionalRbmHerder, JudgesFewerCasesOnceLabelsStand) {
    const Case c{8, LabelCode::one_of(3), 0, {1, 9, 20, 40}};
    const Examples data = examples_for(c, 2);
    ConditionalRbmHerder herder = fused_herder(c, data, start_for(c));
    std::size_t judged = 0;
    for (int t = 0; t < 4000 && herder.clean_batches() < herder.batch_count(); ++t) {
        const auto step = herder.step();
        judged += t >= 2000 ? step.judged : 0;
    }
    EXPECT_LT(judged, 2000U * 20U);
}

TEST(ConditionalRbmHerder, DoesNotDependOnThreads) {
    const Case c{70, LabelCode::one_of(3), 20, {1, 9, 20, 40}};
    const Examples data = tangled_examples(4000, 6, 3, 5);
    ThreadPool pool{8};
    const ConditionalShape shape{6, c.hidden, c.code};
    const ConditionalWeights weights{shape, c.rates, start_for(c), largest_sum(data.rows)};
    ConditionalRbmHerder one{weights, data.rows, data.labels, {.batch_size = 4000}};
    ConditionalRbmHerder eight{weights, data.rows, data.labels, {.batch_size = 4000, .pool = &pool}};
    for (int t = 0; t < 10; ++t) {
        one.step();
        eight.step();
        ASSERT_EQ(one.weights().values(), eight.weights().values());
    }
}

TEST(ConditionalRbmHerder, RefusesWhatItCannotHerd) {
    const Case c{2, LabelCode::one_of(3), 0, {}};
    const Examples data = examples_for(c, 6);
    const ConditionalShape shape{6, 2, c.code};
    const std::vector<std::int64_t> start = start_for(c);
    const ConditionalWeights weights{shape, {}, start, largest_sum(data.rows)};
    EXPECT_INPUT_ERROR((ConditionalRbmHerder{weights, SparseRows{6}, {}}),
                       "ConditionalRbmHerder: expected cases with a label each, got 0 inputs and 0 labels");
    EXPECT_INPUT_ERROR((ConditionalRbmHerder{weights, data.rows, data.labels, {.batch_size = 0}}),
                       "ConditionalRbmHerder: expected a batch of at least 1 case");
    EXPECT_INPUT_ERROR((ConditionalWeights{shape, {}, std::span{start}.first(3), 1}),
                       "ConditionalWeights: expected 23 weights, got 3");
    std::vector<std::int64_t> large = start;
    large[0] = std::int64_t{1} << 40U;
    EXPECT_INPUT_ERROR((ConditionalWeights{shape, {}, large, 1}),
                       "ConditionalWeights: expected start weights of inputs of 32 bits, got 1099511627776");
    large[0] = (std::int64_t{1} << 31U) - 1;
    EXPECT_INPUT_ERROR(
        (ConditionalWeights{shape, {}, large, std::int64_t{1} << 40U}),
        "ConditionalWeights: the weights are too large to stay exact: expected smaller inputs or rates");
    std::vector<std::int64_t> biases = start;
    biases.back() = INT64_MIN;
    EXPECT_INPUT_ERROR(
        (ConditionalWeights{shape, {}, biases, 1}),
        "ConditionalWeights: the weights are too large to stay exact: expected smaller inputs or rates");
    EXPECT_INPUT_ERROR(
        (ConditionalWeights{shape, {.b = INT64_MAX}, start, 1}),
        "ConditionalWeights: the weights are too large to stay exact: expected smaller inputs or rates");
}

}  // namespace
}  // namespace drover::classify
