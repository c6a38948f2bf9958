#include <drover/core/thread_pool.hpp>
#include <drover/job/checkpoint.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/run_job.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/impl/state.hpp>
#include <drover/synth/job.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

constexpr SealedFormat job_state{"job/1", "job"};

// Numbers are put back for bins, so that a run depends on what was written before.
TableSet ages() {
    std::string text = "age,sex\n";
    for (int r = 0; r < 600; ++r) text += std::to_string(r * 37 % 601) + (r % 3 == 0 ? ",F\n" : ",M\n");
    return tables_of(std::vector<TableText>{{"people.csv", text}});
}

// Zones, so that rows are made zone by zone.
TableSet zones() {
    std::string a = "zone,age,count\n";
    std::string b = "zone,work,count\n";
    for (int z = 0; z < 12; ++z) {
        const std::string zone = "z" + std::to_string(z);
        a += zone + ",young," + std::to_string(3 + z) + "\n" + zone + ",old," + std::to_string(20 - z) + "\n";
        b += zone + ",yes," + std::to_string(5 + z % 4) + "\n" + zone + ",no," + std::to_string(18 - z % 4) +
             "\n";
    }
    return tables_of(std::vector<TableText>{{"a.csv", a}, {"b.csv", b}});
}

// Columns that meet in no table, and cells that rows may miss: they are repaired.
TableSet chain() {
    return tables_of(std::vector<TableText>{{"ab.csv", "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"},
                                            {"bc.csv", "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"}});
}

template <class AnyJob>
std::string saved(const AnyJob& job) {
    SealedWriter out{job_state};
    job.save(out);
    return std::move(out).sealed();
}

template <class AnyJob>
void restore(AnyJob& job, const std::string& bytes) {
    SealedReader in{bytes, "c.job", job_state};
    job.restore(in);
    EXPECT_EQ(in.left(), 0U);
}

void expect_same(const Result& a, const Result& b) {
    EXPECT_EQ(a.digest, b.digest);
    EXPECT_EQ(a.fit.rows, b.fit.rows);
    EXPECT_EQ(a.fit.distinct, b.fit.distinct);
    EXPECT_EQ(a.fit.mean_tv, b.fit.mean_tv);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.positive_margins, b.positive_margins);
    ASSERT_EQ(a.course.size(), b.course.size());
    for (std::size_t k = 0; k < a.course.size(); ++k) {
        EXPECT_EQ(a.course[k].rows, b.course[k].rows);
        EXPECT_EQ(a.course[k].mean_tv, b.course[k].mean_tv);
    }
}

void expect_slicing_changes_nothing(const TableSet& tables, const Options& options) {
    const Result whole = synthesize(tables, options);
    ThreadPool pool{2};
    for (const std::int64_t slice : {1, 7, 1024, 100'000}) {
        Options threaded = options;
        threaded.pool = slice == 7 ? &pool : nullptr;
        KeptRows rows;
        Job job{tables, threaded, rows};
        EXPECT_EQ(run_job(job, {.slice = slice}), JobEnd::finished);
        expect_same(job.result(), whole);
        EXPECT_EQ(rows.cells(), whole.cells);
    }
}

TEST(SynthJob, SlicingChangesNothing) {
    expect_slicing_changes_nothing(ages(), {.rows = 2500});
    expect_slicing_changes_nothing(zones(), {.rows = 2500});
    expect_slicing_changes_nothing(chain(), {});  // repaired
    expect_slicing_changes_nothing(ages(), {.rows = 2500, .shuffle = 700});
    expect_slicing_changes_nothing(ages(), {.rows = 100'000, .until_tv = 0.002});
    expect_slicing_changes_nothing(testing::region_tables(), {.rows = 50, .burn_in = 30});
}

void expect_resumable_anywhere(const TableSet& tables, const Options& options, std::int64_t step) {
    const Result whole = synthesize(tables, options);
    for (std::int64_t at = 0; at <= *options.rows; at += step) {
        KeptRows before;
        Job first{tables, options, before};
        if (at > 0) first.advance(at, {});
        const std::string bytes = saved(first);
        KeptRows rows;
        Job second{tables, options, rows};
        restore(second, bytes);
        EXPECT_EQ(second.progress().done, at);
        EXPECT_EQ(saved(second), bytes);
        EXPECT_EQ(run_job(second, {}), JobEnd::finished);
        expect_same(second.result(), whole);
        EXPECT_EQ(rows.cells(), whole.cells);
    }
}

TEST(SynthJob, GoesOnAfterAnyRowAsIfItHadNeverStopped) {
    expect_resumable_anywhere(ages(), {.rows = 60}, 1);
    expect_resumable_anywhere(ages(), {.rows = 3000}, 700);
    expect_resumable_anywhere(zones(), {.rows = 60}, 1);
    expect_resumable_anywhere(zones(), {.rows = 3000}, 900);
    expect_resumable_anywhere(testing::region_tables(), {.rows = 60, .burn_in = 10}, 7);
}

TEST(SynthJob, MoreRowsThanBeforeCanBeAskedForWhereTheUnitStays) {
    KeptRows before;
    Job first{ages(), {.rows = 100}, before};
    first.advance(50, {});
    KeptRows rows;
    Job second{ages(), {.rows = 3000}, rows};
    restore(second, saved(first));
    run_job(second, {});
    EXPECT_EQ(second.result().digest, synthesize(ages(), {.rows = 3000}).digest);
}

TEST(SynthJob, AnotherNumberOfRowsIsRefusedWhereTheUnitDependsOnIt) {
    KeptRows before;
    Job first{zones(), {.rows = 100}, before};
    first.advance(50, {});
    KeptRows rows;
    Job second{zones(), {.rows = 1'000'000'000}, rows};
    EXPECT_INPUT_ERROR(restore(second, saved(first)),
                       "c.job: rows: expected a number for which weights have the unit of the checkpoint, 1, "
                       "got 1000000000, for which it is 16");
}

TEST(SynthJob, FewerRowsThanThereAreCannotBeAskedFor) {
    KeptRows before;
    Job first{testing::region_tables(), {.rows = 100, .repair = Repair::off}, before};
    first.advance(80, {});
    KeptRows rows;
    Job second{testing::region_tables(), {.rows = 50, .repair = Repair::off}, rows};
    EXPECT_INPUT_ERROR(restore(second, saved(first)),
                       "c.job: expected at most 50 rows, as rows asks for, got 80");
}

// Gives back other rows than were written.
class ChangedRows final : public RowSink {
  public:
    explicit ChangedRows(std::string bytes) : bytes_{std::move(bytes)} {}

    std::string name() const override { return "rows.csv.part"; }

  private:
    void take(const RowBlock& /*block*/) override {}
    void read_back(std::int64_t /*byte_count*/, const UseBytes& use) override { use(bytes_); }

    std::string bytes_;
};

// A job that was saved: the bytes of its rows, and its numbers.
struct SavedJob {
    std::string rows;
    impl::State state;
};

Options forged_options() { return {.rows = 200, .imply = Imply::off, .repair = Repair::off}; }

SavedJob saved_job() {
    KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
    Job job{testing::region_tables(), forged_options(), rows};
    job.advance(100, {});
    const std::string bytes = saved(job);
    SealedReader in{bytes, "c.job", job_state};
    EXPECT_EQ(in.number(), 100U);
    in.number();
    in.text();
    in.number();  // no bins
    for (std::size_t left = in.count(4); left > 0; --left) in.small_number();
    const std::string text = in.text();
    return {text, impl::read_state(in)};
}

// With a valid seal: anyone who forges a checkpoint can do that too.
std::string forged(const SavedJob& job, std::uint64_t rows, std::size_t bins = 0) {
    SealedWriter out{job_state};
    out.number(rows);
    out.number(job.rows.size());
    out.text(sha256(job.rows));
    out.number(bins);
    for (std::size_t k = 0; k < bins; ++k) out.number(1);
    impl::write_state(out, job.state);
    out.number(0);  // no course
    return std::move(out).sealed();
}

void restore_forged(const SavedJob& job, const std::string& rows, std::uint64_t row_count = 100,
                    std::size_t bins = 0) {
    ChangedRows sink{rows};
    Job second{testing::region_tables(), forged_options(), sink};
    restore(second, forged(job, row_count, bins));
    run_job(second, {});
    EXPECT_EQ(second.result().row_count(), 200U);
}

TEST(SynthJob, RefusesRowsThatAreNotThoseOfTheCheckpoint) {
    const SavedJob job = saved_job();
    restore_forged(job, job.rows);
    const char* const refused = "rows.csv.part: expected the rows of the checkpoint, got others";
    EXPECT_INPUT_ERROR(restore_forged(job, job.rows + "N,old,F\n"), refused);
    EXPECT_INPUT_ERROR(restore_forged(job, job.rows.substr(0, job.rows.size() - 2)), refused);
    SavedJob other = job;  // with a digest of its own
    other.rows += "N,old,F\n";
    EXPECT_INPUT_ERROR(restore_forged(other, other.rows), refused);
    EXPECT_INPUT_ERROR(restore_forged(job, job.rows, 99), refused);
}

struct Forged {
    const char* what;
    std::function<void(impl::State&)> change;
    const char* message;
};

impl::TableState& table(impl::State& state) { return std::get<impl::TableState>(state.engine); }

TEST(SynthJob, RefusesACheckpointWithNumbersThatNoRunComesTo) {
    using impl::State;
    const std::vector<Forged> cases{
        {"steps", [](State& s) { table(s).steps = -1; }, "steps: expected 0 to 200, got -1"},
        {"many steps", [](State& s) { table(s).steps = 201; }, "steps: expected 0 to 200, got 201"},
        {"rows", [](State& s) { s.row_count = 99; }, "rows: expected 100 to 100, got 99"},
        {"margins", [](State& s) { table(s).positive_margins = 101; },
         "positive_margins: expected 0 to 100, got 101"},
        {"t", [](State& s) { table(s).herder.t = INT64_MAX; },
         "run: t: expected 100 to 100, got 9223372036854775807"},
        {"short row", [](State& s) { table(s).herder.row.pop_back(); },
         "run: row: expected 3 of these tables and options, got 2"},
        {"row", [](State& s) { table(s).herder.row[1] = 4'000'000'000U; },
         "run: row: expected 0 to 1, got 4000000000"},
        {"few hits", [](State& s) { table(s).herder.hits.pop_back(); },
         "run: hits: expected 8 of these tables and options, got 7"},
        {"negative hits", [](State& s) { table(s).herder.hits[0] = INT64_MIN; },
         "run: hits: expected 0 to 100, got -9223372036854775808"},
        {"many hits", [](State& s) { table(s).herder.hits[0] = 100; },
         "run: hits: expected at most 100 in a table, got 200"},
        {"other hits", [](State& s) { s.hits = {1}; }, "hits: expected 0 of these tables and options, got 1"},
        {"zones", [](State& s) { s.engine = impl::ZoneState{.hits = {100}, .steps = 100}; },
         "run: row: expected 3 of these tables and options, got 0"},
    };
    const SavedJob job = saved_job();
    for (const Forged& one : cases) {
        SavedJob other = job;
        one.change(other.state);
        EXPECT_INPUT_ERROR(restore_forged(other, job.rows), std::string{"c.job: "} + one.message);
    }
    EXPECT_INPUT_ERROR(restore_forged(job, job.rows, 100, 1), "c.job: expected the uses of 0 bins, got 1");
    SavedJob swapped = job;
    std::swap(table(swapped.state).herder.hits[0], table(swapped.state).herder.hits[1]);
    EXPECT_INPUT_ERROR(restore_forged(swapped, job.rows),
                       "rows.csv.part: expected the rows of the checkpoint, got others");
}

TEST(SynthJob, CannotBeSavedWhereRowsWaitForTheEnd) {
    KeptRows rows;
    Job shuffled{ages(), {.rows = 50, .shuffle = 10}, rows};
    EXPECT_INPUT_ERROR(shuffled.check_resumable(), "expected one of shuffle and checkpoint, got both");
    KeptRows others;
    Job repaired{chain(), {}, others};
    EXPECT_INPUT_ERROR(repaired.check_resumable(),
                       "checkpoint: expected repair=off, because rows are repaired at the end, got none");
}

TEST(SynthJob, AStopEndsASliceEarly) {
    StopFlag stop;
    KeptRows rows;
    Job job{testing::region_tables(), {.rows = 100'000, .repair = Repair::off}, rows};
    std::int64_t saves = 0;
    const JobEnd end = run_job(job, {.stop = &stop,
                                     .progress = [&](const JobProgress&) { stop.request_stop(); },
                                     .slice = 100'000,
                                     .save =
                                         [&](const drover::Job& now) {
                                             saves = now.progress().done;
                                             SealedWriter out{job_state};
                                             now.save(out);
                                         }});
    EXPECT_EQ(end, JobEnd::stopped);
    EXPECT_GT(saves, 0);
    EXPECT_LT(saves, 100'000);
    EXPECT_EQ(job.result().fit.rows, saves);
    EXPECT_EQ(rows.cells().size(), 3 * static_cast<std::size_t>(saves));
}

TEST(SynthJob, ADeadlineEndsASliceEarly) {
    KeptRows rows;
    Job job{testing::region_tables(), {.rows = 1'000'000}, rows};
    EXPECT_THROW(job.result(), Stopped);
    EXPECT_TRUE(job.advance(1'000'000, {.deadline = RunControl::Clock::now()}));
    EXPECT_GT(job.result().fit.rows, 0);
    EXPECT_LT(job.result().fit.rows, 2000);
}

TEST(SynthJob, TheSetUpIsStopped) {
    StopFlag stop;
    stop.request_stop();
    KeptRows rows;
    EXPECT_THROW((Job{ages(), {.rows = 10, .control = {.stop = &stop}}, rows}), Stopped);
    EXPECT_THROW((Job{zones(), {.rows = 10, .control = {.stop = &stop}}, rows}), Stopped);
    EXPECT_THROW(synthesize(ages(), {.rows = 10, .control = {.deadline = RunControl::Clock::now()}}),
                 Stopped);
}

std::string partial_ages() {
    std::string text = "id,sex,age\n";
    for (int r = 0; r < 50; ++r)
        text += std::to_string(r) + (r % 4 == 0 ? ",F," : ",,") + (r % 5 == 0 ? "37" : "") + "\n";
    return text;
}

TEST(CompleteJob, GoesOnAfterAnyRowAsIfItHadNeverStopped) {
    const TableSet tables = ages();
    const TableText partial{"partial.csv", partial_ages()};
    const Completion whole = complete(tables, partial);
    for (std::int64_t at = 0; at <= 50; ++at) {
        KeptRows before{{}, KeptRows::Keep::cells_and_bytes};
        CompleteJob first{tables, partial, {}, before};
        EXPECT_EQ(first.progress().total, 50);
        if (at > 0) first.advance(at, {});
        KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
        CompleteJob second{tables, partial, {}, rows};
        restore(second, saved(first));
        EXPECT_EQ(second.progress().done, at);
        EXPECT_EQ(run_job(second, {.slice = 3}), JobEnd::finished);
        EXPECT_EQ(rows.bytes(), whole.csv);
        expect_same(second.result(), whole.rows);
    }
}

TEST(CompleteJob, RowsThatWereNotFilledAreKnownAfterAStop) {
    const TableSet tables =
        tables_of(std::vector<TableText>{{"ab.csv", "a,b,count\nx,1,30\nx,2,0\ny,1,25\ny,2,25\n"},
                                         {"bc.csv", "b,c,count\n1,u,40\n1,v,15\n2,u,25\n2,v,0\n"}});
    const TableText partial{"partial.csv", "a,b,c\nx,2,\nx,,\n,2,v\ny,,u\n"};
    const Completion whole = complete(tables, partial);
    EXPECT_EQ(whole.rows.unfilled_rows, 2);
    for (std::int64_t at = 1; at <= 4; ++at) {
        KeptRows before{{}, KeptRows::Keep::cells_and_bytes};
        CompleteJob first{tables, partial, {}, before};
        first.advance(at, {});
        KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
        CompleteJob second{tables, partial, {}, rows};
        restore(second, saved(first));
        run_job(second, {});
        EXPECT_EQ(rows.bytes(), whole.csv);
        EXPECT_EQ(second.result().unfilled_rows, 2);
        EXPECT_EQ(second.result().first_unfilled, whole.rows.first_unfilled);
    }
}

}  // namespace
}  // namespace drover::synth
