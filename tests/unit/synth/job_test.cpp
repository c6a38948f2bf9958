#include <drover/synth/job.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

// Numbers are put back for bins, so that a run depends on what was written before.
TableSet ages() {
    std::string text = "age,sex\n";
    for (int r = 0; r < 600; ++r) text += std::to_string(r * 37 % 601) + (r % 3 == 0 ? ",F\n" : ",M\n");
    return tables_of(std::vector<TableText>{{"people.csv", text}});
}

// The text in blocks of so many bytes.
ReadBlock blocks_of(std::string text, std::size_t size = 7) {
    return [text = std::move(text), at = std::size_t{0}, size](std::string& block) mutable {
        block = text.substr(at, size);
        at += block.size();
        return !block.empty();
    };
}

TEST(SynthJob, GoesOnFromACheckpointAsIfItHadNeverStopped) {
    const TableSet tables = ages();
    const Options options{.rows = 3000};
    Job whole{tables, options};
    std::string all;
    std::vector<std::pair<Checkpoint, std::string>> saved;
    const TakeRows take = [&](const RowBlock& block) { all += block.csv; };
    whole.run(take, {700, [&](const Checkpoint& checkpoint) { saved.emplace_back(checkpoint, all); }});
    ASSERT_EQ(saved.size(), 4U);
    for (const auto& [checkpoint, rows] : saved) {
        EXPECT_EQ(checkpoint.byte_count, static_cast<std::int64_t>(rows.size()));
        Job second{tables, options};
        second.resume(parse_checkpoint(checkpoint_text(checkpoint), "c.json"), "c.json", blocks_of(rows),
                      "rows.csv");
        std::string rest;
        second.run([&](const RowBlock& block) { rest += block.csv; });
        EXPECT_EQ(rows + rest, all);
        EXPECT_EQ(second.result().digest, whole.result().digest);
        EXPECT_EQ(second.result().fit.distinct, whole.result().fit.distinct);
        EXPECT_EQ(second.result().fit.mean_tv, whole.result().fit.mean_tv);
    }
}

TEST(SynthJob, RefusesRowsThatAreNotThoseOfTheCheckpoint) {
    const TableSet tables = testing::region_tables();
    Job first{tables, {.rows = 100}};
    std::string rows;
    first.run([&](const RowBlock& block) { rows += block.csv; });
    Job second{tables, {.rows = 200}};
    EXPECT_INPUT_ERROR(
        second.resume(first.checkpoint(), "c.json", blocks_of(rows + "N,old,F\n"), "rows.csv.part"),
        "rows.csv.part: expected the rows of the checkpoint, got others");
    Job third{tables, {.rows = 50}};
    EXPECT_INPUT_ERROR(third.resume(first.checkpoint(), "c.json", blocks_of(rows), "rows.csv.part"),
                       "c.json: expected at most 50 rows, as -n asks for, got 100");
}

TableState& table(Checkpoint& checkpoint) { return std::get<TableState>(checkpoint.state.engine); }

struct Forged {
    const char* what;
    std::function<void(Checkpoint&)> change;
    const char* message;
};

TEST(SynthJob, RefusesACheckpointWithNumbersThatNoRunComesTo) {
    const TableSet tables = testing::region_tables();
    Job first{tables, {.rows = 100, .imply = Imply::off, .repair = Repair::off}};
    std::string rows;
    first.run([&](const RowBlock& block) { rows += block.csv; });
    const auto resumed = [&](const Checkpoint& checkpoint) {
        Job second{tables, {.rows = 200, .imply = Imply::off, .repair = Repair::off}};
        second.resume(checkpoint, "c.json", blocks_of(rows), "rows.csv.part");
        second.run([](const RowBlock&) {});
    };
    resumed(first.checkpoint());
    const std::vector<Forged> cases{
        {"steps", [](Checkpoint& c) { table(c).steps = -1; }, "steps: expected 0 to 200, got -1"},
        {"many steps", [](Checkpoint& c) { table(c).steps = 201; }, "steps: expected 0 to 200, got 201"},
        {"rows", [](Checkpoint& c) { c.state.row_count = 99; }, "rows: expected 100 to 100, got 99"},
        {"margins", [](Checkpoint& c) { table(c).positive_margins = 101; },
         "positive_margins: expected 0 to 100, got 101"},
        {"t", [](Checkpoint& c) { table(c).herder.t = INT64_MAX; },
         "run: t: expected 100 to 100, got 9223372036854775807"},
        {"short row", [](Checkpoint& c) { table(c).herder.row.pop_back(); },
         "run: row: expected 3 of these tables and options, got 2"},
        {"row", [](Checkpoint& c) { table(c).herder.row[1] = 4'000'000'000U; },
         "run: row: expected 0 to 1, got 4000000000"},
        {"few hits", [](Checkpoint& c) { table(c).herder.hits.pop_back(); },
         "run: hits: expected 8 of these tables and options, got 7"},
        {"negative hits", [](Checkpoint& c) { table(c).herder.hits[0] = INT64_MIN; },
         "run: hits: expected 0 to 100, got -9223372036854775808"},
        {"many hits", [](Checkpoint& c) { table(c).herder.hits[0] = 100; },
         "run: hits: expected at most 100 in a table, got 200"},
        {"other hits", [](Checkpoint& c) { c.state.hits = {1}; },
         "hits: expected 0 of these tables and options, got 1"},
        {"uses", [](Checkpoint& c) { c.bin_uses = {1}; }, "expected the uses of 0 bins, got 1"},
    };
    for (const Forged& forged : cases) {
        Checkpoint checkpoint = first.checkpoint();
        forged.change(checkpoint);
        EXPECT_INPUT_ERROR(resumed(checkpoint), std::string{"c.json: "} + forged.message);
    }
    Checkpoint checkpoint = first.checkpoint();
    std::swap(table(checkpoint).herder.hits[0], table(checkpoint).herder.hits[1]);
    EXPECT_INPUT_ERROR(resumed(checkpoint), "rows.csv.part: expected the rows of the checkpoint, got others");
}

TEST(SynthJob, AStopLeavesACheckpoint) {
    StopFlag stop;
    Job job{testing::region_tables(), {.rows = 100'000}};
    EXPECT_EQ(job.rows_wanted(), 100'000);
    job.follow({.stop = &stop, .progress = [&](std::int64_t) { stop.request_stop(); }});
    std::int64_t rows = 0;
    job.run([](const RowBlock&) {}, {5000, [&](const Checkpoint& c) { rows = c.state.row_count; }});
    EXPECT_TRUE(job.interrupted());
    EXPECT_GT(rows, 0);
    EXPECT_EQ(rows, job.row_count());
}

}  // namespace
}  // namespace drover::synth
