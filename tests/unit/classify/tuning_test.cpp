#include <drover/classify/tuning.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify::tuning_test {
namespace {

Options small_options() {
    return {.hidden_count = 8,
            .burn_in = 40,
            .batch_size = 20,
            .input_scale = 0.2,
            .bias_halving = 30,
            .seed = 5};
}

TEST(TuneVoted, KeepsWhatTheHeldOutExamplesLikeBetter) {
    const Examples data = tangled_examples(300, 4, 3, 13);
    const Options options = small_options();  // whose input_scale is too small
    std::int64_t told = 0;
    const auto tell = [&](std::int64_t done) { told = done; };
    const Tuning tuning = tune(data, options, {.updates = 400, .control = {.progress = tell}});
    EXPECT_EQ(told, tuning_update_count(data, options, 400));
    EXPECT_EQ(told, static_cast<std::int64_t>(400 * 5 * tuning.trials.size()));
    EXPECT_EQ(tuning.held_out, 150U);
    EXPECT_GT(tuning.options.input_scale, 0.2);
    EXPECT_EQ(tuning.options.burn_in, options.burn_in);
    double best = 1;
    for (const Trial& trial : tuning.trials) {
        if (!trial.is_better) continue;
        EXPECT_LT(trial.error, best);
        best = trial.error;
    }
    EXPECT_LT(best, tuning.trials[0].error);
}

TEST(TuneVoted, IsTheSameSearchForAnyNumberOfThreads) {
    const Options options = small_options();
    ThreadPool pool{3};
    for (const std::size_t rows : {std::size_t{100}, std::size_t{10'000}}) {
        const Examples data = tangled_examples(rows, 4, 3, 14);
        const Tuning one = tune(data, options, {.updates = 60});
        const Tuning three = tune(data, options, {.updates = 60, .pool = &pool});
        ASSERT_EQ(one.trials.size(), three.trials.size());
        for (std::size_t n = 0; n < one.trials.size(); ++n)
            EXPECT_EQ(one.trials[n].error, three.trials[n].error);
        EXPECT_EQ(one.held_out, rows == 100 ? 50U : 1000U);
    }
}

TEST(TuneVoted, StopsWhenAskedTo) {
    StopFlag stop;
    const auto ask = [&](std::int64_t /*done*/) { stop.request_stop(); };
    const Examples data = tangled_examples(300, 4, 3, 13);
    EXPECT_TRUE(
        tune(data, small_options(), {.updates = 400, .control = {.stop = &stop, .progress = ask}}).stopped);
}

TEST(TuneVoted, WantsTenExamples) {
    EXPECT_INPUT_ERROR(tune(tangled_examples(9, 4, 3, 1), small_options(), {}),
                       "tune: expected at least 10 examples, got 9");
}

}  // namespace
}  // namespace drover::classify::tuning_test
