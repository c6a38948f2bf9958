#include <drover/core/sha256.hpp>
#include <drover/job/run_job.hpp>
#include <drover/rbm/job.hpp>

#include "expect.hpp"
#include "hidden_cases.hpp"

namespace drover::rbm {
namespace {

constexpr std::int64_t all_steps = 100;

std::unique_ptr<Job> job_of(std::int64_t steps, const Options& options, double unknown = 0.2,
                            const JobOptions& job = {}) {
    std::vector<std::string> unit_names;
    for (int j = 0; j < 12; ++j) unit_names.push_back("x" + std::to_string(j));
    return std::make_unique<Job>(unit_names, prototype_cases(40, 12, 1, 0.1, unknown), options,
                                 JobOptions{.steps = steps, .pool = job.pool, .memory = job.memory});
}

std::string model_after(std::int64_t steps, const Options& options, double unknown = 0.2) {
    const auto job = job_of(steps, options, unknown);
    EXPECT_EQ(run_job(*job, {}), JobEnd::finished);
    return to_bytes(job->result());
}

TEST(RbmJob, SlicesCheckpointsAndThreadsChangeNoByte) {
    ThreadPool pool{3};
    for (const double unknown : {0.0, 0.2}) {
        for (const FantasyStart fantasy : {FantasyStart::previous, FantasyStart::every_case}) {
            const Options options{.hidden_count = 9, .fantasy = fantasy, .batch_size = 7};
            const std::string expected = model_after(all_steps, options, unknown);
            for (const std::int64_t slice : {1, 7, 64}) {
                auto job = job_of(all_steps, options, unknown);
                for (bool has_more = true; has_more;) {
                    has_more = job->advance(slice, {});
                    const std::string bytes = checkpoint_bytes(job->identity("f.csv"), *job);
                    job = job_of(all_steps, options, unknown, {.pool = slice == 7 ? &pool : nullptr});
                    restore_checkpoint(bytes, "a.job", job->identity("f.csv"), *job);
                }
                EXPECT_EQ(to_bytes(job->result()), expected);
            }
        }
    }
}

TEST(RbmJob, CountsItsSteps) {
    const auto job = job_of(all_steps, {.hidden_count = 9});
    std::int64_t told = 0;
    EXPECT_TRUE(job->advance(30, {.progress = [&](std::int64_t done) { told = done; }}));
    EXPECT_EQ(told, 30);
    EXPECT_EQ(job->progress().done, 30);
    EXPECT_EQ(job->progress().total, all_steps);
    EXPECT_EQ(to_bytes(job->result()), model_after(30, {.hidden_count = 9}));
    EXPECT_FALSE(job->advance(1000, {}));
    EXPECT_EQ(job->progress().done, all_steps);
}

TEST(RbmJob, ACheckpointHoldsNoCases) {
    const auto few = job_of(1, {.hidden_count = 9}, 0);
    const std::vector<ObservedRow> once = few->result().cases;
    std::vector<ObservedRow> cases = once;
    for (int n = 0; n < 7; ++n) cases.insert(cases.end(), once.begin(), once.end());
    const Job many{few->result().names, cases, {.hidden_count = 9}, {.steps = 1}};
    EXPECT_EQ(checkpoint_bytes(few->identity("f"), *few).size(),
              checkpoint_bytes(many.identity("f"), many).size());
}

TEST(RbmJob, FurtherStepsOfAModelResumeAsARunOfAllSteps) {
    const Options options{.hidden_count = 9};
    const auto first = job_of(40, options);
    run_job(*first, {});
    Job further{first->result(), {.steps = all_steps - 40}};
    EXPECT_TRUE(further.advance(20, {}));
    EXPECT_EQ(further.progress().done, 20);
    EXPECT_EQ(further.progress().total, all_steps - 40);
    const auto resumed = job_of(all_steps, options);
    restore_checkpoint(checkpoint_bytes(further.identity("f.csv"), further), "a.job",
                       resumed->identity("f.csv"), *resumed);
    EXPECT_EQ(resumed->progress().done, 60);
    run_job(*resumed, {});
    EXPECT_EQ(to_bytes(resumed->result()), model_after(all_steps, options));
}

TEST(RbmJob, CheckpointsOfOtherRunsAreRefused) {
    const auto job = job_of(all_steps, {.hidden_count = 9});
    const std::string bytes = checkpoint_bytes(job->identity("f.csv"), *job);
    const auto restore = [&](const std::unique_ptr<Job>& other) {
        restore_checkpoint(bytes, "a.job", other->identity("f.csv"), *other);
    };
    EXPECT_NO_THROW(restore(job_of(all_steps, {.hidden_count = 9})));
    EXPECT_THROW(restore(job_of(all_steps, {.hidden_count = 8})), InputError);
    EXPECT_THROW(restore(job_of(all_steps, {.hidden_count = 9, .seed = 1})), InputError);
    EXPECT_THROW(restore(job_of(all_steps + 1, {.hidden_count = 9})), InputError);
    EXPECT_THROW(restore(job_of(all_steps, {.hidden_count = 9}, 0.3)), InputError);
}

// Whoever alters a checkpoint on purpose can seal it anew: nothing worse than an error may come of it.
TEST(RbmJob, HostileStatesAreRefusedOrRun) {
    constexpr SealedFormat format{"state", "state"};
    const auto job = job_of(3, {.hidden_count = 9});
    job->advance(1, {});
    SealedWriter out{format};
    job->save(out);
    const std::string state = std::move(out).sealed();
    const std::string body = state.substr(0, state.size() - 64);
    for (std::size_t at = 6; at < body.size(); at += 3) {
        for (const std::string& altered :
             {body.substr(0, at), body.substr(0, at) + '\xff' + body.substr(at + 1)}) {
            const std::string sealed = altered + sha256(altered);
            const auto other = job_of(3, {.hidden_count = 9});
            try {
                SealedReader in{sealed, "s", format};
                other->restore(in);
                run_job(*other, {});
            } catch (const InputError&) {
                continue;
            }
        }
    }
}

TEST(RbmJob, MemoryIsAskedFirst) {
    const auto start_large = [](const MemoryLimit& memory) {
        job_of(1, {.hidden_count = 100'000}, 0, {.memory = memory});
    };
    EXPECT_NO_THROW(start_large(MemoryLimit{100 << 20}));
    EXPECT_THROW(start_large(MemoryLimit{10 << 20}), InputError);
}

}  // namespace
}  // namespace drover::rbm
