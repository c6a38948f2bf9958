#include <drover/classify/votes.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify::votes_test {
namespace {

struct Case {
    std::size_t hidden;
    LabelCode code;
    std::int64_t halving;
    ConditionalRates rates;
    std::size_t batch = 20;
    std::int64_t largest_start = 300;
    std::int32_t input_factor = 1;
};

std::vector<Case> all_cases() {
    return {{0, LabelCode::one_of(3), 0, {1, 1, 1, 0}},
            {0, LabelCode::sign(), 0, {1, 1, 1, 4}},
            {1, LabelCode::one_of(3), 0, {1, 9, 20, 40}},
            {5, LabelCode::sign(), 7, {1, 9, 20, 40}},
            {70, LabelCode::one_of(3), 20, {1, 9, 20, 40}},
            {7, LabelCode::one_of(5), 0, {2, 9, 20, 40}, 600},    // more mistakes than are followed
            {6, LabelCode::one_of(3), 30, {1, 9, 20, 40}, 5, 0},  // ties: all weights are 0 at first
            {6, LabelCode::one_of(3), 0, {3, 9, 20, 40}, 20, 300, 9'000}};  // inputs of more than 16 bits
}

Examples times(Examples examples, std::int32_t factor) {
    SparseRows made{examples.rows.column_count()};
    for (std::size_t i = 0; i < examples.rows.row_count(); ++i) {
        const SparseRow row = examples.rows[i];
        for (std::size_t e = 0; e < row.size(); ++e) made.add(row.columns[e], row.values[e] * factor);
        made.end_row();
    }
    examples.rows = made;
    return examples;
}

// Judges rows by the plain model at every update that votes.
class LongWay {
  public:
    LongWay(const ConditionalShape& shape, const SparseRows& rows)
        : model_{shape}, rows_{rows}, counts_(rows.row_count() * shape.code.label_count()) {}

    void vote(const ConditionalWeights& weights) {
        const DenseWeights<std::int64_t> w{weights.values()};
        const std::size_t labels = model_.shape().code.label_count();
        for (std::size_t i = 0; i < rows_.row_count(); ++i)
            ++counts_[i * labels + model_.predict(w, rows_[i]).label];
    }
    const std::vector<std::int64_t>& counts() const { return counts_; }

  private:
    ConditionalRbm model_;
    const SparseRows& rows_;
    std::vector<std::int64_t> counts_;
};

struct Course {
    int updates = 300;
    int votes_every = 1;
    int looks_every = 300;
    ThreadPool* pool = nullptr;
};

// Weights of their own take the herder's way again, update by update. How many rows were judged.
std::int64_t follow(const Case& c, const Course& course) {
    const std::size_t labels = c.code.label_count();
    const Examples data =
        times(tangled_examples(std::max<std::size_t>(c.batch, 130), 6, labels, 3), c.input_factor);
    const SparseRows others = times(tangled_examples(50, 6, 3, 99), c.input_factor).rows;
    const ConditionalShape shape{6, c.hidden, c.code};
    const Relaxation relaxation{.halving = c.halving};
    ConditionalWeights weights{shape, c.rates,
                               random_weights(ConditionalRbm{shape}.feature_count(), c.largest_start, 4),
                               std::max(largest_sum(data.rows), largest_sum(others))};
    ConditionalRbmHerder herder{
        weights, data.rows, data.labels, {.batch_size = c.batch, .relaxation = relaxation}};
    ConditionalVotes votes{others, weights, course.pool};
    LongWay expected{shape, others};
    for (int t = 0; t < course.updates; ++t) {
        const auto step = herder.step();
        if (step.mistakes.size() > 0 || !step.relaxed.empty())
            votes.begin_update(step.mistakes.size(), weights);
        for (std::size_t m = 0; m < step.mistakes.size(); ++m) {
            const Mistake mistake = mistake_at(step.mistakes, m, data.rows, data.labels);
            weights.move(mistake);
            votes.moved(mistake, weights);
        }
        weights.relax(step.relaxed, relaxation.shift(t));
        weights.settle();
        EXPECT_EQ(weights.values(), herder.weights().values());
        if ((t + 1) % course.votes_every == 0) {
            votes.vote(weights);
            expected.vote(weights);
        }
        if ((t + 1) % course.looks_every != 0) continue;
        votes.finish(weights);
        EXPECT_EQ(votes.votes(), expected.counts()) << "update " << t;
    }
    return votes.judged();
}

TEST(ConditionalVotes, AreThoseOfJudgingEveryRowAtEveryUpdate) {
    ThreadPool pool{3};
    for (const Case& c : all_cases()) {
        follow(c, {.looks_every = 1});
        follow(c, {.looks_every = 17, .pool = &pool});
        follow(c, {.pool = &pool});
    }
}

TEST(ConditionalVotes, MayBeCastBySomeUpdatesOnly) {
    for (const Case& c : all_cases()) {
        follow(c, {.votes_every = 7});
        follow(c, {.votes_every = 60, .looks_every = 100});
    }
}

TEST(ConditionalVotes, MostRowsNeedNoJudgingOnceWeightsAreLarge) {
    const Case c{8, LabelCode::one_of(3), 0, {1, 9, 20, 40}, 5, 30'000};
    EXPECT_LT(follow(c, {}), 300 * 50 / 2);
}

}  // namespace
}  // namespace drover::classify::votes_test
