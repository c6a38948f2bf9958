#include <drover/classify/summary.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify::summary_test {
namespace {

Options small_options(LabelProcedure procedure) {
    return {.hidden_count = 3, .procedure = procedure, .burn_in = 40, .batch_size = 20, .bias_halving = 30};
}

TEST(VotedSummary, SaysHowFarAClassifierIs) {
    const Examples data = tangled_examples(200, 5, 3, 1);
    Classifier model = start(data, small_options(LabelProcedure::one_versus_all));
    train(model, data, {.updates = 30});
    EXPECT_EQ(summarize(model).updates, 30);
    EXPECT_EQ(summarize(model).pass_updates, 10);
    EXPECT_FALSE(summarize(model).can_vote);
    train(model, data, {.updates = 70});
    std::int64_t mistakes = 0;
    for (const System& system : model.systems) mistakes += system.pass_mistakes;
    const Summary summary = summarize(model);
    EXPECT_EQ(summary.updates, 100);
    EXPECT_EQ(summary.votes, 60);
    EXPECT_EQ(summary.replayed, 180);
    EXPECT_EQ(summary.pass_cases, 600);
    EXPECT_EQ(summary.pass_mistakes, mistakes);
    EXPECT_GT(summary.training_error().value(), 0);
    EXPECT_TRUE(summary.can_vote);
    EXPECT_FALSE(summary.is_settled || summary.is_compact);
    const Summary small = summarize(compact(model, 7));
    EXPECT_EQ(small.votes, 60);
    EXPECT_EQ(small.replayed, 21);
    EXPECT_TRUE(small.is_compact);
}

TEST(VotedSummary, HasNoTrainingErrorBeforeAWholePass) {
    const Examples data = tangled_examples(200, 5, 3, 2);
    Classifier model = start(data, small_options(LabelProcedure::one_versus_all));
    const std::int64_t pass = summarize(model).pass_updates;
    train(model, data, {.updates = pass - 1});
    EXPECT_FALSE(summarize(model).training_error().has_value());
    train(model, data, {.updates = 1});
    EXPECT_TRUE(summarize(model).training_error().has_value());
}

TEST(VotedSummary, SystemsThatWereStoppedCatchUp) {
    const Examples data = tangled_examples(200, 5, 3, 2);
    const Options options = small_options(LabelProcedure::one_versus_all);
    Classifier whole = start(data, options);
    train(whole, data, {.updates = 400});
    StopFlag stop;
    const auto ask = [&](std::int64_t /*done*/) { stop.request_stop(); };
    Classifier model = start(data, options);
    train(model, data, {.updates = 100});
    model.systems[1] = start(data, options).systems[1];
    EXPECT_EQ(summarize(model).updates, 100);
    EXPECT_EQ(summarize(model).fewest_updates, 0);
    EXPECT_FALSE(train(model, data, {.updates = 300, .control = {.stop = &stop, .progress = ask}}));
    train(model, data, {.updates = 400 - summarize(model).updates});
    EXPECT_EQ(digest_of(model), digest_of(whole));
}

TEST(VotedSummary, WhatSettlesBeforeItsBurnInHasOneVote) {
    Examples data{.rows = SparseRows{1}, .labels = {}, .classes = {"low", "high"}};
    for (std::int32_t i = 0; i < 30; ++i) {
        data.rows.add(0, i % 2 == 0 ? -5 : 5);
        data.rows.end_row();
        data.labels.push_back(i % 2 == 0 ? 0 : 1);
    }
    Classifier model = start(data, {.hidden_count = 0, .burn_in = 1000});
    train(model, data, {});
    const Summary summary = summarize(model);
    EXPECT_TRUE(summary.is_settled && summary.can_vote);
    EXPECT_EQ(summary.votes, 1);
    EXPECT_EQ(summary.pass_mistakes, 0);
    EXPECT_EQ(error_of(vote(model, data.rows), data.labels), 0);
    EXPECT_EQ(vote(compact(model, 5), data.rows).counts, vote(model, data.rows).counts);
}

TEST(VotedEvaluation, CountsWhatWasTakenForWhat) {
    const Votes votes{.class_count = 2, .counts = {8, 2, 1, 9, 6, 4, 5, 5}, .cast = {10, 10}};
    const std::vector<std::uint32_t> labels{0, 1, 1, 1};
    const Evaluation found = evaluate(votes, labels);
    EXPECT_EQ(found.confusion, (std::vector<std::int64_t>{1, 0, 2, 1}));
    EXPECT_EQ(found.error(), 0.5);
    EXPECT_EQ(found.cases_of(1), 3);
    EXPECT_EQ(found.right_of(1), 1);
    EXPECT_NEAR(found.mean_true_share, (0.8 + 0.9 + 0.4 + 0.5) / 4, 1e-12);
    EXPECT_EQ(difference_of(votes, votes), 0);
    EXPECT_INPUT_ERROR(evaluate({}, {}), "evaluate: expected a label for each of 0 rows, got 0");
    EXPECT_INPUT_ERROR(evaluate(votes, std::vector<std::uint32_t>{0, 1, 2, 1}),
                       "evaluate: expected labels below 2, got 2");
    EXPECT_INPUT_ERROR(difference_of(votes, {}),
                       "difference_of: expected votes on the same rows, got 4 and 0");
}

}  // namespace
}  // namespace drover::classify::summary_test
