#pragma once

#include <chrono>

#include <drover/core/sha256.hpp>
#include <drover/data/row_writer.hpp>
#include <drover/synth/checkpoint.hpp>
#include <drover/synth/partial_rows.hpp>
#include <drover/synth/row_shuffle.hpp>
#include <drover/synth/synth.hpp>
#include <drover/synth/synthesizer.hpp>
#include <drover/tables/impossible.hpp>

namespace drover::synth {

namespace impl {
struct SynthesisSetup;
class UsedTables;
}  // namespace impl

enum class Task { make_rows, complete_rows };

/// Where a run can be taken up again is handed over after every so many rows; 0: never.
struct CheckpointPlan {
    std::int64_t every = 0;
    std::function<void(const Checkpoint&)> save = {};
};

/// The next bytes of a text that is too long for memory; false after the last.
using ReadBlock = std::function<bool(std::string& block)>;

/// One run of synthesize() in parts: with checkpoints, or to be taken up from one.
class Job {
  public:
    Job(const TableSet& tables, const Options& options, Task task = Task::make_rows);

    /// Rows that run() makes in all.
    std::int64_t rows_wanted() const { return row_count_; }
    /// Instead of options.control.
    void follow(RunControl control) { options_.control = std::move(control); }

    /// Goes on after the rows of a checkpoint; `read` gives these as CSV, block after block, and they are
    /// looked at once more. `name` and `rows_name` are those of the files, for messages. Throws InputError
    /// unless all fits together: every number of the checkpoint is compared with the rows, or with what a run
    /// can come to.
    void resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                const std::string& rows_name);

    /// Makes rows until there are enough, or a goal is met, or it is stopped; then with a last checkpoint.
    /// Throws InputError for a plan of checkpoints beside a shuffle.
    void run(const TakeRows& take, const CheckpointPlan& plan = {});
    /// Fills the blanks of the text instead.
    void complete(const TableText& partial, const TakeRows& take);

    /// The state of the rows handed over so far. Inputs and options are the caller's to fill in.
    Checkpoint checkpoint() const;
    std::int64_t row_count() const { return synthesizer_.row_count(); }
    bool interrupted() const { return interrupted_; }
    /// All but the cells.
    Result result() const;

  private:
    Job(const impl::UsedTables& used, Task task);
    Job(const impl::UsedTables& used, impl::SynthesisSetup setup);
    bool takes_up(const Checkpoint& before, const ReadBlock& read, const std::string& rows_name);
    void run_and_repair(const TakeRows& take);
    void save(const CheckpointPlan& plan);
    void pass_on(const std::vector<std::uint32_t>& cells, const TakeRows& take);
    void hand_over(std::span<const std::uint32_t> cells, const TakeRows& take);
    void hand_over(const RowBlock& block, const TakeRows& take);
    std::span<const std::uint32_t> shown_rows(std::span<const std::uint32_t> rows);
    void record(std::span<const std::uint32_t> row);
    std::optional<CategoryRow> completed(const PartialRows& rows);
    std::size_t next_chunk(const CheckpointPlan& plan) const;
    void mark_course();
    double mean_tv() const;
    bool is_done() const;
    bool is_late(std::chrono::steady_clock::time_point start) const;

    Options options_;
    std::string input_text_;
    ZeroRule zeros_;
    std::string noise_text_;
    std::vector<std::string> zone_notes_;
    std::int64_t row_count_;
    bool repairs_;
    bool hard_zeros_;
    Synthesizer synthesizer_;
    std::vector<std::string> table_names_;  // in the order in which they were given
    std::vector<std::size_t> columns_;      // of the tables, in the order in which they are written
    Schema schema_;                         // in that order
    std::vector<std::uint32_t> shown_;      // rows in it
    RowWriter writer_;
    RowShuffle shuffle_;
    DistinctRows distinct_;
    ImpossibleRows impossible_;
    Sha256 digest_;
    std::int64_t byte_count_ = 0;
    std::vector<ErrorPoint> course_;
    std::int64_t last_checkpoint_ = 0;
    bool resumed_ = false;
    std::int64_t unfilled_rows_ = 0;
    std::string first_unfilled_;
    std::int64_t repaired_rows_ = 0;
    bool interrupted_ = false;
};

}  // namespace drover::synth
