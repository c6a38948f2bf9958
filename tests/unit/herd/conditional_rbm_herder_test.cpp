#include <drover/herd/conditional_kernels_detail.hpp>
#include <drover/herd/conditional_votes.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover {
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

// Every update's labels of other rows, found the long way: by the plain model.
TEST(ConditionalVotes, AreThoseOfJudgingEveryRowAtEveryUpdate) {
    for (const Case& c : all_cases()) {
        const Examples data = examples_for(c, 3);
        const SparseRows others = tangled_examples(50, 6, 3, 99).rows;
        const std::size_t labels = c.code.label_count();
        ConditionalRbmHerder herder = fused_herder(c, data, start_for(c));
        const ConditionalRbm model{{6, c.hidden, c.code}};
        ThreadPool pool{3};
        ConditionalVotes votes{others, herder.weights(), &pool};
        std::vector<std::int64_t> expected(50 * labels);
        for (int t = 0; t < 300; ++t) {
            const auto step = herder.step();
            for (std::size_t m = 0; m < step.mistakes.size(); ++m)
                votes.moved(mistake_at(step.mistakes, m, data.rows, data.labels), herder.weights());
            votes.settled(step.drift);
            votes.vote(herder.weights());
            const DenseWeights<std::int64_t> w{herder.weights().values()};
            for (std::size_t i = 0; i < 50; ++i) ++expected[i * labels + model.predict(w, others[i]).label];
            ASSERT_EQ(votes.votes(), expected) << "update " << t;
        }
    }
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
        "ConditionalWeights: the weights outgrow what is exact: expected smaller inputs or rates");
    std::vector<std::int64_t> biases = start;
    biases.back() = INT64_MIN;
    EXPECT_INPUT_ERROR(
        (ConditionalWeights{shape, {}, biases, 1}),
        "ConditionalWeights: the weights outgrow what is exact: expected smaller inputs or rates");
    EXPECT_INPUT_ERROR(
        (ConditionalWeights{shape, {.b = INT64_MAX}, start, 1}),
        "ConditionalWeights: the weights outgrow what is exact: expected smaller inputs or rates");
}

TEST(ConditionalKernels, GiveWhatThePlainOnesGive) {
    const Examples data = tangled_examples(20, 40, 2, 7);
    for (const std::size_t stride : {std::size_t{8}, std::size_t{24}, std::size_t{32}, std::size_t{104}}) {
        std::vector<std::int32_t> weights(40 * stride);
        std::vector<std::int32_t> steps(stride);
        const std::vector<std::int64_t> drawn = random_weights(weights.size(), 1 << 30, 8);
        for (std::size_t a = 0; a < weights.size(); ++a) weights[a] = static_cast<std::int32_t>(drawn[a]);
        for (std::size_t j = 0; j < stride; ++j) steps[j] = static_cast<std::int32_t>(j % 3) - 1;
        for (std::size_t i = 0; i < 20; ++i) {
            std::vector<double> fields(stride);
            std::vector<double> plain(stride);
            detail::find_input_fields({data.rows[i], weights.data(), stride, fields.data()});
            detail::find_input_fields_plainly({data.rows[i], weights.data(), stride, plain.data()});
            ASSERT_EQ(fields, plain);
            detail::add_steps(3, steps.data(), fields.data(), stride);
            detail::add_steps_plainly(3, steps.data(), plain.data(), stride);
            ASSERT_EQ(fields, plain);
            std::vector<double> offsets(6 * stride);
            for (std::size_t a = 0; a < offsets.size(); ++a) offsets[a] = static_cast<double>(drawn[a]) * 8;
            std::vector<double> scores(6, 5);
            std::vector<double> plain_scores(6, 5);
            detail::add_magnitudes({fields.data(), offsets.data(), stride, 6, scores.data()});
            detail::add_magnitudes_plainly({fields.data(), offsets.data(), stride, 6, plain_scores.data()});
            ASSERT_EQ(scores, plain_scores);
            std::vector<std::int32_t> moved = weights;
            std::vector<std::int32_t> plainly = weights;
            detail::move_inputs({data.rows[i], steps.data(), moved.data(), stride});
            detail::move_inputs_plainly({data.rows[i], steps.data(), plainly.data(), stride});
            ASSERT_EQ(moved, plainly);
        }
    }
}

}  // namespace
}  // namespace drover
