#include <drover/populate/job.hpp>

#include <drover/core/thread_pool.hpp>
#include <drover/job/checkpoint.hpp>
#include <drover/job/run_job.hpp>

#include "expect.hpp"
#include "village.hpp"

namespace drover::populate::job_test {
namespace {

const JobIdentity who{.product = "populate"};

// As the village, with enough households for a repair of several slices.
Input read_village() { return Village{}.read(); }

void expect_same(const Result& made, const Result& whole) {
    EXPECT_EQ(made.zones, whole.zones);
    EXPECT_EQ(made.households, whole.households);
    EXPECT_EQ(made.replaced, whole.replaced);
    EXPECT_EQ(made.notes, whole.notes);
    ASSERT_EQ(made.course.size(), whole.course.size());
    for (std::size_t k = 0; k < whole.course.size(); ++k) {
        EXPECT_EQ(made.course[k].households, whole.course[k].households);
        EXPECT_EQ(made.course[k].errors, whole.course[k].errors);
    }
}

TEST(PopulateJob, SlicesOfAnySizeGiveTheSame) {
    const Input input = read_village();
    const Result whole = populate(input, {.repair_passes = 2});
    ThreadPool pool{2};
    for (const std::int64_t slice : {1, 7, 64, 1000}) {
        Job job{input, {.repair_passes = 2, .pool = &pool}};
        EXPECT_EQ(run_job(job, {.slice = slice}), JobEnd::finished);
        EXPECT_EQ(job.progress().done, job.progress().total);
        expect_same(job.result(), whole);
    }
}

TEST(PopulateJob, ContinuesFromEveryHousehold) {
    const Input input = read_village();
    const Result whole = populate(input, {.repair_passes = 2});
    Job first{input, {.repair_passes = 2}};
    do {
        const std::string bytes = checkpoint_bytes(who, first);
        Job second{input, {.repair_passes = 2}};
        restore_checkpoint(bytes, "state", who, second);
        EXPECT_EQ(second.progress().done, first.progress().done);
        EXPECT_EQ(checkpoint_bytes(who, second), bytes);
        run_job(second, {});
        expect_same(second.result(), whole);
    } while (first.advance(1, {}));
    expect_same(first.result(), whole);
}

TEST(PopulateJob, RefusesWhatNoRunCanHaveSaved) {
    const Input input = read_village();
    Job done{input, {}};
    run_job(done, {});
    const SealedFormat format{"state", "state"};
    SealedWriter out{format};
    done.save(out);
    const std::string body = std::move(out).sealed();
    const auto restored = [&](std::size_t number, std::uint64_t value) {
        SealedWriter forged{format};
        SealedReader in{body, "state", format};
        for (std::size_t k = 0; in.left() >= 8; ++k) {
            const std::uint64_t was = in.number();
            forged.number(k == number ? value : was);
        }
        if (in.left() > 0) forged.small_number(in.small_number());
        const std::string bytes = std::move(forged).sealed();
        SealedReader again{bytes, "state", format};
        Job job{input, {}};
        job.restore(again);
        return again.left();
    };
    EXPECT_EQ(restored(99, 0), 0U);  // nothing forged: all was read
    EXPECT_INPUT_ERROR(restored(0, 96), "state: not a valid state: a number out of range");  // steps
    EXPECT_INPUT_ERROR(restored(0, 94), "state: not a valid state: a number out of range");  // then no passes
    EXPECT_INPUT_ERROR(restored(1, 2), "state: not a valid state: a number out of range");   // passes
    EXPECT_INPUT_ERROR(restored(2, 96), "state: not a valid state: a number out of range");  // replaced
    EXPECT_INPUT_ERROR(restored(3, 2), "state: not a valid state: a number out of range");   // block
    EXPECT_INPUT_ERROR(restored(4, 1),
                       "state: not a valid state: a position that the repair does not come to");
    EXPECT_INPUT_ERROR(restored(5, ~std::uint64_t{0}),
                       "state: not a valid state: an error that no households have");
    EXPECT_INPUT_ERROR(restored(7, input.signature_count()),
                       "state: not a valid state: households that such a run does not place");
}

TEST(PopulateJob, EveryPrefixIsAResult) {
    const Input input = read_village();
    const Result whole = populate(input, {.repair_passes = 0});
    Job job{input, {}};
    job.advance(40, {});
    const Result made = job.result();
    EXPECT_EQ(made.fit.households, 40);
    EXPECT_EQ(made.households_left, 55);
    EXPECT_EQ(made.repair_left, 95);
    EXPECT_EQ(made.zones, (std::vector<std::uint32_t>{whole.zones.begin(), whole.zones.begin() + 40}));
    EXPECT_EQ(
        made.notes.back(),
        "ended early: 40 of 95 households placed; every zone has about the same share of its households");
    job.advance(60, {});
    EXPECT_EQ(job.result().notes.back(), "ended early: the repair examined 6 of 95 households");
    EXPECT_EQ(job.result().fit.households, 95);
}

TEST(PopulateJob, StopsWithinABlock) {
    const Input input = read_village();
    StopFlag stop;
    stop.request_stop();
    Job job{input, {}};
    EXPECT_TRUE(job.advance(1'000'000, {.stop = &stop}));
    EXPECT_LT(job.progress().done, 100);
    EXPECT_THROW((Job{input, {.control = {.stop = &stop}}}), Stopped);
}

TEST(PopulateJob, AsksForMemoryFirst) {
    const Input input = read_village();
    EXPECT_INPUT_ERROR((Job{input, {.memory = MemoryLimit{2048}}}),
                       "populate: households: expected data that fit into 2 KiB of memory (memory), got "
                       "95 cells, which take about 4.45 KiB");
}

}  // namespace
}  // namespace drover::populate::job_test
