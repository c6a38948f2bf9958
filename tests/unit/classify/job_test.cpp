#include <drover/classify/fit_job.hpp>
#include <drover/classify/impl/training.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/sha256.hpp>
#include <drover/job/run_job.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify::job_test {
namespace {

constexpr SealedFormat test_format{"state", "state"};

Options options_of(std::size_t hidden, LabelProcedure procedure = LabelProcedure::joint) {
    return {.hidden_count = hidden,
            .procedure = procedure,
            .burn_in = 40,
            .batch_size = 20,
            .bias_halving = 30,
            .seed = 5};
}

std::string state_of(const drover::Job& job) {
    SealedWriter out{test_format};
    job.save(out);
    return std::move(out).sealed();
}

void restore(drover::Job& job, const std::string& state) {
    SealedReader in{state, "s", test_format};
    job.restore(in);
    in.expect(in.left() == 0, "more");
}

void expect_same(const Classifier& a, const Classifier& b) {
    EXPECT_EQ(digest_of(a), digest_of(b));
    EXPECT_EQ(a.numbers, b.numbers);
    EXPECT_EQ(a.labels, b.labels);
    ASSERT_EQ(a.systems.size(), b.systems.size());
    for (std::size_t k = 0; k < a.systems.size(); ++k) {
        EXPECT_EQ(a.systems[k].updates, b.systems[k].updates);
        EXPECT_EQ(a.systems[k].start, b.systems[k].start);
        EXPECT_EQ(a.systems[k].relaxing, b.systems[k].relaxing);
        EXPECT_EQ(a.systems[k].pass_mistakes, b.systems[k].pass_mistakes);
        EXPECT_EQ(a.systems[k].open_mistakes, b.systems[k].open_mistakes);
    }
}

Classifier trained(const Examples& data, const Options& options, std::int64_t updates) {
    Classifier model = start(data, options);
    train(model, data, {.updates = updates});
    return model;
}

TEST(ShareBudget, GivesEqualSharesAndThoseBehindFirst) {
    using impl::share_budget;
    using Units = std::vector<std::int64_t>;
    EXPECT_EQ(share_budget(12, {0, 0, 0}, {9, 9, 9}), (Units{4, 4, 4}));
    EXPECT_EQ(share_budget(12, {5, 0, 0}, {1, 9, 0}), (Units{1, 6, 0}));
    EXPECT_EQ(share_budget(2, {5, 4, 3}, {9, 9, 9}), (Units{0, 1, 1}));
    EXPECT_EQ(share_budget(5, {0}, {0}), (Units{0}));
}

TEST(ClassifyJob, SlicesCheckpointsAndThreadsChangeNothing) {
    const Examples data = tangled_examples(150, 5, 3, 3);
    ThreadPool pool{3};
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        for (const std::size_t hidden : {std::size_t{0}, std::size_t{7}}) {
            const Options options = options_of(hidden, procedure);
            const Classifier expected = trained(data, options, 120);
            for (const std::int64_t slice : {2, 25, 1000}) {
                const auto begin = [&] {
                    return std::make_unique<Job>(
                        data, options, JobOptions{.updates = 120, .pool = slice == 25 ? &pool : nullptr});
                };
                auto job = begin();
                while (job->advance(slice, {})) {
                    const std::string state = state_of(*job);
                    job = begin();
                    restore(*job, state);
                }
                EXPECT_EQ(job->progress().done, job->progress().total);
                expect_same(std::move(*job).result(), expected);
            }
        }
    }
}

TEST(ClassifyJob, CountsUpdatesOfAllSystemsAndTellsTheError) {
    const Examples data = tangled_examples(150, 5, 3, 3);
    Job job{data, options_of(7, LabelProcedure::one_versus_all), {.updates = 50}};
    EXPECT_EQ(job.progress().total, 150);
    EXPECT_EQ(job.progress().note, "");
    std::int64_t told = 0;
    EXPECT_TRUE(job.advance(31, {.progress = [&](std::int64_t done) { told = done; }}));
    EXPECT_EQ(told, job.progress().done);
    EXPECT_EQ(told, 30);
    const Summary now = summarize(job.result());
    EXPECT_EQ(job.progress().note, "training error " + rounded(100 * *now.training_error(), 3) + " %");
    EXPECT_FALSE(job.advance(1000, {}));
    expect_same(job.result(), trained(data, options_of(7, LabelProcedure::one_versus_all), 50));
}

TEST(ClassifyJob, ASystemThatSettlesHasAllItsUpdates) {
    Examples data = tangled_examples(40, 4, 2, 1);
    for (std::size_t i = 0; i < data.labels.size(); ++i) data.labels[i] = data.rows[i].values[0] > 0 ? 1 : 0;
    Job job{data, options_of(0), {.updates = 1'000'000'000}};
    EXPECT_EQ(run_job(job, {}), JobEnd::finished);
    EXPECT_EQ(job.progress().done, 1'000'000'000);
    EXPECT_TRUE(summarize(job.result()).is_settled);
}

TEST(ClassifyJob, ContinuesAClassifier) {
    const Examples data = tangled_examples(150, 5, 3, 3);
    const Options options = options_of(7);
    Job job{data, trained(data, options, 70), {.updates = 120}};
    EXPECT_EQ(job.progress().done, 70);
    job.advance(10, {});
    const std::string state = state_of(job);
    Job again{data, options, {.updates = 120}};
    restore(again, state);
    run_job(again, {});
    expect_same(again.result(), trained(data, options, 120));
    EXPECT_INPUT_ERROR((Job{data, trained(data, options, 70), {.updates = 69}}),
                       "updates: expected at least the 70 so far, got 69");
}

TEST(ClassifyJob, MemoryIsAskedFirst) {
    const Examples data = tangled_examples(150, 5, 3, 3);
    const JobOptions limited{.updates = 10, .memory = MemoryLimit{1 << 20}};
    EXPECT_NO_THROW((Job{data, options_of(7), limited}));
    EXPECT_THROW((Job{data, options_of(100'000), limited}), InputError);
    EXPECT_THROW((TuneJob{data, options_of(3000), limited}), InputError);
}

// Whoever alters a checkpoint on purpose can seal it anew: nothing worse than an error may come of it.
TEST(ClassifyJob, HostileStatesAreRefusedOrRun) {
    const Examples data = tangled_examples(60, 4, 3, 3);
    Job job{data, options_of(3), {.updates = 46}};
    job.advance(44, {});
    const std::string state = state_of(job);
    const std::string body = state.substr(0, state.size() - 64);
    for (std::size_t at = 6; at < body.size(); at += 5) {
        for (const std::string& altered :
             {body.substr(0, at), body.substr(0, at) + '\x7f' + body.substr(at + 1)}) {
            Job other{data, options_of(3), {.updates = 46}};
            try {
                restore(other, altered + sha256(altered));
                run_job(other, {});
                vote(other.result(), data.rows);
            } catch (const InputError&) {
                continue;
            }
        }
    }
}

void expect_same(const Tuning& a, const Tuning& b) {
    EXPECT_EQ(a.held_out, b.held_out);
    EXPECT_EQ(a.stopped, b.stopped);
    EXPECT_EQ(a.options.input_scale, b.options.input_scale);
    EXPECT_EQ(a.options.rate, b.options.rate);
    ASSERT_EQ(a.trials.size(), b.trials.size());
    for (std::size_t n = 0; n < a.trials.size(); ++n) {
        EXPECT_EQ(a.trials[n].what, b.trials[n].what);
        EXPECT_EQ(a.trials[n].error, b.trials[n].error);
        EXPECT_EQ(a.trials[n].is_better, b.trials[n].is_better);
    }
}

TEST(TuneJob, SlicesCheckpointsAndThreadsChangeNothing) {
    const Examples data = tangled_examples(100, 4, 3, 14);
    Options options = options_of(6);
    options.input_scale = 0.2;
    const Tuning expected = tune(data, options, {.updates = 60});
    EXPECT_FALSE(expected.stopped);
    ThreadPool pool{3};
    for (const std::int64_t slice : {70, 1000, 100'000}) {
        const auto begin = [&] {
            return std::make_unique<TuneJob>(
                data, options, JobOptions{.updates = 60, .pool = slice == 1000 ? &pool : nullptr});
        };
        auto job = begin();
        EXPECT_TRUE(job->result().stopped);
        for (bool has_more = true; has_more;) {
            const std::int64_t before = job->progress().done;
            has_more = job->advance(slice, {});
            EXPECT_LE(job->progress().done - before, slice);
            const std::string state = state_of(*job);
            job = begin();
            restore(*job, state);
        }
        EXPECT_EQ(job->progress().done, job->progress().total);
        EXPECT_EQ(job->progress().total, tuning_update_count(data, options, 60));
        expect_same(job->result(), expected);
    }
}

std::unique_ptr<FitJob> fit_job(const Examples& data) {
    Options options = options_of(6);
    options.input_scale = 0.2;
    return std::make_unique<FitJob>(data, options, FitJobOptions{.updates = 100, .tune = true, .keep = 5});
}

FitResult run_stages(FitJob& job) {
    do {
        EXPECT_EQ(run_job(job, {}), JobEnd::finished);
    } while (job.next_stage());
    return *std::move(job).result();
}

TEST(FitJob, ResumesInEveryStage) {
    const Examples data = tangled_examples(100, 4, 3, 14);
    const auto in_one_go = fit_job(data);
    const FitResult expected = run_stages(*in_one_go);
    ASSERT_TRUE(expected.comparison && expected.tuning);
    EXPECT_EQ(expected.comparison->kept, 5U);
    for (const FitJob::Stage stage : {FitJob::Stage::tune, FitJob::Stage::train, FitJob::Stage::compare}) {
        const auto job = fit_job(data);
        while (job->stage() != stage) {
            EXPECT_EQ(run_job(*job, {}), JobEnd::finished);
            EXPECT_TRUE(job->next_stage());
        }
        if (stage != FitJob::Stage::compare) job->advance(37, {});
        const std::string bytes = checkpoint_bytes(job->identity("f.csv"), *job);
        const auto resumed = fit_job(data);
        restore_checkpoint(bytes, "a.job", resumed->identity("f.csv"), *resumed);
        EXPECT_EQ(resumed->stage(), stage);
        const FitResult found = run_stages(*resumed);
        expect_same(found.classifier, expected.classifier);
        expect_same(*found.tuning, *expected.tuning);
        EXPECT_EQ(found.comparison->difference, expected.comparison->difference);
        EXPECT_EQ(found.summary.votes, expected.summary.votes);
    }
}

TEST(FitJob, HasNoResultWhileItIsTuning) {
    const Examples data = tangled_examples(100, 4, 3, 14);
    const auto job = fit_job(data);
    EXPECT_TRUE(job->advance(1, {}));
    EXPECT_FALSE(std::move(*job).result());
}

TEST(FitJob, CheckpointsOfOtherRunsAreRefused) {
    const Examples data = tangled_examples(100, 4, 3, 14);
    const Examples other_data = tangled_examples(100, 4, 3, 15);
    const FitJob job{data, options_of(6), {.updates = 100}};
    const std::string bytes = checkpoint_bytes(job.identity("f.csv"), job);
    const auto restore_to = [&](FitJob&& other) {
        restore_checkpoint(bytes, "a.job", other.identity("f.csv"), other);
    };
    EXPECT_NO_THROW(restore_to({data, options_of(6), {.updates = 100}}));
    EXPECT_THROW(restore_to({data, options_of(5), {.updates = 100}}), InputError);
    EXPECT_THROW(restore_to({data, options_of(6), {.updates = 101}}), InputError);
    EXPECT_THROW(restore_to({data, options_of(6), {.updates = 100, .tune = true}}), InputError);
    EXPECT_THROW(restore_to({data, options_of(6), {.updates = 100, .keep = 1}}), InputError);
    EXPECT_THROW(restore_to({other_data, options_of(6), {.updates = 100}}), InputError);
}

}  // namespace
}  // namespace drover::classify::job_test
