#include <drover/synth/synthesis_job.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover {
namespace {

// Numbers are put back for bins, so that a run depends on what was written before.
TableSet ages() {
    std::string text = "age,sex\n";
    for (int r = 0; r < 600; ++r) text += std::to_string(r * 37 % 601) + (r % 3 == 0 ? ",F\n" : ",M\n");
    return tables_of(std::vector<TableText>{{"people.csv", text}});
}

TEST(SynthesisJob, GoesOnFromACheckpointAsIfItHadNeverStopped) {
    const TableSet tables = ages();
    const SynthesizeOptions options{.rows = 3000};
    SynthesisJob whole{tables, options};
    std::string all;
    std::vector<std::pair<Checkpoint, std::string>> saved;
    const TakeRows take = [&](const RowBlock& block) { all += block.csv; };
    whole.run(take, {700, [&](const Checkpoint& checkpoint) { saved.emplace_back(checkpoint, all); }});
    ASSERT_EQ(saved.size(), 4U);
    for (const auto& [checkpoint, rows] : saved) {
        EXPECT_EQ(checkpoint.byte_count, static_cast<std::int64_t>(rows.size()));
        SynthesisJob second{tables, options};
        second.resume(parse_checkpoint(checkpoint_text(checkpoint), "c.json"), "c.json", rows, "rows.csv");
        std::string rest;
        second.run([&](const RowBlock& block) { rest += block.csv; });
        EXPECT_EQ(rows + rest, all);
        EXPECT_EQ(second.result().digest, whole.result().digest);
        EXPECT_EQ(second.result().fit.distinct, whole.result().fit.distinct);
        EXPECT_EQ(second.result().fit.mean_tv, whole.result().fit.mean_tv);
    }
}

TEST(SynthesisJob, RefusesRowsThatAreNotThoseOfTheCheckpoint) {
    const TableSet tables = testing::region_tables();
    SynthesisJob first{tables, {.rows = 100}};
    std::string rows;
    first.run([&](const RowBlock& block) { rows += block.csv; });
    SynthesisJob second{tables, {.rows = 200}};
    EXPECT_INPUT_ERROR(second.resume(first.checkpoint(), "c.json", rows + "N,old,F\n", "rows.csv.part"),
                       "rows.csv.part: expected the rows of the checkpoint, got others");
    SynthesisJob third{tables, {.rows = 50}};
    EXPECT_INPUT_ERROR(third.resume(first.checkpoint(), "c.json", rows, "rows.csv.part"),
                       "c.json: expected at most 50 rows, as -n asks for, got 100");
}

TEST(SynthesisJob, AStopLeavesACheckpoint) {
    StopFlag stop;
    SynthesisJob job{testing::region_tables(), {.rows = 100'000}};
    EXPECT_EQ(job.rows_wanted(), 100'000);
    job.follow({.stop = &stop, .progress = [&](std::int64_t) { stop.request_stop(); }});
    std::int64_t rows = 0;
    job.run([](const RowBlock&) {}, {5000, [&](const Checkpoint& c) { rows = c.state.row_count; }});
    EXPECT_TRUE(job.interrupted());
    EXPECT_GT(rows, 0);
    EXPECT_EQ(rows, job.row_count());
}

}  // namespace
}  // namespace drover
