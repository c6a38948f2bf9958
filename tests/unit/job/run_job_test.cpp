#include <gtest/gtest.h>

#include <drover/job/checkpoint.hpp>
#include <drover/job/run_job.hpp>

#include "expect.hpp"

namespace drover {
namespace {

// Adds the numbers below a total, one per unit.
class SumJob final : public Job {
  public:
    explicit SumJob(std::int64_t total) : total_{total} {}

    bool advance(std::int64_t budget, const RunControl& control) override {
        for (; budget > 0 && done_ < total_ && !control.stop_requested(); --budget) {
            sum_ += static_cast<std::uint64_t>(done_++);
            control.tell(done_);
        }
        largest_slice = std::max(largest_slice, budget);
        ++slices;
        return done_ < total_;
    }
    JobProgress progress() const override { return {done_, total_, "adding"}; }
    void save(SealedWriter& out) const override {
        out.number(static_cast<std::uint64_t>(done_));
        out.number(sum_);
    }
    void restore(SealedReader& in) override {
        done_ = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(total_)));
        sum_ = in.number();
    }
    std::uint64_t sum() const { return sum_; }

    std::int64_t largest_slice = 0;
    int slices = 0;

  private:
    std::int64_t total_;
    std::int64_t done_ = 0;
    std::uint64_t sum_ = 0;
};

JobIdentity identity_of_sum() {
    return {
        .product = "sum", .inputs = {{"a.csv", "11"}, {"b.csv", "22", "like"}}, .options = {{"seed", "0"}}};
}

TEST(RunJob, RunsToTheEnd) {
    SumJob job{1000};
    EXPECT_EQ(run_job(job, {}), JobEnd::finished);
    EXPECT_EQ(job.sum(), 499'500U);
}

TEST(RunJob, FollowsAControl) {
    SumJob job{10};
    StopFlag stop;
    std::int64_t told = 0;
    const RunControl control{.stop = &stop, .progress = [&](std::int64_t done) {
                                 told = done;
                                 stop.request_stop();
                             }};
    EXPECT_EQ(run_job(job, job_run_of(control)), JobEnd::stopped);
    EXPECT_EQ(told, 1);
}

TEST(RunJob, TellsEveryUnitAndTheTotal) {
    SumJob job{10};
    std::int64_t last = 0;
    run_job(job, {.progress = [&](const JobProgress& now) {
                EXPECT_GE(now.done, last);
                EXPECT_EQ(now.total, 10);
                EXPECT_EQ(now.note, "adding");
                last = now.done;
            }});
    EXPECT_EQ(last, 10);
}

TEST(RunJob, EndsAtItsGoal) {
    SumJob job{1000};
    EXPECT_EQ(run_job(job, {.goal = [&] { return job.sum() > 100; }, .slice = 1}), JobEnd::goal);
    EXPECT_EQ(job.sum(), 105U);
}

TEST(RunJob, EndsAtItsDeadlineAndIsSavedOnce) {
    SumJob job{1000};
    int saved = 0;
    EXPECT_EQ(run_job(job, {.deadline = RunControl::Clock::now(),
                            .save_every = 1,
                            .save = [&](const Job&) { ++saved; }}),
              JobEnd::time);
    EXPECT_EQ(job.sum(), 0U);
    EXPECT_EQ(saved, 1);
}

TEST(RunJob, StopsWithinASliceAndIsSaved) {
    SumJob job{1000};
    StopFlag stop;
    std::int64_t saved_at = -1;
    const JobEnd end = run_job(job, {.stop = &stop,
                                     .progress =
                                         [&](const JobProgress& now) {
                                             if (now.done == 300) stop.request_stop();
                                         },
                                     .slice = 1 << 16,
                                     .save = [&](const Job& now) { saved_at = now.progress().done; }});
    EXPECT_EQ(end, JobEnd::stopped);
    EXPECT_EQ(saved_at, 300);
}

TEST(RunJob, SavesAfterExactlySoManyUnits) {
    SumJob job{1000};
    std::vector<std::int64_t> saved;
    run_job(job, {.slice = 64, .save_every = 300, .save = [&](const Job& now) {
                      saved.push_back(now.progress().done);
                  }});
    EXPECT_EQ(saved, (std::vector<std::int64_t>{300, 600, 900}));
}

TEST(RunJob, TheResultDoesNotDependOnSlicesOrCheckpoints) {
    SumJob in_one_go{1000};
    run_job(in_one_go, {});
    for (const std::int64_t slice : {1, 7, 1024}) {
        auto job = std::make_unique<SumJob>(1000);
        for (bool is_done = false; !is_done;) {
            is_done = !job->advance(slice, {});
            const std::string bytes = checkpoint_bytes(identity_of_sum(), *job);
            job = std::make_unique<SumJob>(1000);
            restore_checkpoint(bytes, "sum.job", identity_of_sum(), *job);
        }
        EXPECT_EQ(job->sum(), in_one_go.sum());
    }
}

TEST(Checkpoint, BeginsWithItsFormat) {
    EXPECT_TRUE(checkpoint_bytes(identity_of_sum(), SumJob{1}).starts_with("drover.job/1\n"));
    EXPECT_TRUE(is_checkpoint("drover.job/1\n"));
    EXPECT_FALSE(is_checkpoint("drover.rbm/2\n"));
}

TEST(Checkpoint, OfAnotherRunIsRefused) {
    const std::string bytes = checkpoint_bytes(identity_of_sum(), SumJob{1});
    const auto restore = [&](const auto& change) {
        JobIdentity now = identity_of_sum();
        change(now);
        SumJob job{1};
        restore_checkpoint(bytes, "sum.job", now, job);
    };
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.product = "product"; }),
                       "sum.job: expected a checkpoint of drover product, got one of drover sum");
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.version = 2; }),
                       "sum.job: expected a checkpoint of version 2, got 1");
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.options[0].second = "1"; }),
                       "sum.job: expected a checkpoint of the same run, got one with another seed");
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.inputs.pop_back(); }),
                       "sum.job: expected a checkpoint of 1 input files, got 2");
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.inputs[1].sha256 = "23"; }),
                       R"(b.csv: expected the contents it had at the checkpoint "sum.job", got others)");
    EXPECT_INPUT_ERROR(restore([](JobIdentity& now) { now.inputs[1].option = "complete"; }),
                       R"(b.csv: expected the contents it had at the checkpoint "sum.job", got others)");
    EXPECT_NO_THROW(restore([](JobIdentity& now) { now.inputs[0].file = "moved.csv"; }));
}

TEST(Checkpoint, EveryFlippedByteAndEveryCutIsRefused) {
    const std::string bytes = checkpoint_bytes(identity_of_sum(), SumJob{1});
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ 1);
        SumJob job{1};
        EXPECT_THROW(restore_checkpoint(other, "sum.job", identity_of_sum(), job), InputError) << at;
        EXPECT_THROW(restore_checkpoint(bytes.substr(0, at), "sum.job", identity_of_sum(), job), InputError)
            << at;
    }
}

}  // namespace
}  // namespace drover
