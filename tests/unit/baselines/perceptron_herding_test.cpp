#include <algorithm>
#include <vector>

#include <drover/baselines/impl/perceptron_path.hpp>
#include <drover/baselines/perceptron.hpp>
#include <drover/classify/conditional_herder.hpp>
#include <drover/classify/conditional_rbm.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

// A perceptron is conditional herding without hidden units: step for step, and vote for vote.
namespace drover::baselines {
namespace {

Examples tangled(std::size_t count, std::size_t columns, std::uint32_t classes) {
    const CounterRandom random{classes};
    Examples examples{.rows = SparseRows{columns}, .labels = {}, .classes = {}};
    for (std::uint32_t k = 0; k < classes; ++k) examples.classes.push_back(std::to_string(k));
    for (std::size_t i = 0; i < count; ++i) {
        const auto label = static_cast<std::uint32_t>(random.below(100 * i, classes));
        for (std::size_t j = 0; j < columns; ++j) {
            const auto noise = static_cast<std::int32_t>(random.below(100 * i + 1 + j, 9)) - 4;
            examples.rows.add(j, noise + (j == label ? 2 : 0));
        }
        examples.rows.end_row();
        examples.labels.push_back(label);
    }
    return examples;
}

using Herd = classify::ConditionalHerder<classify::ConditionalRbm>;

// Herding moves by half the difference of the features: rate 2 for W gives the whole. No bias alpha.
Herd herd_of(const Examples& data, std::size_t batch) {
    const std::size_t classes = data.classes.size();
    const classify::LabelCode code =
        classes == 2 ? classify::LabelCode::sign() : classify::LabelCode::one_of(classes);
    const classify::ConditionalRbm model{{data.rows.column_count(), 0, code}};
    std::vector<std::int64_t> rates(model.feature_count(), 2);
    for (std::size_t l = 0; l < code.length(); ++l) rates[model.alpha_slot(l)] = 0;
    std::vector<SparseRow> inputs;
    for (std::size_t i = 0; i < data.rows.row_count(); ++i) inputs.push_back(data.rows[i]);
    return Herd{
        model, inputs, {data.labels.begin(), data.labels.end()}, {.batch_size = batch, .rates = rates}};
}

void expect_same_weights(const Herd& herd, const PerceptronWeights& weights) {
    for (std::size_t j = 0; j < weights.column_count(); ++j) {
        for (std::size_t v = 0; v < weights.vector_count(); ++v)
            ASSERT_EQ(herd.current().weights[herd.model().w_slot(j, v)], weights.weight(j, v));
    }
}

void expect_same_steps(std::uint32_t classes, std::size_t batch) {
    const Examples data = tangled(60, 5, classes);
    Herd herd = herd_of(data, batch);
    impl::PerceptronWalk walk{data.rows, data.labels, PerceptronWeights{5, classes}};
    for (std::size_t pass = 0; pass < 10; ++pass) {
        for (std::size_t first = 0; first < 60; first += batch) {
            const std::size_t mistakes = walk.path().moves.size();
            walk.step(first, std::min(batch, 60 - first));
            ASSERT_EQ(herd.step().mistakes, walk.path().moves.size() - mistakes);
            ASSERT_LE(herd.current().margin, 0);
            expect_same_weights(herd, walk.weights());
        }
    }
}

TEST(PerceptronHerding, TakesTheSameSteps) {
    for (const std::uint32_t classes : {2U, 3U, 5U}) {
        for (const std::size_t batch : {1U, 7U, 60U}) expect_same_steps(classes, batch);
    }
}

TEST(PerceptronHerding, CountsTheSameVotes) {
    for (const std::uint32_t classes : {2U, 4U}) {
        const Examples data = tangled(60, 5, classes);
        Herd herd = herd_of(data, 7);
        std::vector<std::int64_t> votes(60 * classes);
        for (std::size_t t = 0; t < 5 * 9; ++t) {
            herd.step();
            for (std::size_t i = 0; i < 60; ++i)
                ++votes[i * classes + herd.model().predict(herd.current().weights, data.rows[i]).label];
        }
        Perceptron perceptron{{.passes = 5, .batch = 7}};
        perceptron.fit(data);
        EXPECT_EQ(perceptron.votes(data.rows), votes);
    }
}

}  // namespace
}  // namespace drover::baselines
